import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { EMAIL_KEY, openOutside, type Outside, PATH, readAnsweringSource, STORED_KEY, WEATHER_KEY } from './testing/outside.ts'

let outside: Outside
before(async () => {
  outside = await openOutside()
})
after(() => outside.close())

describe('under a wrong ADMIN_SECRET', () => {
  let wrong: TestApp
  before(async () => {
    await outside.patch(WEATHER_KEY, { key: STORED_KEY, verify: false })
    wrong = await outside.anotherNode({ ADMIN_SECRET: 'quite-another-secret-9876' })
  })
  after(() => wrong.stop())

  const wrongly = (path: string, body: object) => send(wrong, path, { method: 'PATCH', body, headers: outside.owner.headers })
  const sealed = async () =>
    (await outside.app.database.pool.query('select id, secret from connection union all select one::text, sealed from hash_key')).rows

  it('the start and the back office report it, and weather still works', async () => {
    assert.ok(wrong.logLines.some((line) => line.includes('ADMIN_SECRET does not match')))
    const { body } = await wrong.get(PATH, outside.viewer.headers)
    assert.equal(body.adminSecret.status, 'wrong')
    const weather = body.items.find(({ id }: { id: string }) => id === 'openweather')
    assert.equal(weather.status, 'failing')
    assert.match(weather.message, /a different ADMIN_SECRET/)
    const key = (await wrong.get(WEATHER_KEY, outside.viewer.headers)).body
    assert.deepEqual({ source: key.source, masked: key.masked }, { source: 'database', masked: null })
    assert.match(key.problem, /a different ADMIN_SECRET/)
    assert.equal(await readAnsweringSource(wrong, 109), 'openweather')
  })

  it('nothing unreadable is overwritten, and nothing is encrypted', async () => {
    const before = await sealed()
    assert.equal((await wrongly(WEATHER_KEY, { key: null })).status, 409)
    for (const body of [
      { key: 'x', verify: false },
      { key: 'x', verify: false, replace: true },
    ])
      assert.ok([409, 503].includes((await wrongly(WEATHER_KEY, body)).status), JSON.stringify(body))
    assert.equal((await wrongly(EMAIL_KEY, { key: 'x', verify: false })).status, 503)
    // Removal is refused too: the right secret can still decrypt it.
    assert.equal((await wrongly(WEATHER_KEY, { key: null, replace: true })).status, 503)
    assert.deepEqual(await sealed(), before)
  })

  it('mail waits, and no attempt is counted', async () => {
    const alone = await createTestApp()
    const admin = await signIn(alone, 'owner')
    // The node that could send it stops before the mail is due.
    await send(alone, PATH, { method: 'PATCH', body: { id: 'mail-transport', enabled: false }, headers: admin.headers })
    await send(alone, '/api/admin/users/invite', { body: { email: 'new@example.org', role: 'viewer' }, headers: admin.headers })
    await alone.stop()
    await alone.database.pool.query(`update connection set enabled = true`)
    const node = await createTestApp({ sharing: alone, env: { ADMIN_SECRET: 'quite-another-secret-9876' } })
    await until('the failure is logged', () => node.logLines.some((line) => line.includes('mail cannot be sent')))
    const { rows } = await alone.database.pool.query('select state, attempts from mail_outbox')
    assert.deepEqual(rows, [{ state: 'waiting', attempts: 0 }])
    await node.stop()
    await alone.simulator.close()
    await alone.database.drop()
  })

  it('requests that need the hashes of addresses and clients are refused', async () => {
    for (const answer of [
      await wrong.get('/api/subscriptions?clientId=someone'),
      await send(wrong, '/api/admin/email/sync', { headers: outside.owner.headers }),
      // The answer is the same if there is no account.
      ...(await Promise.all(
        [outside.owner.email, 'nobody@example.org'].map((email) => send(wrong, '/api/auth/forgot-password', { body: { email } })),
      )),
      await wrong.get('/api/cron/weekly-digests', { authorization: 'Bearer test-cron-secret-0123456789' }),
    ])
      assert.deepEqual({ status: answer.status, error: answer.body.error }, { status: 503, error: 'service_unavailable' })
  })
})

describe('a stored key that cannot be decrypted', () => {
  it('is replaced only if the request says so', async () => {
    await outside.app.database.pool.query(
      `update connection set secret = overlay(secret placing 'AAAA' from 60), version = version + 1 where id = 'openweather'`,
    )
    const node = await outside.anotherNode()
    const change = (body: object) => send(node, WEATHER_KEY, { method: 'PATCH', body, headers: outside.owner.headers })
    assert.match((await node.get(WEATHER_KEY, outside.viewer.headers)).body.problem, /damaged/)
    const refused = await change({ key: STORED_KEY, verify: false })
    assert.deepEqual({ status: refused.status, path: refused.body.details[0].path }, { status: 409, path: 'replace' })
    const replaced = await change({ key: STORED_KEY, verify: false, replace: true })
    assert.deepEqual(
      { status: replaced.status, problem: replaced.body.problem, source: replaced.body.source },
      { status: 200, problem: null, source: 'database' },
    )
    await node.stop()
  })
})
