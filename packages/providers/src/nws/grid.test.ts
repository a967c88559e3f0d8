import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { ProviderFailure } from '../provider.ts'
import { createSharedMemory } from '../testing/shared-memory.ts'
import { readExpectedWeather } from './grid-weather.ts'
import { readNumberLayer, parseValidTime } from './layers.ts'
import { createNwsWeather } from './weather.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')
const NOW = Date.parse('2026-09-19T10:20:30Z')
const KANSAS = toCell(39.11, -94.63)

function upstream(answer: (path: string, call: number) => { status?: number; body?: string }) {
  const asked: string[] = []
  return {
    asked,
    async get({ url }: { readonly url: URL }) {
      asked.push(url.pathname)
      const { status = 200, body = fixture(url.pathname.startsWith('/points') ? 'point' : 'gridpoint') } = answer(
        url.pathname,
        asked.length,
      )
      return { status, headers: {}, body: Buffer.from(body) }
    },
  }
}
const open = (now: () => number = () => NOW) => createNwsWeather({ baseUrl: new URL('https://feed.test'), memory: createSharedMemory(now) })
const read = async (change: (properties: Record<string, unknown>) => void = () => {}) => {
  const grid = JSON.parse(fixture('gridpoint')) as { properties: Record<string, unknown> }
  change(grid.properties)
  const calls = upstream((path) => (path.startsWith('/points') ? {} : { body: JSON.stringify(grid) }))
  return (await open().fetch(KANSAS, ['hourly'], calls, NOW)).scopes
}

describe('the hours of a grid', () => {
  it('have the values of their spans, in canonical units by the unit of each layer', async () => {
    const { hourly } = await read()
    const [first, second] = hourly?.points ?? []
    assert.deepEqual(
      {
        time: first?.time,
        temperature: first?.temperature,
        feelsLike: first?.feelsLike,
        windSpeed: first?.windSpeed,
        windGust: first?.windGust,
        visibility: first?.visibility,
        pressure: first?.pressure,
      },
      { time: '2026-09-19T10:00:00Z', temperature: 16.1111, feelsLike: 16, windSpeed: 5, windGust: 9.26, visibility: null, pressure: null },
    )
    assert.deepEqual(
      { cloudCover: second?.cloudCover, precipitationProbability: second?.precipitationProbability },
      { cloudCover: 95, precipitationProbability: 0.2 },
    )
  })

  it('have an amount only if it is known when it falls', async () => {
    const { hourly } = await read()
    const amounts = (time: string) => {
      const hour = hourly?.points.find((point) => point.time.startsWith(time))
      return [hour?.precipitation, hour?.rain, hour?.snow]
    }
    assert.deepEqual(amounts('2026-09-19T10'), [0, 0, 0])
    assert.deepEqual(amounts('2026-09-19T11'), [0.5, 0.5, 0])
    assert.deepEqual(amounts('2026-09-19T12'), [null, null, 0])
    assert.deepEqual(amounts('2026-09-19T23'), [0, 0, 0])
    // 25.4 mm is the depth of the snow.
    assert.deepEqual(amounts('2026-09-20T07'), [null, null, null])
  })

  it('have the weather that is expected, or the sky', async () => {
    const { hourly } = await read()
    assert.deepEqual(
      ['10', '11', '12', '18'].map((hour) => hourly?.points.find(({ time }) => time.startsWith(`2026-09-19T${hour}`))?.condition),
      ['partly_cloudy', 'heavy_rain', 'thunderstorm', 'overcast'],
    )
  })

  it('are current weather for the running hour, with what fell in the hour before', async () => {
    const { current, minutely } = await read()
    assert.deepEqual(
      {
        kind: current?.kind,
        observedAt: current?.observedAt,
        temperature: current?.temperature,
        precipitation: current?.precipitation,
        isDay: current?.isDay,
      },
      { kind: 'analysis', observedAt: '2026-09-19T10:00:00Z', temperature: 16.1111, precipitation: 0, isDay: false },
    )
    assert.deepEqual(minutely, { available: false, points: [] })
  })
})

describe('the days of a grid', () => {
  it('have its highs and lows, but not those that its start cuts; sums by their share of the day', async () => {
    const { daily } = await read()
    assert.equal(daily?.available, true)
    assert.deepEqual(
      daily?.points.map(({ date, temperatureMin, temperatureMax, precipitation, rain, snow }) => [
        date,
        temperatureMin,
        temperatureMax,
        precipitation,
        rain,
        snow,
      ]),
      [
        // Whole, since the grid begins before midnight (5:00 UTC). The 6.5 mm, and nothing of the night.
        ['2026-09-19', 14, 23.3, 6.5, 6.5, 0],
        // 2.4 mm in 24 hours from 6:00 UTC, of which 23 belong to the day.
        ['2026-09-20', 13.5, 26, 2.3, null, null],
      ],
    )
  })
})

describe('expectedWeather', () => {
  const of = (...entries: [coverage: string, weather: string, intensity?: string][]) =>
    readExpectedWeather(entries.map(([coverage, weather, intensity = null]) => ({ coverage, weather, intensity })))

  it('leaves out what is only possible', () => {
    for (const coverage of ['chance', 'slight_chance', 'isolated', 'scattered', 'patchy']) assert.equal(of([coverage, 'rain']), null)
    assert.equal(of(['likely', 'rain'], ['chance', 'thunderstorms']), 'rain')
  })

  it('takes what matters most, by its intensity', () => {
    assert.equal(of(['definite', 'fog'], ['likely', 'snow', 'heavy']), 'heavy_snow')
    assert.equal(of(['likely', 'rain', 'very_light']), 'light_rain')
    assert.equal(of(['likely', 'rain_showers', 'moderate']), 'rain_showers')
    assert.equal(of(['likely', 'rain'], ['likely', 'snow']), 'sleet')
    assert.equal(of(['likely', 'rain'], ['likely', 'snow'], ['likely', 'freezing_rain']), 'freezing_rain')
    assert.equal(of(['widespread', 'volcanic_ash']), 'ash')
    assert.equal(of(['definite', 'frost']), null)
  })
})

/** The enumerations of the service's OpenAPI document, as of November 2026. */
const DOCUMENTED = {
  weather:
    'blowing_dust blowing_sand blowing_snow drizzle fog freezing_fog freezing_drizzle freezing_rain freezing_spray frost hail haze ice_crystals ice_fog rain rain_showers sleet smoke snow snow_showers thunderstorms volcanic_ash water_spouts',
  coverage:
    'areas brief chance definite few frequent intermittent isolated likely numerous occasional patchy periods scattered slight_chance widespread',
  intensity: 'very_light light moderate heavy',
}

describe('the documented words of the weather layer', () => {
  const [weather, coverage, intensity] = Object.values(DOCUMENTED).map((words) => words.split(' ')) as [string[], string[], string[]]

  it('are all known, except frost and spray, which are no weather of the sky', () => {
    for (const each of intensity)
      assert.deepEqual(
        weather.filter((word) => readExpectedWeather([{ coverage: 'definite', weather: word, intensity: each }]) === null),
        ['freezing_spray', 'frost'],
      )
  })

  it('have coverages that are expected or only possible', () => {
    assert.deepEqual(
      coverage.filter((word) => readExpectedWeather([{ coverage: word, weather: 'rain', intensity: null }]) === null),
      ['chance', 'few', 'isolated', 'patchy', 'scattered', 'slight_chance'],
    )
  })

  it('have attributes of which hail changes the condition', () => {
    const storm = (attribute: string) =>
      readExpectedWeather([{ coverage: 'likely', weather: 'thunderstorms', intensity: null, attributes: [attribute] }])
    for (const attribute of ['large_hail', 'small_hail']) assert.equal(storm(attribute), 'thunderstorm_hail')
    assert.equal(readExpectedWeather(['thunderstorms', 'hail'].map((word) => ({ coverage: 'likely', weather: word }))), 'thunderstorm_hail')
    for (const attribute of ['damaging_wind', 'dry_thunderstorms', 'flooding', 'gusty_wind', 'heavy_rain', 'tornadoes'])
      assert.equal(storm(attribute), 'thunderstorm')
  })
})

describe('spanOf', () => {
  it('reads starts with an offset and durations of days, hours and minutes', () => {
    const span = (text: unknown) => {
      const found = parseValidTime(text)
      return found && [found.startMs, (found.endMs - found.startMs) / 60_000]
    }
    assert.deepEqual(span('2026-07-15T12:00:00+00:00/PT1H'), [Date.parse('2026-07-15T12:00:00Z'), 60])
    assert.deepEqual(span('2026-07-15T12:00:00-04:00/P1DT10H30M'), [Date.parse('2026-07-15T16:00:00Z'), 34 * 60 + 30])
    assert.deepEqual(span('2026-07-15T12:00:00Z/P16D'), [Date.parse('2026-07-15T12:00:00Z'), 16 * 24 * 60])
    for (const text of ['2026-07-15T12:00:00Z', '2026-07-15T12:00:00Z/P', '2026-07-15T12:00:00Z/PT0H', '2026-07-15T12:00:00Z/P1Y', 7])
      assert.equal(span(text), null)
    for (const text of ['2026-07-15T12:00:00Z/P16DT1M', '2026-07-15T12:00:00/PT1H', 'x/PT1H', '2026-07-15T12:00:00Z/PT1H/PT1H'])
      assert.equal(span(text), null)
  })
})

describe('hostile grids', () => {
  it('are bounded: values, and how long a span lasts', () => {
    const values = Array.from({ length: 1_001 }, (_, index) => ({
      validTime: `${new Date(NOW + index * 60_000).toISOString()}/PT1M`,
      value: 1,
    }))
    assert.equal(readNumberLayer({ a: { uom: 'wmoUnit:degC', values } }, 'a', 'temperature').length, 1_000)
    for (const layer of [null, 7, {}, { uom: 'wmoUnit:degC' }, { uom: 'wmoUnit:K', values }, { values }])
      assert.deepEqual(readNumberLayer({ a: layer }, 'a', 'temperature'), [])
  })

  it('without temperatures, or long over, are refused', async () => {
    const kindOf = async (change: (properties: Record<string, unknown>) => void) =>
      read(change).then(
        () => null,
        (error: unknown) => (error instanceof ProviderFailure ? error.kind : error),
      )
    assert.equal(await kindOf((properties) => delete properties['temperature']), 'invalid_body')
    const over = { uom: 'wmoUnit:degC', values: [{ validTime: '2026-09-18T04:00:00Z/PT6H', value: 1 }] }
    assert.equal(await kindOf((properties) => (properties['temperature'] = over)), 'invalid_body')
    assert.equal(await kindOf((properties) => (properties['weather'] = { values: [{ validTime: 3, value: 'x' }] })), null)
  })
})

describe('the place of a grid', () => {
  it('has the height that its temperatures are for, in metres', async () => {
    const heightFor = async (elevation: unknown) => {
      const grid = JSON.parse(fixture('gridpoint')) as { properties: Record<string, unknown> }
      grid.properties['elevation'] = elevation
      const calls = upstream((path) => (path.startsWith('/points') ? {} : { body: JSON.stringify(grid) }))
      return (await open().fetch(KANSAS, ['hourly'], calls, NOW)).height
    }
    assert.equal(await heightFor({ unitCode: 'wmoUnit:m', value: 111.8616 }), 111.8616)
    assert.equal(await heightFor({ value: 121.92, unitCode: 'unit:m' }), 121.92)
    for (const none of [undefined, { value: 121.92 }, { unitCode: 'wmoUnit:m', value: null }])
      assert.equal(await heightFor(none), undefined)
  })

  it('is asked for once, and its links are not followed', async () => {
    const weather = open()
    const calls = upstream(() => ({}))
    await weather.fetch(KANSAS, ['hourly'], calls, NOW)
    await weather.fetch(KANSAS, ['hourly'], calls, NOW + 3_600_000)
    assert.deepEqual(calls.asked, ['/points/39.11,-94.63', '/gridpoints/EAX/41,52', '/gridpoints/EAX/41,52'])
  })

  it('is asked for again after a week, or when its grid is gone', async () => {
    let now = NOW
    const weather = open(() => now)
    const calls = upstream((_path, call) => (call === 5 ? { status: 404, body: '{}' } : {}))
    const week = 7 * 24 * 3_600_000
    const points = () => calls.asked.filter((path) => path.startsWith('/points')).length
    const far = () => weather.fetch(KANSAS, ['hourly'], calls, now).catch(() => null)
    await weather.fetch(KANSAS, ['hourly'], calls, now)
    now += week
    await far()
    assert.equal(points(), 2)
    await far()
    assert.deepEqual({ points: points(), asked: calls.asked.length }, { points: 3, asked: 7 })
  })

  it('may have texts for numbers and no gridId, as in 2019; anything else is refused', async () => {
    const get = (properties: object) => {
      const calls = upstream((path) => (path.startsWith('/points') ? { body: JSON.stringify({ properties }) } : {}))
      return open()
        .fetch(KANSAS, ['hourly'], calls, NOW)
        .then(
          () => calls.asked[1],
          (error: unknown) => (error instanceof ProviderFailure ? error.kind : error),
        )
    }
    assert.equal(await get({ cwa: 'RAH', gridX: '67', gridY: '53', timeZone: 'America/Chicago' }), '/gridpoints/RAH/67,53')
    for (const broken of [
      { cwa: '../', gridX: 1, gridY: 1, timeZone: 'America/Chicago' },
      { cwa: 'RAH', gridX: -1, gridY: 1, timeZone: 'America/Chicago' },
      { cwa: 'RAH', gridX: 1, gridY: 1, timeZone: 'Nowhere' },
      { cwa: 'RAH', gridX: 1, gridY: 1 },
    ])
      assert.equal(await get(broken), 'invalid_body')
  })

  it('is nowhere outside the United States, which costs no call', async () => {
    const calls = upstream(() => ({}))
    await assert.rejects(open().fetch(toCell(52.52, 13.41), ['hourly'], calls, NOW), { kind: 'not_found' })
    assert.equal(calls.asked.length, 0)
  })
})
