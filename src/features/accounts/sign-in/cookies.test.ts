import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, tokenOf } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { EMAIL, sendLogin, LOGIN_ENV, PASSWORD } from './testing/login.ts'

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
    sendLogin(app, { email: EMAIL, password: PASSWORD }, { origin: ORIGIN, ...(cookie === '' ? {} : { cookie }) })
  const isIn = async (cookie: string): Promise<boolean> => (await app.get('/api/auth/session', { cookie })).body.authenticated
  const signOut = async (cookie: string) => (await send(app, '/api/auth/logout', { headers: { cookie } })).headers.getSetCookie()

  it('are for https only, under the specified name, and replace those of the former names', async () => {
    const cookies = (await signedIn()).headers.getSetCookie()
    assert.match(cookies[0] ?? '', /^service_admin_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    assert.match(cookies[2] ?? '', /^__Host-service_admin_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    assert.deepEqual(
      { session: cookies[1], device: cookies[3], all: cookies.length },
      {
        session: `${HOST}=; ${EXPIRED}; SameSite=Lax`,
        device: `service_admin_device=; ${EXPIRED.replace('Path=/', 'Path=/api/auth')}; SameSite=Strict`,
        all: 4,
      },
    )
    assert.equal((await sendLogin(app, { email: EMAIL, password: PASSWORD }, { origin: 'http://weather.example' })).status, 403)
  })

  it('sessions of the former name stay valid, and signing out ends and clears both', async () => {
    const [former, current, other] = [tokenOf(await signedIn()), tokenOf(await signedIn()), tokenOf(await signedIn())]
    assert.deepEqual(
      { former: await isIn(`${HOST}=${former}`), current: await isIn(`${PLAIN}=${current}`) },
      { former: true, current: true },
    )
    assert.deepEqual(await signOut(`${HOST}=${former}; ${PLAIN}=${current}`), [
      `${PLAIN}=; ${EXPIRED}; SameSite=Lax`,
      `${HOST}=; ${EXPIRED}; SameSite=Lax`,
    ])
    assert.deepEqual(
      { former: await isIn(`${HOST}=${former}`), current: await isIn(`${PLAIN}=${current}`) },
      { former: false, current: false },
    )
    // A session of the former name ends at the next sign-in, like one of the current name.
    await signedIn(`${HOST}=${other}`)
    assert.equal(await isIn(`${HOST}=${other}`), false)
  })

  it('a session that another host of the domain planted beside the own one makes neither count, and a sign-in ends both', async () => {
    const planted = await signIn(app, 'viewer')
    const own = tokenOf(await signedIn())
    const both = [
      `${PLAIN}=${planted.token}; ${PLAIN}=${own}`,
      `${PLAIN}=${own}; ${PLAIN}=${planted.token}`,
      `${HOST}=${own}; ${PLAIN}=${planted.token}`,
    ]
    for (const cookie of both) assert.equal(await isIn(cookie), false, cookie)
    const next = tokenOf(await signedIn(both[0]))
    const after = { planted: await isIn(`${PLAIN}=${planted.token}`), own: await isIn(`${PLAIN}=${own}`) }
    assert.deepEqual(after, { planted: false, own: false })
    // What has ended does not stand in the way, and neither does a second session of the same user.
    const another = tokenOf(await signedIn())
    for (const cookie of [`${PLAIN}=${planted.token}; ${PLAIN}=${next}`, `${PLAIN}=${next}; ${PLAIN}=${another}`])
      assert.equal((await app.get('/api/auth/session', { cookie })).body.user.email, EMAIL, cookie)
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
