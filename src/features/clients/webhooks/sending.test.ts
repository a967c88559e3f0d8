import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { until } from '../../../../test/helpers/until.ts'
import { HOUR_MS } from '../../../time.ts'
import { type AlertApp, BERLIN, createAlertApp, STORM, simulateStorm } from '../../subscribers/alerting/testing/alert-app.ts'
import { createWebhookClient } from './testing/client.ts'
import { type Received, startReceiver, hasValidWebhookSignature } from './testing/receiver.ts'

let app: AlertApp
let client: Awaited<ReturnType<typeof createWebhookClient>>
before(async () => {
  app = await createAlertApp({ now: '2026-11-20T06:20:00Z', env: { WEBHOOKS_PRIVATE: 'on' } })
  client = await createWebhookClient(app)
})
after(() => app.close())

const anHourLater = () => app.clock.advance({ minutes: 61 })
const idOf = ({ headers }: Received) => headers['webhook-id']

describe('a webhook is sent', () => {
  beforeEach(async () => {
    await truncate(app.database.pool, 'subscription, alert_cell, alert_event, alert_notice, mail_outbox, webhook cascade')
    app.simulator.setConditions([])
  })

  it('what its preferences select of the forecasts, once, when an email with the same preferences is; and the calling off', async () => {
    const receiver = await startReceiver()
    const alertPrefs = { ...STORM, notifyCancelled: true }
    const { id, secret } = await client.create(receiver.url, { name: 'Depot', alertPrefs })
    await client.create(receiver.url, { alertPrefs: { wind: { minGustKmh: 300 } } })
    await app.subscribe({ email: 'same@example.com', ...BERLIN, alertPrefs })
    simulateStorm(app, 3)
    assert.equal((await app.run()).webhooks, 1)
    assert.deepEqual(await app.mails(), ['same@example.com · Berlin: new wind forecast'])
    await until('the message has arrived', () => receiver.received.length === 1)
    const [first] = receiver.received as [Received]
    assert.ok(hasValidWebhookSignature(secret, first, app.clock.now()))
    assert.ok(!hasValidWebhookSignature(secret, { ...first, body: first.body.replace('35', '36') }, app.clock.now()))
    assert.deepEqual([first.headers['content-type'], first.headers['user-agent']?.split('/')[0]], ['application/json', 'Isobar-Webhooks'])
    const { type, timestamp, data } = first.message
    assert.deepEqual([type, Date.parse(timestamp), data.webhookId], ['threshold.new', app.clock.now(), id])
    assert.deepEqual(data.place, { name: 'Depot', lat: 52.52, lon: 13.41, timezone: 'Europe/Berlin' })
    const { id: eventId, sources, threshold, ...event } = data.event
    assert.deepEqual(event, {
      stage: 'new',
      start: '2026-11-20T10:00:00Z',
      end: '2026-11-20T13:00:00Z',
      isEndKnown: true,
      hazard: 'wind',
      unit: 'm/s',
      peak: { value: 35, at: '2026-11-20T10:00:00Z' },
      probability: null,
    })
    assert.ok(Math.abs(threshold - 100 / 3.6) < 1e-9)
    assert.deepEqual(
      sources.map(({ name, agrees, peak }: Record<string, unknown>) => [name, agrees, peak]),
      [
        ['OpenWeather', true, 35],
        ['Open-Meteo', true, 35],
      ],
    )
    assert.equal(data.attribution.length, 2)

    anHourLater()
    assert.equal((await app.run()).webhooks, 0, 'nothing is sent twice')
    app.simulator.setConditions([])
    anHourLater()
    assert.equal((await app.run()).webhooks, 1)
    await until('the calling off has arrived', () => receiver.received.length === 2)
    const [, second] = receiver.received as [Received, Received]
    assert.deepEqual({ type: second.message.type, id: second.message.data.event.id }, { type: 'threshold.cancelled', id: eventId })
    assert.notEqual(idOf(second), idOf(first))
    assert.equal((await client.deliveries(id)).length, 2)
  })

  it('nothing while its key is revoked or switched off', async () => {
    const receiver = await startReceiver()
    const other = await createWebhookClient(app)
    const { id } = await other.create(receiver.url, { alertPrefs: STORM })
    await app.database.pool.query('update client_key set disabled = true where id = $1', [other.key.id])
    simulateStorm(app, 3)
    anHourLater()
    assert.deepEqual({ webhooks: (await app.run()).webhooks, cells: (await app.run()).cells }, { webhooks: 0, cells: 0 })
    await app.database.pool.query('update client_key set disabled = false where id = $1', [other.key.id])
    anHourLater()
    assert.equal((await app.run()).webhooks, 1)
    await until('it has arrived', async () => (await other.deliveries(id))[0]?.state === 'delivered')
  })

  it('official warnings, with their texts, at a place that nobody subscribes to', async () => {
    const receiver = await startReceiver()
    await client.create(receiver.url, { alertPrefs: { official: true } })
    const warning = { event: 'Storm Warning', senderName: 'DWD', description: 'Stay inside.', onset: at(1), ends: at(6) }
    app.feeds.towns = [{ name: 'Berlin', lat: 52.52, lon: 13.41, codes: ['B'] }]
    app.feeds.features = [{ geometry: null, properties: { ...warning, geocode: { UGC: ['B'] } } }]
    app.feeds.isRelaying = true
    anHourLater()
    const answer = await app.run()
    assert.deepEqual({ webhooks: answer.webhooks, mails: (await app.mails()).length }, { webhooks: 1, mails: 0 })
    await until('the message has arrived', () => receiver.received.length === 1)
    const { type, data } = receiver.received[0]?.message ?? {}
    assert.equal(type, 'warning.new')
    const { event, severity, color, description, alertPath } = data.event
    assert.deepEqual({ event, description }, { event: 'Storm Warning', description: 'Stay inside.' })
    const alert = (await app.get(alertPath)).body
    assert.deepEqual({ event: alert.event, severity: alert.severity, color: alert.color }, { event, severity, color })
    app.feeds.features = []
  })
})

const at = (hours: number): string => new Date(app.clock.now() + hours * HOUR_MS).toISOString()
