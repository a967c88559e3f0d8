import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type CellScope, toCell } from '@isobar/weather'
import { ProviderFailure, type UpstreamAnswer, type UpstreamRequest } from '../provider.ts'
import { createSharedMemory } from '../testing/shared-memory.ts'
import { createMetNorwayWeather } from './weather.ts'

const fixture = (name: string) => JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')) as never
const NOW = Date.parse('2026-09-19T10:20:30Z')
const COPENHAGEN = toCell(55.68, 12.57)
const http = (ms: number) => new Date(ms).toUTCString()

interface Body {
  readonly properties: {
    meta: { units: Record<string, string>; radar_coverage?: string }
    timeseries: { time: string; data: Record<string, { details?: Record<string, unknown> }> }[]
  }
}

function upstream(...answers: Partial<UpstreamAnswer>[]) {
  const asked: UpstreamRequest[] = []
  return {
    asked,
    async get(request: UpstreamRequest): Promise<UpstreamAnswer> {
      asked.push(request)
      const answer = answers[Math.min(asked.length, answers.length) - 1]
      return { status: 200, headers: {}, body: Buffer.from(''), ...answer }
    },
  }
}

const sent = (body: unknown, headers: Record<string, string> = {}) => ({ body: Buffer.from(JSON.stringify(body)), headers })
const open = (contact: string | null = 'ops@example.org', memory = createSharedMemory()) =>
  createMetNorwayWeather({ baseUrl: new URL('https://api.test'), contact, memory })
const kindOf = async (fetched: Promise<unknown>) => {
  const error: unknown = await fetched.catch((caught: unknown) => caught)
  return error instanceof ProviderFailure ? error.kind : error
}
const FORECAST: readonly CellScope[] = ['current', 'hourly', 'daily']

describe('Locationforecast', () => {
  const read = async (change: (body: Body) => void = () => {}, cell = COPENHAGEN) => {
    const body = fixture('locationforecast') as Body
    change(body)
    return (await open().fetch(cell, FORECAST, upstream(sent(body)), NOW)).scopes
  }

  it('has hours where the steps are hourly, and amounts by what the symbol says', async () => {
    const { hourly } = await read()
    assert.deepEqual(
      hourly?.points.map(({ time, condition, precipitation, rain, snow, precipitationProbability }) => [
        time.slice(11, 13),
        condition,
        precipitation,
        rain,
        snow,
        precipitationProbability,
      ]),
      [
        ['10', 'light_rain', 0.4, 0.4, 0, 0.625],
        ['11', 'partly_cloudy', 0, 0, 0, 0.081],
        ['12', 'thunderstorm', 0.2, 0, 0.2, 0.4],
        ['13', 'sleet', 1.1, null, null, 0.75],
        ['14', 'snow', 0.8, 0, 0.8, 0.8],
        // Neither a window nor an amount, yet the next step is an hour away.
        ['15', null, null, null, null, null],
        ['16', 'overcast', 0, 0, 0, 0.03],
      ],
    )
  })

  it('says for which height its temperatures are, if the service does', async () => {
    const heightFor = async (altitude: readonly unknown[]) => {
      const body = structuredClone(fixture('locationforecast')) as { geometry: { coordinates: unknown[] } }
      body.geometry.coordinates = [12.57, 55.68, ...altitude]
      return (await open().fetch(COPENHAGEN, FORECAST, upstream(sent(body)), NOW)).height
    }
    assert.deepEqual([await heightFor([167]), await heightFor([]), await heightFor(['167'])], [167, undefined, undefined])
  })

  it('takes the UV index of a clear sky for nothing else', async () => {
    const { current, hourly, daily } = await read()
    for (const point of [current, ...(hourly?.points ?? []), ...(daily?.points ?? [])]) assert.equal(point?.uvIndex, null)
  })

  it('divides six hours that cross midnight by time, and leaves out a day that is not whole', async () => {
    const { daily } = await read()
    // 18 to 24 UTC is 20 to 2 o'clock: a third of 6 mm falls on the 20th, and two thirds of 12 mm.
    assert.deepEqual(
      daily?.points.map(({ date, precipitation, rain, temperatureMin, temperatureMax, windSpeed, windGust, windDirection, condition }) => [
        date,
        precipitation,
        rain,
        temperatureMin,
        temperatureMax,
        windSpeed,
        windGust,
        windDirection,
        condition,
      ]),
      [
        ['2026-09-19', null, null, null, null, null, null, null, 'thunderstorm'],
        ['2026-09-20', 11.2, 11.2, 6.4, 15.1, 7, 12.5, 255, 'heavy_rain'],
      ],
    )
  })

  it('reads no number in a unit that it does not know', async () => {
    const { hourly } = await read(({ properties }) => (properties.meta.units['wind_speed'] = 'km/h'))
    assert.deepEqual({ windSpeed: hourly?.points[0]?.windSpeed, windGust: hourly?.points[0]?.windGust }, { windSpeed: null, windGust: 7.5 })
  })

  it('continues with steps of six hours, none of which begins before the hours have ended', async () => {
    const stepsOf = async (change?: (body: Body) => void) =>
      (await read(change)).extended?.hours.map(({ time, stepHours }) => [time.slice(8, 13), stepHours])
    const longer = ['19T18', '20T00', '20T06', '20T12', '20T18'].map((time) => [time, 6])
    assert.deepEqual(await stepsOf(), longer)
    const withoutHour = ({ properties: { timeseries } }: Body) => {
      const [last, next] = [timeseries[6], timeseries[7]]
      if (last !== undefined && next !== undefined) last.data = { ...next.data, instant: last.data['instant'] ?? {} }
    }
    assert.deepEqual(await stepsOf(withoutHour), longer, 'at 16 o’clock, with the next six hours alone')
  })

  it('ends with its hours if there are no longer steps', async () => {
    const { hourly, extended } = await read(({ properties }) => void properties.timeseries.splice(3))
    assert.deepEqual({ hours: hourly?.points.length, extended }, { hours: 3, extended: undefined })
  })

  it('has no current weather if the steps begin later', async () => {
    const { current, hourly } = await read(({ properties }) => properties.timeseries.splice(0, 1))
    assert.deepEqual({ current, time: hourly?.points[0]?.time }, { current: undefined, time: '2026-09-19T11:00:00Z' })
  })

  it('survives broken steps, and refuses an answer without any', async () => {
    const { hourly } = await read(({ properties }) => {
      const [first] = properties.timeseries
      properties.timeseries.unshift(null as never, {} as never, { time: 'x', data: {} }, {
        ...first,
        time: '9999-01-01T00:00:00Z',
      } as never)
      properties.timeseries.push({ time: '2026-09-19T11:00:00Z', data: { instant: { details: { air_temperature: 'hot' } } } })
    })
    assert.equal(hourly?.points.length, 7)
    const empty = { type: 'Feature', properties: { meta: {}, timeseries: [{ time: '1970-01-01T00:00:00Z', data: {} }] } }
    assert.equal(await kindOf(open().fetch(COPENHAGEN, FORECAST, upstream(sent(empty)), NOW)), 'invalid_body')
    const hollow = { type: 'Feature', properties: { timeseries: [{ time: '2026-09-19T10:00:00Z', data: {} }] } }
    assert.equal(await kindOf(open().fetch(COPENHAGEN, FORECAST, upstream(sent(hollow)), NOW)), 'invalid_body')
  })
})

describe('Nowcast', () => {
  const read = (answer: Partial<UpstreamAnswer>, cell = COPENHAGEN) => {
    const calls = upstream(answer)
    return open()
      .fetch(cell, ['minutely'], calls, NOW)
      .then(({ scopes }) => ({ minutely: scopes.minutely, calls: calls.asked.length }))
  }

  it('has minutes from the current one to the end of the last step', async () => {
    const { minutely } = await read(sent(fixture('nowcast')))
    assert.deepEqual(
      minutely?.points.map(({ precipitation }) => precipitation),
      [0, 0, 0, 0, 0, 1.2, 1.2, 1.2, 1.2, 1.2, 2.4, 2.4, 2.4, 2.4, 2.4, 0, 0, 0, 0, 0],
    )
    assert.equal(minutely?.points[0]?.time, '2026-09-19T10:20:00Z')
  })

  it('is not available without good coverage, or without rates', async () => {
    const body = fixture('nowcast') as Body
    body.properties.meta.radar_coverage = 'temporarily unavailable'
    assert.deepEqual((await read(sent(body))).minutely, { available: false, points: [] })
    const silent = fixture('nowcast') as Body
    for (const { data } of silent.properties.timeseries) delete data['instant']?.details?.['precipitation_rate']
    assert.deepEqual((await read(sent(silent))).minutely, { available: false, points: [] })
  })

  it('is not there outside its area, which costs no call far away, and is no failure', async () => {
    assert.deepEqual(await read({ status: 422 }), { minutely: { available: false, points: [] }, calls: 1 })
    for (const [lat, lon] of [
      [53.99, 12],
      [72.01, 12],
      [60, 2.99],
      [60, 32.01],
    ] as const)
      assert.deepEqual(await read({ status: 500 }, toCell(lat, lon)), { minutely: { available: false, points: [] }, calls: 0 })
    assert.equal(await kindOf(read({ status: 503 })), 'unavailable')
  })
})

describe('the terms', () => {
  const body = fixture('locationforecast')
  const expiring = (ms: number, date = NOW) => ({
    date: http(date),
    expires: http(date + ms),
    'last-modified': 'Sat, 19 Sep 2026 10:20:00 GMT',
  })
  const MINUTES = 60_000

  it('no contact, no call', async () => {
    const calls = upstream(sent(body))
    assert.equal(open(null).configured(), false)
    for (const scopes of [FORECAST, ['minutely']] as const)
      assert.equal(await kindOf(open(null).fetch(COPENHAGEN, scopes, calls, NOW)), 'not_configured')
    assert.equal(calls.asked.length, 0)
  })

  it('at most four decimals', async () => {
    const calls = upstream(sent(body))
    await open().fetch(toCell(55.676_12, 12.567_89), FORECAST, calls, NOW)
    assert.equal(calls.asked[0]?.url.search, '?lat=55.68&lon=12.57')
  })

  it('no call before it expires by the service’s clock; what it sent is read as of now', async () => {
    const weather = open()
    const calls = upstream(sent(body, expiring(31 * MINUTES, NOW - 3 * 3_600_000)))
    const first = await weather.fetch(COPENHAGEN, FORECAST, calls, NOW)
    assert.equal(first.scopes.current?.observedAt, '2026-09-19T10:00:00Z')
    await weather.fetch(COPENHAGEN, FORECAST, calls, NOW + 31 * MINUTES - 1)
    assert.equal(calls.asked.length, 1)
    await weather.fetch(COPENHAGEN, FORECAST, calls, NOW + 31 * MINUTES)
    assert.equal(calls.asked.length, 2)
  })

  it('then only if it has changed since', async () => {
    const weather = open()
    const calls = upstream(sent(body, expiring(30 * MINUTES)), { status: 304, headers: expiring(30 * MINUTES, NOW + 45 * MINUTES) })
    await weather.fetch(COPENHAGEN, FORECAST, calls, NOW)
    const later = await weather.fetch(COPENHAGEN, FORECAST, calls, NOW + 45 * MINUTES)
    assert.deepEqual(
      calls.asked.map(({ headers }) => headers?.['if-modified-since']),
      [undefined, 'Sat, 19 Sep 2026 10:20:00 GMT'],
    )
    assert.equal(later.scopes.current?.observedAt, '2026-09-19T11:00:00Z')
    await weather.fetch(COPENHAGEN, FORECAST, calls, NOW + 74 * MINUTES)
    assert.equal(calls.asked.length, 2)
  })

  it('what it sent is asked about for six hours after it has expired', async () => {
    const conditionsAfter = async (minutes: number) => {
      let now = NOW
      const weather = open(
        'ops@example.org',
        createSharedMemory(() => now),
      )
      const calls = upstream(sent(body, expiring(30 * MINUTES)))
      await weather.fetch(COPENHAGEN, FORECAST, calls, now)
      now += minutes * MINUTES
      await weather.fetch(COPENHAGEN, FORECAST, calls, now)
      return calls.asked[1]?.headers?.['if-modified-since']
    }
    assert.equal(await conditionsAfter(389), 'Sat, 19 Sep 2026 10:20:00 GMT')
    assert.equal(await conditionsAfter(391), undefined)
  })

  it('another place, or the minutes, are another answer', async () => {
    const weather = open()
    const calls = upstream(sent(body, expiring(30 * MINUTES)), sent(fixture('nowcast'), expiring(5 * MINUTES)))
    await weather.fetch(COPENHAGEN, FORECAST, calls, NOW)
    await weather.fetch(COPENHAGEN, ['minutely'], calls, NOW)
    await weather.fetch(toCell(55.69, 12.57), FORECAST, calls, NOW)
    assert.equal(calls.asked.length, 3)
  })

  it('nothing expires in the first minute of an hour', async () => {
    const weather = open()
    const calls = upstream(sent(body, expiring(39 * MINUTES + 45_000)))
    await weather.fetch(COPENHAGEN, FORECAST, calls, NOW)
    await weather.fetch(COPENHAGEN, FORECAST, calls, Date.parse('2026-09-19T11:00:59Z'))
    assert.equal(calls.asked.length, 1)
    await weather.fetch(COPENHAGEN, FORECAST, calls, Date.parse('2026-09-19T11:01:00Z'))
    assert.equal(calls.asked.length, 2)
  })

  it('a date beyond a day, in the past or unreadable holds nothing back', async () => {
    for (const headers of [expiring(25 * 60 * MINUTES), expiring(-1_000), { expires: 'soon' }, {}]) {
      const weather = open()
      const calls = upstream(sent(body, headers as Record<string, string>))
      await weather.fetch(COPENHAGEN, FORECAST, calls, NOW)
      await weather.fetch(COPENHAGEN, FORECAST, calls, NOW)
      assert.equal(calls.asked.length, 2)
    }
  })

  it('a broken body is not remembered', async () => {
    const weather = open()
    const calls = upstream({ body: Buffer.from('<html>'), headers: expiring(30 * MINUTES) }, sent(body, expiring(30 * MINUTES)))
    assert.equal(await kindOf(weather.fetch(COPENHAGEN, FORECAST, calls, NOW)), 'invalid_body')
    assert.notEqual((await weather.fetch(COPENHAGEN, FORECAST, calls, NOW)).scopes.hourly, undefined)
    assert.equal(calls.asked[1]?.headers?.['if-modified-since'], undefined)
  })

  it('a version about to be retired still answers', async () => {
    const calls = upstream({ ...sent(body), status: 203 })
    assert.notEqual((await open().fetch(COPENHAGEN, FORECAST, calls, NOW)).scopes.current, undefined)
  })

  it('says when it may be asked again', async () => {
    const calls = upstream({ status: 429, headers: { 'retry-after': '7' } })
    const error: unknown = await open()
      .fetch(COPENHAGEN, FORECAST, calls, NOW)
      .catch((caught: unknown) => caught)
    assert.ok(error instanceof ProviderFailure)
    assert.deepEqual({ kind: error.kind, retryAfterSeconds: error.retryAfterSeconds }, { kind: 'quota', retryAfterSeconds: 7 })
  })
})
