import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { PoolClient } from 'pg'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { untilWaiting } from '../../../../test/helpers/waiting.ts'
import { createPushMessageStore, insertMessages } from './message-store.ts'
import { removeLinked } from './person-store.ts'
import { PUSH_ENV, pushBrowser } from './testing/browser.ts'
import { startPushService } from './testing/push-service.ts'

const OWNER = '019ac0de-7d0c-7b5b-9a39-0c1f6b1f2f10'

/** Everybody locks a device before its places, and these before their messages. */
describe('a device that is erased', () => {
  let app: TestApp
  let erasing: PoolClient
  let device: { readonly id: string; readonly client: string; readonly watch: string; readonly message: string }
  before(async () => {
    app = await createTestApp({ env: PUSH_ENV })
    erasing = await app.database.pool.connect()
  })
  after(async () => {
    erasing?.release()
    await app?.close()
  })
  beforeEach(async () => {
    const { pool, kysely } = app.database
    await truncate(pool, 'push_device cascade')
    await (await pushBrowser(app, await startPushService())).watch()
    const watch = (await pool.query('select id from push_watch')).rows[0].id
    const notice = { title: 'Storm', body: 'Now', url: '/', lang: 'en', dir: 'ltr' } as const
    const sent = { tag: randomUUID(), notice, urgency: 'normal', expiresAt: app.clock.now() + 3_600_000 } as const
    await insertMessages(kysely as never, watch, [sent], app.clock.now())
    const message = (await pool.query(`update push_message set lease_owner = '${OWNER}' returning id`)).rows[0].id
    device = { ...(await pool.query('select id, client from push_device')).rows[0], watch, message }
    await erasing.query('begin')
    await erasing.query('select from push_device where id = $1 for update', [device.id])
  })

  for (const state of ['sent', 'failed', 'gone'] as const)
    it(`does not deadlock with a message that is settled as ${state}`, async () => {
      const settlement = { id: device.message, state, nextAttemptAt: null, status: 201, error: null }
      const settled = createPushMessageStore(app.database.kysely as never).settle(OWNER, settlement, app.clock.now())
      await untilWaiting(app.database.pool, '%push_device%')
      await erasing.query('delete from push_device where id = $1', [device.id])
      await erasing.query('commit')
      await settled
      assert.equal((await app.database.pool.query('select from push_message')).rowCount, 0)
    })

  it('does not deadlock with a place that a mailed link ends', async () => {
    const removed = app.database.kysely.transaction().execute((trx) => removeLinked(trx as never, [device.client], device.watch))
    await untilWaiting(app.database.pool, '%push_device%')
    await erasing.query('delete from push_device where id = $1', [device.id])
    await erasing.query('commit')
    await removed
    assert.equal((await app.database.pool.query('select from push_watch')).rowCount, 0)
  })
})
