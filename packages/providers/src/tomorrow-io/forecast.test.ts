import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { ProviderFailure, type UpstreamRequest } from '../provider.ts'
import { conditionOfCode } from './codes.ts'
import { createTomorrowIo } from './index.ts'

const RECORDED = new URL('../../../../../shared/upstream-samples/others/', import.meta.url)
const NOW = Date.parse('2026-09-19T10:20:30Z')
type Values = Record<string, number | string | null>
interface Entry {
  readonly time: string
  readonly values: Values
}
interface Body {
  timelines: { minutely?: Entry[]; hourly: Entry[]; daily: Entry[] }
  readonly location: { readonly lat: number; readonly lon: number }
}
const read = <T>(url: URL): T => JSON.parse(readFileSync(url, 'utf8')) as T
const fixture = () => read<Body>(new URL('./fixtures/forecast.json', import.meta.url))
const REALTIME = { data: { time: '2026-09-19T10:20:00Z', values: { temperature: 13.5, rainIntensity: 2 } } }

async function fetch(body: unknown, now = NOW, cell = toCell(52.52, 13.405), realtime: unknown = REALTIME) {
  const asked: UpstreamRequest[] = []
  const calls = {
    get: async (request: UpstreamRequest) => {
      asked.push(request)
      const sent = request.url.pathname.endsWith('/realtime') ? realtime : body
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(sent)) }
    },
  }
  const { weather } = createTomorrowIo({ baseUrl: new URL('https://api.test'), key: () => 'k' })
  return { ...(await weather.fetch(cell, ['current', 'hourly'], calls, now)), asked }
}

describe('an answer of Tomorrow.io', () => {
  it('is asked for in metric units, with all timelines of the plan', async () => {
    const { asked } = await fetch(fixture())
    assert.deepEqual(
      asked.map(({ url }) => url.href),
      ['https://api.test/v4/weather/forecast?location=52.52%2C13.41&units=metric&apikey=k'],
    )
  })

  it('has hours from the current one on: water of the hour by what falls, freezing rain as rain, ice pellets as neither', async () => {
    const { hourly } = (await fetch(fixture())).scopes
    assert.deepEqual(
      hourly?.points.map(({ time, condition, precipitation, rain, snow }) => [time.slice(11, 13), condition, precipitation, rain, snow]),
      [
        ['10', 'rain', 1.2, 1.2, 0],
        ['11', 'freezing_rain', 0.5, 0.5, 0],
        ['12', 'heavy_snow', 0.8, 0, 0.8],
        ['13', 'sleet', 0.6, 0, 0.1],
        ['14', null, 0, 0, 0],
        ['15', 'mostly_cloudy', null, null, null],
      ],
    )
    const [first] = hourly?.points ?? []
    assert.deepEqual(
      {
        windSpeed: first?.windSpeed,
        visibility: first?.visibility,
        precipitationProbability: first?.precipitationProbability,
        isDay: first?.isDay,
      },
      { windSpeed: 5, visibility: 16_000, precipitationProbability: 0.35, isDay: true },
    )
  })

  it('has the pressure at sea level, never that at the height of the ground', async () => {
    const { hourly, current } = (await fetch(fixture())).scopes
    assert.deepEqual([current?.pressure, ...(hourly?.points.map(({ pressure }) => pressure) ?? [])].slice(-3), [null, null, 1009.1])
  })

  it('has rates in minutes: of everything that falls, unknown if a part is', async () => {
    const { minutely, current } = (await fetch(fixture())).scopes
    assert.deepEqual(
      minutely?.points.map(({ time, precipitation }) => [time.slice(14, 16), precipitation]),
      [
        ['20', 1.5],
        ['21', 1.25],
        ['22', null],
      ],
    )
    assert.deepEqual(
      {
        kind: current?.kind,
        observedAt: current?.observedAt,
        temperature: current?.temperature,
        condition: current?.condition,
        precipitation: current?.precipitation,
        sunset: current?.sunset,
      },
      {
        kind: 'analysis',
        observedAt: '2026-09-19T10:20:00Z',
        temperature: 12.4,
        condition: 'light_rain',
        precipitation: null,
        sunset: '2026-09-19T17:12:00Z',
      },
    )
  })

  it('without minutes costs a second call, on the same account, for the current weather', async () => {
    const body = fixture()
    delete body.timelines.minutely
    const { scopes, asked } = await fetch(body)
    assert.deepEqual(
      { temperature: scopes.current?.temperature, precipitation: scopes.current?.precipitation, available: scopes.minutely?.available },
      { temperature: 13.5, precipitation: null, available: false },
    )
    assert.deepEqual(
      asked.map(({ url, product }) => [url.pathname, product.account ?? product.id]),
      [
        ['/v4/weather/forecast', 'tomorrow-io/forecast'],
        ['/v4/weather/realtime', 'tomorrow-io/forecast'],
      ],
    )
    assert.equal((await fetch(body, NOW, toCell(52.52, 13.405), { data: {} })).scopes.current, undefined)
  })

  it('has calendar days from its hours, not from its own days, and the sun and moon of the day they are in', async () => {
    const body = fixture()
    const [hour] = body.timelines.hourly
    for (let ms = Date.parse('2026-09-19T16:00:00Z'); ms < Date.parse('2026-09-20T23:00:00Z'); ms += 3_600_000)
      body.timelines.hourly.push({
        time: new Date(ms).toISOString(),
        values: { ...hour?.values, temperature: 5, rainAccumulationLwe: 0.1 },
      })
    const { daily } = (await fetch(body)).scopes
    assert.deepEqual(
      daily?.points.map(({ date, temperatureMax, precipitation }) => [date, temperatureMax, precipitation]),
      [
        ['2026-09-19', null, null],
        ['2026-09-20', 5, 2.4],
      ],
    )
    assert.deepEqual(
      daily?.points.map(({ sunrise, sunset, moonrise, moonset }) => [sunrise, sunset, moonrise, moonset]),
      [
        ['2026-09-19T04:50:00Z', '2026-09-19T17:12:00Z', '2026-09-19T14:05:00Z', '2026-09-18T22:30:00Z'],
        ['2026-09-20T04:52:00Z', null, null, '2026-09-19T23:40:00Z'],
      ],
    )
  })

  it('survives broken entries, and is refused without weather', async () => {
    const body = fixture()
    body.timelines.hourly.push(null as never, {} as never, { time: 'x', values: {} }, { time: '2500-01-01T00:00:00Z', values: {} })
    body.timelines.daily.push({ time: '2026-09-20T04:00:00Z' } as never)
    assert.equal((await fetch(body)).scopes.hourly?.points.length, 6)
    const empty = { timelines: { hourly: [{ time: '2026-09-19T10:00:00Z', values: {} }] } }
    for (const nothing of [empty, { timelines: {} }])
      await assert.rejects(fetch(nothing, NOW, undefined, {}), (error) => error instanceof ProviderFailure && error.kind === 'invalid_body')
  })
})

describe('recorded answers of Tomorrow.io', () => {
  if (!existsSync(RECORDED)) {
    it('are read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  const near = (ours: number | null | undefined, sent: unknown, factor = 1) =>
    typeof sent === 'number'
      ? assert.ok(Math.abs((ours ?? Number.NaN) - sent * factor) < 0.001, `${ours} of ${sent}`)
      : assert.equal(ours, null)
  const SAME = {
    temperature: 'temperature',
    feelsLike: 'temperatureApparent',
    dewPoint: 'dewPoint',
    humidity: 'humidity',
    cloudCover: 'cloudCover',
    uvIndex: 'uvIndex',
    windSpeed: 'windSpeed',
    windGust: 'windGust',
    windDirection: 'windDirection',
  } as const
  type Same = { readonly [Field in keyof typeof SAME]: number | null } & { readonly visibility: number | null; readonly condition: unknown }
  function assertSame(ours: Same, sent: Values | undefined): void {
    for (const [field, name] of Object.entries(SAME)) near(ours[field as keyof typeof SAME], sent?.[name])
    near(ours.visibility, sent?.['visibility'], 1_000)
    assert.notEqual(ours.condition, null)
  }

  for (const [name, timezone] of [
    ['boston', 'America/New_York'],
    ['grande_prairie_snow', 'America/Edmonton'],
    ['sao_luis_rain', 'America/Fortaleza'],
  ] as const) {
    const raw = read<Required<Body>>(new URL(`tomorrowio_forecast_${name}_2025.json`, RECORDED))
    const { hourly, daily } = raw.timelines
    const minutely = raw.timelines.minutely ?? []
    const now = Date.parse(minutely[0]?.time ?? '') + 10_000
    const amounts = (values: Values, parts: readonly string[]) =>
      parts.every((part) => typeof values[part] === 'number') ? parts.reduce((sum, part) => sum + Number(values[part]), 0) : null

    it(`${name}: each number of an hour, a minute and now is the upstream's`, async () => {
      const found = await fetch(raw, now, toCell(raw.location.lat, raw.location.lon))
      assert.deepEqual({ timezone: found.timezone, asked: found.asked.length }, { timezone, asked: 1 })
      const { scopes } = found
      assert.equal(scopes.hourly?.points.length, hourly.length)
      scopes.hourly?.points.forEach((point, index) => {
        const { time, values } = hourly[index] ?? assert.fail()
        assert.equal(Date.parse(point.time), Date.parse(time))
        assertSame(point, values)
        near(point.precipitationProbability, values['precipitationProbability'], 0.01)
        near(point.snow, values['snowAccumulationLwe'])
        near(
          point.precipitation,
          amounts(
            values,
            ['rain', 'ice', 'snow', 'sleet'].map((part) => `${part}AccumulationLwe`),
          ),
        )
        assert.equal(point.pressure, null)
      })
      assert.equal(scopes.minutely?.points.length, 60)
      scopes.minutely?.points.forEach(({ precipitation }, index) =>
        near(
          precipitation,
          amounts(
            minutely[index]?.values ?? {},
            ['rain', 'freezingRain', 'snow', 'sleet'].map((part) => `${part}Intensity`),
          ),
        ),
      )
      assert.ok(scopes.current !== undefined)
      assertSame(scopes.current, minutely[0]?.values)
    })

    it(`${name}: whole days are the hours of the calendar day; the service's own are from 6 to 6`, async () => {
      const { scopes } = await fetch(raw, now, toCell(raw.location.lat, raw.location.lon))
      const dateOf = (time: string) => new Date(time).toLocaleDateString('sv', { timeZone: timezone })
      const clockOf = (time: string) => new Date(time).toLocaleTimeString('sv', { timeZone: timezone })
      const whole = (scopes.daily?.points ?? []).filter(({ temperatureMax }) => temperatureMax !== null)
      assert.ok(whole.length >= 4)
      for (const day of whole) {
        const temperatures = hourly.filter(({ time }) => dateOf(time) === day.date).map(({ values }) => Number(values['temperature']))
        assert.deepEqual(
          { temperatureMin: day.temperatureMin, temperatureMax: day.temperatureMax },
          { temperatureMin: Math.min(...temperatures), temperatureMax: Math.max(...temperatures) },
        )
        const own = daily.find(({ time }) => dateOf(time) === day.date)
        assert.equal(Date.parse(day.sunrise ?? ''), Date.parse(String(own?.values['sunriseTime'])))
        for (const moon of [day.moonrise, day.moonset]) if (moon !== null) assert.equal(dateOf(moon), day.date)
      }
      for (const { time, values } of daily) {
        assert.equal(clockOf(time), '06:00:00')
        const span = hourly.filter(
          (hour) => Date.parse(hour.time) >= Date.parse(time) && Date.parse(hour.time) < Date.parse(time) + 86_400_000,
        )
        if (span.length === 24) assert.equal(values['temperatureMax'], Math.max(...span.map((hour) => Number(hour.values['temperature']))))
      }
    })

    it(`${name}: the water of snow in an hour is the rate at its end, so it is that of the hour that begins`, () => {
      hourly.slice(0, -1).forEach(({ values }, index) => {
        const water = values['snowAccumulationLwe']
        if (water !== undefined) assert.equal(water, hourly[index + 1]?.values['snowIntensity'])
      })
    })
  }

  it('of the current weather are read', async () => {
    const raw = read<{ data: Entry; location: { lat: number; lon: number } }>(new URL('tomorrowio_realtime_toronto_2025.json', RECORDED))
    const now = Date.parse(raw.data.time) + 20_000
    const hour = { time: '2025-01-12T01:00:00Z', values: raw.data.values }
    const { scopes } = await fetch({ timelines: { hourly: [hour] } }, now, toCell(raw.location.lat, raw.location.lon), raw)
    assert.ok(scopes.current !== undefined)
    assertSame(scopes.current, raw.data.values)
    assert.equal(Date.parse(scopes.current.observedAt), Date.parse(raw.data.time))
  })

  it('have only codes that are known', () => {
    assert.deepEqual([1000, 4201, 5101, 6201, 7102, 8000, 3001, '1000', null].map(conditionOfCode), [
      'clear',
      'heavy_rain',
      'heavy_snow',
      'freezing_rain',
      'sleet',
      'thunderstorm',
      null,
      null,
      null,
    ])
  })
})
