import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { generateSync } from 'otplib'
import { cookieOf, enrol, send, signIn, type SignedIn, tokenOf } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { ROLES, SECOND_FACTOR_REQUIREMENTS, type SecondFactorRequirement } from '../../../admin/access/index.ts'

const EMAIL = 'ada@example.org'
const PASSWORD = 'correct horse battery'
const ENV = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD, RATE_LIMITS: 'login=0,weather=0' }
const MISSING = { error: 'forbidden', details: [{ path: 'totp', message: 'required' }] }

describe('secondFactorRequiredFor', () => {
  let app: TestApp
  let enrolled: SignedIn
  before(async () => {
    app = await createTestApp({ env: ENV })
    enrolled = await signIn(app, 'owner')
    await enrol(app, enrolled.id)
  })
  after(() => app.close())

  const set = (secondFactorRequiredFor: SecondFactorRequirement | null, { headers }: Pick<SignedIn, 'headers'> = enrolled) =>
    send(app, '/api/admin/config', { method: 'PATCH', headers, body: { secondFactorRequiredFor } })
  const status = async ({ headers }: Pick<SignedIn, 'headers'>, node = app) => (await node.get('/api/admin/users', headers)).status

  it('applies to the named roles, at once, and not to users with a second factor', async () => {
    const users = await Promise.all(ROLES.map((role) => signIn(app, role)))
    const required: Record<string, number[]> = {}
    for (const requirement of SECOND_FACTOR_REQUIREMENTS) {
      assert.equal((await set(requirement)).status, 200)
      required[requirement] = await Promise.all(users.map((user) => status(user)))
      assert.equal(await status(enrolled), 200)
    }
    assert.deepEqual(required, {
      nobody: [200, 200, 200],
      owners: [200, 200, 403],
      editors: [200, 403, 403],
      everyone: [403, 403, 403],
    })
    assert.equal((await set(null)).status, 200)
    assert.deepEqual(await Promise.all(users.map((user) => status(user))), [200, 200, 200])
  })

  it('applies on every node, and follows a change of role', async () => {
    const other = await createTestApp({ sharing: app, env: ENV })
    const user = await signIn(app, 'viewer')
    await set('editors')
    const editor = await signIn(app, 'editor')
    await until('the other node has reread the settings', async () => (await status(editor, other)) === 403)
    assert.equal(await status(user, other), 200)
    await app.database.pool.query(`update admin_user set role = 'editor' where id = $1`, [user.id])
    assert.equal(await status(user, other), 403)
    await set('nobody')
    await other.close()
  })

  it('lets users sign in only as far as setting a second factor up', async () => {
    await set('everyone')
    const signedIn = await send(app, '/api/auth/login', { body: { email: EMAIL, password: PASSWORD } })
    assert.equal(signedIn.status, 200)
    const headers = { cookie: cookieOf(tokenOf(signedIn) ?? '') }
    assert.equal((await app.get('/api/auth/session', headers)).body.authenticated, true)
    const refused = await app.get('/api/admin/users', headers)
    assert.deepEqual(
      { status: refused.status, error: refused.body.error, details: refused.body.details },
      { status: 403, error: MISSING.error, details: MISSING.details },
    )
    assert.match(refused.body.message, /requires two-factor authentication/)
    const { secret } = (await send(app, '/api/auth/totp', { headers })).body
    assert.equal(await status({ headers }), 403)
    assert.equal((await send(app, '/api/auth/totp/confirm', { headers, body: { code: '000000' } })).status, 400)
    assert.equal(await status({ headers }), 403)
    const code = generateSync({ secret, epoch: Math.floor(app.clock.now() / 1_000) })
    const confirmed = await send(app, '/api/auth/totp/confirm', { headers, body: { code } })
    assert.deepEqual(
      { confirmedStatus: confirmed.status, recoveryCodes: confirmed.body.recoveryCodes.length, status: await status({ headers }) },
      { confirmedStatus: 200, recoveryCodes: 10, status: 200 },
    )
    // Turning it off leads back to the start; the session stays, so that a new one can be set up.
    assert.equal((await send(app, '/api/auth/totp', { method: 'DELETE', headers, body: { password: PASSWORD } })).status, 200)
    assert.equal(await status({ headers }), 403)
    assert.equal((await send(app, '/api/auth/totp', { headers })).status, 200)
    assert.equal((await send(app, '/api/auth/logout', { headers })).status, 200)
    await set('nobody')
  })

  it('400: cannot lock out the owner who sets it; other settings of the same request stay unchanged', async () => {
    const owner = await signIn(app, 'owner')
    for (const requirement of ['owners', 'editors', 'everyone'] as const) {
      const body = { secondFactorRequiredFor: requirement, digestHourUtc: 9 }
      const answer = await send(app, '/api/admin/config', { method: 'PATCH', headers: owner.headers, body })
      assert.deepEqual({ status: answer.status, path: answer.body.details[0].path }, { status: 400, path: 'secondFactorRequiredFor' })
      assert.match(answer.body.message, /set up two-factor authentication for your account first/)
    }
    assert.equal((await app.get('/api/admin/config', owner.headers)).body.settings.digestHourUtc, 6)
    for (const requirement of ['nobody', null] as const) assert.equal((await set(requirement, owner)).status, 200)
    assert.equal((await set('none' as 'nobody', owner)).status, 400)
  })

  it('does not apply under the development bypass, which has no account', async (t) => {
    const env = { ALLOW_DEV_ADMIN_BYPASS: '1', NODE_ENV: 'development', HOST: '127.0.0.1' }
    const developing = await createTestApp({ sharing: app, env })
    t.after(() => developing.close())
    const body = { secondFactorRequiredFor: 'everyone' }
    assert.equal((await send(developing, '/api/admin/config', { method: 'PATCH', body })).status, 200)
    assert.equal((await developing.get('/api/admin/users')).status, 200)
    await set('nobody')
  })
})
