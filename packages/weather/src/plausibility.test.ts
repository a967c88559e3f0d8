import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { MEASUREMENT_NAMES, NOTHING_MEASURED } from './measurements.ts'
import type { CurrentWeather, HourlyPoint, ScopeData } from './model.ts'
import { isSeriesAhead, findClockFault, MAX_AHEAD_MS, MAX_CURRENT_AGE_MS, dropImplausibleValues } from './plausibility.ts'
import type { CellScope } from './scope.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')

const CURRENT: CurrentWeather = {
  ...NOTHING_MEASURED,
  kind: 'analysis',
  condition: 'clear',
  providerCode: 99_999,
  observedAt: '2026-07-01T12:00:00Z',
  temperature: 56.7,
  feelsLike: null,
  isDay: true,
  sunrise: null,
  sunset: null,
}

/** The data left, and how many single values were refused. */
function check<S extends CellScope>(scope: S, sent: ScopeData[S]) {
  let refused = 0
  const data = dropImplausibleValues(scope, sent, () => void (refused += 1))
  return { data, refused }
}

describe('plausibleValues', () => {
  it('treats impossible numbers as unknown, and leaves the rest', () => {
    const { data, refused } = check('current', { ...CURRENT, temperature: 999, humidity: 140, pressure: 1013, windSpeed: -1 })
    assert.deepEqual(
      { temperature: data.temperature, humidity: data.humidity, pressure: data.pressure, windSpeed: data.windSpeed, refused },
      { temperature: null, humidity: null, pressure: 1013, windSpeed: null, refused: 3 },
    )
    assert.deepEqual(
      { providerCode: data.providerCode, observedAt: data.observedAt },
      { providerCode: 99_999, observedAt: CURRENT.observedAt },
    )
  })

  it('accepts what has been measured on Earth', () => {
    const records = { temperature: 56.7, dewPoint: 35, pressure: 870, uvIndex: 43.3, windSpeed: 103, windGust: 113, precipitation: 401 }
    const sent = { ...CURRENT, ...records }
    const { data, refused } = check('current', sent)
    assert.equal(data, sent)
    assert.equal(refused, 0)
    assert.equal(check('current', { ...CURRENT, temperature: -89.2 }).refused, 0)
    assert.equal(check('minutely', { available: true, points: [{ time: '', precipitation: 2_280 }] }).refused, 0)
  })

  it('knows of no UV index where the sun is below the horizon all hour, or all day', () => {
    const left = (scope: 'hourly' | 'daily', time: string, lat: number): unknown => {
      const series = { available: true, points: [{ time, uvIndex: 1 } as never] }
      return dropImplausibleValues(scope, series, () => undefined, { lat, lon: 0 }).points[0]?.uvIndex
    }
    assert.deepEqual([left('hourly', '2026-03-20T00:00:00Z', 50), left('hourly', '2026-03-20T12:00:00Z', 50)], [0, 1])
    assert.deepEqual([left('daily', '2026-03-20T00:00:00Z', 50), left('daily', '2026-12-20T00:00:00Z', 80)], [1, 0])
  })

  it('bounds each number that is no measurement, too, and leaves others', () => {
    const point = (fields: object) => ({ available: true, points: [fields as never] })
    const bounds: readonly (readonly [scope: 'daily' | 'minutely', field: string, least: number, most: number])[] = [
      ['daily', 'temperatureMin', -95, 65],
      ['daily', 'feelsLikeNight', -130, 95],
      ['daily', 'precipitationProbability', 0, 1],
      ['daily', 'moonPhase', 0, 1],
      ['minutely', 'precipitation', 0, 2_500],
    ]
    for (const [scope, field, least, most] of bounds)
      assert.deepEqual(
        [least, most, least - 0.01, most + 0.01].map((value) => check(scope, point({ [field]: value })).refused),
        [0, 0, 1, 1],
        field,
      )
    assert.equal(check('daily', point({ providerCode: 1e9, toString: 1e9 })).refused, 0)
  })

  it('keeps the first of two points for one moment, and one of each day', () => {
    const hours = ['T12', 'T13', 'T12'].map((time, index) => ({ ...NOTHING_MEASURED, time, precipitationProbability: index / 10 }))
    const found = check('hourly', { available: true, points: hours as never })
    assert.deepEqual({ refused: found.refused, points: found.data.points }, { refused: 1, points: hours.slice(0, 2) })
    const days = ['01', '02', '02'].map((date) => ({ ...NOTHING_MEASURED, date, time: 'same' }))
    assert.equal(check('daily', { available: true, points: days as never }).refused, 1)
    const sent = { available: true, points: days.slice(0, 2) as never }
    assert.equal(check('daily', sent).data, sent)
  })

  it('distinguishes the amount of a day from that of an hour', () => {
    const point = { ...NOTHING_MEASURED, rain: 1_825 }
    assert.equal(check('daily', { available: true, points: [point as never] }).refused, 0)
    assert.equal(check('hourly', { available: true, points: [point as never] }).refused, 1)
  })

  it('limits every measurement both ways, and never invents one', () => {
    const number = fc.oneof(fc.double(), fc.constantFrom(Infinity, -Infinity, NaN, -1e6, 1e6))
    const named = fc.record(Object.fromEntries(MEASUREMENT_NAMES.map((name) => [name, fc.option(number)])))
    fc.assert(
      fc.property(named, (values) => {
        const point = { ...CURRENT, ...values } as unknown as HourlyPoint
        const { data, refused } = check('hourly', { available: true, points: [point] })
        const [checked] = data.points
        const changed = MEASUREMENT_NAMES.filter((name) => !Object.is(checked?.[name], point[name]))
        assert.equal(changed.length, refused)
        for (const name of MEASUREMENT_NAMES) {
          const value = checked?.[name] ?? null
          if (changed.includes(name)) assert.equal(value, null)
          assert.ok(value === null || Math.abs(value) < 1e6)
        }
      }),
    )
  })
})

describe('beginsAhead', () => {
  it('allows a series to begin with its next step, by a clock that is a little ahead', () => {
    const step = 3_600_000
    assert.deepEqual(
      [-step, 0, step + MAX_AHEAD_MS, step + MAX_AHEAD_MS + 1].map((off) => isSeriesAhead(NOW + off, step, NOW)),
      [false, false, false, true],
    )
  })
})

describe('clockFault', () => {
  it('rejects current weather of another time', () => {
    const hour = 3_600_000
    assert.equal(findClockFault(NOW - 9 * hour, NOW), 'outdated')
    assert.equal(findClockFault(NOW + hour, NOW), 'ahead')
    assert.deepEqual(
      [0, MAX_AHEAD_MS, -MAX_CURRENT_AGE_MS].map((off) => findClockFault(NOW + off, NOW)),
      [null, null, null],
    )
    assert.deepEqual(
      [findClockFault(NOW + MAX_AHEAD_MS + 1, NOW), findClockFault(NOW - MAX_CURRENT_AGE_MS - 1, NOW)],
      ['ahead', 'outdated'],
    )
  })
})
