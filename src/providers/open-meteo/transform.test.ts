import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { DAY_SECONDS } from '../../time.ts'
import { decodeForecast } from './schema.ts'
import { transformForecast } from './transform.ts'

const body = (fixture: string): unknown => JSON.parse(readFileSync(new URL(`./fixtures/${fixture}.json`, import.meta.url), 'utf8'))

const NOW = Date.parse('2026-09-19T08:20:00Z')

function read(fixture: string, now = NOW) {
  const forecast = decodeForecast(body(fixture), now)
  const transformed = forecast === null ? null : transformForecast(forecast, now)
  assert.ok(transformed !== null)
  return transformed
}

describe('an answer as requested', () => {
  const { scopes, timezone, utcOffsetSeconds } = read('as-asked')
  const hours = scopes.hourly?.points ?? []

  it('delivers current, hourly and daily, no minutes and no alerts', () => {
    assert.deepEqual([timezone, utcOffsetSeconds], ['Europe/Berlin', 7_200])
    assert.deepEqual(Object.keys(scopes).toSorted(), ['current', 'daily', 'hourly', 'minutely'])
    assert.deepEqual(scopes.minutely, { available: false, points: [] })
  })

  it('starts with the current hour and omits the last row', () => {
    assert.equal(scopes.current?.observedAt, '2026-09-19T08:15:00Z')
    assert.deepEqual([hours[0]?.time, hours.at(-1)?.time, hours.length], ['2026-09-19T08:00:00Z', '2026-09-19T12:00:00Z', 5])
  })

  it('takes sums, probability and gusts of an hour from the row after it, the rest from its own', () => {
    const [first, second, third] = hours
    assert.deepEqual(
      [first?.temperature, first?.condition, first?.windSpeed, first?.windGust, first?.precipitationProbability],
      [15.5, 'light_rain', 2.42, 4, 0.07],
    )
    assert.deepEqual([first?.precipitation, first?.rain, first?.snow], [0.3, 0.3, 0])
    assert.deepEqual([second?.precipitation, second?.rain, second?.snow], [1.2, 1, 0.2])
    assert.deepEqual([third?.precipitation, third?.rain, third?.snow], [2.1, 0, 2.1])
  })

  it('keeps gaps null', () => {
    assert.deepEqual([hours[2]?.temperature, hours[2]?.condition, hours[2]?.providerCode], [null, null, null])
    assert.deepEqual(
      [hours[3]?.precipitation, hours[3]?.rain, hours[3]?.snow, hours[3]?.precipitationProbability],
      [null, null, null, null],
    )
    assert.ok(hours.every(({ visibility }) => visibility === null))
  })

  it('has no current amounts if no sum covers the last 60 minutes', () => {
    assert.deepEqual([scopes.current?.precipitation, scopes.current?.rain, scopes.current?.snow], [null, null, null])
    assert.deepEqual([scopes.current?.sunrise, scopes.current?.isDay], ['2026-09-19T04:48:20Z', true])
  })

  it('has the sun of today, whatever day the answer begins with', () => {
    const sent = body('as-asked') as { daily: Record<string, unknown[]> }
    const yesterday = ((sent.daily['time'] as number[])[0] as number) - DAY_SECONDS
    for (const [name, values] of Object.entries(sent.daily))
      values.unshift({ time: yesterday, sunrise: yesterday + 24_300, sunset: yesterday + 69_000 }[name] ?? values[0])
    const forecast = decodeForecast(sent, NOW)
    const { current, daily } = (forecast && transformForecast(forecast, NOW))?.scopes ?? {}
    assert.deepEqual([current?.sunrise, daily?.points[0]?.date], ['2026-09-19T04:48:20Z', '2026-09-19'])
  })

  it('drops the last day, which only has a probability', () => {
    const [first, second] = scopes.daily?.points ?? []
    assert.equal(scopes.daily?.points.length, 2)
    assert.deepEqual([first?.date, first?.time, second?.date], ['2026-09-19', '2026-09-18T22:00:00Z', '2026-09-20'])
    assert.deepEqual([first?.precipitation, first?.rain, first?.snow, first?.precipitationProbability], [3.6, 1.3, 2.3, 1])
    assert.deepEqual([first?.moonrise, first?.moonset, first?.moonPhase], [null, '2026-09-19T20:13:20Z', 0.25])
    assert.deepEqual([first?.humidity, first?.temperatureDay, first?.summary], [70, null, null])
  })
})

describe('an observation on the full hour', () => {
  it('has the amounts of the hour that just ended', () => {
    const { current } = read('full-hour').scopes
    assert.deepEqual([current?.observedAt, current?.precipitation, current?.rain, current?.snow], ['2026-09-19T08:00:00Z', 9.9, 9.9, 0])
  })
})

describe('a clock change under one offset', () => {
  const { scopes, utcOffsetSeconds } = read('clock-change', Date.parse('2025-11-02T04:10:00Z'))

  it('gives instants one hour apart, none twice and none missing', () => {
    const times = scopes.hourly?.points.map(({ time }) => Date.parse(time)) ?? []
    assert.equal(times[0], Date.parse('2025-11-02T04:00:00Z'))
    assert.ok(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) === 3_600_000))
  })

  it('starts the day after the change at its own midnight', () => {
    assert.deepEqual(
      scopes.daily?.points.map(({ date, time, sunset }) => [date, time, sunset]),
      [
        ['2025-11-02', '2025-11-02T04:00:00Z', '2025-11-02T22:06:00Z'],
        ['2025-11-03', '2025-11-03T05:00:00Z', '2025-11-03T22:05:00Z'],
      ],
    )
    assert.equal(utcOffsetSeconds, -14_400)
  })
})

describe('midnight sun', () => {
  it('has no sunrise or sunset until the sun sets again, however the server writes that', () => {
    const { current, daily } = read('polar-day').scopes
    assert.deepEqual([current?.sunrise, current?.sunset], [null, null])
    assert.deepEqual(
      daily?.points.map(({ sunrise, sunset, moonrise }) => [sunrise, sunset, moonrise]),
      [
        [null, null, null],
        [null, null, null],
        ['2026-08-01T23:40:00Z', '2026-08-02T22:20:00Z', null],
      ],
    )
  })
})

describe('units other than requested', () => {
  const { current, hourly } = read('other-units').scopes

  it('are converted if known; numbers in an unknown unit are dropped', () => {
    assert.deepEqual([current?.temperature, current?.windSpeed, current?.windGust, current?.visibility], [0.3333, 5.9009, null, null])
    const [hour] = hourly?.points ?? []
    assert.deepEqual(
      [hour?.temperature, hour?.windSpeed, hour?.precipitation, hour?.snow, hour?.visibility],
      [0, 2.0556, 5.9944, 2.54, 304.8],
    )
  })
})

describe('an answer without weather', () => {
  it('is null', () => {
    const forecast = decodeForecast(body('all-null'), 0)
    assert.equal(forecast === null ? null : transformForecast(forecast, Date.parse('2026-09-19T00:00:00Z')), null)
  })

  it('is refused if it is not an answer', () => {
    const head = { timezone: 'UTC', utc_offset_seconds: 0 }
    for (const answer of [
      null,
      'x',
      [],
      [[]],
      {},
      head,
      { ...head, hourly: {} },
      { ...head, hourly: { time: 'x' } },
      { ...head, current: {} },
    ])
      assert.equal(decodeForecast(answer, 0), null)
  })
})

describe('a wrong offset', () => {
  it('is replaced by that of the named zone, and does not shift unix times', () => {
    const answer = { ...(body('as-asked') as object), utc_offset_seconds: 0 }
    const forecast = decodeForecast(answer, 0)
    assert.equal(forecast?.clock.utcOffsetSeconds, 7_200)
    assert.equal(forecast?.current?.timeMs, Date.parse('2026-09-19T08:15:00Z'))
  })
})
