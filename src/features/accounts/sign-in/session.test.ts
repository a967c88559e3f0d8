import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cookieOf, send, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

describe('sessions', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const isLive = async (token: string) => (await app.get('/api/auth/session', { cookie: cookieOf(token) })).body.authenticated
  const seenAt = async (id: string) => {
    const { rows } = await app.database.pool.query('select seen_at from admin_session where user_id = $1', [id])
    return rows[0].seen_at.getTime()
  }

  it('end after 24 hours without use', async () => {
    const { token } = await signIn(app, 'viewer')
    app.clock.advance({ hours: 23, minutes: 59 })
    assert.equal(await isLive(token), true)
    app.clock.advance({ hours: 23, minutes: 59 })
    assert.equal(await isLive(token), true)
    app.clock.advance({ hours: 24 })
    assert.equal(await isLive(token), false)
    assert.equal((await app.get('/api/admin/me', { cookie: cookieOf(token) })).status, 401)
  })

  it('end after seven days even if used', async () => {
    const { token } = await signIn(app, 'viewer')
    for (let hours = 0; hours < 7 * 24 - 12; hours += 12) {
      app.clock.advance({ hours: 12 })
      assert.equal(await isLive(token), true, `after ${hours + 12} hours`)
    }
    app.clock.advance({ hours: 12 })
    assert.equal(await isLive(token), false)
  })

  it('are written at most once a minute', async () => {
    const { id, token } = await signIn(app, 'viewer')
    const begun = await seenAt(id)
    app.clock.advance({ seconds: 59 })
    await isLive(token)
    assert.equal(await seenAt(id), begun)
    app.clock.advance({ seconds: 1 })
    await Promise.all([isLive(token), isLive(token)])
    assert.equal(await seenAt(id), begun + 60_000)
  })

  it('require the exact token', async () => {
    const { token } = await signIn(app, 'viewer')
    const header = (cookie: string) => app.get('/api/auth/session', { cookie }).then(({ body }) => body.authenticated)
    for (const cookie of [`a=1; ${cookieOf(token)}; b=2`, `a=1;${cookieOf(token)}`]) assert.equal(await header(cookie), true, cookie)
    const wrong = [
      `x${cookieOf(token)}`,
      cookieOf(token.slice(1)),
      cookieOf(`${token}A`),
      cookieOf(''),
      cookieOf(token.toLowerCase()),
      `other=${token}`,
    ]
    for (const cookie of wrong) assert.equal(await header(cookie), false, cookie)
  })

  it('use the current role, and end with the account', async () => {
    const { id, headers } = await signIn(app, 'owner')
    const list = () => app.get('/api/admin/me', headers)
    await app.database.pool.query(`update admin_user set role = 'viewer' where id = $1`, [id])
    assert.equal((await list()).body.user.role, 'viewer')
    await app.database.pool.query('update admin_user set disabled = true where id = $1', [id])
    assert.equal((await list()).status, 401)
    await app.database.pool.query('delete from admin_user where id = $1', [id])
    assert.equal((await app.database.pool.query('select 1 from admin_session where user_id = $1', [id])).rowCount, 0)
  })

  it('are deleted once they have ended', async () => {
    const { id } = await signIn(app, 'viewer')
    await app.services.users.sweep()
    assert.equal((await app.database.pool.query('select 1 from admin_session where user_id = $1', [id])).rowCount, 1)
    app.clock.advance({ hours: 24 })
    await app.services.users.sweep()
    assert.equal((await app.database.pool.query('select 1 from admin_session')).rowCount, 0)
  })

  it('and all other expiring rows are deleted in one sweep, however many there are', async () => {
    const old = new Date(app.clock.now() - 400 * 86_400_000)
    const many = 'from generate_series(1, 2500) n'
    const { pool } = app.database
    const { id } = await signIn(app, 'viewer')
    await pool.query(
      `insert into login_backoff (key, failures, pending, attempted_at) select 'client ' || n, 1, 0, $1::timestamptz ${many}`,
      [old],
    )
    await pool.query(
      `insert into admin_session (id, token_hash, user_id, created_at, seen_at)
      select gen_random_uuid(), sha256(n::text::bytea), $1::uuid, $2::timestamptz, $2::timestamptz ${many}`,
      [id, old],
    )
    await pool.query(
      `insert into admin_known_device (user_id, kind, hash, signed_in_at)
      select $1::uuid, 'browser', sha256(n::text::bytea), $2::timestamptz ${many}`,
      [id, old],
    )
    for (const room of ['users', 'signIn', 'audit'] as const) await app.services[room].sweep()
    for (const [table, column] of [
      ['login_backoff', 'attempted_at'],
      ['admin_session', 'seen_at'],
      ['admin_known_device', 'signed_in_at'],
    ] as const) {
      const { rows } = await pool.query(`select count(*)::int4 as left from ${table} where ${column} = $1`, [old])
      assert.deepEqual(rows, [{ left: 0 }], table)
    }
  })

  it('are limited to fifty per user', async () => {
    const { id, token } = await signIn(app, 'viewer')
    for (let i = 0; i < 50; i++) {
      app.clock.advance({ seconds: 1 })
      await app.services.users.sessions.start(app.services.storage.database.kysely, { userId: id, userAgent: null, country: null })
    }
    assert.equal((await app.services.users.sessions.list(id)).length, 50)
    assert.equal(await isLive(token), false)
  })

  it('are never ended by their own limit, however many begin at once', async () => {
    const { id } = await signIn(app, 'viewer')
    const { sessions } = app.services.users
    for (let i = 0; i < 70; i++) {
      const token = await sessions.start(app.services.storage.database.kysely, { userId: id, userAgent: null, country: null })
      assert.notEqual(await sessions.find(token), null)
    }
    assert.equal((await sessions.list(id)).length, 50)
  })

  it('begin although the clock was set back since the fifty others did', async () => {
    const { id } = await signIn(app, 'viewer')
    const start = () =>
      app.services.users.sessions.start(app.services.storage.database.kysely, { userId: id, userAgent: null, country: null })
    for (let i = 0; i < 50; i++) await start()
    app.clock.advance({ seconds: -1 })
    assert.equal(await isLive(await start()), true)
    assert.equal((await app.services.users.sessions.list(id)).length, 50)
    app.clock.advance({ seconds: 1 })
  })

  describe('POST /api/auth/logout', () => {
    it('200: deletes the session from the database', async () => {
      const { id, headers, token } = await signIn(app, 'viewer')
      const { status, body, headers: answered } = await send(app, '/api/auth/logout', { headers })
      assert.deepEqual({ status, body }, { status: 200, body: { authenticated: false, user: null } })
      assert.match(answered.get('set-cookie') ?? '', /^service_admin_session=; Max-Age=0; Path=\/; .*HttpOnly; SameSite=Lax$/)
      assert.equal((await app.database.pool.query('select 1 from admin_session where user_id = $1', [id])).rowCount, 0)
      assert.equal(await isLive(token), false)
    })

    it('200 without a session', async () => {
      for (const headers of [{}, { cookie: cookieOf('A'.repeat(43)) }])
        assert.equal((await send(app, '/api/auth/logout', { headers })).status, 200)
    })

    it('403 from another site, and the session lives on', async () => {
      const { headers, token } = await signIn(app, 'viewer')
      assert.equal((await send(app, '/api/auth/logout', { headers: { ...headers, 'sec-fetch-site': 'cross-site' } })).status, 403)
      assert.equal(await isLive(token), true)
    })
  })

  describe('GET /api/auth/session', () => {
    it('200 without a session', async () => {
      const { status, body, headers } = await app.get('/api/auth/session')
      assert.deepEqual(
        { status, body, cacheControl: headers.get('cache-control') },
        { status: 200, body: { authenticated: false, user: null }, cacheControl: 'private, no-store' },
      )
    })
  })

  describe('GET and DELETE /api/admin/sessions', () => {
    it('lists the user’s sessions, and ends one or all others', async () => {
      const user = await signIn(app, 'editor')
      const other = await signIn(app, 'editor')
      const { sessions } = app.services.users
      app.clock.advance({ seconds: 1 })
      const phone = await sessions.start(app.services.storage.database.kysely, {
        userId: user.id,
        userAgent: `Phone\u0007${'x'.repeat(300)}`,
        country: 'DE',
      })
      const listed = (await app.get('/api/admin/sessions', user.headers)).body
      assert.deepEqual({ total: listed.total, nextCursor: listed.nextCursor }, { total: 2, nextCursor: null })
      assert.deepEqual(
        listed.items.map((each: { current: boolean; country: string }) => [each.current, each.country]),
        [
          [false, 'DE'],
          [true, null],
        ],
      )
      assert.equal(listed.items[0].userAgent.length, 200)
      assert.equal(listed.items[1].expiresAt, new Date(app.clock.now() - 1_000 + 24 * 3_600_000).toISOString().replace('.000', ''))

      const remove = (query: string) => send(app, `/api/admin/sessions${query}`, { method: 'DELETE', headers: user.headers })
      const foreign = (await app.get('/api/admin/sessions', other.headers)).body.items[0].id
      assert.equal((await remove(`?id=${foreign}`)).status, 404)
      assert.equal((await remove('?id=1')).status, 400)
      assert.deepEqual((await remove(`?id=${listed.items[0].id}`)).body, { ended: 1 })
      assert.deepEqual(
        { isLivePhone: await isLive(phone), isLiveUserToken: await isLive(user.token), isLiveOtherToken: await isLive(other.token) },
        { isLivePhone: false, isLiveUserToken: true, isLiveOtherToken: true },
      )

      for (let i = 0; i < 3; i++)
        await sessions.start(app.services.storage.database.kysely, { userId: user.id, userAgent: null, country: null })
      assert.deepEqual((await remove('')).body, { ended: 3 })
      assert.deepEqual((await remove('')).body, { ended: 0 })
      const { rows } = await app.database.pool.query(
        `select actor, object_id, before from admin_audit where action = 'user.end_sessions' order by id`,
      )
      const by = { actor: user.email, object_id: user.id }
      assert.deepEqual(
        rows,
        [1, 3].map((sessions) => ({ ...by, before: { sessions } })),
      )
      assert.deepEqual(
        { isLiveUserToken: await isLive(user.token), isLiveOtherToken: await isLive(other.token) },
        { isLiveUserToken: true, isLiveOtherToken: true },
      )
    })
  })
})

describe('the development bypass', () => {
  const ENV = { NODE_ENV: 'development', ALLOW_DEV_ADMIN_BYPASS: '1' }

  it('admits loopback requests as an owner without an account', async (t) => {
    const app = await createTestApp({ env: ENV })
    t.after(() => app.close())
    const { status, body } = await app.get('/api/admin/me')
    assert.deepEqual({ status, role: body.user.role, sessionId: body.sessionId }, { status: 200, role: 'owner', sessionId: null })
    assert.equal((await app.get('/api/auth/session')).body.authenticated, true)
    const made = await send(app, '/api/admin/users', {
      body: { email: 'a@example.org', displayName: 'A', role: 'owner', password: 'a long passphrase' },
    })
    assert.equal(made.status, 201)
    const [entry] = (await app.get('/api/admin/audit')).body.items
    assert.deepEqual({ actor: entry.actor, userId: entry.userId }, { actor: 'developer@localhost', userId: null })
    // There is no account behind the bypass.
    assert.equal((await send(app, '/api/auth/totp')).status, 404)
    // A session takes precedence.
    const viewer = await signIn(app, 'viewer')
    assert.equal((await app.get('/api/admin/me', viewer.headers)).body.user.role, 'viewer')
  })

  it('admits nobody through a proxy, under another host name or from another site', async (t) => {
    const app = await createTestApp({ env: ENV })
    t.after(() => app.close())
    for (const headers of [{ forwarded: 'for=192.0.2.1' }, { 'x-forwarded-for': '127.0.0.1' }, { 'x-forwarded-host': 'localhost' }])
      assert.equal((await app.get('/api/admin/me', headers)).status, 401, JSON.stringify(headers))
    const { request } = await import('undici')
    const renamed = await request(`${app.url}/api/admin/me`, { headers: { host: 'evil.example' } })
    await renamed.body.dump()
    assert.equal(renamed.statusCode, 401)
    const body = { email: 'a@example.org', displayName: 'A', role: 'owner', password: 'a long passphrase' }
    assert.equal((await send(app, '/api/admin/users', { body, headers: { 'sec-fetch-site': 'cross-site' } })).status, 403)
  })

  it('is off in production, in tests and on an address that others can reach', async (t) => {
    const wrong: Record<string, string>[] = [
      { ...ENV, NODE_ENV: 'production' },
      { ...ENV, NODE_ENV: 'test' },
      { ...ENV, HOST: '0.0.0.0' },
      { ...ENV, ALLOW_DEV_ADMIN_BYPASS: '0' },
    ]
    for (const env of wrong) {
      const app = await createTestApp({ env })
      t.after(() => app.close())
      assert.equal((await app.get('/api/admin/me')).status, 401, JSON.stringify(env))
    }
  })
})
