import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp } from '../../../../test/helpers/app.ts'
import { crossing } from '../../../../test/helpers/crossing.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { until } from '../../../../test/helpers/until.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import { type AlertApp, createAlertApp } from '../alerting/testing/alert-app.ts'
import { insertMessages } from './index.ts'
import { createPushMessageStore } from './message-store.ts'
import { removeLinked } from './person-store.ts'
import { PUSH_ENV, pushBrowser } from './testing/browser.ts'
import { startPushService } from './testing/push-service.ts'

let app: AlertApp
before(async () => {
  app = await createAlertApp({ now: '2026-11-20T06:20:00Z', env: PUSH_ENV })
})
after(() => app.close())
beforeEach(async () => {
  await truncate(app.database.pool, 'subscription, alert_cell, alert_event, alert_notice, mail_outbox, push_device cascade')
  app.simulator.setConditions([])
  app.feeds.features = []
  app.feeds.isRelaying = false
})

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
const messages = () => query('select * from push_message order by created_at, id')
const settled = (count = 1) =>
  until('the messages are settled', async () => (await query(`select from push_message where state <> 'waiting'`)).length === count)

/** Lets time pass, so that the sender looks for what is due by then. */
function wait(ms: number): void {
  app.clock.advance({ seconds: Math.ceil(ms / 1_000) })
  app.services.push.wake()
}

/** Writes a message as the alert job does. */
async function message(tag = '019ac0de-7d0c-7b5b-9a39-0c1f6b1f2f10', expiresInMs = DAY_MS): Promise<void> {
  const [{ id }] = await query('select id from push_watch')
  const notice = { title: 'Storm', body: 'Now', url: '/', lang: 'en', dir: 'ltr' } as const
  await insertMessages(
    app.services.storage.database.kysely,
    id,
    [{ tag, notice, urgency: 'normal', expiresAt: app.clock.now() + expiresInMs }],
    app.clock.now(),
  )
  app.services.push.wake()
}

describe('a notification', () => {
  it('is tried again as mails are on 429, 5xx and a broken connection, and later if Retry-After says so', async () => {
    const service = await startPushService((_pushed, nth) =>
      nth === 1 ? { status: 429, headers: { 'retry-after': '7200' } } : nth === 2 ? { status: 503 } : { status: 201 },
    )
    await (await pushBrowser(app, service)).watch()
    await message()
    const attempted = (attempts: number) => until(`attempt ${attempts}`, async () => (await messages())[0]?.attempts === attempts)
    await attempted(1)
    const [{ next_attempt_at: next, last_error: error }] = await messages()
    assert.deepEqual([next.getTime() - app.clock.now(), error], [2 * HOUR_MS, 'The push service answered 429'])
    const state = async () => (await app.services.useReports.list()).get('push-services')?.map(({ ok, message }) => ({ ok, message }))
    assert.deepEqual(await state(), [{ ok: false, message: 'Answered 429' }])
    wait(2 * HOUR_MS)
    await attempted(2)
    const gap = (await messages())[0].next_attempt_at.getTime() - app.clock.now()
    assert.ok(gap >= 10 * MINUTE_MS && gap <= 12.5 * MINUTE_MS, String(gap))
    wait(gap)
    await settled()
    const [{ state: settledState, last_status: status, attempts }] = await messages()
    assert.deepEqual({ settledState, status, attempts }, { settledState: 'sent', status: 201, attempts: 3 })
    assert.deepEqual(await state(), [{ ok: true, message: 'Accepting notifications' }])
    assert.equal(new Set(service.received.map((each) => each.message.id)).size, 1)
  })

  it('is given up after eight attempts', async () => {
    const service = await startPushService(() => ({ status: 500 }))
    await (await pushBrowser(app, service)).watch()
    await message(undefined, 30 * DAY_MS)
    for (let attempt = 1; attempt <= 8; attempt++) {
      await until(`attempt ${attempt}`, async () => (await messages())[0].attempts === attempt)
      wait(8 * HOUR_MS)
    }
    assert.deepEqual({ state: (await messages())[0].state, received: service.received.length }, { state: 'failed', received: 8 })
  })

  it('is not sent after the end of its event, and not tried again if the next attempt would be', async () => {
    const service = await startPushService(() => ({ status: 500 }))
    await (await pushBrowser(app, service)).watch()
    await message(undefined, 30_000)
    await settled()
    assert.deepEqual({ state: (await messages())[0].state, received: service.received.length }, { state: 'expired', received: 1 })
    await message('019ac0de-7d0c-7b5b-9a39-0c1f6b1f2f11', 500)
    await settled(2)
    const [, { state, attempts }] = await messages()
    assert.deepEqual({ state, attempts, received: service.received.length }, { state: 'expired', attempts: 0, received: 1 })
  })

  for (const status of [404, 410])
    it(`answered with ${status} ends the device with all that is stored about it`, async () => {
      const service = await startPushService(() => ({ status }))
      const browser = await pushBrowser(app, service)
      await browser.watch()
      await message()
      await until('the device is gone', async () => (await query('select from push_device')).length === 0)
      assert.deepEqual({ query: await query('select from push_watch'), messages: await messages() }, { query: [], messages: [] })
      assert.deepEqual(await browser.list(), [])
    })

  for (const status of [400, 413])
    it(`answered with ${status} is refused for good, and ends nothing`, async () => {
      const service = await startPushService(() => ({ status }))
      await (await pushBrowser(app, service)).watch()
      await message()
      await settled()
      assert.deepEqual(
        { state: (await messages())[0].state, query: (await query('select from push_device')).length },
        { state: 'failed', query: 1 },
      )
    })

  it('whose answer is huge or a redirect is tried again; redirects are not followed', async () => {
    const target = await startPushService()
    const service = await startPushService((_pushed, nth) =>
      nth === 1 ? { status: 201, body: 'x'.repeat(200_000) } : { status: 307, headers: { location: `${target.origin}/push` } },
    )
    await (await pushBrowser(app, service)).watch()
    await message()
    await until('it has failed', async () => (await messages())[0].attempts === 1)
    assert.match((await messages())[0].last_error, /larger than 65536 bytes/)
    wait(2 * MINUTE_MS)
    await until('it is redirected', async () => (await messages())[0].attempts === 2)
    assert.deepEqual(
      { last_status: (await messages())[0].last_status, received: target.received.length },
      { last_status: 307, received: 0 },
    )
  })

  it('replaces an older one about the same event that still waits', async () => {
    const service = await startPushService((_pushed, nth) => ({ status: nth === 1 ? 500 : 201 }))
    await (await pushBrowser(app, service)).watch()
    await message()
    await until('the first one waits', async () => (await messages())[0].attempts === 1)
    await message()
    await settled(2)
    assert.deepEqual(
      (await messages()).map(({ state }) => state),
      ['replaced', 'sent'],
    )
    wait(DAY_MS)
    assert.equal(service.received.length, 2)
  })

  it('never goes to a private address or a service that is no longer allowed', async () => {
    const service = await startPushService()
    for (const env of [{ PUSH_SERVICES: '127.0.0.1' }, { PUSH_PRIVATE: 'on' }]) {
      const former = await createTestApp({ env: PUSH_ENV })
      const browser = await pushBrowser(former, service)
      await browser.watch()
      const { pool, kysely } = former.database
      const { rows } = await pool.query('select id from push_watch')
      await former.stop()
      const node = await createTestApp({ sharing: former, env })
      assert.equal((await (await pushBrowser(node, service)).watch()).status, 400)
      const notice = { title: 'Storm', body: 'Now', url: '/', lang: 'en', dir: 'ltr' } as const
      const waiting = { tag: randomUUID(), notice, urgency: 'normal', expiresAt: node.clock.now() + DAY_MS } as const
      await insertMessages(kysely as never, rows[0].id, [waiting], node.clock.now())
      node.services.push.wake()
      const error = async () => (await pool.query('select last_error from push_message')).rows[0].last_error
      await until('the attempt was refused', async () => (await error())?.startsWith('The push service is not allowed') === true)
      await node.stop()
      await former.close()
    }
    assert.equal(service.received.length, 0)
  })

  it('is settled as sent while its browser is erased', async () => {
    await (await pushBrowser(app, await startPushService())).watch()
    const owner = randomUUID()
    await message()
    await settled()
    const [{ id }] = await query(
      `update push_message set state = 'waiting', lease_owner = $1, leased_until = now() + '9 years' returning id`,
      [owner],
    )
    const store = createPushMessageStore(app.services.storage.database.kysely)
    const settlement = { id, state: 'sent', nextAttemptAt: null, status: 201, error: null } as const
    const erasure = { first: 'select from push_device for update', second: 'delete from push_device', values: [] }
    await crossing(app.database.pool, erasure, () => store.settle(owner, settlement, app.clock.now()))
    assert.deepEqual(await messages(), [])
  })

  it('goes with the place that a link of a mail ends, but not the place that the browser adds meanwhile', async () => {
    await (await pushBrowser(app, await startPushService())).watch()
    const [{ id, client }] = await query('select push_watch.id, client from push_watch join push_device on push_device.id = device_id')
    const another = `jsonb_populate_record(push_watch, jsonb_build_object('id', gen_random_uuid(), 'cell', cell + 1))`
    const addition = {
      first: 'select from push_device for update',
      second: `insert into push_watch select (${another}).* from push_watch`,
      values: [],
    }
    const db = app.services.storage.database.kysely
    await crossing(app.database.pool, addition, () => db.transaction().execute((trx) => removeLinked(trx, [client], id)))
    assert.equal((await query('select from push_watch where id <> $1', [id])).length, 1)
    await db.transaction().execute((trx) => removeLinked(trx, [client], id))
    assert.equal((await query('select from push_watch')).length, 1)
  })

  it('is sent once by two nodes', async () => {
    const service = await startPushService()
    const browser = await pushBrowser(app, service)
    await browser.watch()
    const node = await createTestApp({ sharing: app, env: PUSH_ENV })
    assert.equal((await node.get('/api/push')).body.publicKey, (await app.get('/api/push')).body.publicKey)
    for (let nth = 10; nth < 40; nth++) {
      await message(`019ac0de-7d0c-7b5b-9a39-0c1f6b1f2f${nth}`)
      node.services.push.wake()
    }
    await settled(30)
    assert.equal(service.received.length, 30)
    assert.equal(new Set(service.received.map((each) => each.message.id)).size, 30)
    await node.stop()
  })

  it('is counted in the metrics', async () => {
    const { text } = await app.get('/api/metrics')
    for (const line of [/^isobar_push_devices \d/m, /^isobar_push_waiting_messages \d/m, /^isobar_push_oldest_due_seconds \d/m])
      assert.match(text, line)
    for (const outcome of ['sent', 'waiting', 'failed', 'expired', 'gone'])
      assert.match(text, new RegExp(`^isobar_push_messages_total\\{outcome="${outcome}"\\} [1-9]`, 'm'))
  })
})
