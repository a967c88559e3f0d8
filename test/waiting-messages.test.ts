import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { insertDeliveries } from '../src/features/clients/webhooks/index.ts'
import { createWebhookClient } from '../src/features/clients/webhooks/testing/client.ts'
import { startReceiver } from '../src/features/clients/webhooks/testing/receiver.ts'
import { insertMessages } from '../src/features/subscribers/push/index.ts'
import { PUSH_ENV, pushBrowser } from '../src/features/subscribers/push/testing/browser.ts'
import { startPushService } from '../src/features/subscribers/push/testing/push-service.ts'
import { DAY_MS } from '../src/time.ts'
import { send, signIn } from './helpers/admin.ts'
import { createTestApp, createTestWorld, type TestApp } from './helpers/app.ts'
import { until } from './helpers/until.ts'

const ENV = { WEBHOOKS_PRIVATE: 'on', ...PUSH_ENV }

/** Mails wait as well: `src/features/operations/backups/backups.test.ts`. */
describe('deliveries to webhooks and notifications', () => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let service: Awaited<ReturnType<typeof startPushService>>
  let webhookId: string
  before(async () => {
    world = await createTestWorld()
    receiver = await startReceiver()
    service = await startPushService()
    const app = await createTestApp({ sharing: world, env: ENV })
    webhookId = (await (await createWebhookClient(app)).create(receiver.url)).id
    assert.equal((await (await pushBrowser(app, service)).watch()).status, 201)
    await app.stop()
  })
  after(() => world.close())

  const attempts = async () => {
    const read = (table: string) =>
      world.database.pool.query<{ attempts: number; is_leased: boolean }>(
        `select attempts, lease_owner is not null as is_leased from ${table} order by id desc limit 1`,
      )
    const [deliveries, messages] = await Promise.all([read('webhook_delivery'), read('push_message')])
    // A lease is what an attempt begins with.
    return [deliveries, messages].map(({ rows: [row] }) => (row?.is_leased === true ? 'begun' : row?.attempts))
  }
  const received = () => [receiver.received.length, service.received.length]

  /** One of each, which are due at once. */
  async function write(app: TestApp): Promise<void> {
    const { kysely } = app.services.storage.database
    await insertDeliveries(kysely, [{ webhookId, type: 'warning.new', data: {} }], app.clock.now())
    const { rows } = await world.database.pool.query<{ id: string }>('select id from push_watch')
    const notice = { title: 'Storm', body: 'Now', url: '/', lang: 'en', dir: 'ltr' } as const
    const expiresAt = app.clock.now() + DAY_MS
    const message = { tag: '019ac0de-7d0c-7b5b-9a39-0c1f6b1f2f10', notice, urgency: 'normal', expiresAt } as const
    await insertMessages(kysely, rows[0]?.id ?? '', [message], app.clock.now())
  }

  /** Gives both senders time for several turns. */
  async function wake(app: TestApp): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) {
      app.services.webhooks.wake()
      app.services.push.wake()
      await app.get('/api/ready')
    }
  }

  it('wait in a restored copy until it is released', async () => {
    await world.database.pool.query(`insert into database_restore (restored_at, file) values (now(), 'x.backup')`)
    const app = await createTestApp({ sharing: world, env: ENV })
    await write(app)
    await wake(app)
    assert.deepEqual({ attempts: await attempts(), received: received() }, { attempts: [0, 0], received: [0, 0] })
    await send(app, '/api/admin/hold/release', { headers: (await signIn(app, 'owner')).headers })
    await until('both have arrived', async () => {
      await wake(app)
      return received().every((count) => count === 1)
    })
    await app.stop()
  })

  it('wait, without a failed attempt, while ADMIN_SECRET is not the one that sealed what they need', async () => {
    const wrong = await createTestApp({ sharing: world, env: { ...ENV, ADMIN_SECRET: 'another-admin-secret-0123456789' } })
    await write(wrong)
    await wake(wrong)
    assert.deepEqual({ attempts: await attempts(), received: received() }, { attempts: [0, 0], received: [1, 1] })
    await wrong.stop()
    const app = await createTestApp({ sharing: world, env: ENV })
    await until('both have arrived', async () => {
      await wake(app)
      return received().every((count) => count === 2)
    })
    await app.stop()
  })
})
