import type { Clock } from '../../src/platform/clock.ts'

/** A clock that a test sets. It starts at a round instant, so that windows and hours are easy to read. */
export interface TestClock extends Clock {
  /** Advances by whole seconds, minutes and hours, added up. */
  advance(by: { seconds?: number; minutes?: number; hours?: number }): void
  set(instant: string): void
}

export function createTestClock(start = '2026-07-01T12:00:00Z'): TestClock {
  let nowMs = Date.parse(start)
  return {
    now: () => nowMs,
    advance({ seconds = 0, minutes = 0, hours = 0 }) {
      nowMs += ((hours * 60 + minutes) * 60 + seconds) * 1_000
    },
    set(instant) {
      nowMs = Date.parse(instant)
    },
  }
}
