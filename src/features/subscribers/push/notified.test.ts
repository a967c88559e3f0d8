import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { until } from '../../../../test/helpers/until.ts'
import { HOUR_MS } from '../../../time.ts'
import { type AlertApp, BERLIN, createAlertApp, STORM, simulateStorm } from '../alerting/testing/alert-app.ts'
import { PUSH_ENV, pushBrowser } from './testing/browser.ts'
import { startPushService } from './testing/push-service.ts'

const DAVIS = { name: 'Davis', lat: 34.5, lon: -97 }

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
const anHourLater = () => app.clock.advance({ minutes: 61 })
const at = (hours: number): string => new Date(app.clock.now() + hours * HOUR_MS).toISOString()

/** A text without the marks that keep a name's direction apart. */
const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00A0', ' ')

/** A warning in Davis, Oklahoma, as its issuer lists it. */
function warn(change: object = {}): void {
  const [onset, ends] = [at(1), at(6)]
  const properties = {
    id: 'urn:oid:2.49.0.1.840.0.1',
    areaDesc: 'Murray, OK',
    geocode: { UGC: ['OKC099'] },
    status: 'Actual',
    messageType: 'Alert',
    severity: 'Severe',
    certainty: 'Observed',
    urgency: 'Immediate',
    event: 'Storm Warning',
    senderName: 'NWS Norman OK',
    sent: at(0),
    effective: at(0),
    onset,
    ends,
    expires: ends,
    headline: null,
    description: 'Stay inside.',
    instruction: null,
    parameters: { VTEC: ['/O.NEW.KOUN.SV.W.0001.260420T0150Z-260420T0900Z/'] },
    ...change,
  }
  app.feeds.towns = [{ name: DAVIS.name, lat: DAVIS.lat, lon: DAVIS.lon, codes: ['OKC099'] }]
  app.feeds.features = [{ geometry: null, properties }]
}

describe('a browser is notified', () => {
  it('once of what its preferences select, when an email with the same preferences is; and of the calling off, under the same tag', async () => {
    const service = await startPushService()
    const alertPrefs = { ...STORM, notifyCancelled: true }
    const browser = await pushBrowser(app, service)
    assert.equal((await browser.watch({ alertPrefs, lang: 'de-AT' })).status, 201)
    const other = await pushBrowser(app, service)
    await other.watch({ alertPrefs: { wind: { minGustKmh: 300 } } })
    await app.subscribe({ email: 'same@example.com', ...BERLIN, alertPrefs })
    simulateStorm(app, 3)
    anHourLater()
    assert.equal((await app.run()).pushes, 1)
    assert.deepEqual(await app.mails(), ['same@example.com · Berlin: new wind forecast'])
    await settled()
    const [first] = service.received as [(typeof service.received)[number]]
    const { id, tag, ...notice } = first.message
    assert.deepEqual(
      { ...notice, title: plain(notice.title) },
      {
        title: 'Starke Böen vorhergesagt: Berlin, 126 km/h',
        body: 'Fr., 20. Nov., 11:00–14:00 Uhr\nSimuliertes Wetter, zur Demonstration erfunden. Dies ist keine echte Vorhersage und keine echte Warnung.',
        url: '/weather/berlin-52.52,13.41',
        lang: 'de',
        dir: 'ltr',
      },
    )
    assert.equal(first.headers['topic'], tag.replaceAll('-', ''))
    assert.equal(first.headers['urgency'], 'normal')
    assert.equal(Number(first.headers['ttl']), (Date.parse('2026-11-20T13:00:00Z') - app.clock.now()) / 1_000)
    assert.deepEqual([first.claims.aud, first.claims.sub.split(':')[0]], [service.origin, 'mailto'])
    assert.match(String(first.headers['user-agent']), /^Isobar-Push\//)

    anHourLater()
    assert.equal((await app.run()).pushes, 0, 'nothing is sent twice')
    app.simulator.setConditions([])
    anHourLater()
    assert.equal((await app.run()).pushes, 1)
    await settled(2)
    const second = service.received[1]?.message
    assert.equal(plain(second.title), 'Aufgehoben – Starke Böen: Berlin')
    assert.deepEqual([second.tag, second.id === id], [tag, false])
    assert.deepEqual(service.refused, [])
  })

  it('of a new warning at a place that nobody else watches, and of its extension; urgently if it is severe', async () => {
    const service = await startPushService()
    await (await pushBrowser(app, service)).watch({ ...DAVIS, alertPrefs: { official: true } })
    warn()
    anHourLater()
    assert.equal((await app.run()).pushes, 1)
    await settled()
    warn({ onset: at(0), ends: at(9), expires: at(9) })
    anHourLater()
    await app.run()
    await until('the extension has arrived', () => service.received.length === 2)
    const [first, second] = service.received
    assert.deepEqual([first?.headers['urgency'], first?.message.body.split('\n')[1]], ['high', 'NWS Norman OK'])
    assert.match(plain(second?.message.title), /^Lasts longer: Storm Warning for Davis/)
    assert.equal(second?.message.tag, first?.message.tag)
  })

  it('not in its quiet hours, and after them if it still matters', async () => {
    const service = await startPushService()
    const quiet = { quietHours: { from: '07:00', to: '12:00', exceptExtreme: true } }
    await (await pushBrowser(app, service)).watch({ alertPrefs: { ...STORM, ...quiet } })
    app.clock.set('2026-11-21T09:00:00Z')
    simulateStorm(app, 4)
    assert.equal((await app.run()).pushes, 0)
    app.clock.set('2026-11-21T11:01:00Z')
    assert.equal((await app.run()).pushes, 1)
    await settled()
    assert.equal(service.received.length, 1)
  })

  it('at most of three events at a time, the most severe first', async () => {
    const service = await startPushService()
    await (await pushBrowser(app, service)).watch({ alertPrefs: { official: true } })
    app.feeds.towns = [{ name: 'Berlin', lat: 52.52, lon: 13.41, codes: ['B'] }]
    app.feeds.isRelaying = true
    app.feeds.features = ['Storm Warning', 'Flood Warning', 'Ice Warning', 'Heat Warning', 'Tornado Warning'].map((event, index) => ({
      geometry: null,
      properties: { event, senderName: 'DWD', description: event, onset: at(index + 1), ends: at(12), geocode: { UGC: ['B'] } },
    }))
    anHourLater()
    assert.equal((await app.run()).pushes, 3)
    assert.equal((await app.run()).pushes, 2)
    assert.equal((await app.run()).pushes, 0)
    await settled(5)
    assert.match(service.received.map(({ message }) => message.title).join('|'), /Tornado/)
  })

  it('not again after turning notifications off and on, nor at all of what waits when they are turned off', async () => {
    const service = await startPushService(() => ({ status: 500 }))
    const browser = await pushBrowser(app, service)
    await browser.watch({ alertPrefs: STORM })
    simulateStorm(app, 30)
    anHourLater()
    await app.run()
    await until('it waits', async () => (await messages())[0]?.attempts === 1)
    assert.deepEqual((await browser.end({ lat: 52.52, lon: 13.41 })).body, { removed: 1 })
    assert.deepEqual({ messages: await messages(), query: await query('select from push_device') }, { messages: [], query: [] })
    await browser.watch({ alertPrefs: STORM })
    assert.equal((await app.run()).pushes, 0)
  })

  it('in at most 4,096 bytes, whatever the name of the place and the warning', async () => {
    const service = await startPushService()
    await (await pushBrowser(app, service)).watch({ ...DAVIS, name: '東京'.repeat(100), alertPrefs: { official: true }, lang: 'ja' })
    warn({ event: '暴風警報'.repeat(200), senderName: '気象庁'.repeat(200) })
    anHourLater()
    await app.run()
    await settled()
    assert.ok((service.received[0]?.bytes ?? 0) <= 4_096, String(service.received[0]?.bytes))
    assert.ok(service.received[0]?.message.title.endsWith('…'))
  })
})
