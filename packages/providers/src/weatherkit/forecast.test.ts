import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { APPLE_IDENTITY, newPrivateKey } from '../../../../test/helpers/weatherkit.ts'
import { ProviderFailure, type UpstreamRequest } from '../provider.ts'
import { createSharedMemory } from '../testing/shared-memory.ts'
import { readWeatherKitCondition } from './conditions.ts'
import { createWeatherKit } from './index.ts'

const RECORDED = new URL('../../../../../shared/upstream-samples/others/', import.meta.url)
const NOW = Date.parse('2026-09-19T10:20:30Z')
const BERLIN = toCell(52.52, 13.405)
const KEY = newPrivateKey()

type Point = Record<string, unknown>
interface Body {
  currentWeather: Point
  forecastHourly: { metadata: Point; hours: Point[] }
  forecastDaily: { metadata: Point; days: Point[] }
  forecastNextHour?: { metadata: Point; minutes: Point[] }
}
const read = (url: URL): Body => JSON.parse(readFileSync(url, 'utf8')) as Body
const fixture = () => read(new URL('./fixtures/weather.json', import.meta.url))

/** The adapter over one body that it answers every call with, as of `now`. */
function open(
  body: unknown,
  {
    key = KEY as string | null,
    identity = APPLE_IDENTITY as typeof APPLE_IDENTITY | null,
    headers = {},
    memory = createSharedMemory(),
  } = {},
) {
  const asked: UpstreamRequest[] = []
  const calls = {
    get: async (request: UpstreamRequest) => {
      asked.push(request)
      return { status: 200, headers, body: Buffer.from(JSON.stringify(body)) }
    },
  }
  const { weather } = createWeatherKit({ baseUrl: new URL('https://api.test'), key: () => key, identity, memory })
  return { asked, weather, fetch: (now = NOW, cell = BERLIN) => weather.fetch(cell, ['hourly'], calls, now) }
}
const fetch = (body: unknown, now?: number, cell = BERLIN) => open(body).fetch(now, cell)

describe('an answer of WeatherKit', () => {
  it('is asked for with a token, for the days of the place’s zone', async () => {
    const { asked, fetch: ask } = open(fixture())
    await ask()
    assert.equal(
      asked[0]?.url.href,
      'https://api.test/api/v1/weather/en/52.52/13.41?dataSets=currentWeather%2CforecastHourly%2CforecastDaily%2CforecastNextHour&timezone=Europe%2FBerlin',
    )
    assert.match(asked[0].headers?.['authorization'] ?? '', /^Bearer [\w-]+\.[\w-]+\.[\w-]{86}$/)
    assert.ok(!JSON.stringify([asked[0].url, asked[0].headers]).includes(KEY))
  })

  it('has hours from the current one on, water by its type, and what falls or the sky under a name of wind', async () => {
    const { hourly } = (await fetch(fixture())).scopes
    assert.deepEqual(
      hourly?.points.map(({ time, condition, precipitation, rain, snow }) => [time.slice(11, 13), condition, precipitation, rain, snow]),
      [
        ['10', 'rain', 1.2, 1.2, 0],
        ['11', 'heavy_rain', 11, 11, 0],
        ['12', 'heavy_snow', 0.8, 0, 0.8],
        ['13', 'sleet', 0.6, null, null],
        ['14', 'mostly_clear', 0, 0, 0],
        ['15', null, null, null, null],
        ['22', 'clear', 0, 0, 0],
      ],
    )
    const [first] = hourly?.points ?? []
    assert.deepEqual(
      {
        windSpeed: first?.windSpeed,
        windGust: first?.windGust,
        visibility: first?.visibility,
        humidity: first?.humidity,
        cloudCover: first?.cloudCover,
        precipitationProbability: first?.precipitationProbability,
      },
      { windSpeed: 5, windGust: 8, visibility: 15_931, humidity: 71.2, cloudCover: 80, precipitationProbability: 0.35 },
    )
  })

  it('has the place’s days: all rain only without snow, else by the hours; these have wind and sky where the day has none', async () => {
    const body = fixture()
    const last = body.forecastHourly.hours.pop()
    const from = Date.parse('2026-09-19T22:00:00Z')
    for (let index = 0; index < 24; index++) {
      const snows =
        index < 10 ? { precipitationType: 'snow', precipitationAmount: 0.3 } : { precipitationType: 'rain', precipitationAmount: 0.3 }
      body.forecastHourly.hours.push({ ...last, ...snows, forecastStart: new Date(from + index * 3_600_000).toISOString() })
    }
    const { daily, current } = (await fetch(body)).scopes
    assert.deepEqual(
      daily?.points.map((day) => [
        day.date,
        day.temperatureMax,
        day.precipitation,
        day.rain,
        day.snow,
        day.windSpeed,
        day.windGust,
        day.humidity,
        day.condition,
        day.moonPhase,
      ]),
      [
        ['2026-09-19', 15.2, 5.6, 5.6, 0, 6, 12, null, 'rain', null],
        ['2026-09-20', 15.2, 7.3, 4.2, 3, 5, 8, 71.2, 'clear', null],
        ['2026-09-21', 15.2, 0, 0, 0, 6, 12, null, 'clear', null],
      ],
    )
    const [today] = daily?.points ?? []
    assert.deepEqual(
      { sunrise: today?.sunrise, moonrise: today?.moonrise, moonset: today?.moonset, sunset: current?.sunset },
      { sunrise: '2026-09-19T04:50:00Z', moonrise: null, moonset: '2026-09-18T22:05:00Z', sunset: '2026-09-19T17:12:00Z' },
    )
    assert.deepEqual(
      { kind: current?.kind, observedAt: current?.observedAt, precipitation: current?.precipitation },
      { kind: 'analysis', observedAt: '2026-09-19T10:19:50Z', precipitation: null },
    )
  })

  it('has minutes from the current one on, and none where they are not sent', async () => {
    const { minutely } = (await fetch(fixture())).scopes
    assert.deepEqual(
      minutely?.points.map(({ precipitation }) => precipitation),
      [0, 1.5, 2.25],
    )
    const { forecastNextHour: _, ...rest } = fixture()
    assert.deepEqual((await fetch(rest)).scopes.minutely, { available: false, points: [] })
  })

  it('survives broken points, and is refused without weather or in other units', async () => {
    const body = fixture()
    const broken = [null as never, {}, { forecastStart: 'x' }, { forecastStart: '2500-01-01T00:00:00Z' }]
    body.forecastHourly.hours.push(...broken)
    body.forecastDaily.days.push(...broken)
    body.currentWeather['asOf'] = 7
    const { scopes } = await fetch(body)
    assert.deepEqual(
      { hourlyPoints: scopes.hourly?.points.length, dailyPoints: scopes.daily?.points.length, current: scopes.current },
      { hourlyPoints: 7, dailyPoints: 3, current: undefined },
    )
    const imperial = { ...body, forecastDaily: { ...body.forecastDaily, metadata: { units: 'e' } } }
    for (const refused of [{ currentWeather: {} }, imperial])
      await assert.rejects(fetch(refused), (error) => error instanceof ProviderFailure && error.kind === 'invalid_body')
  })

  it('is not asked for without an identifier or the key; a key that is none is refused without naming it', async () => {
    for (const [options, kind] of [
      [{ identity: null }, 'not_configured'],
      [{ key: null }, 'not_configured'],
      [{ key: 'cGxhbnRlZA==' }, 'refused_key'],
    ] as const) {
      const { asked, weather, fetch: ask } = open(fixture(), options)
      assert.equal(weather.configured(), kind === 'refused_key')
      await assert.rejects(ask(), (error) => {
        assert.ok(error instanceof ProviderFailure && error.cause === undefined)
        assert.deepEqual({ kind: error.kind, message: error.message }, { kind, message: `WeatherKit: ${kind}` })
        return true
      })
      assert.equal(asked.length, 0)
    }
  })
})

describe('the data sets of a place', () => {
  const MINUTE = 60_000
  /** Sets that stand for so many minutes; the next hour is not sent. */
  function expiring() {
    const { forecastNextHour: _, ...body } = fixture()
    const times = (minutes: number) => ({
      ...body.forecastDaily.metadata,
      readTime: '2026-09-19T10:00:00Z',
      expireTime: new Date(Date.parse('2026-09-19T10:00:00Z') + minutes * MINUTE).toISOString(),
    })
    body.currentWeather['metadata'] = times(5)
    body.forecastHourly.metadata = times(60)
    body.forecastDaily.metadata = times(60)
    return body
  }
  const namesIn = ({ url }: UpstreamRequest) => url.searchParams.get('dataSets')?.split(',')

  it('stand until they expire: only the others are asked for, and none without a need', async () => {
    const { asked, fetch: ask } = open(expiring())
    for (const minutes of [0, 4, 5, 9, 60]) {
      const { scopes, answeredFor } = await ask(NOW + minutes * MINUTE)
      assert.ok(scopes.current !== undefined && scopes.daily?.available, `after ${minutes} minutes`)
      assert.deepEqual({ available: scopes.hourly?.available, lat: answeredFor?.lat }, { available: true, lat: 52.52 })
    }
    const all = ['currentWeather', 'forecastHourly', 'forecastDaily', 'forecastNextHour']
    assert.deepEqual(asked.map(namesIn), [all, ['currentWeather'], all])
  })

  it('stand for all nodes, and are asked for again when they are forgotten', async () => {
    const memory = createSharedMemory()
    const [node, other] = [open(expiring(), { memory }), open(expiring(), { memory })]
    const first = await node.fetch()
    assert.deepEqual(await other.fetch(NOW + MINUTE), { ...first, scopes: (await node.fetch(NOW + MINUTE)).scopes })
    assert.deepEqual({ nodeAsked: node.asked.length, otherAsked: other.asked.length }, { nodeAsked: 1, otherAsked: 0 })
    await memory.put(String(BERLIN.id), null, NOW + 60 * MINUTE)
    await other.fetch(NOW + MINUTE)
    assert.equal(other.asked.length, 1)
  })

  it('are those of each place, marked as simulated as long as one is', async () => {
    const { asked, fetch: ask } = open(expiring(), { headers: { 'x-simulated': '1' } })
    assert.equal((await ask()).simulated, true)
    assert.equal((await ask(NOW + MINUTE)).simulated, true)
    await ask(NOW, toCell(48.14, 11.58))
    assert.equal(asked.length, 2)
  })

  it('without a time to expire are asked for each time', async () => {
    const { asked, fetch: ask } = open(fixture())
    await ask()
    await ask()
    assert.deepEqual(
      asked.map((request) => namesIn(request)?.length),
      [4, 4],
    )
  })
})

describe('recorded answers of WeatherKit', () => {
  if (!existsSync(RECORDED)) {
    it('are read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  const near = (ours: number | null | undefined, sent: unknown, factor = 1, by = 0.001) =>
    typeof sent === 'number'
      ? assert.ok(Math.abs((ours ?? Number.NaN) - sent * factor) <= by, `${ours} of ${sent}`)
      : assert.equal(ours, null)

  for (const [name, timezone, hourCount] of [
    ['all_datasets_newyork_2022', 'America/New_York', 228],
    ['norway_no_sunrise_2024', 'Europe/Oslo', 225],
    ['nyc_rain_next_hour_2024', 'America/New_York', 227],
  ] as const) {
    const raw = read(new URL(`weatherkit_${name}.json`, RECORDED))
    const now = Date.parse(String(raw.currentWeather['asOf'])) + 10_000
    const { latitude, longitude } = raw.currentWeather['metadata'] as { latitude: number; longitude: number }
    const fetched = () => fetch(raw, now, toCell(latitude, longitude))

    it(`${name}: each number of an hour and of now is the upstream's`, async () => {
      const { scopes, ...clock } = await fetched()
      assert.equal(clock.timezone, timezone)
      const later = raw.forecastHourly.hours.filter((hour) => Date.parse(String(hour['forecastStart'])) + 3_600_000 > now)
      const hours = scopes.hourly?.points ?? []
      assert.deepEqual({ hours: hours.length, later: later.length }, { hours: hourCount, later: hourCount })
      assert.ok(scopes.current !== undefined)
      for (const [ours, sent] of [
        ...hours.map((hour, index) => [hour, later[index]] as const),
        [scopes.current, raw.currentWeather] as const,
      ]) {
        near(ours.temperature, sent?.['temperature'])
        near(ours.feelsLike, sent?.['temperatureApparent'])
        near(ours.dewPoint, sent?.['temperatureDewPoint'])
        near(ours.humidity, sent?.['humidity'], 100)
        near(ours.cloudCover, sent?.['cloudCover'], 100)
        near(ours.pressure, sent?.['pressure'])
        near(ours.uvIndex, sent?.['uvIndex'])
        near(ours.visibility, sent?.['visibility'], 1, 0.5)
        near(ours.windSpeed, sent?.['windSpeed'], 1 / 3.6)
        near(ours.windGust, sent?.['windGust'], 1 / 3.6)
        near(ours.windDirection, sent?.['windDirection'])
        assert.equal(ours.isDay, sent?.['daylight'])
        assert.notEqual(ours.condition, null, String(sent?.['conditionCode']))
      }
      hours.forEach(({ time, precipitation, precipitationProbability, rain, snow }, index) => {
        const sent = later[index]
        assert.equal(Date.parse(time), Date.parse(String(sent?.['forecastStart'])))
        near(precipitation, sent?.['precipitationAmount'])
        near(precipitationProbability, sent?.['precipitationChance'])
        if (sent?.['precipitationType'] === 'rain') assert.deepEqual({ rain, snow }, { rain: sent['precipitationAmount'], snow: 0 })
        if (sent?.['precipitationType'] === 'snow') assert.deepEqual({ rain, snow }, { rain: 0, snow: sent['precipitationAmount'] })
      })
    })

    it(`${name}: each number of a day is the upstream's, or its hours'`, async () => {
      const { scopes } = await fetched()
      assert.equal(scopes.daily?.points.length, 10)
      scopes.daily?.points.forEach((day, index) => {
        const sent = raw.forecastDaily.days[index] ?? assert.fail()
        const [start, end] = ['forecastStart', 'forecastEnd'].map((bound) => Date.parse(String(sent[bound]))) as [number, number]
        const within = raw.forecastHourly.hours.filter(({ forecastStart }) => {
          const ms = Date.parse(String(forecastStart))
          return ms >= start && ms < end
        })
        const of = (field: string) => within.map((hour) => Number(hour[field]))
        assert.equal(Date.parse(day.time), start)
        near(day.temperatureMin, sent['temperatureMin'])
        near(day.temperatureMax, sent['temperatureMax'])
        near(day.precipitation, sent['precipitationAmount'])
        near(day.precipitationProbability, sent['precipitationChance'])
        near(day.uvIndex, sent['maxUvIndex'])
        near(day.windSpeed, sent['windSpeedMax'] ?? Math.max(...of('windSpeed')), 1 / 3.6)
        near(day.windGust, sent['windGustSpeedMax'] ?? Math.max(...of('windGust')), 1 / 3.6)
        near(day.humidity, of('humidity').reduce((a, b) => a + b, 0) / within.length, 100, 0.06)
        for (const field of ['sunrise', 'sunset', 'moonrise', 'moonset'] as const) {
          const at = sent[field]
          assert.equal(day[field], typeof at === 'string' ? at : null, field)
        }
        if (day.rain !== null) near((day.rain ?? 0) + (day.snow ?? 0), sent['precipitationAmount'], 1, 0.21)
        // What the README says of days: their water is that of their hours, of which some have become known since.
        const sum = of('precipitationAmount').reduce((a, b) => a + b, 0)
        assert.ok(Math.abs(sum - Number(sent['precipitationAmount'])) < 1.5)
      })
    })

    it(`${name}: each minute is the upstream's`, async () => {
      const { minutely } = (await fetched()).scopes
      const sent = (raw.forecastNextHour?.minutes ?? []).filter(({ startTime }) => Date.parse(String(startTime)) + 60_000 > now)
      assert.deepEqual(
        minutely?.points.map(({ precipitation }) => precipitation),
        sent.map(({ precipitationIntensity }) => precipitationIntensity),
      )
      assert.equal(minutely?.available, raw.forecastNextHour !== undefined)
    })
  }

  it('snow is about ten times as deep as its water, so its depth is not used', () => {
    const { hours } = read(new URL('weatherkit_norway_no_sunrise_2024.json', RECORDED)).forecastHourly
    const snow = hours.filter((hour) => hour['precipitationType'] === 'snow' && Number(hour['precipitationAmount']) >= 0.1)
    assert.ok(snow.length > 20)
    for (const hour of snow) assert.ok(Math.abs(Number(hour['snowfallAmount']) / Number(hour['precipitationAmount']) - 10) < 2.5)
  })

  it('have only names that are known', () => {
    const of = (conditionCode: unknown) => readWeatherKitCondition({ conditionCode, cloudCover: 1 })
    assert.deepEqual(['Blizzard', 'StrongStorms', 'Hot', 'Unheard', null].map(of), ['heavy_snow', 'thunderstorm', 'overcast', null, null])
    assert.equal(readWeatherKitCondition({ conditionCode: 'Windy', precipitationType: 'snow', precipitationAmount: 0.6 }), 'snow')
    assert.equal(readWeatherKitCondition({ conditionCode: 'Windy' }), null)
  })
})
