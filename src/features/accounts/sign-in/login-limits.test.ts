import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { EMAIL, forgetAttempts, sendLogin, LOGIN_ENV, PASSWORD } from './testing/login.ts'

describe('POST /api/auth/login, too often', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: LOGIN_ENV })
  })
  after(() => app.close())

  describe('429', () => {
    it('allows ten attempts a minute from one address', async () => {
      const limited = await createTestApp({ sharing: app, env: { RATE_LIMITS: 'weather=0' } })
      try {
        const statuses = new Set<number>()
        for (let i = 0; i < 10; i++) statuses.add((await sendLogin(limited, { email: EMAIL, password: PASSWORD })).status)
        assert.deepEqual([...statuses], [200])
        assert.equal((await sendLogin(limited, { email: EMAIL, password: PASSWORD })).status, 429)
      } finally {
        await limited.close()
      }
    })

    it('blocks an account after five failures, longer each time, on every node, whether or not it exists', async () => {
      for (const email of [EMAIL, 'ghost@example.org']) {
        await forgetAttempts(app)
        const other = await createTestApp({ sharing: app, env: LOGIN_ENV })
        const fail = (node: TestApp) => sendLogin(node, { email, password: 'wrong password' })
        const statuses: number[] = []
        for (let i = 0; i < 4; i++) statuses.push((await fail(i % 2 === 0 ? app : other)).status)
        statuses.push((await fail(app)).status)
        assert.deepEqual(statuses, [401, 401, 401, 401, 401])
        const hashings = app.services.users.passwords.hashings
        const blocked = await sendLogin(app, { email, password: PASSWORD })
        assert.deepEqual(
          { status: blocked.status, error: blocked.body.error, retryAfter: blocked.headers.get('retry-after') },
          { status: 429, error: 'rate_limited', retryAfter: '30' },
        )
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
      const rightful = async () => (await sendLogin(app, { email: EMAIL, password: PASSWORD })).status
      app.clock.advance({ hours: 25 })
      assert.equal(await rightful(), 200)
      assert.equal((await sendLogin(app, { email: EMAIL, password: 'wrong password' })).status, 401)
      assert.equal(await rightful(), 200)
    })

    it('blocks a client address after thirty failures, whichever accounts it tries', async () => {
      await forgetAttempts(app)
      for (let i = 0; i < 30; i++) assert.equal((await sendLogin(app, { email: `g${i}@example.org`, password: 'wrong' })).status, 401)
      const blocked = await sendLogin(app, { email: EMAIL, password: PASSWORD })
      assert.deepEqual({ status: blocked.status, retryAfter: blocked.headers.get('retry-after') }, { status: 429, retryAfter: '30' })
      app.clock.advance({ seconds: 30 })
      assert.equal((await sendLogin(app, { email: EMAIL, password: PASSWORD })).status, 200)
      await forgetAttempts(app)
    })

    it('a right password clears neither the failures of its address on other accounts nor those of its account elsewhere', async () => {
      await forgetAttempts(app)
      const proxied = await createTestApp({ sharing: app, env: { ...LOGIN_ENV, TRUST_PROXY: '1' } })
      const from = async (ip: string, password: string, email = EMAIL) =>
        (await sendLogin(proxied, { email, password }, { 'x-forwarded-for': ip })).status
      const [HOME, AWAY, EVIL] = ['198.51.100.1', '198.51.100.2', '203.0.113.9']
      // An attacker who has an account of their own signs in to it between guesses.
      for (let i = 0; i < 29; i++) {
        assert.equal(await from(EVIL, 'wrong password', `g${i}@example.org`), 401)
        assert.equal(await from(EVIL, PASSWORD), 200)
      }
      assert.equal(await from(EVIL, 'wrong password', 'g29@example.org'), 401)
      assert.equal(await from(EVIL, PASSWORD), 429)
      await forgetAttempts(app)
      // The user signs in from new addresses while an attacker guesses.
      for (let i = 0; i < 4; i++) assert.equal(await from(EVIL, 'wrong password'), 401)
      assert.equal(await from(HOME, PASSWORD), 200)
      assert.equal(await from(EVIL, 'wrong password'), 401)
      assert.deepEqual(
        { fromEVIL: await from(EVIL, PASSWORD), fromAWAY: await from(AWAY, PASSWORD), fromHOME: await from(HOME, PASSWORD) },
        { fromEVIL: 429, fromAWAY: 429, fromHOME: 200 },
      )
      // At a known address a right password clears the account's failures there.
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 4; j++) assert.equal(await from(HOME, 'wrong password'), 401)
        assert.equal(await from(HOME, PASSWORD), 200)
      }
      await proxied.close()
      await forgetAttempts(app)
    })

    it('limits simultaneous guesses to the failures that are left', async () => {
      await forgetAttempts(app)
      const atOnce = async (password: string, n = 60) => {
        const answers = await Promise.all(Array.from({ length: n }, () => sendLogin(app, { email: EMAIL, password })))
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
      await forgetAttempts(app)
      assert.deepEqual(await atOnce(PASSWORD, 5), { 200: 5 })
      await forgetAttempts(app)
    })

    it('admits users from a browser or address where they signed in before, and counts failures there separately', async () => {
      await forgetAttempts(app)
      const proxied = await createTestApp({ sharing: app, env: { ...LOGIN_ENV, TRUST_PROXY: '1' } })
      const from = (ip: string, password: string, cookie = '') =>
        sendLogin(proxied, { email: EMAIL, password }, { 'x-forwarded-for': ip, ...(cookie === '' ? {} : { cookie }) })
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
      await forgetAttempts(app)
    })

    it('remembers twenty browsers and addresses of a user, for at most half a year', async () => {
      await forgetAttempts(app)
      const proxied = await createTestApp({ sharing: app, env: { ...LOGIN_ENV, TRUST_PROXY: '1' } })
      for (let i = 0; i < 23; i++) {
        app.clock.advance({ seconds: 1 })
        assert.equal((await sendLogin(proxied, { email: EMAIL, password: PASSWORD }, { 'x-forwarded-for': `198.51.100.${i}` })).status, 200)
      }
      const count = async () =>
        (await app.database.pool.query('select kind, count(*)::int from admin_known_device group by kind order by kind')).rows
      assert.deepEqual(await count(), [
        { kind: 'address', count: 20 },
        { kind: 'browser', count: 20 },
      ])
      const left: unknown[] = []
      for (const days of [0, 179, 2]) {
        app.clock.advance({ hours: 24 * days })
        await app.services.signIn.sweep()
        left.push((await count()).length)
      }
      assert.deepEqual(left, [2, 2, 0])
      await proxied.close()
      await forgetAttempts(app)
    })

    it('does not wait for the attempts of a dead process', async () => {
      await forgetAttempts(app)
      assert.equal((await sendLogin(app, { email: EMAIL, password: 'wrong password' })).status, 401)
      await app.database.pool.query(`update login_backoff set pending = 100`)
      assert.deepEqual((await sendLogin(app, { email: EMAIL, password: PASSWORD })).headers.get('retry-after'), '1')
      app.clock.advance({ seconds: 61 })
      assert.equal((await sendLogin(app, { email: EMAIL, password: PASSWORD })).status, 200)
      await forgetAttempts(app)
    })
  })

  describe('503', () => {
    it('when too many sign in at once; these attempts do not count as failures', async () => {
      await forgetAttempts(app)
      const users = await Promise.all(Array.from({ length: 45 }, (_, i) => signIn(app, 'viewer', `crowd${i}@example.org`)))
      const proxied = await createTestApp({ sharing: app, env: { ...LOGIN_ENV, TRUST_PROXY: '1' } })
      const answers = await Promise.all(
        users.map(({ email }, i) => sendLogin(proxied, { email, password: 'wrong password' }, { 'x-forwarded-for': `198.51.100.${i}` })),
      )
      await proxied.close()
      const statuses = new Set(answers.map(({ status }) => status))
      assert.ok(statuses.has(503) && [...statuses].every((status) => [401, 503].includes(status)), [...statuses].join())
      const refused = answers.find(({ status }) => status === 503)
      assert.ok(refused?.headers.get('retry-after'))
      const { rows } = await app.database.pool.query(
        `select sum(failures)::int as sum, max(pending) as pending from login_backoff where key like 'account%'`,
      )
      assert.deepEqual(
        { sum: rows[0].sum, pending: rows[0].pending },
        { sum: answers.filter(({ status }) => status === 401).length, pending: 0 },
      )
      await forgetAttempts(app)
    })
  })
})
