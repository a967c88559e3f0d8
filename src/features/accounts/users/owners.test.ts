import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const ENV = { RATE_LIMITS: 'login=0,weather=0' }
const PASSWORD = 'a long passphrase'
const PATH = '/api/admin/users'

describe('the last owner', () => {
  it('409: can be neither disabled nor given another role, even when two owners do it to each other at once', async (t) => {
    const app = await createTestApp({ env: ENV })
    t.after(() => app.close())
    const patch = (id: string, body: object, by: SignedIn) => send(app, `${PATH}/${id}`, { method: 'PATCH', headers: by.headers, body })
    const ada = await signIn(app, 'owner')
    // Neither a disabled owner nor an invited one counts.
    const disabled = await signIn(app, 'owner')
    await app.database.pool.query('update admin_user set disabled = true where id = $1', [disabled.id])
    await send(app, `${PATH}/invite`, { headers: ada.headers, body: { email: 'invited@example.org', role: 'owner' } })
    for (const change of [{ disabled: true }, { role: 'viewer' }]) {
      const { status, body } = await patch(ada.id, change, ada)
      assert.deepEqual({ status, error: body.error }, { status: 409, error: 'conflict' })
    }
    assert.equal((await patch(ada.id, { displayName: 'Ada' }, ada)).status, 200)
    for (let round = 0; round < 8; round++) {
      const grace = await signIn(app, 'owner')
      const [first, second] = await Promise.all([
        patch(grace.id, round % 2 === 0 ? { disabled: true } : { role: 'viewer' }, ada),
        patch(ada.id, { role: 'editor' }, grace),
      ])
      const statuses = [first.status, second.status].toSorted((a, b) => a - b)
      // The second request comes from a former owner, or concerns the last one.
      assert.ok(statuses[0] === 200 && [401, 403, 409].includes(statuses[1] ?? 0), statuses.join())
      const { rows } = await app.database.pool.query(
        `select count(*) from admin_user where role = 'owner' and not disabled and password_hash is not null`,
      )
      assert.equal(rows[0].count, 1)
      await app.database.pool.query(`update admin_user set role = 'viewer' where id != $1`, [ada.id])
      await app.database.pool.query(`update admin_user set role = 'owner', disabled = false where id = $1`, [ada.id])
      const { sessions } = app.services.users
      const token = await sessions.start(app.services.storage.database.kysely, { userId: ada.id, userAgent: null, country: null })
      Object.assign(ada.headers, { cookie: `service_admin_session=${token}` })
    }
  })
})

describe('the first admin', () => {
  const FIRST = { ...ENV, ADMIN_EMAIL: 'first@example.org', ADMIN_PASSWORD: PASSWORD }

  it('is created if there is none, once for all nodes', async (t) => {
    const app = await createTestApp({ env: ENV })
    t.after(() => app.close())
    const nodes = await Promise.all(Array.from({ length: 3 }, () => createTestApp({ sharing: app, env: FIRST })))
    const { rows } = await app.database.pool.query('select email, role from admin_user')
    assert.deepEqual(rows, [{ email: 'first@example.org', role: 'owner' }])
    assert.equal((await app.database.pool.query('select 1 from admin_audit')).rowCount, 1)
    assert.equal((await send(app, '/api/auth/login', { body: { email: 'first@example.org', password: PASSWORD } })).status, 200)
    await Promise.all(nodes.map((node) => node.close()))
  })

  it('is asked for at the start until there is an account', async (t) => {
    const app = await createTestApp({ env: ENV })
    t.after(() => app.close())
    const isAsked = ({ logLines }: TestApp): boolean => logLines.some((line) => line.includes('there is no admin account yet'))
    assert.equal(isAsked(app), true)
    const first = await createTestApp({ sharing: app, env: FIRST })
    assert.deepEqual([isAsked(first), first.logLines.some((line) => line.includes('the first admin account was created'))], [false, true])
    const later = await createTestApp({ sharing: app, env: ENV })
    assert.equal(isAsked(later), false)
    for (const node of [first, later]) await node.close()
  })

  it('changes nothing if there is one, even a disabled one', async (t) => {
    const app = await createTestApp({ env: ENV })
    t.after(() => app.close())
    const known = await signIn(app, 'viewer', 'first@example.org')
    await app.database.pool.query('update admin_user set disabled = true where id = $1', [known.id])
    const before = await app.database.pool.query('select * from admin_user')
    const again = await createTestApp({ sharing: app, env: FIRST })
    await again.close()
    assert.deepEqual((await app.database.pool.query('select * from admin_user')).rows, before.rows)
  })
})
