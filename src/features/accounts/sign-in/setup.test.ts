import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { cookieOf, send, signIn, tokenOf } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { NO_TOKEN, PASSWORD } from './testing/links.ts'

const ENV = { RATE_LIMITS: 'login=0,invite=0,weather=0' }
const ACCOUNT = { email: 'Ada@example.org', displayName: ' Ada \n Lovelace ', password: PASSWORD }

/** A service without accounts, and the token of the link that its start has logged. */
async function opened(t: TestContext, env: Readonly<Record<string, string>> = ENV): Promise<{ app: TestApp; token: string }> {
  const app = await createTestApp({ env })
  t.after(() => app.close())
  return { app, token: tokenIn(app) ?? assert.fail('no link was logged') }
}

const tokenIn = ({ logLines }: TestApp): string | undefined => /\/setup\/([\w-]+)/.exec(logLines.join('\n'))?.[1]
const make = (app: TestApp, token: string, body: object = ACCOUNT, headers: Record<string, string> = {}) =>
  send(app, `/api/auth/setup/${token}`, { body, headers })

describe('the setup link', () => {
  it('200: works for an hour, as long as there is no account, on every node', async (t) => {
    const { app, token } = await opened(t)
    const { status, body, headers } = await app.get(`/api/auth/setup/${token}`)
    assert.deepEqual({ status, body }, { status: 200, body: { setup: { expiresAt: '2026-07-01T13:00:00Z' } } })
    assert.equal(headers.get('cache-control'), 'private, no-store')
    const other = await createTestApp({ sharing: app, env: ENV })
    assert.equal((await other.get(`/api/auth/setup/${token}`)).status, 200)
    await other.close()
    app.clock.advance({ minutes: 59, seconds: 59 })
    assert.equal((await app.get(`/api/auth/setup/${token}`)).status, 200)
    app.clock.advance({ seconds: 1 })
    assert.equal((await app.get(`/api/auth/setup/${token}`)).status, 410)
    const late = await make(app, token)
    assert.deepEqual({ status: late.status, error: late.body.error }, { status: 410, error: 'gone' })
    assert.equal((await app.database.pool.query('select 1 from admin_user')).rowCount, 0)
  })

  it('201: makes an owner who is signed in, with an entry in the audit log; the link is then useless', async (t) => {
    const { app, token } = await opened(t)
    const answer = await make(app, token)
    assert.equal(answer.status, 201, answer.text)
    const { id, ...user } = answer.body.user
    assert.deepEqual(user, { email: 'Ada@example.org', displayName: 'Ada Lovelace', role: 'owner' })
    assert.match(answer.headers.getSetCookie()[1] ?? '', /^service_admin_device=[\w-]{43}; /)
    const headers = { cookie: cookieOf(tokenOf(answer) ?? '') }
    assert.equal((await app.get('/api/admin/me', headers)).body.user.id, id)
    const { items } = (await app.get('/api/admin/users', headers)).body
    assert.deepEqual({ items: items.length, lastLoginAt: items[0].lastLoginAt }, { items: 1, lastLoginAt: '2026-07-01T12:00:00Z' })
    const { rows } = await app.database.pool.query('select actor, user_id, action, object_id from admin_audit')
    assert.deepEqual(rows, [{ actor: 'setup link', user_id: null, action: 'user.create', object_id: id }])
    assert.equal((await send(app, '/api/auth/login', { body: { email: ACCOUNT.email, password: PASSWORD } })).status, 200)

    assert.equal((await app.get(`/api/auth/setup/${token}`)).status, 410)
    assert.equal((await make(app, token, { ...ACCOUNT, email: 'eve@example.org' })).status, 410)
    // Neither does it work again when nobody can sign in.
    await app.database.pool.query('update admin_user set disabled = true')
    assert.equal((await make(app, token, { ...ACCOUNT, email: 'eve@example.org' })).status, 410)
  })

  it('410: of browsers and nodes that use it at once, one succeeds', async (t) => {
    const { app, token } = await opened(t)
    const other = await createTestApp({ sharing: app, env: ENV })
    const people = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...ACCOUNT, email: `${name}@example.org` }))
    const answers = await Promise.all(people.map((body, index) => make(index % 2 === 0 ? app : other, token, body)))
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [201, 410, 410, 410, 410],
    )
    const { rows } = await app.database.pool.query('select email from admin_user')
    assert.deepEqual(rows, [{ email: people[statuses.indexOf(201)]?.email }])
    assert.equal((await app.database.pool.query('select 1 from admin_session')).rowCount, 1)
    await other.close()
  })

  it('410: is useless once an account was made in another way, invited ones included', async (t) => {
    const { app, token } = await opened(t)
    await signIn(app, 'viewer')
    assert.equal((await app.get(`/api/auth/setup/${token}`)).status, 410)
    assert.equal((await make(app, token)).status, 410)
    const later = await createTestApp({ sharing: app, env: ENV })
    assert.equal(tokenIn(later), undefined, 'no link is logged')
    await later.close()
  })

  it('404: cannot be made up, prolonged, or brought from another service', async (t) => {
    const { app, token } = await opened(t)
    const { token: foreign } = await opened(t)
    const [expiry = '', seal] = [token.slice(0, 13), token.slice(14)]
    assert.notEqual(foreign.slice(14), seal)
    for (const wrong of [
      NO_TOKEN,
      'x',
      foreign,
      `${Number(expiry) + 3_600_000}-${seal}`,
      `${expiry}-${'A'.repeat(22)}`,
      token.slice(0, -1),
      `${token}0`,
    ]) {
      assert.equal((await app.get(`/api/auth/setup/${wrong}`)).status, 404, wrong)
      assert.equal((await make(app, wrong)).status, 404, wrong)
    }
  })

  it('400 for bad input, 403 from another site; neither uses it up', async (t) => {
    const { app, token } = await opened(t)
    for (const body of [
      {},
      { ...ACCOUNT, email: 'nobody' },
      { ...ACCOUNT, displayName: '  ' },
      { ...ACCOUNT, password: 'too short' },
      { ...ACCOUNT, password: 'Sunshine2026!' },
    ])
      assert.equal((await make(app, token, body)).status, 400, JSON.stringify(body))
    assert.equal((await make(app, token, ACCOUNT, { 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.equal((await make(app, token, { ...ACCOUNT, role: 'viewer' })).body.user.role, 'owner')
  })

  it('429 after ten tries a minute, also of wrong tokens', async (t) => {
    const { app, token } = await opened(t, { RATE_LIMITS: 'login=0,weather=0' })
    for (let attempt = 0; attempt < 10; attempt++) await app.get(`/api/auth/setup/${NO_TOKEN}`)
    const { status, headers } = await make(app, token)
    assert.deepEqual([status, headers.has('retry-after')], [429, true])
    // The minute slides in steps of ten seconds.
    app.clock.advance({ minutes: 1, seconds: 10 })
    assert.equal((await make(app, token)).status, 201)
  })

  it('is not logged if the environment makes the first admin', async (t) => {
    const app = await createTestApp({ env: { ...ENV, ADMIN_EMAIL: 'first@example.org', ADMIN_PASSWORD: PASSWORD } })
    t.after(() => app.close())
    assert.equal(tokenIn(app), undefined)
  })
})
