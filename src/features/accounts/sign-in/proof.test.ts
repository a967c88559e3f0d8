import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, tokenOf, cookieOf } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'

const PASSWORD = 'a long passphrase'

describe('a proof of identity', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'login=0' } })
  })
  after(() => app?.close())

  /** An owner with a password, and the headers of a session that began now. */
  async function owner(email: string) {
    const creator = await signIn(app, 'owner')
    const body = { email, displayName: 'Ada', role: 'owner', password: PASSWORD }
    assert.equal((await send(app, '/api/admin/users', { headers: creator.headers, body })).status, 201)
    const login = await send(app, '/api/auth/login', { body: { email, password: PASSWORD } })
    return { headers: { cookie: cookieOf(tokenOf(login) ?? '') }, id: login.body.user.id }
  }
  const invite = (headers: Record<string, string>, email: string) =>
    send(app, '/api/admin/users/invite', { headers, body: { email, role: 'viewer' } })
  const recorded = async (action: string) =>
    (await app.database.pool.query('select actor, user_id, object_id, after from admin_audit where action = $1 order by id', [action])).rows

  it('is signing in, for 15 minutes; then it is asked for, given, and counts for as long again', async () => {
    const { headers, id } = await owner('ada@example.org')
    assert.equal((await invite(headers, 'a@example.org')).status, 201)
    app.clock.advance({ minutes: 14 })
    assert.equal((await invite(headers, 'b@example.org')).status, 201)
    app.clock.advance({ minutes: 1 })
    const refused = await invite(headers, 'c@example.org')
    assert.deepEqual(
      { status: refused.status, error: refused.body.error, details: refused.body.details },
      { status: 403, error: 'forbidden', details: [{ path: 'proof', message: 'required' }] },
    )
    assert.equal((await app.get('/api/admin/users', headers)).status, 200, 'reading needs none')
    const wrong = await send(app, '/api/auth/proof', { headers, body: { password: 'another one' } })
    assert.deepEqual({ status: wrong.status, field: wrong.body.details[0].path }, { status: 400, field: 'password' })
    assert.equal((await invite(headers, 'c@example.org')).status, 403)
    const proved = await send(app, '/api/auth/proof', { headers, body: { password: PASSWORD } })
    assert.deepEqual(
      { status: proved.status, until: Date.parse(proved.body.provedUntil) },
      { status: 200, until: app.clock.now() + 15 * 60_000 },
    )
    assert.equal((await invite(headers, 'c@example.org')).status, 201)
    await until('the wrong proof is recorded', async () => (await recorded('user.proof.refused')).length === 1)
    assert.deepEqual((await recorded('user.proof.refused'))[0].after, { reason: 'wrong password' })
    assert.deepEqual((await recorded('user.prove'))[0], { actor: 'ada@example.org', user_id: id, object_id: id, after: null })
  })

  it('is of one session, and needed for the bodies that are dangerous only', async () => {
    const { headers } = await owner('eve@example.org')
    app.clock.advance({ minutes: 20 })
    const config = (body: object) => send(app, '/api/admin/config', { method: 'PATCH', headers, body })
    assert.equal((await config({ secondFactorRequiredFor: 'nobody' })).status, 403)
    assert.equal((await config({ siteName: 'Wetter' })).status, 200)
    const connection = (body: object) => send(app, '/api/admin/connections', { method: 'PATCH', headers, body: { id: 'nws', ...body } })
    assert.equal((await connection({ enabled: false })).status, 403)
    assert.equal((await connection({ settings: {} })).status, 403)
    assert.notEqual((await connection({ check: true })).status, 403)
    const login = await send(app, '/api/auth/login', { body: { email: 'eve@example.org', password: PASSWORD } })
    assert.equal((await invite(headers, 'f@example.org')).status, 403, 'another session proves nothing of this one')
    assert.equal((await invite({ cookie: cookieOf(tokenOf(login) ?? '') }, 'f@example.org')).status, 201)
  })

  it('and what is refused are in the audit log, without what strangers type, counted where it repeats', async () => {
    const login = (email: string, password = 'wrong') => send(app, '/api/auth/login', { body: { email, password } })
    await owner('bob@example.org')
    const before = (await recorded('user.login.refused')).length
    assert.equal((await login('Bob@example.org')).status, 401)
    assert.equal((await login('hunter2 my password')).status, 401)
    await until('both are recorded', async () => (await recorded('user.login.refused')).length === before + 2)
    for (let i = 0; i < 3; i++) await login('bob@example.org')
    app.clock.advance({ minutes: 11 })
    await login('bob@example.org')
    await until('a third is recorded', async () => (await recorded('user.login.refused')).length === before + 3)
    const entries = (await recorded('user.login.refused')).slice(before)
    assert.deepEqual(entries.map(({ actor, after: state }) => `${actor}: ${state.reason}`).toSorted(), [
      'bob@example.org: Wrong email or password',
      'bob@example.org: Wrong email or password',
      'unknown account: Wrong email or password',
    ])
    // The third is recorded behind its answer, before or after the clock was moved.
    assert.ok(entries.some(({ after: state }) => state.repeated >= 2))
    assert.ok(!JSON.stringify(entries).includes('hunter2'))

    const viewer = await signIn(app, 'viewer')
    assert.equal((await invite(viewer.headers, 'x@example.org')).status, 403)
    await until('the role is recorded', async () => (await recorded('access.refused')).length === 1)
    assert.deepEqual((await recorded('access.refused'))[0], {
      actor: viewer.email,
      user_id: viewer.id,
      object_id: 'POST /api/admin/users/invite',
      after: { reason: 'requires the role owner' },
    })
    for (const authorization of ['', 'Bearer wrong']) await app.get('/api/cron/weekly-digests', { authorization })
    await until('the cron request is recorded', async () => (await recorded('cron.refused')).length === 1)
    assert.deepEqual((await recorded('cron.refused'))[0], {
      actor: 'cron',
      user_id: null,
      object_id: '/api/cron/weekly-digests',
      after: { reason: 'missing or wrong secret' },
    })
  })
})
