import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { issueKey, TEST_ACTOR } from '../../../../test/helpers/client-keys.ts'
import { assertPrompt } from '../../../../test/helpers/prompt.ts'
import { until } from '../../../../test/helpers/until.ts'
import { DAY_MS } from '../../../time.ts'
import { createKeyStore } from './store.ts'

const WEATHER = '/api/weather?lat=52.52&lon=13.41&scope=current'

async function twoNodes(t: { after(end: () => Promise<void>): void }): Promise<[TestApp, TestApp]> {
  const first = await createTestApp()
  const second = await createTestApp({ sharing: first })
  t.after(async () => {
    await second.stop()
    await first.close()
  })
  return [first, second]
}

describe('client keys on several nodes', () => {
  it('are revoked on all of them by one notification', async (t) => {
    const [first, second] = await twoNodes(t)
    const { key, secret } = await issueKey(first)
    const statuses = async () => Promise.all([first, second].map(async (app) => (await app.get(WEATHER, { 'x-api-key': secret })).status))
    await until('both know it', async () => String(await statuses()) === '200,200')
    await createKeyStore(first.services.storage.database.kysely).revoke(key.id, TEST_ACTOR, first.clock.now())
    const startedAt = performance.now()
    await until('both refuse it', async () => String(await statuses()) === '401,401')
    assertPrompt(startedAt, 2_500, 'by then the nodes look for changes by themselves')
  })

  it('have one limit, exceeded by at most what arrives before the nodes have exchanged their counts', async (t) => {
    const [first, second] = await twoNodes(t)
    const { secret } = await issueKey(first, { perMinute: 60, perDay: 10 })
    await second.services.changes.check()
    const ask = async (app: TestApp) => (await app.get(WEATHER, { 'x-api-key': secret })).status
    let answered = 0
    for (let i = 0; i < 12; i++) if ((await ask(i % 2 === 0 ? first : second)) === 200) answered += 1
    // Neither need know of the other's requests before they have exchanged counts.
    assert.ok(answered >= 10 && answered <= 12, String(answered))
    await first.services.clientKeys.settle()
    await second.services.clientKeys.settle()
    assert.equal(await ask(second), 429)
    await until('the other node knows, too', async () => (await ask(first)) === 429)
  })

  it('know after a restart what was used of the day and the month', async (t) => {
    const [first] = await twoNodes(t)
    const { secret } = await issueKey(first, { perDay: 2 })
    const ask = async (app: TestApp) => (await app.get(WEATHER, { 'x-api-key': secret })).status
    assert.deepEqual([await ask(first), await ask(first)], [200, 200])
    await first.services.clientKeys.close()
    const next = await createTestApp({ sharing: first })
    t.after(() => next.stop())
    assert.equal(await ask(next), 429)
  })

  it('are answered while the database is away, and counted when it is back', async (t) => {
    const [first] = await twoNodes(t)
    const { key, secret } = await issueKey(first)
    await first.get(WEATHER)
    await first.database.pool.query('alter table client_key_usage rename to client_key_usage_away')
    assert.equal((await first.get(WEATHER, { 'x-api-key': secret })).status, 200)
    await first.services.clientKeys.settle()
    await first.database.pool.query('alter table client_key_usage_away rename to client_key_usage')
    assert.equal((await first.get(WEATHER, { 'x-api-key': secret })).status, 200)
    await first.services.clientKeys.settle()
    const { rows } = await first.database.pool.query('select requests::int4 from client_key_usage where key_id = $1', [key.id])
    assert.deepEqual(rows, [{ requests: 2 }])
  })

  it('are deleted 400 days after their revocation, and counts after 800', async (t) => {
    const [first] = await twoNodes(t)
    const store = createKeyStore(first.services.storage.database.kysely)
    const [old, used] = [await issueKey(first), await issueKey(first)]
    await store.revoke(old.key.id, TEST_ACTOR, first.clock.now())
    const day = new Date(first.clock.now() - 801 * DAY_MS)
    await first.database.pool.query(
      `insert into client_key_usage values ($1, $2, 'weather', 1, 0, now()), ($1, $3, 'weather', 1, 0, now())`,
      [used.key.id, day, new Date(first.clock.now())],
    )
    const [task] = first.services.clientKeys.tasks
    first.clock.advance({ hours: 24 * 400 })
    await task?.run()
    assert.deepEqual((await store.list()).map(({ key }) => key.id).toSorted(), [old.key.id, used.key.id].toSorted())
    first.clock.advance({ seconds: 1 })
    await task?.run()
    assert.deepEqual(
      (await store.list()).map(({ key }) => key.id),
      [used.key.id],
    )
    const { rows } = await first.database.pool.query('select count(*)::int4 as count from client_key_usage')
    assert.deepEqual(rows, [{ count: 1 }])
  })
})
