import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { getDayBounds, toCalendarDay } from './local-time.ts'
import { computeMoonPhase } from './moon.ts'
import { computeMoonDay, computeSunDay } from './rising.ts'
import { MINUTE_MS } from './time.ts'

const SAMPLES = new URL('../../../../shared/upstream-samples/openweather/', import.meta.url)

interface RecordedDay {
  readonly dt: number
  readonly sunrise?: number
  readonly sunset?: number
  readonly moonrise: number
  readonly moonset: number
  readonly moon_phase: number
}
interface Recorded {
  readonly lat: number
  readonly lon: number
  readonly timezone?: string
  readonly daily?: readonly RecordedDay[]
}

describe('the sun of a day', () => {
  const at = (lat: number, lon: number, date: string, zone: string) => computeSunDay({ lat, lon }, getDayBounds(date, zone))

  it('stays up or down all day at the poles, and rises elsewhere', () => {
    assert.deepEqual(at(78.22, 15.65, '2026-11-29', 'Arctic/Longyearbyen'), { rise: null, set: null, sun: 'down' })
    assert.deepEqual(at(69.35, 88.2, '2026-12-05', 'Asia/Krasnoyarsk'), { rise: null, set: null, sun: 'down' })
    assert.deepEqual(at(78.22, 15.65, '2026-06-10', 'Arctic/Longyearbyen'), { rise: null, set: null, sun: 'up' })
    assert.deepEqual(at(-77.85, 166.67, '2026-01-02', 'Antarctica/McMurdo').sun, 'up')
    assert.equal(at(0, 0, '2026-03-01', 'UTC').sun, 'rises')
  })

  it('rises and sets once a day, rise before set where days are midnight to midnight', () => {
    for (let lat = -60; lat <= 60; lat += 15)
      for (let month = 1; month <= 12; month++) {
        const { rise, set, sun } = at(lat, 15, `2026-${String(month).padStart(2, '0')}-15`, 'Etc/GMT-1')
        assert.equal(sun, 'rises')
        assert.ok(rise !== null && set !== null && rise < set, `${lat} ${month}`)
      }
  })
})

describe('the moon', () => {
  it('has the phases of almanacs', () => {
    for (const [instant, phase] of [
      ['2025-01-13T22:27:00Z', 0.5],
      ['2025-01-29T12:36:00Z', 0],
      ['2026-11-09T07:02:00Z', 0],
      ['2026-11-24T14:53:00Z', 0.5],
    ] as const)
      assert.equal(computeMoonPhase(Date.parse(instant)), phase, instant)
    for (let day = 0; day < 60; day++) {
      const phase = computeMoonPhase(Date.parse('2026-01-01') + day * 86_400_000)
      assert.ok(phase >= 0 && phase < 1)
    }
  })
})

describe('recorded days', () => {
  if (!existsSync(SAMPLES)) {
    it('agree', (t) => t.skip('the recorded answers are not here'))
    return
  }
  it('agree within two minutes, and on which days the moon does not rise or set', () => {
    let compared = 0
    for (const file of readdirSync(SAMPLES).filter((name) => /^onecall(?:3|25)_.*(?<!HANDWRITTEN)\.json$/.test(name))) {
      const { lat, lon, timezone, daily = [] } = JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8')) as Recorded
      if (timezone === undefined) continue
      for (const { dt, ...sent } of daily) {
        const date = toCalendarDay(dt * 1_000, timezone)
        const bounds = getDayBounds(date, timezone)
        const [sun, moon] = [computeSunDay({ lat, lon }, bounds), computeMoonDay({ lat, lon }, bounds)]
        for (const [what, computed, recorded] of [
          ['sunrise', sun.rise, sent.sunrise],
          ['sunset', sun.set, sent.sunset],
          ['moonrise', moon.rise, sent.moonrise],
          ['moonset', moon.set, sent.moonset],
        ] as const) {
          const name = `${file} ${date} ${what}`
          compared++
          if (!recorded) assert.equal(computed, null, name)
          else assert.ok(Math.abs(Date.parse(computed ?? '') - recorded * 1_000) <= 2 * MINUTE_MS, name)
        }
        const apart = Math.abs(computeMoonPhase(dt * 1_000) - sent.moon_phase)
        assert.ok(Math.min(apart, 1 - apart) <= 0.025, `${file} ${date}: ${apart}`)
      }
    }
    assert.ok(compared > 250, String(compared))
  })
})
