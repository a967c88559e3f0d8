import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCalendarDay, formatClockTime, toPlaceClock, findStartOfDay, findZoneOffsetSeconds } from './local-time.ts'

const at = (instant: string) => Date.parse(instant)

describe('days and clocks of a place', () => {
  it('uses the day of the zone, across clock changes and the date line', () => {
    assert.equal(toCalendarDay(at('2025-11-03T04:30:00Z'), 'America/Toronto'), '2025-11-02')
    assert.equal(toCalendarDay(at('2026-01-01T10:30:00Z'), 'Pacific/Kiritimati'), '2026-01-02')
  })

  it('starts a day at its first moment', () => {
    assert.equal(findStartOfDay('2025-11-02', 'America/Toronto'), '2025-11-02T04:00:00Z')
    assert.equal(findStartOfDay('2025-11-03', 'America/Toronto'), '2025-11-03T05:00:00Z')
    // Beirut skips midnight when its summer time begins.
    assert.equal(findStartOfDay('2022-03-27', 'Asia/Beirut'), '2022-03-26T22:00:00Z')
  })

  it('writes the wall clock with 24 hours', () => {
    assert.equal(formatClockTime(at('2026-07-01T12:05:59Z'), 'Asia/Kathmandu'), '17:50')
    assert.equal(formatClockTime(at('2026-07-01T22:00:00Z'), 'Europe/Berlin'), '00:00')
  })
})

describe('placeClock', () => {
  const now = at('2026-07-01T12:00:00Z')

  it('keeps the upstream’s statement', () => {
    assert.deepEqual(toPlaceClock('Europe/Berlin', 7_200, now), { timezone: 'Europe/Berlin', utcOffsetSeconds: 7_200 })
  })

  it('believes the upstream’s offset rather than its zone, up to 18 hours', () => {
    const offset = (sent: number) => toPlaceClock('Europe/Berlin', sent, now)?.utcOffsetSeconds
    assert.deepEqual([3_600, 64_800, -64_800, 64_801, -64_801].map(offset), [3_600, 64_800, -64_800, 7_200, 7_200])
  })

  it('has the upstream’s offset for its zone, where the runtime’s zone data contradict it', () => {
    const november = at('2026-11-29T12:00:00Z')
    // Open-Meteo with newer zone data than 2026c.
    const clock = toPlaceClock('America/Inuvik', -21_600, november)
    assert.deepEqual(clock, { timezone: 'Etc/GMT+6', utcOffsetSeconds: -21_600, outdatedZone: 'America/Inuvik' })
    assert.equal(findStartOfDay('2026-11-29', clock?.timezone ?? ''), '2026-11-29T06:00:00Z')
    for (const [zone, offset] of [
      ['Europe/Berlin', 3_600],
      ['Asia/Kathmandu', 20_700],
    ] as const)
      assert.deepEqual(toPlaceClock(zone, offset, november), { timezone: zone, utcOffsetSeconds: offset })
    // An answer from before a clock change, and one from after it.
    for (const offset of [3_600, 7_200])
      assert.equal(toPlaceClock('Europe/Berlin', offset, at('2026-10-25T00:59:00Z'))?.timezone, 'Europe/Berlin')
  })

  it('derives a missing or absurd offset from the zone', () => {
    for (const offset of [undefined, null, '7200', 1e9, 0.5])
      assert.equal(toPlaceClock('Europe/Berlin', offset, now)?.utcOffsetSeconds, 7_200)
  })

  it('turns the offset of an unknown zone into a fixed one', () => {
    for (const offset of [-43_200, -10_800, 0, 20_700, 50_400, -12_600]) {
      const clock = toPlaceClock('Atlantis/Capital', offset, now)
      assert.equal(clock === null ? null : findZoneOffsetSeconds(clock.timezone, now), offset)
    }
    const zones = [-10_800, -43_200, -46_800, 50_400, 54_000, 0, 20_700, -12_600].map(
      (offset) => toPlaceClock(undefined, offset, now)?.timezone,
    )
    assert.deepEqual(zones, ['Etc/GMT+3', 'Etc/GMT+12', '-13:00', 'Etc/GMT-14', '+15:00', 'UTC', '+05:45', '-03:30'])
  })

  it('is null without either', () => {
    assert.equal(toPlaceClock('Atlantis/Capital', undefined, now), null)
    assert.equal(toPlaceClock(7, 'x', now), null)
  })
})
