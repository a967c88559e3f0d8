import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { archiveFetched } from './testing/archive-fetched.ts'
import { buildTestForecastDay } from './testing/fetched.ts'

describe('GET /api/weather/history?nextDays', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: '2026-07-08T12:00:00Z', env: { RATE_LIMITS: 'history=0' } })
  })
  after(() => app.close())

  /** A forecast of a source for today and four more days, with this high. */
  const issue = (lat: number, lon: number, source: string, instant: string, temperatureMax: number, simulated = false) =>
    archiveFetched(app, {
      lat,
      lon,
      instant,
      parts: {
        source,
        simulated,
        current: null,
        hourly: [],
        daily: ['08', '09', '10', '11', '12'].map((date) =>
          buildTestForecastDay(`2026-07-${date}`, { temperatureMax, precipitation: 25.4 }),
        ),
      },
    })
  const nextDays = async (lat: number, lon: number, query = '') =>
    (await app.get(`/api/weather/history?lat=${lat}&lon=${lon}&limit=1&nextDays=true${query}`)).body.nextDays

  it('200: the three days after today by the last forecast of each source that is fresh', async () => {
    await issue(20, 20, 'openweather', '2026-07-08T10:30:00Z', 19)
    await issue(20, 20, 'openweather', '2026-07-08T11:30:00Z', 20)
    await issue(20, 20, 'met-norway', '2026-07-08T10:00:01Z', 10, true)
    await issue(20, 20, 'weatherapi', '2026-07-08T10:00:00Z', 30)
    const found = await nextDays(20, 20, '&units=imperial')
    assert.deepEqual(
      found.map(({ source, simulated, issuedAt, expiresAt }: Record<string, unknown>) => [source, simulated, issuedAt, expiresAt]),
      [
        ['met-norway', true, '2026-07-08T10:00:01Z', '2026-07-08T12:00:01Z'],
        ['openweather', false, '2026-07-08T11:30:00Z', '2026-07-08T13:30:00Z'],
      ],
    )
    assert.deepEqual(
      found[1].days,
      ['09', '10', '11'].map((date) => ({ date: `2026-07-${date}`, temperatureMin: null, temperatureMax: 68, precipitation: 1 })),
    )
    assert.match(found[0].attribution.text, /^Simulated weather.*Data from MET Norway$/)
    assert.equal(found[1].attribution.text, 'Weather data provided by OpenWeather')
    assert.equal(app.simulator.calls().total, 0)
  })

  it('200: counts days by the calendar of the place', async () => {
    // Midnight on Kiritimati was two hours ago.
    await issue(1.87, -157.43, 'openweather', '2026-07-08T11:30:00Z', 20)
    const [found] = await nextDays(1.87, -157.43)
    assert.deepEqual(
      found.days.map(({ date }: { date: string }) => date),
      ['2026-07-10', '2026-07-11', '2026-07-12'],
    )
  })

  it('200: names the agencies behind each source, by region', async () => {
    const of = async (lat: number, lon: number) => {
      for (const source of ['bright-sky', 'met-norway', 'open-meteo', 'openweather', 'pirate-weather', 'nws'])
        await issue(lat, lon, source, '2026-07-08T11:00:00Z', 20)
      return Object.fromEntries((await nextDays(lat, lon)).map(({ source, agencies }: Record<string, unknown>) => [source, agencies]))
    }
    const berlin = {
      'bright-sky': ['dwd'],
      'met-norway': ['met-norway'],
      nws: ['noaa'],
      'open-meteo': ['dwd', 'noaa'],
      openweather: ['openweather'],
      'pirate-weather': ['noaa', 'dwd'],
    }
    assert.deepEqual(await of(52.52, 13.41), berlin)
    assert.deepEqual(await of(59.91, 10.75), { ...berlin, 'open-meteo': ['dwd', 'noaa', 'met-norway'] })
  })

  it('200: only if it is asked for', async () => {
    await issue(21, 21, 'openweather', '2026-07-08T11:30:00Z', 20)
    for (const query of ['', '&nextDays=false', '&nextDays=true&scope=air']) {
      const { status, body } = await app.get(`/api/weather/history?lat=21&lon=21${query}`)
      assert.deepEqual([status, 'nextDays' in body], [200, false], query)
    }
    assert.deepEqual(await nextDays(22, 22), [])
  })

  it('400: for what is neither true nor false', async () => {
    const { status, body } = await app.get('/api/weather/history?lat=21&lon=21&nextDays=perhaps')
    assert.deepEqual({ status, path: body.details?.[0]?.path }, { status: 400, path: 'nextDays' })
  })
})
