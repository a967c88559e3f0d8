import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { PoolClient } from 'pg'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { untilWaiting } from '../../../../test/helpers/waiting.ts'
import { createDeliveryStore, insertDeliveries } from './delivery-store.ts'
import { createWebhookClient } from './testing/client.ts'

const URL = 'https://93.184.216.34/hook'
const OWNER = '019ac0de-7d0c-7b5b-9a39-0c1f6b1f2f10'

/** Everybody locks a webhook before its deliveries. */
describe('a webhook that is deleted', () => {
  let app: TestApp
  let client: Awaited<ReturnType<typeof createWebhookClient>>
  let deleting: PoolClient
  let id: string
  before(async () => {
    app = await createTestApp()
    client = await createWebhookClient(app)
    deleting = await app.database.pool.connect()
  })
  after(async () => {
    deleting?.release()
    await app?.close()
  })
  beforeEach(async () => {
    await truncate(app.database.pool, 'webhook cascade')
    id = (await client.create(URL)).id
    await deleting.query('begin')
    await deleting.query('select from webhook where id = $1 for update', [id])
  })
  const end = async (): Promise<void> => {
    await deleting.query('delete from webhook where id = $1', [id])
    await deleting.query('commit')
  }
  const insert = (ids: readonly string[]) =>
    insertDeliveries(
      app.database.kysely as never,
      ids.map((webhookId) => ({ webhookId, type: 'webhook.test', data: {} })),
      app.clock.now(),
    )

  it('gets no message, and does not fail those to others', async () => {
    const { id: other } = await client.create(URL)
    const inserted = insert([id, other])
    await untilWaiting(app.database.pool, '%insert into webhook_delivery%')
    await end()
    assert.equal((await inserted).length, 1)
    const { rows } = await app.database.pool.query('select webhook_id from webhook_delivery')
    assert.deepEqual(rows, [{ webhook_id: other }])
  })

  it('404 for its test', async () => {
    const tested = client.send('POST', `/${id}/test`)
    await untilWaiting(app.database.pool, '%insert into webhook_delivery%')
    await end()
    assert.equal((await tested).status, 404)
  })

  it('does not deadlock with an attempt that switches it off', async () => {
    await deleting.query('commit')
    await insert([id])
    const { rows } = await app.database.pool.query(`update webhook_delivery set lease_owner = '${OWNER}' returning id`)
    await deleting.query('begin')
    await deleting.query('select from webhook where id = $1 for update', [id])
    const settlement = { id: rows[0].id, state: 'dead', nextAttemptAt: null, status: 410, error: 'Gone', disabledBy: 'receiver' } as const
    const settled = createDeliveryStore(app.database.kysely as never).settle(OWNER, settlement, app.clock.now())
    await untilWaiting(app.database.pool, '%webhook%')
    await end()
    await settled
    assert.equal((await app.database.pool.query('select from webhook_delivery')).rowCount, 0)
  })
})
