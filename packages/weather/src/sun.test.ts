import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { computeSunLongitude, isSunUp } from './sun.ts'
import { MINUTE_MS } from './time.ts'

describe('isSunUp', () => {
  it('changes within three minutes of the times in almanacs', () => {
    for (const [name, lat, lon, sunrise, sunset] of [
      ['London, winter solstice', 51.51, -0.13, '2025-12-21T08:04:00Z', '2025-12-21T15:53:00Z'],
      ['London, summer solstice', 51.51, -0.13, '2025-06-21T03:43:00Z', '2025-06-21T20:21:00Z'],
      ['Sydney, spring', -33.87, 151.21, '2025-09-22T19:44:00Z', '2025-09-23T07:53:00Z'],
    ] as const) {
      const up = (instant: string, minutes: number) => isSunUp({ lat, lon }, Date.parse(instant) + minutes * MINUTE_MS)
      assert.deepEqual([up(sunrise, -3), up(sunrise, 3), up(sunset, -3), up(sunset, 3)], [false, true, true, false], name)
    }
  })

  it('never changes during polar day and polar night', () => {
    const hours = (lat: number, lon: number, day: string) =>
      Array.from({ length: 24 }, (_, hour) => isSunUp({ lat, lon }, Date.parse(day) + hour * 60 * MINUTE_MS))
    assert.ok(hours(78.22, 15.65, '2026-01-02').every((isUp) => !isUp))
    assert.ok(hours(69.65, 18.96, '2026-06-10').every((isUp) => isUp))
    assert.ok(hours(-77.85, 166.67, '2026-01-02').every((isUp) => isUp))
  })
})

it('the sun’s longitude is that of equinoxes and solstices in almanacs, to a hundredth of a degree', () => {
  for (const [longitude, instant] of [
    [0, '2025-03-20T09:01:00Z'],
    [90, '2025-06-21T02:42:00Z'],
    [180, '2025-09-22T18:19:00Z'],
    [270, '2025-12-21T15:03:00Z'],
    [0, '2026-03-20T14:46:00Z'],
    [180, '2026-09-23T00:05:00Z'],
  ] as const) {
    const difference = (((computeSunLongitude(Date.parse(instant)) - longitude) % 360) + 540) % 360
    assert.ok(Math.abs(difference - 180) < 0.01, `${instant}: ${difference - 180}`)
  }
})
