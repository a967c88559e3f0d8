import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { createSealing } from '../../../platform/secrets/sealing.ts'
import { insertDeliveries } from './delivery-store.ts'
import { buildWebhookPurpose } from './signing.ts'
import { createWebhookClient } from './testing/client.ts'
import { startReceiver, hasValidWebhookSignature } from './testing/receiver.ts'

const PROGRAM = fileURLToPath(new URL('testing/sender-process.ts', import.meta.url))
const SECRET = 'a-secret-of-the-process'
const LEASE_MS = 1_500

describe('kill -9 of a sending node', () => {
  let child: ChildProcess | undefined
  after(() => void child?.kill('SIGKILL'))

  it('loses no message that was committed, and repeats one in flight under its id', async () => {
    const app = await createTestApp({ env: { WEBHOOKS_PRIVATE: 'on' } })
    const client = await createWebhookClient(app)
    // The first request is never answered: the node is killed while it waits.
    const receiver = await startReceiver((_received, nth) => (nth === 1 ? null : { status: 200 }))
    const { id, secret } = await client.create(receiver.url)
    await app.stop()
    const { pool, kysely } = app.database
    await pool.query('update webhook set secret = $1', [createSealing(SECRET).seal(buildWebhookPurpose(id), secret)])
    const start = async (): Promise<ChildProcess> => {
      const started = spawn(process.execPath, [PROGRAM, app.database.connectionString, SECRET, String(LEASE_MS)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(started.stdout, 'data')
      return started
    }

    child = await start()
    // Committed while a node runs that dies before it is done with the first.
    const messages = ['one', 'two', 'three'].map((type) => ({ webhookId: id, type, data: {} }))
    const ids = await insertDeliveries(kysely as never, messages, Date.now())
    await until('one is in flight', () => receiver.received.length > 0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    child = await start()
    await until('all have been delivered', async () => {
      const { rows } = await pool.query<{ count: number }>(`select count(*)::int4 as count from webhook_delivery where state = 'delivered'`)
      return rows[0]?.count === 3
    })
    const got = receiver.received.map(({ headers }) => headers['webhook-id'])
    // On a busy machine a lease may end before its own node has written the answer.
    assert.ok(got.filter((each) => each === got[0]).length >= 2)
    assert.deepEqual([...new Set(got)].toSorted(), ids.toSorted())
    assert.ok(receiver.received.every((received) => hasValidWebhookSignature(secret, received, Date.now())))
    await app.close()
  })
})
