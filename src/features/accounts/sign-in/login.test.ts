import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cookieOf, PUBLIC_ORIGIN, signIn, tokenOf } from '../../../../test/helpers/admin.ts'
import { createTestApp, PASSWORD_COST, type TestApp } from '../../../../test/helpers/app.ts'
import { EMAIL, forgetAttempts, sendLogin, LOGIN_ENV, PASSWORD } from './testing/login.ts'

const session = (app: TestApp, token: string) => app.get('/api/auth/session', { cookie: cookieOf(token) })

describe('POST /api/auth/login', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: LOGIN_ENV })
  })
  after(() => app.close())

  describe('200', () => {
    it('starts a session; its token is only in the cookie, and stored as a hash', async () => {
      const answer = await sendLogin(app, { email: ' Ada@Example.ORG', password: PASSWORD })
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
      const first = tokenOf(await sendLogin(app, { email: EMAIL, password: PASSWORD })) ?? ''
      const second = tokenOf(await sendLogin(app, { email: EMAIL, password: PASSWORD }, { cookie: cookieOf(first) })) ?? ''
      assert.deepEqual([(await session(app, first)).body.authenticated, (await session(app, second)).body.authenticated], [false, true])
    })

    it('rehashes the password when the parameters have changed', async () => {
      const old = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
      const user = await signIn(app, 'viewer')
      await app.database.pool.query('update admin_user set password_hash = $1 where id = $2', [old, user.id])
      assert.equal((await sendLogin(app, { email: user.email, password: 'password' })).status, 200)
      const { rows } = await app.database.pool.query('select password_hash from admin_user where id = $1', [user.id])
      assert.match(rows[0].password_hash, new RegExp(`^\\$argon2id\\$v=19\\$m=${PASSWORD_COST.memory},`))
      assert.equal((await sendLogin(app, { email: user.email, password: 'password' })).status, 200)
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
        const answer = await sendLogin(app, body)
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
        await forgetAttempts(app)
        const hashings = app.services.users.passwords.hashings
        const { status, body, headers } = await sendLogin(app, attempt)
        assert.equal(app.services.users.passwords.hashings - hashings, 1, attempt.email)
        answers.push([status, body.error, body.message, body.details, headers.get('set-cookie')])
      }
      for (const answer of answers) assert.deepEqual(answer, [401, 'unauthorized', 'Wrong email or password', undefined, null])
      await forgetAttempts(app)
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
        const answer = await sendLogin(app, body, headers)
        assert.deepEqual(
          { status: answer.status, error: answer.body.error, tokenOf: tokenOf(answer) },
          { status: 403, error: 'forbidden', tokenOf: null },
          JSON.stringify(headers),
        )
      }
      const taken: Record<string, string>[] = [
        {},
        { origin: PUBLIC_ORIGIN },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' },
      ]
      for (const headers of taken) assert.equal((await sendLogin(app, body, headers)).status, 200, JSON.stringify(headers))
    })
  })
})
