import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS } from '../../../time.ts'
import type { WeatherAlertData } from './emails/weather-alert/data.ts'
import { type AlertApp, BERLIN, createAlertApp } from './testing/alert-app.ts'

const NORTH_SEA = { cityName: 'Sea', cityLat: 55.5, cityLon: 3.5 }

/** The first hazard of a mail. */
const hazardOf = ({ matches: [match] }: WeatherAlertData): string => (match?.kind === 'forecast' ? match.hazard : '')

/** Calls to each product so far. */
async function callsOf(app: AlertApp): Promise<Record<string, number>> {
  const { rows } = await app.database.pool.query<{ product: string; calls: number }>(
    'select product, count(*)::int4 as calls from upstream_call group by product order by product',
  )
  return Object.fromEntries(rows.map(({ product, calls }) => [product, calls]))
}

describe('waves at sea', () => {
  let app: AlertApp

  /** Wind of 20 m/s, and so waves of 10 m, from `from` to `until` hours after now. */
  const storm = (from: number, until: number) => {
    const start = app.clock.now()
    app.simulator.setConditions([
      { lat: 55.5, lon: 3.5, radiusDeg: 0.3, from: start - 2 * HOUR_MS, to: start + 60 * HOUR_MS, weather: { windSpeed: 3, windGust: 5 } },
      {
        lat: 55.5,
        lon: 3.5,
        radiusDeg: 0.3,
        from: start + from * HOUR_MS,
        to: start + until * HOUR_MS,
        weather: { windSpeed: 20, windGust: 30 },
      },
    ])
  }
  const calm = () => storm(0, 0)

  before(async () => {
    app = await createAlertApp({ now: '2026-06-01T12:00:00Z' })
    calm()
  })
  after(() => app.close())

  it('are not read for those who chose the hazard when it meant official warnings', async () => {
    await app.subscribe({ email: 'official@example.com', ...NORTH_SEA, alertPrefs: { marine: true, airQuality: {} } })
    storm(5, 9)
    await app.run()
    assert.deepEqual(await app.mails(), [])
    assert.deepEqual(
      Object.keys(await callsOf(app)).filter((product) => /marine|air/.test(product)),
      [],
    )
  })

  it('are mailed to those who set a height, once, and cost a call an hour', async () => {
    await app.subscribe({ email: 'sailor@example.com', ...NORTH_SEA, alertPrefs: { marine: { minWaveM: 4 }, notifyCancelled: true } })
    await app.subscribe({ email: 'tanker@example.com', ...NORTH_SEA, alertPrefs: { marine: { minWaveM: 12 } } })
    assert.equal((await app.run()).sources['open-meteo/marine'].ok, 1)
    assert.deepEqual(await app.mails(), ['sailor@example.com · Sea: new marine forecast'])
    app.clock.advance({ minutes: 15 })
    await app.run()
    assert.deepEqual(await app.mails(), [])
    assert.equal((await callsOf(app))['open-meteo/marine'], 1)
    const [mail] = await app.mailData()
    const [match] = mail?.matches ?? []
    assert.ok(match?.kind === 'forecast')
    assert.deepEqual([match.threshold, Math.round(match.peak?.value ?? 0)], [4, 10])
    assert.deepEqual(
      match.sources.filter(({ as }) => as === undefined).map(({ id, agrees }) => [id, agrees]),
      [['open-meteo', true]],
    )
  })

  it('are not called off when the sea cannot be read, or its calls are spent', async () => {
    app.clock.advance({ minutes: 61 })
    calm()
    app.feeds.dead = new Set(['marine'])
    const { sources } = await app.run()
    assert.deepEqual({ failed: sources['open-meteo/marine'].failed, ok: sources['open-meteo'].ok }, { failed: 1, ok: 1 })
    assert.deepEqual(await app.mails(), [])
  })

  it('are called off when the sea is read and calm', async () => {
    app.feeds.dead = new Set()
    app.clock.advance({ minutes: 61 })
    await app.run()
    assert.deepEqual(await app.mails(), ['sailor@example.com · Sea: cancelled marine forecast'])
  })
})

describe('the air in Berlin', () => {
  let app: AlertApp

  before(async () => {
    app = await createAlertApp({ now: '2026-04-22T05:00:00Z' })
    const now = app.clock.now()
    app.simulator.setConditions([
      {
        lat: 52.52,
        lon: 13.41,
        radiusDeg: 0.3,
        from: now - 30 * HOUR_MS,
        to: now + 110 * HOUR_MS,
        weather: { windSpeed: 0.2, windGust: 1, temperature: 22, precipitation: 0, cloud: 0 },
      },
    ])
    await app.subscribe({ email: 'asthma@example.com', ...BERLIN, alertPrefs: { airQuality: { minLevel: 1 } } })
    await app.subscribe({ email: 'birch@example.com', ...BERLIN, alertPrefs: { pollen: true } })
  })
  after(() => app.close())

  it('is read once for both, and each hears of his own', async () => {
    const { sources } = await app.run()
    assert.deepEqual(
      { openMeteoAirOk: sources['open-meteo/air'].ok, openweatherAirOk: sources['openweather/air'].ok },
      { openMeteoAirOk: 1, openweatherAirOk: 1 },
    )
    assert.deepEqual(await app.mails(), [
      'asthma@example.com · Berlin: new airQuality forecast',
      'birch@example.com · Berlin: new pollen forecast',
    ])
    assert.deepEqual(
      (await app.mailData())
        .toSorted((a, b) => hazardOf(a).localeCompare(hazardOf(b)))
        .flatMap(({ matches }) =>
          matches.map(
            (match) => match.kind === 'forecast' && [match.hazard, match.peak?.detail?.of, match.sources.map(({ id }) => id).slice(0, 2)],
          ),
        ),
      [
        ['airQuality', 'europeanIndex', ['openweather', 'open-meteo']],
        ['pollen', 'birch', ['openweather', 'open-meteo']],
      ],
    )
    const calls = await callsOf(app)
    assert.deepEqual(
      { openMeteoAirQuality: calls['open-meteo/air-quality'], openweatherAirPollution: calls['openweather/air-pollution'] },
      { openMeteoAirQuality: 1, openweatherAirPollution: 1 },
    )
  })

  it('is shared with what people read', async () => {
    const { body } = await app.get('/api/weather?lat=52.52&lon=13.41&scope=air')
    assert.deepEqual({ cacheHit: body.cacheHit, tokensUsed: body.tokensUsed }, { cacheHit: true, tokensUsed: 0 })
  })
})
