import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestAnswer, type TestApp } from '../../../../test/helpers/app.ts'
import { archiveFetched } from './testing/archive-fetched.ts'
import { buildTestObservation, type FetchedParts } from './testing/fetched.ts'

const BERLIN = 'lat=52.52&lon=13.41'
const UNLIMITED = {
  RATE_LIMITS: 'weather=0,history=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0',
}

describe('GET /api/weather/history', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: '2026-07-08T12:00:00Z', env: UNLIMITED })
  })
  after(() => app.close())

  const history = (query: string, headers?: Record<string, string>): Promise<TestAnswer> =>
    app.get(`/api/weather/history?${query}`, headers)

  const fetched = (lat: number, lon: number, instant: string, parts: FetchedParts) => archiveFetched(app, { lat, lon, instant, parts })

  describe('200', () => {
    it('is empty if nothing was ever fetched, with the zone from the map', async () => {
      const { status, body, headers } = await history('lat=-33.87&lon=151.21')
      assert.equal(status, 200)
      assert.equal(headers.get('cache-control'), 'public, max-age=60, stale-while-revalidate=60, stale-if-error=3600')
      assert.equal(headers.get('deprecation'), '@1795392000')
      assert.match(headers.get('link') ?? '', /rel="deprecation".*title="summary.accuracy: use summary.verification"$/)
      assert.deepEqual(body, {
        scope: 'weather',
        lat: -33.87,
        lon: 151.21,
        timezone: 'Australia/Sydney',
        units: { temperature: '°C', windSpeed: 'km/h', precipitation: 'mm', pressure: 'hPa', visibility: 'km', snow: 'mm' },
        lang: 'en',
        summary: {
          from: '2026-07-01T12:00:00Z',
          to: '2026-07-08T12:00:00Z',
          observationCount: 0,
          kind: null,
          source: null,
          firstObservedAt: null,
          lastObservedAt: null,
          temperature: { min: null, max: null, mean: null, hoursCovered: 0 },
          precipitationTotal: null,
          hoursCovered: 0,
          hours: 168,
          windGustMax: null,
          windHoursCovered: 0,
          verification: { from: null, to: null, places: 0, simulated: false, quantities: [], amounts: [], probabilities: [] },
          accuracy: [],
          days: [],
        },
        observations: [],
        forecasts: { hourly: [], daily: [] },
        truncated: false,
        attributions: [],
      })
    })

    it('contains what answers were made of, and calls no provider', async () => {
      const { body: now } = await app.get(`/api/weather?${BERLIN}&scope=current`)
      const { body: hourly } = await app.get(`/api/weather?${BERLIN}&scope=hourly`)
      const { body: daily } = await app.get(`/api/weather?${BERLIN}&scope=daily`)
      await app.services.history.archive.flush()
      const calls = app.simulator.calls.length
      const { status, body } = await history(BERLIN)
      assert.equal(status, 200)
      assert.equal(app.simulator.calls.length, calls)

      const [observation] = body.observations
      assert.deepEqual({ observations: body.observations.length, truncated: body.truncated }, { observations: 1, truncated: false })
      assert.deepEqual(observation, {
        observedAt: now.observedAt,
        recordedAt: now.fetchedAt,
        source: 'openweather',
        ...pick(now, Object.keys(observation).slice(3)),
      })
      const { time: _, ...firstHour } = hourly.points[0]
      assert.deepEqual(body.forecasts.hourly[0], {
        validAt: hourly.points[0].time,
        issuedAt: hourly.fetchedAt,
        source: 'openweather',
        ...firstHour,
      })
      assert.equal(body.forecasts.hourly.length, hourly.points.length)
      const tomorrow = daily.points[1]
      const { time, sun: _sun, ...tomorrowRest } = tomorrow
      const archived = body.forecasts.daily.find((each: { date: string }) => each.date === tomorrow.date)
      // The archive has what was sent; in an answer, a day's amounts are the sum of its hours.
      const { precipitation, rain } = tomorrow
      assert.deepEqual(
        { ...archived, precipitation, rain },
        { validAt: time, issuedAt: daily.fetchedAt, source: 'openweather', ...tomorrowRest },
      )
      assert.ok(Math.abs(archived.precipitation - precipitation) < 0.1 * precipitation, `${archived.precipitation} ${precipitation}`)
      assert.deepEqual(body.attributions, [{ source: 'openweather', ...now.attribution }])
      assert.equal(body.timezone, 'Europe/Berlin')
    })

    it('never delays an answer for the archive', async () => {
      const writer = await app.database.pool.connect()
      try {
        await writer.query('BEGIN')
        await writer.query('LOCK TABLE observation IN ACCESS EXCLUSIVE MODE')
        assert.equal((await app.get('/api/weather?lat=1.5&lon=1.5&scope=current')).headers.get('x-cache'), 'upstream')
      } finally {
        await writer.query('COMMIT')
        writer.release()
      }
      await app.services.history.archive.flush()
      assert.equal((await history('lat=1.5&lon=1.5')).body.observations.length, 1)
    })

    it('accepts local days of the place', async () => {
      for (const at of ['2026-07-03T03:59:59Z', '2026-07-03T04:00:00Z', '2026-07-05T03:59:59Z', '2026-07-05T04:00:00Z'])
        await fetched(40.71, -74.01, at, { timezone: 'America/New_York', current: buildTestObservation(at), hourly: [], daily: [] })
      const { body } = await history('lat=40.71&lon=-74.01&from=2026-07-03&to=2026-07-04')
      assert.deepEqual(times(body.observations), ['2026-07-05T03:59:59Z', '2026-07-03T04:00:00Z'])
      assert.deepEqual({ from: body.summary.from, to: body.summary.to }, { from: '2026-07-03T04:00:00Z', to: '2026-07-05T03:59:59Z' })
      const instants = await history('lat=40.71&lon=-74.01&from=2026-07-03T04:00:00Z&to=2026-07-04T23:59:59-04:00')
      assert.deepEqual(times(instants.body.observations), times(body.observations))
    })

    it('summarises the whole period whatever the limit, and says what was cut', async () => {
      for (let h = 0; h < 5; h++)
        await fetched(10, 10, `2026-07-06T0${h}:00:00Z`, {
          current: buildTestObservation(`2026-07-06T0${h}:00:00Z`, { temperature: h, precipitation: 0.5 }),
          hourly: [],
          daily: [],
        })
      const { body } = await history('lat=10&lon=10&limit=2')
      assert.deepEqual(times(body.observations), ['2026-07-06T04:00:00Z', '2026-07-06T03:00:00Z'])
      assert.equal(body.truncated, true)
      assert.deepEqual(body.summary.temperature, { min: null, max: null, mean: null, hoursCovered: 5 })
      assert.deepEqual(
        {
          observationCount: body.summary.observationCount,
          precipitationTotal: body.summary.precipitationTotal,
          hoursCovered: body.summary.hoursCovered,
        },
        { observationCount: 5, precipitationTotal: null, hoursCovered: 5 },
      )
      const { summary } = (await history('lat=10&lon=10&limit=2&from=2026-07-05T23:00:00Z&to=2026-07-06T04:00:00Z')).body
      assert.deepEqual(
        { precipitationTotal: summary.precipitationTotal, hoursCovered: summary.hoursCovered, hours: summary.hours },
        { precipitationTotal: 2.5, hoursCovered: 5, hours: 5 },
      )
      assert.deepEqual(summary.temperature, { min: 0, max: 4, mean: 2, hoursCovered: 5 })
      assert.equal((await history('lat=10&lon=10&limit=5')).body.truncated, false)
    })

    it('is the same anywhere in a cell, and echoes the coordinates', async () => {
      await fetched(33.33, 33.33, '2026-07-08T10:00:00Z', {})
      const { body } = await history('lat=33.3349&lon=33.3251')
      assert.deepEqual(
        { lat: body.lat, lon: body.lon, observations: body.observations.length },
        { lat: 33.3349, lon: 33.3251, observations: 1 },
      )
    })

    it('uses the requested language', async () => {
      await fetched(34, 34, '2026-07-08T10:00:00Z', {})
      const { body, headers } = await history('lat=34&lon=34&lang=de-AT')
      assert.deepEqual(
        { lang: body.lang, contentLanguage: headers.get('content-language'), description: body.observations[0].description },
        { lang: 'de', contentLanguage: 'de', description: 'Bedeckt' },
      )
    })

    it('says so if the data is simulated', async () => {
      await fetched(35, 35, '2026-07-08T10:00:00Z', { simulated: true })
      const { body } = await history('lat=35&lon=35')
      assert.match(body.attributions[0].text, /^Simulated weather, made up/)
    })

    it('shows nothing older than the retention', async () => {
      await fetched(36, 36, '2025-06-03T12:00:01Z', {})
      const count = async () => (await history('lat=36&lon=36&from=2025-01-01')).body.summary.observationCount
      assert.equal(await count(), 1)
      app.clock.advance({ seconds: 2 })
      assert.equal(await count(), 0)
    })

    it('lets caches keep a past period for longer', async () => {
      const { headers } = await history('lat=36&lon=36&from=2026-06-01&to=2026-06-02')
      assert.equal(headers.get('cache-control'), 'public, max-age=3600, stale-while-revalidate=3600, stale-if-error=3600')
      const endedAgo = async (seconds: number) => {
        const to = new Date(app.clock.now() - seconds * 1_000).toISOString()
        return (await history(`lat=36&lon=36&from=2026-06-01&to=${to}`)).headers.get('cache-control')?.slice(0, 20)
      }
      assert.deepEqual([await endedAgo(86_400), await endedAgo(86_401)], ['public, max-age=60, ', 'public, max-age=3600'])
    })
  })

  describe('304', () => {
    it('if the client’s copy is current, although the default period moves on', async () => {
      await fetched(40, 40, '2026-07-08T10:00:00Z', {})
      const etag = (await history('lat=40&lon=40')).headers.get('etag') ?? ''
      assert.match(etag, /^W\/"/)
      app.clock.advance({ minutes: 5 })
      const again = await history('lat=40&lon=40', { 'if-none-match': etag })
      assert.deepEqual({ status: again.status, text: again.text, etag: again.headers.get('etag') }, { status: 304, text: '', etag })
      await fetched(40, 40, '2026-07-08T11:00:00Z', {})
      assert.equal((await history('lat=40&lon=40', { 'if-none-match': etag })).status, 200)
      assert.notEqual((await history('lat=40&lon=40&units=si')).headers.get('etag'), (await history('lat=40&lon=40')).headers.get('etag'))
    })
  })

  describe('400', () => {
    const cases = {
      'lon=1': 'lat',
      'lat=91&lon=1': 'lat',
      'lat=&lon=1': 'lat',
      'lat=1&lon=1&from=yesterday': 'from',
      'lat=1&lon=1&from=2026-02-30': 'from',
      'lat=1&lon=1&to=2026-07-01T10:00': 'to',
      'lat=1&lon=1&from=2026-07-03&to=2026-07-02': 'from',
      'lat=1&lon=1&from=2026-07-01&from=2026-07-02': 'from',
      'lat=1&lon=1&from=': 'from',
      'lat=1&lon=1&limit=0': 'limit',
      'lat=1&lon=1&limit=5001': 'limit',
      'lat=1&lon=1&limit=1.5': 'limit',
      'lat=1&lon=1&issues=some': 'issues',
      'lat=1&lon=1&units=kelvin': 'units',
      'lat=1&lon=1&lang=en_US': 'lang',
      'lat=1&lon=1&format=xml': 'format',
      'lat=1&lon=1&format=csv&what=all': 'what',
      'lat=1&lon=1&format=csv&from=yesterday': 'from',
    }
    for (const [query, path] of Object.entries(cases)) {
      it(`names ${path} in ${query}`, async () => {
        const { status, body } = await history(query)
        assert.equal(status, 400)
        assert.deepEqual(
          { error: body.error, details: body.details.map((detail: { path: string }) => detail.path) },
          { error: 'invalid_request', details: [path] },
        )
      })
    }
  })

  describe('429', () => {
    it('has its own limit', async () => {
      const limited = await createTestApp({ env: { RATE_LIMITS: 'history=2' } })
      try {
        const statuses = []
        for (let i = 0; i < 3; i++) statuses.push(await limited.get(`/api/weather/history?${BERLIN}`))
        assert.deepEqual(
          statuses.map(({ status }) => status),
          [200, 200, 429],
        )
        assert.equal(statuses[2]?.body.error, 'rate_limited')
        assert.match(statuses[2]?.headers.get('retry-after') ?? '', /^\d+$/)
        assert.equal(statuses[0]?.headers.get('ratelimit-policy'), '"history";q=2;w=60')
      } finally {
        await limited.close()
      }
    })
  })
})

function pick(record: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}

function times(observations: readonly { readonly observedAt: string }[]): string[] {
  return observations.map(({ observedAt }) => observedAt)
}
