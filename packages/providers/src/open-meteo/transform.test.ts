import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { DAY_SECONDS } from '@isobar/weather'
import { decodeOpenMeteoForecast } from './schema.ts'
import { transformOpenMeteoForecast } from './transform.ts'

const body = (fixture: string): unknown => JSON.parse(readFileSync(new URL(`./fixtures/${fixture}.json`, import.meta.url), 'utf8'))

const NOW = Date.parse('2026-09-19T08:20:00Z')

function read(fixture: string, now = NOW) {
  const forecast = decodeOpenMeteoForecast(body(fixture), now)
  const transformed = forecast === null ? null : transformOpenMeteoForecast(forecast, now)
  assert.ok(transformed !== null)
  return transformed
}

it('hours of a clock that is not whole hours from UTC are those that their rows hold, not those of their labels', () => {
  const midnight = Date.parse('2026-09-19T00:00:00Z')
  for (const [timezone, offset, label, start] of [
    ['Asia/Kolkata', 19_800, '2026-09-18T18:30:00Z', '2026-09-18T19:00:00Z'],
    ['Asia/Kathmandu', 20_700, '2026-09-18T18:15:00Z', '2026-09-18T19:00:00Z'],
    ['America/St_Johns', -9_000, '2026-09-19T02:30:00Z', '2026-09-19T02:00:00Z'],
  ] as const) {
    const times = [0, 1, 2].map((hour) => Date.parse(label) / 1_000 + hour * 3_600)
    const sent = { hourly_units: { temperature_2m: '°C' }, hourly: { time: times, temperature_2m: [1, 2, 3], precipitation: [0, 0, 0] } }
    const forecast = decodeOpenMeteoForecast({ latitude: 1, longitude: 1, timezone, utc_offset_seconds: offset, ...sent }, midnight)
    assert.equal(forecast?.hourly?.[0]?.timeMs, Date.parse(start), timezone)
  }
})

describe('an answer as requested', () => {
  const { scopes, timezone, utcOffsetSeconds } = read('as-asked')
  const hours = scopes.hourly?.points ?? []

  it('delivers current, hourly and daily, no minutes and no alerts', () => {
    assert.deepEqual({ timezone, utcOffsetSeconds }, { timezone: 'Europe/Berlin', utcOffsetSeconds: 7_200 })
    assert.deepEqual(Object.keys(scopes).toSorted(), ['current', 'daily', 'hourly', 'minutely'])
    assert.deepEqual(scopes.minutely, { available: false, points: [] })
  })

  it('starts with the current hour and omits the last row', () => {
    assert.equal(scopes.current?.observedAt, '2026-09-19T08:15:00Z')
    assert.deepEqual(
      { firstHoursTime: hours[0]?.time, lastHoursTime: hours.at(-1)?.time, hours: hours.length },
      { firstHoursTime: '2026-09-19T08:00:00Z', lastHoursTime: '2026-09-19T12:00:00Z', hours: 5 },
    )
  })

  it('takes sums, probability and gusts of an hour from the row after it, the rest from its own', () => {
    const [first, second, third] = hours
    assert.deepEqual(
      {
        temperature: first?.temperature,
        condition: first?.condition,
        windSpeed: first?.windSpeed,
        windGust: first?.windGust,
        precipitationProbability: first?.precipitationProbability,
      },
      { temperature: 15.5, condition: 'light_rain', windSpeed: 2.42, windGust: 4, precipitationProbability: 0.07 },
    )
    assert.deepEqual(
      { precipitation: first?.precipitation, rain: first?.rain, snow: first?.snow },
      { precipitation: 0.3, rain: 0.3, snow: 0 },
    )
    assert.deepEqual(
      { precipitation: second?.precipitation, rain: second?.rain, snow: second?.snow },
      { precipitation: 1.2, rain: 1, snow: 0.2 },
    )
    assert.deepEqual(
      { precipitation: third?.precipitation, rain: third?.rain, snow: third?.snow },
      { precipitation: 2.1, rain: 0, snow: 2.1 },
    )
  })

  it('keeps gaps null', () => {
    assert.deepEqual(
      { temperature: hours[2]?.temperature, condition: hours[2]?.condition, providerCode: hours[2]?.providerCode },
      { temperature: null, condition: null, providerCode: null },
    )
    assert.deepEqual(
      {
        precipitation: hours[3]?.precipitation,
        rain: hours[3]?.rain,
        snow: hours[3]?.snow,
        precipitationProbability: hours[3]?.precipitationProbability,
      },
      { precipitation: null, rain: null, snow: null, precipitationProbability: null },
    )
    assert.ok(hours.every(({ visibility }) => visibility === null))
  })

  it('has no current amounts if no sum covers the last 60 minutes', () => {
    assert.deepEqual(
      { precipitation: scopes.current?.precipitation, rain: scopes.current?.rain, snow: scopes.current?.snow },
      { precipitation: null, rain: null, snow: null },
    )
    assert.deepEqual({ sunrise: scopes.current?.sunrise, isDay: scopes.current?.isDay }, { sunrise: '2026-09-19T04:48:20Z', isDay: true })
  })

  it('has the sun of today, whatever day the answer begins with', () => {
    const sent = body('as-asked') as { daily: Record<string, unknown[]> }
    const yesterday = ((sent.daily['time'] as number[])[0] as number) - DAY_SECONDS
    for (const [name, values] of Object.entries(sent.daily))
      values.unshift({ time: yesterday, sunrise: yesterday + 24_300, sunset: yesterday + 69_000 }[name] ?? values[0])
    const forecast = decodeOpenMeteoForecast(sent, NOW)
    const { current, daily } = (forecast && transformOpenMeteoForecast(forecast, NOW))?.scopes ?? {}
    assert.deepEqual({ sunrise: current?.sunrise, date: daily?.points[0]?.date }, { sunrise: '2026-09-19T04:48:20Z', date: '2026-09-19' })
  })

  it('drops the last day, which only has a probability', () => {
    const [first, second] = scopes.daily?.points ?? []
    assert.equal(scopes.daily?.points.length, 2)
    assert.deepEqual(
      { firstDate: first?.date, time: first?.time, secondDate: second?.date },
      { firstDate: '2026-09-19', time: '2026-09-18T22:00:00Z', secondDate: '2026-09-20' },
    )
    assert.deepEqual(
      {
        precipitation: first?.precipitation,
        rain: first?.rain,
        snow: first?.snow,
        precipitationProbability: first?.precipitationProbability,
      },
      { precipitation: 3.6, rain: 1.3, snow: 2.3, precipitationProbability: 1 },
    )
    assert.deepEqual(
      { moonrise: first?.moonrise, moonset: first?.moonset, moonPhase: first?.moonPhase },
      { moonrise: null, moonset: '2026-09-19T20:13:20Z', moonPhase: 0.25 },
    )
    assert.deepEqual(
      { humidity: first?.humidity, temperatureDay: first?.temperatureDay, summary: first?.summary },
      { humidity: 70, temperatureDay: null, summary: null },
    )
  })
})

describe('an observation on the full hour', () => {
  it('has the amounts of the hour that just ended', () => {
    const { current } = read('full-hour').scopes
    assert.deepEqual(
      { observedAt: current?.observedAt, precipitation: current?.precipitation, rain: current?.rain, snow: current?.snow },
      { observedAt: '2026-09-19T08:00:00Z', precipitation: 9.9, rain: 9.9, snow: 0 },
    )
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
    assert.deepEqual({ sunrise: current?.sunrise, sunset: current?.sunset }, { sunrise: null, sunset: null })
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
    assert.deepEqual(
      { temperature: current?.temperature, windSpeed: current?.windSpeed, windGust: current?.windGust, visibility: current?.visibility },
      { temperature: 0.3333, windSpeed: 5.9009, windGust: null, visibility: null },
    )
    const [hour] = hourly?.points ?? []
    assert.deepEqual(
      {
        temperature: hour?.temperature,
        windSpeed: hour?.windSpeed,
        precipitation: hour?.precipitation,
        snow: hour?.snow,
        visibility: hour?.visibility,
      },
      { temperature: 0, windSpeed: 2.0556, precipitation: 5.9944, snow: 2.54, visibility: 304.8 },
    )
  })
})

describe('an answer without weather', () => {
  it('is null', () => {
    const forecast = decodeOpenMeteoForecast(body('all-null'), 0)
    assert.equal(forecast === null ? null : transformOpenMeteoForecast(forecast, Date.parse('2026-09-19T00:00:00Z')), null)
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
      assert.equal(decodeOpenMeteoForecast(answer, 0), null)
  })
})

describe('an offset that the zone data contradict', () => {
  it('is believed, since the zone data of this runtime may be older, and does not shift unix times', () => {
    const answer = { ...(body('as-asked') as object), utc_offset_seconds: 0 }
    const forecast = decodeOpenMeteoForecast(answer, 0)
    assert.equal(forecast?.clock.utcOffsetSeconds, 0)
    assert.equal(forecast?.current?.timeMs, Date.parse('2026-09-19T08:15:00Z'))
  })
})
