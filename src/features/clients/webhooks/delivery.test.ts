import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import { type AlertApp, createAlertApp } from '../../subscribers/alerting/testing/alert-app.ts'
import { insertDeliveries } from './index.ts'
import { createWebhookClient } from './testing/client.ts'
import { type Received, startReceiver, hasValidWebhookSignature } from './testing/receiver.ts'

let app: AlertApp
let client: Awaited<ReturnType<typeof createWebhookClient>>
before(async () => {
  app = await createAlertApp({ now: '2026-11-20T06:20:00Z', env: { WEBHOOKS_PRIVATE: 'on' } })
  client = await createWebhookClient(app)
})
after(() => app.close())

const idOf = ({ headers }: Received) => headers['webhook-id']

/** Lets time pass, so that the sender looks for what is due by then. */
function wait(ms: number): void {
  app.clock.advance({ seconds: Math.ceil(ms / 1_000) })
  app.services.webhooks.wake()
}

/** Writes a message as the alert job does; resolves to its id. */
async function message(webhookId: string): Promise<string> {
  const [id = ''] = await insertDeliveries(
    app.services.storage.database.kysely,
    [{ webhookId, type: 'warning.new', data: {} }],
    app.clock.now(),
  )
  app.services.webhooks.wake()
  return id
}

async function delivery(id: string, deliveryId: string) {
  return (await client.deliveries(id)).find((each: { id: string }) => each.id === deliveryId)
}

describe('a delivery', () => {
  it('that fails is sent again under its id, later each time, until it is dead after three days; then the webhook is off', async () => {
    const receiver = await startReceiver(() => ({ status: 500 }))
    const { id, secret } = await client.create(receiver.url)
    const deliveryId = await message(id)
    const since = app.clock.now()
    const gaps: number[] = []
    for (let attempt = 1; attempt <= 10; attempt++) {
      await until(`attempt ${attempt} is settled`, async () => (await delivery(id, deliveryId)).attempts === attempt)
      const { nextAttemptAt, lastStatus } = await delivery(id, deliveryId)
      assert.equal(lastStatus, 500)
      if (nextAttemptAt === null) break
      gaps.push(Date.parse(nextAttemptAt) - app.clock.now())
      wait(Date.parse(nextAttemptAt) - app.clock.now() + 1_000)
    }
    const uses = (await app.services.useReports.list()).get('webhooks') ?? []
    assert.deepEqual(
      uses.map(({ member, ok, message }) => ({ member, ok, message })),
      [{ member: new URL(receiver.url).origin, ok: false, message: 'Answered 500' }],
    )
    const suggested = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)]
    assert.equal(gaps.length, suggested.length)
    gaps.forEach((gap, index) => {
      const least = suggested[index] ?? 0
      assert.ok(gap >= least - 1_000 && gap <= least * 1.1, `${gap} after ${index + 1} attempts`)
    })
    assert.ok(app.clock.now() - since > 3 * DAY_MS)
    const { state, attempts, lastError } = await delivery(id, deliveryId)
    assert.deepEqual({ state, attempts, lastError }, { state: 'dead', attempts: 10, lastError: 'The receiver answered 500' })
    assert.deepEqual(new Set(receiver.received.map(idOf)), new Set([deliveryId]))
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size, 10)
    assert.ok(hasValidWebhookSignature(secret, receiver.received[9] as Received, app.clock.now()))
    const { webhook } = (await client.send('GET', `/${id}`)).body
    assert.deepEqual({ enabled: webhook.enabled, disabledBy: webhook.disabledBy }, { enabled: false, disabledBy: 'failures' })
    assert.equal((await client.send('POST', `/${id}/deliveries/${deliveryId}/replay`)).status, 409)
  })

  for (const [last, enabled] of [
    [500, true],
    [410, false],
  ] as const)
    it(`whose last answer is ${last} ${enabled ? 'leaves a webhook on' : 'switches a webhook off'} that has received something since`, async () => {
      let doomed = ''
      let status = 500
      const receiver = await startReceiver((received) => ({ status: idOf(received) === doomed ? status : 204 }))
      const { id } = await client.create(receiver.url)
      doomed = await message(id)
      await until('it was tried', async () => (await delivery(id, doomed)).attempts === 1)
      wait(1_000)
      const other = await message(id)
      await until('another one is delivered', async () => (await delivery(id, other)).state === 'delivered')
      await app.database.pool.query('update webhook_delivery set attempts = attempts_allowed - 1 where id = $1', [doomed])
      status = last
      wait(MINUTE_MS)
      await until('it is dead', async () => (await delivery(id, doomed)).state === 'dead')
      assert.equal((await client.send('GET', `/${id}`)).body.webhook.enabled, enabled)
    })

  it('that is dead is replayed under its id', async () => {
    let status = 404
    const receiver = await startReceiver(() => ({ status }))
    const { id } = await client.create(receiver.url)
    const { body } = await client.send('POST', `/${id}/test`)
    await until('it is dead', async () => (await delivery(id, body.delivery.id)).state === 'dead')
    const { webhook } = (await client.send('GET', `/${id}`)).body
    assert.equal(webhook.enabled, true, 'a test switches nothing off')
    status = 200
    const replay = () => client.send('POST', `/${id}/deliveries/${body.delivery.id}/replay`)
    const replayed = await replay()
    assert.deepEqual(
      { status: replayed.status, state: replayed.body.delivery.state, attemptsAllowed: replayed.body.delivery.attemptsAllowed },
      { status: 202, state: 'waiting', attemptsAllowed: 11 },
    )
    await until('it is delivered', async () => (await delivery(id, body.delivery.id)).state === 'delivered')
    assert.equal(new Set(receiver.received.map(idOf)).size, 1)
    assert.equal((await replay()).status, 409)
  })

  it('waits as long as Retry-After says', async () => {
    const receiver = await startReceiver((_received, nth) =>
      nth === 1
        ? { status: 503, headers: { 'retry-after': '3600' } }
        : nth === 2
          ? { status: 429, headers: { 'retry-after': new Date(app.clock.now() + 2 * HOUR_MS).toUTCString() } }
          : { status: 200 },
    )
    const { id } = await client.create(receiver.url)
    const deliveryId = await message(id)
    for (const [attempt, hours] of [1, 2].entries()) {
      await until('the attempt is settled', async () => (await delivery(id, deliveryId)).attempts === attempt + 1)
      const next = Date.parse((await delivery(id, deliveryId)).nextAttemptAt)
      assert.ok(Math.abs(next - app.clock.now() - hours * HOUR_MS) < 2_000)
      wait(hours * HOUR_MS + 2_000)
    }
    await until('it is delivered', async () => (await delivery(id, deliveryId)).state === 'delivered')
  })

  it('answered with 410 switches its webhook off, and what waits is dead', async () => {
    const receiver = await startReceiver((_received, nth) => ({ status: nth < 2 ? 500 : 410 }))
    const { id } = await client.create(receiver.url)
    const first = await message(id)
    await until('the first one waits', async () => (await delivery(id, first)).attempts === 1)
    const second = await message(id)
    await until('the webhook is off', async () => !(await client.send('GET', `/${id}`)).body.webhook.enabled)
    assert.equal((await client.send('GET', `/${id}`)).body.webhook.disabledBy, 'receiver')
    assert.deepEqual(
      (await client.deliveries(id)).map((each: Record<string, unknown>) => [each['id'], each['state'], each['lastError']]),
      [
        [second, 'dead', 'The receiver is gone'],
        [first, 'dead', 'The webhook was switched off'],
      ],
    )
    wait(MINUTE_MS)
    assert.equal(receiver.received.length, 2)
  })

  it('to a receiver that redirects fails: redirects are not followed', async () => {
    const target = await startReceiver()
    const receiver = await startReceiver(() => ({ status: 307, headers: { location: target.url } }))
    const { id } = await client.create(receiver.url)
    const { body } = await client.send('POST', `/${id}/test`)
    await until('it is dead', async () => (await delivery(id, body.delivery.id)).state === 'dead')
    const { lastStatus, lastError } = await delivery(id, body.delivery.id)
    assert.deepEqual({ lastStatus, lastError }, { lastStatus: 307, lastError: 'The receiver redirects, which is not followed' })
    assert.equal(target.received.length, 0)
  })

  it('to a receiver that hangs holds up no other webhook, and one that is cut off is sent again', async () => {
    const node = await createTestApp({ sharing: app, env: { WEBHOOKS_PRIVATE: 'on' } })
    const slow = await startReceiver((_received, nth) => (nth === 1 ? null : { status: 200 }))
    const quick = await startReceiver()
    const [hanging, other] = [await client.create(slow.url), await client.create(quick.url)]
    const first = await message(hanging.id)
    await until('the first one is in flight', () => slow.received.length === 1)
    const second = await message(hanging.id)
    for (let nth = 0; nth < 5; nth++) await message(other.id)
    await until('the others have arrived', () => quick.received.length === 5)
    assert.equal(slow.received.length, 1, 'a webhook gets one message at a time')
    await node.stop()
    await slow.close()
    await until('the attempt has failed', async () => (await delivery(hanging.id, first)).attempts === 1)
    assert.match((await delivery(hanging.id, first)).lastError, /^the connection failed/)
    await until('the next one is tried', async () => (await delivery(hanging.id, second)).attempts === 1)
  })

  it('is signed with both secrets while they overlap, and then with the new one', async () => {
    const receiver = await startReceiver()
    const { id, secret: former } = await client.create(receiver.url)
    const { secret } = (await client.send('POST', `/${id}/rotate-secret`, { overlapHours: 2 })).body
    await client.send('POST', `/${id}/test`)
    await until('it has arrived', () => receiver.received.length === 1)
    const [both] = receiver.received as [Received]
    assert.match(String(both.headers['webhook-signature']), /^v1,\S{44} v1,\S{44}$/)
    assert.deepEqual(
      {
        verifiedFormer: hasValidWebhookSignature(former, both, app.clock.now()),
        verifiedSecret: hasValidWebhookSignature(secret, both, app.clock.now()),
      },
      { verifiedFormer: true, verifiedSecret: true },
    )
    app.clock.advance({ hours: 2 })
    await client.send('POST', `/${id}/test`)
    await until('it has arrived', () => receiver.received.length === 2)
    const one = receiver.received[1] as Received
    assert.deepEqual(
      {
        verifiedFormer: hasValidWebhookSignature(former, one, app.clock.now()),
        verifiedSecret: hasValidWebhookSignature(secret, one, app.clock.now()),
      },
      { verifiedFormer: false, verifiedSecret: true },
    )
  })

  it('never goes to a private address, though it was public when the webhook was made', async () => {
    const node = await createTestApp()
    const receiver = await startReceiver()
    const own = await createWebhookClient(node)
    for (const url of [receiver.url, receiver.url.replace('http:', 'https:'), receiver.url.replace('127.0.0.1', 'localhost')]) {
      const { id } = await own.create('https://93.184.216.34/')
      await node.database.pool.query('update webhook set url = $1 where id = $2', [url, id])
      await own.send('POST', `/${id}/test`)
      await until('it has failed', async () => (await own.deliveries(id))[0].state === 'dead')
      assert.equal((await own.deliveries(id))[0].lastError, 'The address does not lead to the public Internet by https')
    }
    assert.equal(receiver.received.length, 0)
    await node.close()
  })

  it('is listed page by page, newest first', async () => {
    const receiver = await startReceiver()
    const { id } = await client.create(receiver.url)
    const ids: string[] = []
    for (let nth = 0; nth < 5; nth++) ids.unshift((await client.send('POST', `/${id}/test`)).body.delivery.id)
    const listed: string[] = []
    let cursor: string | null = null
    do {
      const { body } = await client.send('GET', `/${id}/deliveries?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
      listed.push(...body.deliveries.map((each: { id: string }) => each.id))
      cursor = body.nextCursor
    } while (cursor !== null)
    assert.deepEqual(listed, ids)
    await until('all are delivered', async () => (await client.deliveries(id, '?state=delivered')).length === 5)
    assert.equal((await client.deliveries(id, '?state=dead')).length, 0)
    assert.equal((await client.send('GET', `/${id}/deliveries?limit=0`)).status, 400)
  })

  it('is made as a test twenty times an hour at most', async () => {
    const { id } = await client.create((await startReceiver()).url)
    const statuses: number[] = []
    for (let nth = 0; nth < 21; nth++) statuses.push((await client.send('POST', `/${id}/test`)).status)
    assert.deepEqual(new Set(statuses.slice(0, 20)), new Set([202]))
    const { status, headers } = await client.send('POST', `/${id}/test`)
    assert.deepEqual([statuses[20], status, headers.get('retry-after')], [429, 429, headers.get('retry-after')])
    assert.ok(Number(headers.get('retry-after')) > 0)
    app.clock.advance({ minutes: 75 })
    assert.equal((await client.send('POST', `/${id}/test`)).status, 202)
  })

  it('is made as a test as seldom when the webhook is deleted and created again', async () => {
    const { url } = await startReceiver()
    const test = async () => {
      const { id } = await client.create(url)
      const { status } = await client.send('POST', `/${id}/test`)
      await client.send('DELETE', `/${id}`)
      return status
    }
    const statuses: number[] = []
    for (let nth = 0; nth < 21; nth++) statuses.push(await test())
    assert.deepEqual({ first: new Set(statuses.slice(0, 20)), next: statuses[20] }, { first: new Set([202]), next: 429 })
  })

  it('goes with its webhook', async () => {
    const { id } = await client.create((await startReceiver()).url)
    await client.send('POST', `/${id}/test`)
    assert.equal((await client.send('DELETE', `/${id}`)).status, 204)
    assert.equal((await client.send('DELETE', `/${id}`)).status, 404)
    const { rowCount } = await app.database.pool.query('select from webhook_delivery where webhook_id = $1', [id])
    assert.equal(rowCount, 0)
  })

  it('is counted in the metrics', async () => {
    const { text } = await app.get('/api/metrics')
    const value = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1],
      )
    assert.ok(value('isobar_webhooks') > 0)
    assert.ok(value('isobar_webhook_dead_deliveries') >= 3)
    assert.ok(value('isobar_webhook_waiting_deliveries') >= 0)
    assert.ok(value('isobar_webhook_oldest_due_seconds') >= 0)
    assert.ok(value('isobar_webhook_deliveries_total{outcome="delivered"}') >= 10)
  })
})
