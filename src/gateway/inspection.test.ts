import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure, type WeatherBundle } from '@isobar/providers/port'
import { type CurrentWeather, NOTHING_MEASURED, formatInstant, toCell } from '@isobar/weather'
import { buildTestDays, buildTestHours } from '../../packages/weather/src/hazards/testing/points.ts'
import { inspectBundle } from './inspection.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const BERLIN = toCell(52.52, 13.41)
const minutesFrom = (ms: number) => ({ available: true, points: [{ time: formatInstant(ms), precipitation: 0 }] })

function bundle(known: Partial<CurrentWeather> = {}, more: Partial<WeatherBundle> = {}): WeatherBundle {
  const current: CurrentWeather = {
    ...NOTHING_MEASURED,
    kind: 'analysis',
    condition: null,
    providerCode: null,
    observedAt: '2026-07-01T11:55:00Z',
    temperature: 20,
    feelsLike: null,
    isDay: null,
    sunrise: null,
    sunset: null,
    ...known,
  }
  return {
    timezone: 'Europe/Berlin',
    utcOffsetSeconds: 7_200,
    simulated: false,
    scopes: { current, hourly: { available: true, points: [] } },
    ...more,
  }
}

function inspect(sent: WeatherBundle) {
  const refused: [string, string, number][] = []
  try {
    const { scopes } = inspectBundle(sent, BERLIN, 'open-meteo', NOW, (...refusal) => refused.push(refusal))
    return { scopes, refused, failure: undefined }
  } catch (error) {
    assert.ok(error instanceof ProviderFailure)
    return { scopes: {} as WeatherBundle['scopes'], refused, failure: error.kind }
  }
}

describe('the content of an answer', () => {
  it('is unchanged if nothing is wrong', () => {
    const sent = bundle({}, { answeredFor: { lat: 52.5, lon: 13.375, withinKm: 30 } })
    assert.deepEqual(inspect(sent), { scopes: sent.scopes, refused: [], failure: undefined })
  })

  it('is refused completely if it is for another place, unless it is simulated', () => {
    const answeredFor = { lat: -33.87, lon: 151.21, withinKm: 100 }
    assert.deepEqual(inspect(bundle({}, { answeredFor })), {
      scopes: {},
      refused: [['open-meteo', 'place', 1]],
      failure: 'invalid_body',
    })
    assert.equal(inspect(bundle({}, { answeredFor: { ...answeredFor, lat: NaN } })).failure, 'invalid_body')
    assert.equal(inspect(bundle({}, { answeredFor, simulated: true })).failure, undefined)
  })

  it('is accepted across the antimeridian', () => {
    const fiji = inspectBundle(bundle({}, { answeredFor: { lat: -17, lon: 179.99, withinKm: 30 } }), toCell(-17, -180), 'x', NOW, undefined)
    assert.ok(fiji.scopes.current !== undefined)
  })

  it('loses current weather of another time, and nothing else', () => {
    for (const [observedAt, reason] of [
      ['2026-07-01T03:00:00Z', 'outdated'],
      ['2026-07-01T12:30:00Z', 'ahead'],
    ] as const) {
      const { scopes, refused } = inspect(bundle({ observedAt }))
      assert.deepEqual([Object.keys(scopes), refused], [['hourly'], [['open-meteo', reason, 1]]])
    }
  })

  it('loses hours and minutes that begin after the present: the provider’s clock is ahead', () => {
    const { hourly, minutely } = {
      hourly: buildTestHours(NOW + 3 * 3_600_000, [{ temperature: 20 }]),
      minutely: minutesFrom(NOW + 3 * 3_600_000),
    }
    const { scopes, refused } = inspect(bundle({}, { scopes: { ...bundle().scopes, hourly, minutely } }))
    assert.deepEqual([Object.keys(scopes), refused], [['current'], [['open-meteo', 'ahead', 2]]])
    // A quarter of an hour more than a step is allowed.
    const beginning = (hours: number, minutes: number) =>
      inspect(
        bundle(
          {},
          {
            scopes: {
              ...bundle().scopes,
              hourly: buildTestHours(NOW + hours * 60_000, [{}]),
              minutely: minutesFrom(NOW + minutes * 60_000),
            },
          },
        ),
      ).refused
    assert.deepEqual(
      [beginning(75, 16), beginning(76, 16), beginning(75, 17)],
      [[], [['open-meteo', 'ahead', 1]], [['open-meteo', 'ahead', 1]]],
    )
    // The next hour, and the next minute.
    const next = { hourly: buildTestHours(NOW + 3_600_000, [{}]), minutely: minutesFrom(NOW + 60_000) }
    assert.deepEqual(inspect(bundle({}, { scopes: next })).refused, [])
  })

  it('loses what contradicts itself, by kind, within a scope and between days and hours', () => {
    const hours = Array.from({ length: 24 }, () => ({ precipitation: 2, temperature: 20, dewPoint: 30 }))
    const hourly = buildTestHours(Date.parse('2026-06-30T22:00:00Z'), hours)
    const [day] = buildTestDays(Date.parse('2026-07-01T00:00:00Z'), [{ precipitation: 1, temperatureMin: 15, temperatureMax: 16 }]).points
    assert.ok(day !== undefined)
    const daily = { available: true, points: [day, { ...day, precipitation: 48 }] }
    const { scopes, refused } = inspect(bundle({}, { scopes: { hourly, daily } }))
    assert.deepEqual(
      scopes.daily?.points.map(({ precipitation, temperatureMin, temperatureMax }) => [precipitation, temperatureMin, temperatureMax]),
      [[null, 15, null]],
    )
    assert.deepEqual({ points: scopes.hourly?.points.length, dewPoint: scopes.hourly?.points[0]?.dewPoint }, { points: 24, dewPoint: null })
    assert.deepEqual(refused.map(([, reason, count]) => `${reason} ${count}`).toSorted(), [
      'day_range 1',
      'day_sum 1',
      'dew_point 24',
      'duplicate 1',
    ])
  })

  it('is a failure if nothing is left of it', () => {
    const { current } = bundle({ observedAt: '2026-07-01T03:00:00Z' }).scopes
    assert.ok(current !== undefined)
    assert.equal(inspect(bundle({}, { scopes: { current } })).failure, 'invalid_body')
  })

  it('loses single impossible numbers, which are counted', () => {
    const { scopes, refused } = inspect(bundle({ windSpeed: 999, humidity: 140, pressure: 1_013 }))
    assert.deepEqual(
      { windSpeed: scopes.current?.windSpeed, humidity: scopes.current?.humidity, pressure: scopes.current?.pressure },
      { windSpeed: null, humidity: null, pressure: 1_013 },
    )
    assert.deepEqual(refused, [['open-meteo', 'value', 2]])
  })

  it('has no current weather that is left without a temperature: not delivered, so that the next source is asked', () => {
    for (const temperature of [null, -999, -273.15]) assert.deepEqual(Object.keys(inspect(bundle({ temperature })).scopes), ['hourly'])
    assert.equal(
      inspect(bundle({ temperature: null }, { scopes: { current: bundle({ temperature: null }).scopes.current as CurrentWeather } }))
        .failure,
      'invalid_body',
    )
  })

  it('says day and night by the sun of the place, and a UV index of 0 by night, unless it is simulated', () => {
    const night = { observedAt: '2026-07-01T11:55:00Z', isDay: false, uvIndex: 3 }
    const tokyo = (more: Partial<WeatherBundle>) => {
      const { scopes } = inspectBundle(bundle({ ...night, isDay: true }, more), toCell(35.68, 139.69), 'x', NOW, undefined)
      return [scopes.current?.isDay, scopes.current?.uvIndex]
    }
    assert.deepEqual(tokyo({}), [false, 0])
    assert.deepEqual(tokyo({ simulated: true }), [true, 3])
    const { scopes, refused } = inspect(bundle(night))
    assert.deepEqual([scopes.current?.isDay, scopes.current?.uvIndex], [true, 3])
    assert.deepEqual(refused, [['open-meteo', 'daylight', 1]])
  })
})
