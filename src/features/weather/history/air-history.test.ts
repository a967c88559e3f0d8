import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AirPoint, formatInstant } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { archiveFetched } from './testing/archive-fetched.ts'
import { buildTestAirHour } from './testing/fetched.ts'

const BERLIN = 'lat=52.52&lon=13.41&scope=air'
const UNLIMITED = { RATE_LIMITS: 'weather=0,history=0,upstream=0,upstream-day=0' }
const QUIET = { current: null, hourly: [], daily: [] }

describe('GET /api/weather/history?scope=air', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: '2026-07-08T12:00:00Z', env: UNLIMITED })
  })
  after(() => app.close())

  const history = (query: string, headers?: Record<string, string>) => app.get(`/api/weather/history?${query}`, headers)

  /** Archives a fetch of that instant: `count` hours from the running one, with the same values in all. */
  const fetched = (lat: number, lon: number, instant: string, count: number, values: Partial<AirPoint>, source = 'openweather') => {
    const start = Math.floor(Date.parse(instant) / HOUR_MS) * HOUR_MS
    const air = Array.from({ length: count }, (_, index) => buildTestAirHour(formatInstant(start + index * HOUR_MS), values))
    return archiveFetched(app, { lat, lon, instant, parts: { ...QUIET, source, air } })
  }

  describe('200', () => {
    it('is empty if the air was never fetched, whatever is known of the weather', async () => {
      await app.get('/api/weather?lat=52.52&lon=13.41&scope=current')
      await app.services.history.archive.flush()
      const { status, body, headers } = await history(BERLIN)
      assert.equal(status, 200)
      assert.equal(headers.get('cache-control'), 'public, max-age=60, stale-while-revalidate=60, stale-if-error=3600')
      const none = { mean: null, max: null, hoursCovered: 0 }
      assert.deepEqual(body, {
        scope: 'air',
        lat: 52.52,
        lon: 13.41,
        timezone: 'Europe/Berlin',
        units: { temperature: '°C', windSpeed: 'km/h', precipitation: 'mm', pressure: 'hPa', visibility: 'km', snow: 'mm' },
        lang: 'en',
        localIndex: 'europeanIndex',
        summary: {
          from: '2026-07-01T12:00:00Z',
          to: '2026-07-08T12:00:00Z',
          observationCount: 0,
          kind: null,
          source: null,
          firstObservedAt: null,
          lastObservedAt: null,
          hours: 168,
          concentrations: { pm25: none, pm10: none, no2: none, o3: none, so2: none, co: none, dust: none },
          verification: { from: null, to: null, places: 0, simulated: false, quantities: [], amounts: [], probabilities: [] },
        },
        observations: [],
        forecasts: { hourly: [] },
        truncated: false,
        attributions: [],
      })
    })

    it('contains what answers were made of, and calls no provider', async () => {
      app.simulator.setFaults([{ kind: 'status', status: 500, match: { product: 'openweather/air-pollution' } }])
      const { body: air } = await app.get('/api/weather?lat=48.86&lon=2.35&scope=air')
      app.simulator.setFaults([])
      await app.services.history.archive.flush()
      assert.equal(air.source, 'open-meteo')
      const calls = app.simulator.calls().total
      const { body } = await history('lat=48.86&lon=2.35&scope=air')
      assert.equal(app.simulator.calls().total, calls)
      const { time, europeanIndex: _european, usIndex: _us, ...concentrations } = air.points[0]
      const [{ europeanIndex, usIndex, ...observation }] = body.observations
      assert.deepEqual(observation, {
        observedAt: time,
        recordedAt: air.fetchedAt,
        source: 'open-meteo',
        ...concentrations,
        kind: 'analysis',
      })
      // All count by the hour in the one; of particles and ozone too few hours before are archived for the other.
      assert.ok(['pm25', 'pm10', 'o3', 'no2', 'so2'].includes(europeanIndex.pollutant))
      assert.ok(usIndex === null || ['no2', 'so2'].includes(usIndex.pollutant))
      assert.equal(body.forecasts.hourly.length, air.points.length)
      for (const [index, forecast] of body.forecasts.hourly.entries()) {
        const point = air.points[index]
        const { validAt, issuedAt, source, ...rest } = forecast
        assert.deepEqual({ validAt, issuedAt, source }, { validAt: point.time, issuedAt: air.fetchedAt, source: 'open-meteo' })
        // From then on, the issue itself holds all hours that the indices look back on.
        if (index >= 23) assert.deepEqual(rest, (({ time: _time, ...own }) => own)(point))
      }
      assert.deepEqual(body.attributions, [{ source: 'open-meteo', ...air.attribution }])
    })

    it('computes the indices of an hour from the archived hours before it, by source', async () => {
      for (let ago = 20; ago >= 0; ago--) {
        const instant = formatInstant(Date.parse('2026-07-08T11:10:00Z') - ago * HOUR_MS)
        await fetched(50, 10, instant, 2, { pm25: 15 })
        await fetched(50, 10, instant, 2, { pm25: 60 }, 'open-meteo')
      }
      const { body } = await history('lat=50&lon=10&scope=air')
      const valuesOf = (source: string) => body.observations.filter((each: { source: string }) => each.source === source)
      const own = valuesOf('openweather')
      assert.equal(own.length, 21)
      // 15 µg/m³ end the second European band, and 9.1 to 35.4 are 51 to 100 in the US.
      assert.deepEqual(own[0].europeanIndex, { value: 40, category: 'fair', pollutant: 'pm25' })
      assert.deepEqual(own[0].usIndex, { value: 62, category: 'moderate', pollutant: 'pm25' })
      // The hour is enough for the one, two of three are the least for the other.
      assert.deepEqual(
        own.map(({ europeanIndex, usIndex }: AirPoint) => [europeanIndex !== null, usIndex !== null]),
        own.map((_: unknown, index: number) => [true, 21 - index >= 2]),
      )
      assert.equal(valuesOf('open-meteo')[0].europeanIndex.value, 65)
      // The next hour, as forecast in the last one, looks back on the analyses before its issue.
      const forecasts = body.forecasts.hourly.filter(({ validAt }: { validAt: string }) => validAt === '2026-07-08T12:00:00Z')
      assert.equal(forecasts.length, 1)
      assert.ok([40, 65].includes(forecasts[0].europeanIndex.value))
    })

    it('returns the latest issue of each hour, or all, to the limit, and says what was cut', async () => {
      for (const at of ['2026-07-08T08:30:00Z', '2026-07-08T09:30:00Z', '2026-07-08T10:30:00Z'])
        await fetched(20, 20, at, 4, { o3: Number(at.slice(11, 13)) })
      const of = (entries: Record<string, unknown>[], name: string) => entries.map((each) => [String(each[name]).slice(11, 13), each.o3])
      const { body: latest } = await history('lat=20&lon=20&scope=air')
      assert.deepEqual(of(latest.forecasts.hourly, 'validAt'), [
        ['08', 8],
        ['09', 9],
        ['10', 10],
        ['11', 10],
        ['12', 10],
        ['13', 10],
      ])
      assert.deepEqual(of(latest.observations, 'observedAt'), [
        ['10', 10],
        ['09', 9],
        ['08', 8],
      ])
      assert.equal(latest.truncated, false)
      const { body: all } = await history('lat=20&lon=20&scope=air&issues=all')
      assert.equal(all.forecasts.hourly.length, 12)
      const { body: cut } = await history('lat=20&lon=20&scope=air&limit=2')
      assert.deepEqual(
        { observations: cut.observations.length, hourly: cut.forecasts.hourly.length, truncated: cut.truncated },
        { observations: 2, hourly: 2, truncated: true },
      )
      assert.equal(cut.summary.observationCount, 3)
    })

    it('summarises one source, where enough hours are known', async () => {
      for (let hour = 0; hour < 10; hour++) {
        const instant = `2026-07-06T0${hour}:05:00Z`
        await fetched(30, 30, instant, 1, { pm10: hour, ...(hour < 8 ? { o3: 50 } : {}) })
        await fetched(30, 30, instant, 1, { pm10: 99 }, 'open-meteo')
      }
      const { body } = await history('lat=30&lon=30&scope=air&from=2026-07-06T00:00:00Z&to=2026-07-06T09:59:59Z')
      const { concentrations, source, hours, observationCount, kind, firstObservedAt, lastObservedAt } = body.summary
      assert.deepEqual(
        { source, hours, observationCount, kind },
        { source: 'openweather', hours: 10, observationCount: 10, kind: 'analysis' },
      )
      assert.deepEqual(
        { firstObservedAt, lastObservedAt },
        { firstObservedAt: '2026-07-06T00:00:00Z', lastObservedAt: '2026-07-06T09:00:00Z' },
      )
      assert.deepEqual(concentrations.pm10, { mean: 4.5, max: 9, hoursCovered: 10 })
      assert.deepEqual(concentrations.o3, { mean: null, max: null, hoursCovered: 8 })
    })

    it('has nothing that is older than the retention', async () => {
      const oldest = app.clock.now() - 400 * DAY_MS
      for (const at of [oldest - HOUR_MS, oldest]) await fetched(31, 31, formatInstant(at), 1, { o3: 5 })
      const { body } = await history('lat=31&lon=31&scope=air&from=2020-01-01&to=2026-07-08')
      assert.deepEqual(
        [body.observations, body.forecasts.hourly].map((entries) => entries.length),
        [1, 1],
      )
      assert.equal(body.summary.observationCount, 1)
    })

    it('as CSV is one kind of entry, with a column for each field of an index', async () => {
      await fetched(40, 40, '2026-07-07T10:20:00Z', 2, {
        o3: 60,
        pollen: { alder: 0, birch: 1.5, grass: null, mugwort: null, olive: null, ragweed: null },
      })
      const csv = async (what: string) => {
        const { status, headers, text } = await history(`lat=40&lon=40&scope=air&format=csv&what=${what}`)
        assert.equal(status, 200)
        assert.equal(headers.get('content-disposition'), `attachment; filename="air-${what}-40,40.csv"`)
        return text.trim().split('\r\n')
      }
      const index = 'europeanIndex.value,europeanIndex.category,europeanIndex.pollutant,usIndex.value,usIndex.category,usIndex.pollutant'
      const air = `pm25,pm10,no2,o3,so2,co,dust,pollen.alder,pollen.birch,pollen.grass,pollen.mugwort,pollen.olive,pollen.ragweed,${index}`
      assert.deepEqual(await csv('observations'), [
        `observedAt,recordedAt,source,${air},kind`,
        '2026-07-07T10:00:00Z,2026-07-07T10:20:00Z,openweather,,,,60,,,,0,1.5,,,,,20,good,o3,,,,analysis',
      ])
      assert.deepEqual(await csv('hourly'), [
        `validAt,issuedAt,source,${air}`,
        '2026-07-07T10:00:00Z,2026-07-07T10:20:00Z,openweather,,,,60,,,,0,1.5,,,,,20,good,o3,,,',
        '2026-07-07T11:00:00Z,2026-07-07T10:20:00Z,openweather,,,,60,,,,0,1.5,,,,,20,good,o3,,,',
      ])
    })
  })

  it('304 while nothing has changed', async () => {
    await fetched(41, 41, '2026-07-07T10:20:00Z', 2, { o3: 60 })
    const { headers } = await history('lat=41&lon=41&scope=air')
    assert.equal((await history('lat=41&lon=41&scope=air', { 'if-none-match': headers.get('etag') ?? '' })).status, 304)
  })

  describe('400', () => {
    for (const [what, query, path] of [
      ['a scope that has no history', `lat=1&lon=1&scope=marine`, 'scope'],
      ['days of the air, which no source has', `${BERLIN}&format=csv&what=daily`, 'what'],
      ['a period that ends before it begins', `${BERLIN}&from=2026-07-08&to=2026-07-01`, 'from'],
      ['a limit above the highest', `${BERLIN}&limit=5001`, 'limit'],
      ['half a point', 'lat=1&scope=air', 'lon'],
    ] as const) {
      it(what, async () => {
        const { status, body } = await history(query)
        assert.deepEqual({ status, error: body.error, path: body.details?.[0]?.path }, { status: 400, error: 'invalid_request', path })
      })
    }
  })
})
