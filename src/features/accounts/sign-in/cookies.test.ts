import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, tokenOf } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { EMAIL, login, LOGIN_ENV, PASSWORD } from './testing/login.ts'

describe('the cookies, if the public address is https', () => {
  const ORIGIN = 'https://weather.example'
  const EXPIRED = 'Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure'
  const PLAIN = 'service_admin_session'
  const HOST = '__Host-service_admin_session'
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { ...LOGIN_ENV, PUBLIC_URL: ORIGIN } })
  })
  after(() => app.close())

  const signedIn = async (cookie = '') =>
    login(app, { email: EMAIL, password: PASSWORD }, { origin: ORIGIN, ...(cookie === '' ? {} : { cookie }) })
  const isIn = async (cookie: string): Promise<boolean> => (await app.get('/api/auth/session', { cookie })).body.authenticated
  const signOut = async (cookie: string) => (await send(app, '/api/auth/logout', { headers: { cookie } })).headers.getSetCookie()

  it('are for this host and https only, and replace those of the former names', async () => {
    const cookies = (await signedIn()).headers.getSetCookie()
    assert.match(cookies[0] ?? '', /^__Host-service_admin_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    assert.match(cookies[2] ?? '', /^__Host-service_admin_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    assert.deepEqual(
      [cookies[1], cookies[3], cookies.length],
      [
        `service_admin_session=; ${EXPIRED}; SameSite=Lax`,
        `service_admin_device=; ${EXPIRED.replace('Path=/', 'Path=/api/auth')}; SameSite=Strict`,
        4,
      ],
    )
    assert.equal((await login(app, { email: EMAIL, password: PASSWORD }, { origin: 'http://weather.example' })).status, 403)
  })

  it('sessions of the former name stay valid, and signing out ends and clears both', async () => {
    const [former, current, other] = [tokenOf(await signedIn()), tokenOf(await signedIn()), tokenOf(await signedIn())]
    assert.deepEqual([await isIn(`${PLAIN}=${former}`), await isIn(`${HOST}=${current}`)], [true, true])
    assert.deepEqual(await signOut(`${PLAIN}=${former}; ${HOST}=${current}`), [
      `${HOST}=; ${EXPIRED}; SameSite=Lax`,
      `${PLAIN}=; ${EXPIRED}; SameSite=Lax`,
    ])
    assert.deepEqual([await isIn(`${PLAIN}=${former}`), await isIn(`${HOST}=${current}`)], [false, false])
    // A session of the former name ends at the next sign-in, like one of the current name.
    await signedIn(`${PLAIN}=${other}`)
    assert.equal(await isIn(`${PLAIN}=${other}`), false)
  })

  it('a cookie that another host of the domain planted under the former name counts for nothing beside the own one', async () => {
    const planted = await signIn(app, 'viewer')
    const own = tokenOf(await signedIn())
    for (const cookie of [`${PLAIN}=${planted.token}; ${HOST}=${own}`, `${HOST}=${own}; ${PLAIN}=${planted.token}`]) {
      assert.equal((await app.get('/api/auth/session', { cookie })).body.user.email, EMAIL)
    }
  })

  it('a browser that is known by the cookie of the former name stays known, under the same value', async () => {
    const device = /service_admin_device=([\w-]{43})/
    const value = device.exec((await signedIn()).headers.getSetCookie().join('\n'))?.[1] ?? ''
    for (const name of ['service_admin_device', '__Host-service_admin_device']) {
      const answer = await signedIn(`${name}=${value}`)
      assert.equal(device.exec(answer.headers.getSetCookie().join('\n'))?.[1], value, name)
    }
  })
})
