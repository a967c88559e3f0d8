import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { until } from '../../../../test/helpers/until.ts'
import { type AlertApp, createAlertApp } from './testing/alert-app.ts'
import { type GeoFeature, readRecordedFeatures as recorded, type TestTown, WITHOUT_SAMPLES } from './testing/feeds.ts'

/**
 * Replays recorded evenings of the US National Weather Service through the whole service: its wire format, the gateway, the job and the
 * outbox.
 * Real: every alert message, its texts, times, areas and references. Made up: the county and zone of each town, the subscribers, and
 * OpenWeather’s relays of the same alerts.
 */
const OFFICIAL = { official: true, minSeverity: 'moderate' }

describe('the evening of 2025-04-19 in Oklahoma: tornadoes and floods', { skip: WITHOUT_SAMPLES }, () => {
  const TOWNS = {
    davis: { name: 'Davis', lat: 34.5, lon: -97, codes: ['OKC099', 'OKZ041'] },
    ardmore: { name: 'Ardmore', lat: 34.2, lon: -97.2, codes: ['OKC019', 'OKZ046'] },
    wewoka: { name: 'Wewoka', lat: 35.1, lon: -96.4, codes: ['OKC133', 'OKZ031'] },
    atoka: { name: 'Atoka', lat: 34.39, lon: -96.13, codes: ['OKC005', 'OKZ048'] },
    paulsValley: { name: 'Pauls Valley', lat: 34.74, lon: -97.22, codes: ['OKC049', 'OKZ040'] },
    tulsa: { name: 'Tulsa', lat: 36.15, lon: -95.99, codes: ['OKC143', 'OKZ060'] },
    guymon: { name: 'Guymon', lat: 36.68, lon: -101.48, codes: ['OKC139', 'OKZ002'] },
  } as const satisfies Record<string, TestTown>
  let app: AlertApp
  const at = (town: TestTown) => ({ cityName: town.name, cityLat: town.lat, cityLon: town.lon })

  before(async () => {
    app = await createAlertApp({ now: '2025-04-20T02:25:00Z' })
    app.feeds.towns = Object.values(TOWNS)
    for (const [key, town] of Object.entries(TOWNS)) {
      await app.subscribe({ email: `${key}@example.com`, ...at(town), alertPrefs: OFFICIAL })
    }
    await app.subscribe({ email: 'tornado.only@example.com', ...at(TOWNS.wewoka), alertPrefs: { tornado: true } })
    await app.subscribe({ email: 'daily@example.com', ...at(TOWNS.wewoka), frequency: 'daily', alertPrefs: { tornado: true } })
    await app.subscribe({ email: 'daily.flood@example.com', ...at(TOWNS.wewoka), frequency: 'daily', alertPrefs: { flood: true } })
    await app.subscribe({ email: 'severe@example.com', ...at(TOWNS.tulsa), alertPrefs: { official: true, minSeverity: 'extreme' } })
    await app.subscribe({
      email: 'asleep@example.com',
      ...at(TOWNS.wewoka),
      timezone: 'America/Chicago',
      alertPrefs: { official: true, quietHours: { from: '21:00', to: '07:00' } },
    })
    await app.subscribe({
      email: 'all.clear@example.com',
      ...at(TOWNS.paulsValley),
      alertPrefs: { ...OFFICIAL, notifyCancelled: true },
    })
    // One person with two subscriptions, home and work, under two spellings of the address.
    await app.subscribe({ email: 'Twice@Example.com', clientId: 'home', ...at(TOWNS.davis), alertPrefs: OFFICIAL })
    app.clock.advance({ seconds: 1 })
    await app.subscribe({ email: 'twice@example.com', clientId: 'work', ...at(TOWNS.davis), alertPrefs: { tornado: true } })
  })
  after(() => app.close())

  it('02:25Z: one mail for each person and place, with all alerts in force there', async () => {
    app.feeds.features = recorded('alerts_area_OK_2025-04-20T0223Z_tornado_flood')
    app.feeds.dead = new Set(['openweather', 'open-meteo'])
    const answer = await app.run()
    assert.deepEqual(await app.mails(), [
      'all.clear@example.com · Pauls Valley: new Flood Watch | new Tornado Watch',
      'ardmore@example.com · Ardmore: new Flood Watch | new Severe Thunderstorm Warning | new Tornado Warning | new Tornado Warning | new Tornado Watch',
      // Within quiet hours: a Tornado Watch is extreme.
      'asleep@example.com · Wewoka: new Flood Watch | new Tornado Watch',
      'atoka@example.com · Atoka: new Flood Watch | new Tornado Watch',
      'daily.flood@example.com · Wewoka: new Flood Watch',
      'daily@example.com · Wewoka: new Tornado Watch',
      'davis@example.com · Davis: new Flood Watch | new Severe Thunderstorm Warning | new Tornado Warning | new Tornado Watch',
      'paulsValley@example.com · Pauls Valley: new Flood Watch | new Tornado Watch',
      'tornado.only@example.com · Wewoka: new Tornado Watch',
      'tulsa@example.com · Tulsa: new Flood Watch',
      'twice@example.com · Davis: new Flood Watch | new Severe Thunderstorm Warning | new Tornado Warning | new Tornado Watch',
      'wewoka@example.com · Wewoka: new Flood Watch | new Tornado Watch',
    ])
    assert.equal(answer.status, 'completed')
    assert.equal(answer.cells, 7)
    assert.equal(answer.subscriptions, 15)
    assert.equal(answer.enqueued, 12)
    // The answer waits ten seconds for the mails to be sent; a busy machine needs longer to load the compiler of templates.
    const sent = async () => (await app.database.pool.query("select from mail_outbox where state = 'sent'")).rowCount
    await until('the mails are sent', async () => (await sent()) === 12)
    assert.equal(answer.deferred, 7)
    assert.deepEqual(answer.sources.nws, { ok: 7, failed: 0, deferred: 0, none: 0 })
    assert.deepEqual(
      { openweatherOk: answer.sources.openweather.ok, openMeteoOk: answer.sources['open-meteo'].ok },
      { openweatherOk: 0, openMeteoOk: 0 },
    )
  })

  it('unchanged: no mail', async () => {
    assert.equal((await app.run()).enqueued, 0)
    assert.deepEqual(await app.mails(), [])
  })

  it('03:45Z: new alerts only, not those that were merely reissued', async () => {
    app.clock.set('2025-04-20T03:45:00Z')
    app.feeds.features = recorded('alerts_area_OK_2025-04-20T0342Z_tornado_flood')
    await app.run()
    assert.deepEqual(await app.mails(), [
      'ardmore@example.com · Ardmore: new Flash Flood Warning',
      'asleep@example.com · Wewoka: new Flash Flood Warning | new Tornado Warning | new Tornado Warning',
      'atoka@example.com · Atoka: new Severe Thunderstorm Warning',
      'daily@example.com · Wewoka: new Tornado Warning | new Tornado Warning',
      'davis@example.com · Davis: new Flash Flood Warning',
      'tornado.only@example.com · Wewoka: new Tornado Warning | new Tornado Warning',
      'twice@example.com · Davis: new Flash Flood Warning',
      'wewoka@example.com · Wewoka: new Flash Flood Warning | new Tornado Warning | new Tornado Warning',
    ])
  })

  it('unchanged, but relayed by OpenWeather: the same warnings from a second source', async () => {
    app.feeds.dead = new Set()
    app.feeds.isRelaying = true
    for (const _ of [1, 2]) {
      assert.deepEqual(await app.mails(), [])
      app.clock.advance({ minutes: 15 })
      await app.run()
    }
    // Its county was removed from the watch, which continues elsewhere: the third list without it proves that.
    assert.deepEqual(await app.mails(), ['all.clear@example.com · Pauls Valley: cancelled Tornado Watch'])
    await app.subscribe({ email: 'late@example.com', ...at(TOWNS.ardmore), alertPrefs: { flood: true } })
    await app.run()
    const [latest] = (await app.mailData()).slice(-1)
    assert.deepEqual(
      latest?.matches.map((match) => match.sources.map(({ name, agrees, as }) => `${name}: ${agrees} ${as}`)),
      latest?.matches.map(() => ['OpenWeather: true warnings', 'US National Weather Service: true warnings']),
    )
    assert.deepEqual(await app.mails(), ['late@example.com · Ardmore: new Flash Flood Warning | new Flood Advisory | new Flood Watch'])
  })

  it('the sources fail one after the other: nothing is called off or sent twice', async () => {
    app.clock.advance({ minutes: 61 })
    app.feeds.dead = new Set(['nws'])
    await app.run()
    app.clock.advance({ minutes: 61 })
    app.feeds.dead = new Set(['nws', 'openweather', 'open-meteo'])
    await app.run()
    assert.deepEqual(await app.mails(), [])
  })
})

describe('2025-11-25 in Alabama: a tornado watch that is called off', { skip: WITHOUT_SAMPLES }, () => {
  const CHATOM: TestTown = { name: 'Chatom', lat: 31.47, lon: -88.25, codes: ['ALC129'] }
  const [cancellation, update] = recorded('alerts_tornado_watch_cancel_and_replaced_update') as [GeoFeature, GeoFeature]
  let app: AlertApp

  before(async () => {
    app = await createAlertApp({ now: '2025-11-25T22:25:00Z' })
    app.feeds.towns = [CHATOM]
    const place = { cityName: CHATOM.name, cityLat: CHATOM.lat, cityLon: CHATOM.lon }
    await app.subscribe({ email: 'plain@example.com', ...place, alertPrefs: { tornado: true } })
    await app.subscribe({ email: 'all.clear@example.com', ...place, alertPrefs: { tornado: true, notifyCancelled: true } })
  })
  after(() => app.close())

  it('22:25Z: sends the watch, of which only an update is known', async () => {
    // As it was before it was replaced.
    const { replacedBy: _by, replacedAt: _at, ...properties } = update.properties
    app.feeds.features = [{ ...update, properties: properties as GeoFeature['properties'] }]
    app.feeds.dead = new Set(['openweather', 'open-meteo'])
    await app.run()
    assert.deepEqual(await app.mails(), [
      'all.clear@example.com · Chatom: new Tornado Watch',
      'plain@example.com · Chatom: new Tornado Watch',
    ])
  })

  it('called off in this county and replaced elsewhere: sent once to subscribers who want all-clears', async () => {
    // The job reads again an hour later; the cancellation is listed for that long.
    app.clock.set('2025-11-25T23:26:00Z')
    app.feeds.features = [cancellation, update]
    await app.run()
    assert.deepEqual(await app.mails(), ['all.clear@example.com · Chatom: cancelled Tornado Watch'])
    const [mail] = (await app.mailData()).slice(-1)
    assert.deepEqual(
      mail?.matches.map(({ stage, end }) => [stage, end]),
      [['cancelled', '2025-11-26T00:00:00Z']],
    )
    await app.run()
    app.feeds.features = []
    app.clock.advance({ minutes: 61 })
    await app.run()
    assert.deepEqual(await app.mails(), [])
  })

  it('later subscribers hear nothing of it', async () => {
    app.feeds.features = [cancellation, update]
    await app.subscribe({
      email: 'late@example.com',
      cityName: 'Chatom',
      cityLat: CHATOM.lat,
      cityLon: CHATOM.lon,
      alertPrefs: { notifyCancelled: true },
    })
    await app.run()
    assert.deepEqual(await app.mails(), [])
  })
})

describe('2025-12-15: the whole national list, 529 alerts', { skip: WITHOUT_SAMPLES }, () => {
  const TOWNS: readonly TestTown[] = [
    { name: 'Browning', lat: 48.56, lon: -113.01, codes: ['MTC035', 'MTZ301'] },
    { name: 'Calabasas', lat: 34.15, lon: -118.64, codes: ['CAC037', 'CAZ371'] },
    { name: 'Dothan', lat: 31.22, lon: -85.39, codes: ['ALC069', 'ALZ069'] },
    { name: 'Juneau', lat: 58.3, lon: -134.42, codes: ['PKZ012'] },
    { name: 'Kona', lat: 19.64, lon: -155.99, codes: ['HIC001', 'HIZ023'] },
    { name: 'Miami', lat: 25.77, lon: -80.19, codes: ['FLC086', 'FLZ074'] },
    { name: 'Tukwila', lat: 47.48, lon: -122.27, codes: ['WAC033', 'WAZ315'] },
    { name: 'Valdosta', lat: 30.83, lon: -83.28, codes: ['GAC185', 'GAZ160'] },
    { name: 'Watertown', lat: 43.97, lon: -75.91, codes: ['NYC045', 'NYZ007'] },
    { name: 'Yakima', lat: 46.6, lon: -120.51, codes: ['WAC077', 'WAZ027'] },
  ]
  let app: AlertApp

  before(async () => {
    app = await createAlertApp({ now: '2025-12-15T21:56:00Z' })
    app.feeds.features = recorded('alerts_active_all_2025-12-15_529_alerts')
    app.feeds.towns = TOWNS
    app.feeds.dead = new Set(['openweather', 'open-meteo'])
    for (const { name, lat, lon } of TOWNS) {
      const place = { cityName: name, cityLat: lat, cityLon: lon }
      await app.subscribe({ email: `${name.toLowerCase()}@example.com`, ...place, alertPrefs: { ...OFFICIAL, leadHours: 48 } })
    }
  })
  after(() => app.close())

  it('one mail for each place with alerts', async () => {
    assert.equal(app.feeds.features.length, 529)
    await app.run()
    assert.deepEqual(await app.mails(), [
      // Two consecutive storms under one title.
      'browning@example.com · Browning: new High Wind Warning | new High Wind Warning | new Winter Storm Watch',
      // Alerts of two days, of unknown severity.
      'calabasas@example.com · Calabasas: new Air Quality Alert | new Air Quality Alert',
      // The warning has replaced the freeze watch.
      'dothan@example.com · Dothan: new Freeze Warning',
      // Reissued with every forecast: nine messages.
      'juneau@example.com · Juneau: new Gale Warning | new Heavy Freezing Spray Warning',
      'tukwila@example.com · Tukwila: new Flood Warning | new Flood Warning | new Flood Watch | new High Wind Watch | new Special Weather Statement | new Wind Advisory',
      'watertown@example.com · Watertown: new Lake Effect Snow Warning',
      'yakima@example.com · Yakima: new High Wind Watch | new Special Weather Statement | new Wind Advisory',
      // Kona has a minor advisory and a cancelled warning, Valdosta a cancelled watch, Miami nothing.
    ])
  })

  it('unchanged an hour later: no mail', async () => {
    app.clock.advance({ minutes: 61 })
    await app.run()
    assert.deepEqual(await app.mails(), [])
  })
})
