import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { printContradictions } from './contradiction-table.ts'
import { dropContradictions, type Contradiction, dropRefutedDayValues, dropDuplicatePoints, dropAcross } from './contradictions.ts'
import { buildTestDays, buildTestHours } from './hazards/testing/points.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint } from './model.ts'
import { HOUR_MS } from './time.ts'

const MIDNIGHT = Date.parse('2026-07-01T00:00:00Z')

type Values = Partial<Omit<CurrentWeather, 'kind'> & HourlyPoint & DailyPoint>

/** What became unknown, and why. */
function check(values: Values): readonly [kinds: readonly Contradiction[], unknown: readonly string[]] {
  const kinds: Contradiction[] = []
  const checked = dropContradictions(values as HourlyPoint, (kind) => kinds.push(kind)) as Values
  const unknown = Object.keys(values).filter((name) => checked[name as keyof Values] !== values[name as keyof Values])
  assert.ok(unknown.every((name) => checked[name as keyof Values] === null))
  return [kinds, unknown]
}

describe('the values of a point', () => {
  it('lose what contradicts another, beyond the tolerance', () => {
    const rise = '2026-07-01T04:00:00Z'
    const set = '2026-07-01T20:00:00Z'
    const cases: readonly [Values, Contradiction, readonly string[]][] = [
      [{ temperatureMin: 12.1, temperatureMax: 12 }, 'low_above_high', ['temperatureMin', 'temperatureMax']],
      [{ feelsLikeMin: 3, feelsLikeMax: -3, temperatureMin: -3, temperatureMax: 3 }, 'low_above_high', ['feelsLikeMin', 'feelsLikeMax']],
      [{ windSpeed: 12, windGust: 5.9 }, 'gust', ['windGust']],
      [{ temperature: 10, dewPoint: 13.1 }, 'dew_point', ['dewPoint']],
      [{ temperatureMax: 10, dewPoint: 13.1 }, 'dew_point', ['dewPoint']],
      [{ temperature: 20, feelsLike: -45, windSpeed: 40 }, 'feels_like', ['feelsLike']],
      [{ temperature: 20, feelsLike: -20.1 }, 'feels_like', ['feelsLike']],
      [{ temperature: 20, feelsLike: 50.1 }, 'feels_like', ['feelsLike']],
      [{ sunrise: set, sunset: rise }, 'sun', ['sunset']],
      [{ sunrise: rise, sunset: '2026-07-01T00:00:00Z' }, 'sun', ['sunset']],
      [{ precipitation: 0, rain: 0, snow: 24, condition: 'heavy_snow' }, 'parts', ['precipitation']],
      [{ precipitation: 2, rain: 2.1, snow: 0 }, 'parts', ['precipitation']],
      // Pirate Weather, Korea.
      [
        { precipitation: 0, rain: 0, snow: 0, condition: 'snow', precipitationProbability: 0.91 },
        'falling_without_amount',
        ['precipitation', 'rain', 'snow'],
      ],
      [{ precipitation: 0, rain: null, snow: null, condition: 'snow' }, 'falling_without_amount', ['precipitation']],
      [{ precipitation: 0, rain: null, snow: null, condition: 'heavy_rain' }, 'falling_without_amount', ['precipitation']],
      [{ precipitation: 0, precipitationProbability: 1 }, 'chance', ['precipitationProbability']],
      [{ precipitation: 0.74, precipitationProbability: 0 }, 'chance', ['precipitationProbability']],
      [{ condition: 'fog', visibility: 5_000 }, 'visibility', ['visibility']],
      [{ condition: 'clear', visibility: 900 }, 'visibility', ['visibility']],
      [{ condition: 'clear', cloudCover: 90 }, 'cloud_cover', ['cloudCover']],
      [{ condition: 'overcast', cloudCover: 12 }, 'cloud_cover', ['cloudCover']],
      [{ condition: 'fog', cloudCover: 0 }, 'cloud_cover', ['cloudCover']],
    ]
    for (const [values, kind, unknown] of cases) assert.deepEqual(check(values), [[kind], unknown], JSON.stringify(values))
  })

  it('stay if they are within it, or the other value is unknown', () => {
    const sent: readonly Values[] = [
      ...(['light_snow', 'snow_showers', 'sleet', 'drizzle', 'freezing_rain'] as const).map((condition) => ({
        condition,
        precipitation: 0,
      })),
      { temperatureMin: 12, temperatureMax: 12 },
      { temperatureMin: 12, temperatureMax: null },
      { windSpeed: 12, windGust: 6 },
      { windSpeed: 3.9, windGust: 1.9 },
      { windSpeed: 11.1, windGust: 8.7 },
      { temperature: 10, dewPoint: 13 },
      { temperature: null, dewPoint: 13 },
      { temperature: -50, feelsLike: -80, windSpeed: 10 },
      { temperature: 45, feelsLike: 72 },
      // Tromsø, a night before polar day.
      { sunrise: '2026-07-01T01:10:00Z', sunset: '2026-06-30T22:20:00Z' },
      { sunrise: null, sunset: '2026-07-01T20:00:00Z' },
      { precipitation: 0.2, rain: 0.21, snow: 0 },
      { precipitation: 0, condition: 'light_rain' },
      { precipitation: 0, condition: 'thunderstorm' },
      // The sky is that of the moment, the amount that of the hour.
      { precipitation: 13.9, condition: 'partly_cloudy' },
      { precipitation: 0, precipitationProbability: 0.95 },
      { precipitation: 0.05, precipitationProbability: 0 },
      { condition: 'fog', visibility: 4_900 },
      { condition: 'overcast', visibility: 424 },
      { condition: 'clear', cloudCover: 40 },
      // Without the sun's height, nothing is known of the night.
      { isDay: false, uvIndex: 1 },
    ]
    for (const values of sent) assert.deepEqual(check(values), [[], []], JSON.stringify(values))
  })

  it('agree with the height of the sun', () => {
    const at = (values: Values, lowest: number, highest: number) =>
      dropContradictions(values as HourlyPoint, () => {}, { lowest, highest }) as Values
    assert.deepEqual(at({ isDay: true, uvIndex: 2 }, -20, -3.1), { isDay: false, uvIndex: 0 })
    assert.deepEqual(at({ isDay: false, uvIndex: 2 }, 3.1, 8), { isDay: true, uvIndex: 2 })
    for (const isDay of [true, false, null]) assert.deepEqual(at({ isDay, uvIndex: 1 }, -3, 3), { isDay, uvIndex: 1 })
    assert.deepEqual(at({ isDay: null, uvIndex: null }, -30, -10), { isDay: null, uvIndex: null })
  })

  it('accept every wind chill and apparent temperature', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -60, max: 50, noNaN: true }),
        fc.double({ min: 0, max: 60, noNaN: true }),
        fc.double({ min: 0, max: 40, noNaN: true }),
        (temperature, windSpeed, vapourHpa) => {
          const power = (windSpeed * 3.6) ** 0.16
          const chill = 13.12 + 0.6215 * temperature - 11.37 * power + 0.3965 * temperature * power
          // Steadman's formula, without radiation.
          const apparent = temperature + 0.33 * vapourHpa - 0.7 * windSpeed - 4
          if (temperature <= 10 && windSpeed > 1.3) assert.deepEqual(check({ temperature, windSpeed, feelsLike: chill })[0], [])
          assert.deepEqual(check({ temperature, windSpeed, feelsLike: apparent })[0], [])
        },
      ),
    )
  })
})

describe('the values of two sources', () => {
  it('have no tolerance: those that yield go, and no others', () => {
    const drop = (values: Values, ...yielding: readonly string[]) => dropAcross(values as HourlyPoint, new Set(yielding)) as Values
    assert.deepEqual(drop({ windSpeed: 5, windGust: 4.9 }, 'windGust'), { windSpeed: 5, windGust: null })
    assert.deepEqual(drop({ windSpeed: 5, windGust: 4.9 }, 'windSpeed'), { windSpeed: null, windGust: 4.9 })
    assert.deepEqual(drop({ windSpeed: 5, windGust: 4.9 }), { windSpeed: 5, windGust: 4.9 })
    assert.deepEqual(drop({ windSpeed: 5, windGust: 4.9 }, 'windSpeed', 'windGust'), { windSpeed: 5, windGust: 4.9 })
    assert.deepEqual(drop({ condition: 'clear', cloudCover: 20 }, 'cloudCover'), { condition: 'clear', cloudCover: null })
    assert.deepEqual(drop({ isDay: false, uvIndex: 1 }, 'uvIndex'), { isDay: false, uvIndex: null })
    assert.deepEqual(drop({ condition: 'light_rain', precipitation: 0, rain: 0 }, 'precipitation', 'rain'), {
      condition: 'light_rain',
      precipitation: null,
      rain: null,
    })
  })
})

describe('the table', () => {
  it('is printed in docs/operations.md', () => {
    const docs = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
    assert.ok(docs.includes(printContradictions()), `docs/operations.md needs:\n${printContradictions()}`)
  })
})

describe('the points of a series', () => {
  it('are the first ones of their moments', () => {
    const points = [1, 2, 1, 3, 2].map((hour, index) => ({ hour: String(hour), index }))
    let count = 0
    const distinct = dropDuplicatePoints(
      points,
      ({ hour }) => hour,
      () => void (count += 1),
    )
    assert.deepEqual({ distinct: distinct.map(({ index }) => index), count }, { distinct: [0, 1, 3], count: 2 })
    assert.equal(
      dropDuplicatePoints(distinct, ({ hour }) => hour, assert.fail),
      distinct,
    )
  })
})

describe('days', () => {
  const like = (day: Partial<DailyPoint>, hours: readonly Partial<HourlyPoint>[], fromHour = 0) => {
    const kinds: Contradiction[] = []
    const sent = buildTestDays(MIDNIGHT, [day]).points
    const [checked] = dropRefutedDayValues(sent, buildTestHours(MIDNIGHT + fromHour * HOUR_MS, hours).points, 'UTC', (kind) =>
      kinds.push(kind),
    )
    return [kinds, checked?.precipitation, checked?.temperatureMin, checked?.temperatureMax]
  }
  const of = (count: number, hour: Partial<HourlyPoint>) => Array.from({ length: count }, () => hour)

  it('have no sum that their hours exceed, or fall short of if all are known', () => {
    const day = { precipitation: 1, rain: 1, snow: 0 }
    assert.deepEqual(like(day, of(24, { precipitation: 2 })), [['day_sum'], null, null, null])
    assert.deepEqual(like({ precipitation: 48 }, of(24, { precipitation: 0.1 })), [['day_sum'], null, null, null])
    // Exactly three times as much, and 5 mm.
    const sums = [8, 8.1].map((amount) => like({ precipitation: 1 }, [{ precipitation: amount }])[1])
    assert.deepEqual(sums, [1, null])
    const long = [23, 22].map((count) => like({ precipitation: 48 }, of(count, { precipitation: 0.1 }))[1])
    assert.deepEqual(long, [null, 48])
    // The rest of the day says nothing about the hours that are over.
    assert.deepEqual(like({ precipitation: 48 }, of(10, { precipitation: 0.1 }), 14), [[], 48, null, null])
    assert.deepEqual(like({ precipitation: 48 }, of(24, {})), [[], 48, null, null])
    // Recorded.
    assert.deepEqual(like({ precipitation: 4.2926 }, of(24, { precipitation: 10.82 / 24 })), [[], 4.2926, null, null])
    // Hours of another day.
    assert.deepEqual(like(day, of(24, { precipitation: 2 }), 24), [[], 1, null, null])
  })

  it('have no high or low that their hours pass', () => {
    const day = { temperatureMin: 5, temperatureMax: 10 }
    assert.deepEqual(like(day, [{ temperature: 13.1 }]), [['day_range'], null, 5, null])
    assert.deepEqual(like(day, [{ temperature: 1.9 }]), [['day_range'], null, null, 10])
    assert.deepEqual(like(day, [{ temperature: 2 }, { temperature: null }, { temperature: 13 }]), [[], null, 5, 10])
  })
})
