import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completeScopes } from './completion.ts'
import { EMPTY_DAY } from './days-from-spans.ts'
import { computeFeltTemperature } from './felt-temperature.ts'
import { formatInstant } from './instant.ts'
import { NOTHING_MEASURED } from './measurements.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint } from './model.ts'
import { HOUR_MS } from './time.ts'

const BERLIN = { lat: 52.52, lon: 13.41 }
const LONGYEARBYEN = { lat: 78.22, lon: 15.65 }
const MIDNIGHT = Date.parse('2026-11-28T23:00:00Z')

const current = (values: Partial<CurrentWeather> = {}): CurrentWeather => ({
  ...NOTHING_MEASURED,
  kind: 'analysis',
  observedAt: '2026-11-29T11:00:00Z',
  temperature: 10,
  feelsLike: null,
  condition: null,
  providerCode: null,
  isDay: null,
  sunrise: null,
  sunset: null,
  ...values,
})
const hour = (index: number, values: Partial<HourlyPoint> = {}): HourlyPoint => {
  const { kind: _kind, observedAt: _at, sunrise: _rise, sunset: _set, ...rest } = current()
  return { ...rest, time: formatInstant(MIDNIGHT + index * HOUR_MS), precipitationProbability: null, ...values }
}
const day = (values: Partial<DailyPoint> = {}): DailyPoint => ({
  ...EMPTY_DAY,
  date: '2026-11-29',
  time: formatInstant(MIDNIGHT),
  ...values,
})

describe('what a source has not sent', () => {
  it('is computed of current weather, and named', () => {
    const { scopes, computed } = completeScopes(
      { current: current({ dewPoint: 5, windSpeed: 4, rain: 1, snow: 0.5 }) },
      BERLIN,
      'Europe/Berlin',
    )
    const { humidity, feelsLike, precipitation, isDay, sun, sunrise, sunset } = scopes.current
    assert.deepEqual(
      { humidity, feelsLike, precipitation, isDay, sun },
      { humidity: 71, feelsLike: computeFeltTemperature(10, 71, 4), precipitation: 1.5, isDay: true, sun: 'rises' },
    )
    assert.match(`${sunrise} ${sunset}`, /^2026-11-29T06:5\d:\d\dZ 2026-11-29T14:5\d:\d\dZ$/)
    assert.deepEqual(computed.current, ['feelsLike', 'humidity', 'isDay', 'precipitation', 'sunrise', 'sunset'])
  })

  it('stays unknown if nothing gives it', () => {
    const { scopes } = completeScopes(
      { hourly: { available: true, points: [hour(0, { temperature: null, rain: 2 })] } },
      BERLIN,
      'Europe/Berlin',
    )
    const [{ humidity, dewPoint, feelsLike, precipitation } = hour(0)] = scopes.hourly.points
    assert.deepEqual(
      { humidity, dewPoint, feelsLike, precipitation },
      { humidity: null, dewPoint: null, feelsLike: null, precipitation: null },
    )
  })

  it('leaves what was sent', () => {
    const sent = current({
      humidity: 80,
      dewPoint: 2,
      feelsLike: 40,
      precipitation: 9,
      rain: 1,
      snow: 1,
      isDay: false,
      sunrise: '2026-11-29T01:00:00Z',
      sunset: '2026-11-29T02:00:00Z',
    })
    const { scopes, computed } = completeScopes({ current: sent }, BERLIN, 'Europe/Berlin')
    assert.deepEqual({ ...scopes.current, sun: undefined }, { ...sent, sun: undefined })
    assert.deepEqual(computed.current, [])
  })

  it('is a known state of the sun near the poles, whatever times were sent', () => {
    const times = { sunrise: '2026-11-28T23:00:00Z', sunset: '2026-11-28T23:00:00Z' }
    const { scopes } = completeScopes(
      { current: current(times), daily: { available: true, points: [day(times)] } },
      LONGYEARBYEN,
      'Arctic/Longyearbyen',
    )
    for (const point of [scopes.current, scopes.daily.points[0]])
      assert.deepEqual([point?.sun, point?.sunrise, point?.sunset], ['down', null, null])
    assert.equal(scopes.current.isDay, false)
  })

  it('is not what another temperature than the day’s own feels like', () => {
    const hours = [hour(12, { temperature: 5, feelsLike: 1 })]
    const { scopes } = completeScopes(
      { hourly: { available: true, points: hours }, daily: { available: true, points: [day({ temperatureDay: 9 })] } },
      BERLIN,
      'Europe/Berlin',
    )
    assert.deepEqual([scopes.daily.points[0]?.temperatureDay, scopes.daily.points[0]?.feelsLikeDay], [9, null])
  })

  it('is computed of days: the moon, and parts of the day from the nearest hour that is known', () => {
    const hours = Array.from({ length: 14 }, (_, index) => hour(index + 10, { temperature: index, feelsLike: index - 4 }))
    const { scopes, computed } = completeScopes(
      { hourly: { available: true, points: hours }, daily: { available: true, points: [day()] } },
      BERLIN,
      'Europe/Berlin',
    )
    const [found] = scopes.daily.points
    const { temperatureMorning, temperatureDay, temperatureEvening, temperatureNight } = found ?? day()
    // The hours begin at 10: more than three hours after the morning.
    assert.deepEqual([temperatureMorning, temperatureDay, temperatureEvening, temperatureNight], [null, 2, 8, 13])
    const { feelsLikeMorning, feelsLikeDay, feelsLikeEvening, feelsLikeNight } = found ?? day()
    assert.deepEqual([feelsLikeMorning, feelsLikeDay, feelsLikeEvening, feelsLikeNight], [null, -2, 4, 9])
    assert.equal(found?.moonPhase, 0.69)
    assert.ok(found?.moonrise && found.moonset)
    assert.ok(['moonPhase', 'moonrise', 'moonset', 'sunrise', 'sunset', 'temperatureDay'].every((field) => computed.daily?.includes(field)))
  })
})
