import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cookieOf, PUBLIC_ORIGIN, send, signIn, tokenOf } from '../../../../test/helpers/admin.ts'
import { createTestApp, PASSWORD_COST, type TestApp } from '../../../../test/helpers/app.ts'

const EMAIL = 'ada@example.org'
const PASSWORD = 'correct horse battery'
const LIMITS = 'login=0,forgot=0,reset=0,invite=0,weather=0'
const ENV = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD, RATE_LIMITS: LIMITS }

const login = (app: TestApp, body: unknown, headers: Record<string, string> = {}) => send(app, '/api/auth/login', { body, headers })
const session = (app: TestApp, token: string) => app.get('/api/auth/session', { cookie: cookieOf(token) })

describe('POST /api/auth/login', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: ENV })
  })
  after(() => app.close())

  async function forget(): Promise<void> {
    await app.database.pool.query('delete from login_backoff')
    await app.database.pool.query('delete from admin_known_device')
  }

  describe('200', () => {
    it('starts a session; its token is only in the cookie, and stored as a hash', async () => {
      const answer = await login(app, { email: ' Ada@Example.ORG', password: PASSWORD })
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body.user, { ...answer.body.user, email: EMAIL, displayName: 'ada', role: 'owner' })
      assert.deepEqual(Object.keys(answer.body), ['user'])
      assert.deepEqual(Object.keys(answer.body.user), ['id', 'email', 'displayName', 'role'])
      assert.equal(answer.headers.get('cache-control'), 'private, no-store')
      const token = tokenOf(answer) ?? ''
      assert.match(token, /^[A-Za-z0-9_-]{43}$/)
      assert.ok(!answer.text.includes(token))
      const [sessionCookie, deviceCookie] = answer.headers.getSetCookie()
      assert.equal(sessionCookie, `service_admin_session=${token}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`)
      assert.match(deviceCookie ?? '', /^service_admin_device=[\w-]{43}; Max-Age=15552000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/)
      const stored = await app.database.pool.query('select t::text from admin_session t')
      assert.ok(stored.rows.length > 0 && !JSON.stringify(stored.rows).includes(token))
      assert.deepEqual((await session(app, token)).body, { authenticated: true, user: answer.body.user })
    })

    it('replaces the browser’s previous session', async () => {
      const first = tokenOf(await login(app, { email: EMAIL, password: PASSWORD })) ?? ''
      const second = tokenOf(await login(app, { email: EMAIL, password: PASSWORD }, { cookie: cookieOf(first) })) ?? ''
      assert.deepEqual([(await session(app, first)).body.authenticated, (await session(app, second)).body.authenticated], [false, true])
    })

    it('rehashes the password when the parameters have changed', async () => {
      const old = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
      const user = await signIn(app, 'viewer')
      await app.database.pool.query('update admin_user set password_hash = $1 where id = $2', [old, user.id])
      assert.equal((await login(app, { email: user.email, password: 'password' })).status, 200)
      const { rows } = await app.database.pool.query('select password_hash from admin_user where id = $1', [user.id])
      assert.match(rows[0].password_hash, new RegExp(`^\\$argon2id\\$v=19\\$m=${PASSWORD_COST.memory},`))
      assert.equal((await login(app, { email: user.email, password: 'password' })).status, 200)
    })
  })

  describe('400', () => {
    it('names fields that are missing or of the wrong type', async () => {
      const wrong: readonly (readonly [body: unknown, ...paths: string[]])[] = [
        [{}, 'email', 'password'],
        [{ email: EMAIL, password: 5 }, 'password'],
        [{ email: EMAIL, password: 'x'.repeat(201) }, 'password'],
        [{ email: 'a\u0000b', password: 'x' }, 'email'],
        [{ email: EMAIL, password: 'x', totp: 123456 }, 'totp'],
      ]
      for (const [body, ...paths] of wrong) {
        const answer = await login(app, body)
        assert.equal(answer.status, 400)
        assert.deepEqual(
          answer.body.details.map(({ path }: { path: string }) => path),
          paths,
        )
      }
    })
  })

  describe('401', () => {
    it('is the same, at the same cost, for an unknown address, a wrong password, a disabled user and an invited one', async () => {
      const disabled = await signIn(app, 'editor')
      await app.database.pool.query(
        `update admin_user set disabled = true, password_hash = (select password_hash from admin_user where email_key = $2) where id = $1`,
        [disabled.id, EMAIL],
      )
      const invited = await signIn(app, 'editor')
      await app.database.pool.query('update admin_user set password_hash = null where id = $1', [invited.id])
      const attempts = [
        { email: 'nobody@example.org', password: PASSWORD },
        { email: EMAIL, password: 'wrong password' },
        { email: disabled.email, password: PASSWORD },
        { email: invited.email, password: PASSWORD },
        { email: 'not an address', password: PASSWORD },
      ]
      const answers: unknown[] = []
      for (const attempt of attempts) {
        await forget()
        const hashings = app.services.users.passwords.hashings
        const { status, body, headers } = await login(app, attempt)
        assert.equal(app.services.users.passwords.hashings - hashings, 1, attempt.email)
        answers.push([status, body.error, body.message, body.details, headers.get('set-cookie')])
      }
      for (const answer of answers) assert.deepEqual(answer, [401, 'unauthorized', 'Wrong email or password', undefined, null])
      await forget()
    })
  })

  describe('403', () => {
    it('refuses requests from another site and accepts those from this one', async () => {
      const body = { email: EMAIL, password: PASSWORD }
      const refused: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', origin: PUBLIC_ORIGIN },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ]
      for (const headers of refused) {
        const answer = await login(app, body, headers)
        assert.deepEqual([answer.status, answer.body.error, tokenOf(answer)], [403, 'forbidden', null], JSON.stringify(headers))
      }
      const taken: Record<string, string>[] = [
        {},
        { origin: PUBLIC_ORIGIN },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' },
      ]
      for (const headers of taken) assert.equal((await login(app, body, headers)).status, 200, JSON.stringify(headers))
    })
  })

  describe('429', () => {
    it('allows ten attempts a minute from one address', async () => {
      const limited = await createTestApp({ beside: app, env: { RATE_LIMITS: 'weather=0' } })
      try {
        const statuses = new Set<number>()
        for (let i = 0; i < 10; i++) statuses.add((await login(limited, { email: EMAIL, password: PASSWORD })).status)
        assert.deepEqual([...statuses], [200])
        assert.equal((await login(limited, { email: EMAIL, password: PASSWORD })).status, 429)
      } finally {
        await limited.close()
      }
    })

    it('blocks an account after five failures, longer each time, on every node, whether or not it exists', async () => {
      for (const email of [EMAIL, 'ghost@example.org']) {
        await forget()
        const other = await createTestApp({ beside: app, env: ENV })
        const fail = (node: TestApp) => login(node, { email, password: 'wrong password' })
        const statuses: number[] = []
        for (let i = 0; i < 4; i++) statuses.push((await fail(i % 2 === 0 ? app : other)).status)
        statuses.push((await fail(app)).status)
        assert.deepEqual(statuses, [401, 401, 401, 401, 401])
        const hashings = app.services.users.passwords.hashings
        const blocked = await login(app, { email, password: PASSWORD })
        assert.deepEqual([blocked.status, blocked.body.error, blocked.headers.get('retry-after')], [429, 'rate_limited', '30'])
        assert.equal(app.services.users.passwords.hashings, hashings)
        assert.equal((await fail(other)).status, 429)
        await other.close()
        const waits: number[] = []
        for (let i = 0; i < 7; i++) {
          app.clock.advance({ seconds: waits.at(-1) ?? 30 })
          assert.equal((await fail(app)).status, 401)
          waits.push(Number((await fail(app)).headers.get('retry-after')))
        }
        assert.deepEqual(waits, [60, 120, 240, 480, 900, 900, 900])
      }
      // Whoever knows the password gets in when the block ends.
      app.clock.advance({ seconds: 900 })
      await app.database.pool.query(`delete from login_backoff where key like 'client%'`)
      const rightful = async () => (await login(app, { email: EMAIL, password: PASSWORD })).status
      app.clock.advance({ hours: 25 })
      assert.equal(await rightful(), 200)
      assert.equal((await login(app, { email: EMAIL, password: 'wrong password' })).status, 401)
      assert.equal(await rightful(), 200)
    })

    it('blocks a client address after thirty failures, whichever accounts it tries', async () => {
      await forget()
      for (let i = 0; i < 30; i++) assert.equal((await login(app, { email: `g${i}@example.org`, password: 'wrong' })).status, 401)
      const blocked = await login(app, { email: EMAIL, password: PASSWORD })
      assert.deepEqual([blocked.status, blocked.headers.get('retry-after')], [429, '30'])
      app.clock.advance({ seconds: 30 })
      assert.equal((await login(app, { email: EMAIL, password: PASSWORD })).status, 200)
      await forget()
    })

    it('a right password clears neither the failures of its address on other accounts nor those of its account elsewhere', async () => {
      await forget()
      const proxied = await createTestApp({ beside: app, env: { ...ENV, TRUST_PROXY: '1' } })
      const from = async (ip: string, password: string, email = EMAIL) =>
        (await login(proxied, { email, password }, { 'x-forwarded-for': ip })).status
      const [HOME, AWAY, EVIL] = ['198.51.100.1', '198.51.100.2', '203.0.113.9']
      // An attacker who has an account of their own signs in to it between guesses.
      for (let i = 0; i < 29; i++) {
        assert.equal(await from(EVIL, 'wrong password', `g${i}@example.org`), 401)
        assert.equal(await from(EVIL, PASSWORD), 200)
      }
      assert.equal(await from(EVIL, 'wrong password', 'g29@example.org'), 401)
      assert.equal(await from(EVIL, PASSWORD), 429)
      await forget()
      // The user signs in from new addresses while an attacker guesses.
      for (let i = 0; i < 4; i++) assert.equal(await from(EVIL, 'wrong password'), 401)
      assert.equal(await from(HOME, PASSWORD), 200)
      assert.equal(await from(EVIL, 'wrong password'), 401)
      assert.deepEqual([await from(EVIL, PASSWORD), await from(AWAY, PASSWORD), await from(HOME, PASSWORD)], [429, 429, 200])
      // At a known address a right password clears the account's failures there.
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 4; j++) assert.equal(await from(HOME, 'wrong password'), 401)
        assert.equal(await from(HOME, PASSWORD), 200)
      }
      await proxied.close()
      await forget()
    })

    it('limits simultaneous guesses to the failures that are left', async () => {
      await forget()
      const atOnce = async (password: string, n = 60) => {
        const answers = await Promise.all(Array.from({ length: n }, () => login(app, { email: EMAIL, password })))
        const count = new Map<number, number>()
        for (const { status } of answers) count.set(status, (count.get(status) ?? 0) + 1)
        return Object.fromEntries(count)
      }
      // Until the block as many as may fail, then one at a time: an attempt counts before its result is known.
      const hashings = app.services.users.passwords.hashings
      assert.deepEqual(await atOnce('wrong password'), { 401: 5, 429: 55 })
      assert.equal(app.services.users.passwords.hashings - hashings, 5)
      app.clock.advance({ seconds: 30 })
      assert.deepEqual(await atOnce('wrong password'), { 401: 1, 429: 59 })
      app.clock.advance({ seconds: 60 })
      assert.deepEqual(await atOnce('wrong password'), { 401: 1, 429: 59 })
      await forget()
      assert.deepEqual(await atOnce(PASSWORD, 5), { 200: 5 })
      await forget()
    })

    it('admits users from a browser or address where they signed in before, and counts failures there separately', async () => {
      await forget()
      const proxied = await createTestApp({ beside: app, env: { ...ENV, TRUST_PROXY: '1' } })
      const from = (ip: string, password: string, cookie = '') =>
        login(proxied, { email: EMAIL, password }, { 'x-forwarded-for': ip, ...(cookie === '' ? {} : { cookie }) })
      const [HOME, AWAY, EVIL] = ['198.51.100.1', '198.51.100.2', '203.0.113.9']
      const device = ((await from(HOME, PASSWORD)).headers.getSetCookie()[1] ?? '').split(';')[0] ?? ''
      for (let i = 0; i < 5; i++) assert.equal((await from(EVIL, 'wrong password')).status, 401)
      assert.equal((await from(EVIL, PASSWORD)).status, 429)
      assert.equal((await from(AWAY, PASSWORD)).status, 429)
      assert.equal((await from(HOME, PASSWORD)).status, 200)
      assert.equal((await from(AWAY, PASSWORD, device)).status, 200)
      // Failures from the same address or browser block it like any other.
      for (let i = 0; i < 5; i++) assert.equal((await from(HOME, 'wrong password')).status, 401)
      assert.equal((await from(HOME, PASSWORD)).status, 429)
      for (let i = 0; i < 5; i++) assert.equal((await from(EVIL, 'wrong password', device)).status, 401)
      assert.equal((await from(EVIL, PASSWORD, device)).status, 429)
      // An invented device token is unknown.
      assert.equal((await from('198.51.100.3', PASSWORD, `service_admin_device=${'A'.repeat(43)}`)).status, 429)
      const stored = await app.database.pool.query('select t::text from admin_known_device t')
      assert.ok(!JSON.stringify(stored.rows).includes(device.split('=')[1] ?? ''))
      await proxied.close()
      await forget()
    })

    it('remembers twenty browsers and addresses of a user, for at most half a year', async () => {
      await forget()
      const proxied = await createTestApp({ beside: app, env: { ...ENV, TRUST_PROXY: '1' } })
      for (let i = 0; i < 23; i++) {
        app.clock.advance({ seconds: 1 })
        assert.equal((await login(proxied, { email: EMAIL, password: PASSWORD }, { 'x-forwarded-for': `198.51.100.${i}` })).status, 200)
      }
      const count = async () =>
        (await app.database.pool.query('select kind, count(*)::int from admin_known_device group by kind order by kind')).rows
      assert.deepEqual(await count(), [
        { kind: 'address', count: 20 },
        { kind: 'browser', count: 20 },
      ])
      app.clock.advance({ hours: 24 * 181 })
      await app.services.signIn.sweep()
      assert.deepEqual(await count(), [])
      await proxied.close()
      await forget()
    })

    it('does not wait for the attempts of a dead process', async () => {
      await forget()
      assert.equal((await login(app, { email: EMAIL, password: 'wrong password' })).status, 401)
      await app.database.pool.query(`update login_backoff set pending = 100`)
      assert.deepEqual((await login(app, { email: EMAIL, password: PASSWORD })).headers.get('retry-after'), '1')
      app.clock.advance({ seconds: 61 })
      assert.equal((await login(app, { email: EMAIL, password: PASSWORD })).status, 200)
      await forget()
    })
  })

  describe('503', () => {
    it('when too many sign in at once; these attempts do not count as failures', async () => {
      await forget()
      const users = await Promise.all(Array.from({ length: 45 }, (_, i) => signIn(app, 'viewer', `crowd${i}@example.org`)))
      const proxied = await createTestApp({ beside: app, env: { ...ENV, TRUST_PROXY: '1' } })
      const answers = await Promise.all(
        users.map(({ email }, i) => login(proxied, { email, password: 'wrong password' }, { 'x-forwarded-for': `198.51.100.${i}` })),
      )
      await proxied.close()
      const statuses = new Set(answers.map(({ status }) => status))
      assert.ok(statuses.has(503) && [...statuses].every((status) => [401, 503].includes(status)), [...statuses].join())
      const refused = answers.find(({ status }) => status === 503)
      assert.ok(refused?.headers.get('retry-after'))
      const { rows } = await app.database.pool.query(
        `select sum(failures)::int as sum, max(pending) as pending from login_backoff where key like 'account%'`,
      )
      assert.deepEqual([rows[0].sum, rows[0].pending], [answers.filter(({ status }) => status === 401).length, 0])
      await forget()
    })
  })
})

describe('the cookies, if the public address is https', () => {
  const ORIGIN = 'https://weather.example'
  const EXPIRED = 'Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure'
  const PLAIN = 'service_admin_session'
  const HOST = '__Host-service_admin_session'
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { ...ENV, PUBLIC_URL: ORIGIN } })
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
