import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { moonDay, moonPhase } from './moon.ts'
import { isDaylight, sunDay } from './sun.ts'

describe('the sun', () => {
  it('rises and sets within two minutes of the times that OpenWeather sent', (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    let compared = 0
    for (const { body } of recorded('openweather', /^onecall(?:3|25)_/)) {
      const { lat, lon, daily = [] } = body as { lat: number; lon: number; daily?: { dt: number; sunrise: number; sunset: number }[] }
      for (const day of daily) {
        const sun = sunDay(lat, lon, day.dt * 1000)
        assert.ok(sun.kind === 'normal')
        assert.ok(Math.abs(sun.rise / 1000 - day.sunrise) < 120 && Math.abs(sun.set / 1000 - day.sunset) < 120)
        compared += 1
      }
    }
    assert.ok(compared > 50)
  })

  it('does not set in the polar summer nor rise in the polar winter', () => {
    assert.deepEqual(sunDay(78.22, 15.63, Date.UTC(2026, 5, 21, 11)), { kind: 'polar day' })
    assert.deepEqual(sunDay(78.22, 15.63, Date.UTC(2026, 11, 21, 11)), { kind: 'polar night' })
    assert.deepEqual(sunDay(-90, 0, Date.UTC(2026, 11, 21, 12)), { kind: 'polar day' })
    assert.equal(sunDay(0, 180, Date.UTC(2026, 11, 21, 0)).kind, 'normal')
  })

  it('is up between rise and set', () => {
    const sun = sunDay(40.7, -74, Date.UTC(2026, 9, 10, 16))
    assert.ok(sun.kind === 'normal')
    assert.ok(!isDaylight(40.7, -74, sun.rise - 120_000) && isDaylight(40.7, -74, sun.rise + 120_000))
    assert.ok(isDaylight(40.7, -74, sun.set - 120_000) && !isDaylight(40.7, -74, sun.set + 120_000))
  })
})

describe('the moon', () => {
  it('has the phase and, within ten minutes, the times that OpenWeather sent', (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    let compared = 0
    for (const { body } of recorded('openweather', /^onecall3_(?:berlin|newyork|nairobi)/)) {
      const answer = body as {
        lat: number
        lon: number
        timezone_offset: number
        daily: { dt: number; moonrise: number; moon_phase: number }[]
      }
      for (const day of answer.daily) {
        const apart = Math.abs(moonPhase(day.dt * 1000) - day.moon_phase)
        assert.ok(Math.min(apart, 1 - apart) < 0.05, `${day.moon_phase}`)
        const midnight = Math.floor((day.dt + answer.timezone_offset) / 86_400) * 86_400 - answer.timezone_offset
        const { rise } = moonDay(answer.lat, answer.lon, midnight * 1000)
        if (rise === null) continue
        assert.ok(Math.abs(rise / 1000 - day.moonrise) < 600, `${rise / 1000 - day.moonrise}`)
        compared += 1
      }
    }
    assert.ok(compared > 15)
  })

  it('is full and new on known days', () => {
    // 2026-01-03 10:03 UTC full, 2026-01-18 19:52 UTC new (US Naval Observatory).
    assert.ok(Math.abs(moonPhase(Date.UTC(2026, 0, 3, 10, 3)) - 0.5) < 0.01)
    const fresh = moonPhase(Date.UTC(2026, 0, 18, 19, 52))
    assert.ok(Math.min(fresh, 1 - fresh) < 0.01)
  })
})
