import assert from 'node:assert/strict'
import { it } from 'node:test'
import { CLOCK_TOLERANCE_MS, compareAges, computeAgeMs, isInForce } from './time.ts'

const NOW = 1_000_000
/** The last instant that another node's clock may have written, and the first that it cannot. */
const [AHEAD, IMPOSSIBLE] = [NOW + CLOCK_TOLERANCE_MS, NOW + CLOCK_TOLERANCE_MS + 1]

it('an age is at least 0, and nothing is known of that of what a wrong clock wrote', () => {
  assert.deepEqual(
    [NOW - 7, NOW, NOW + 1, AHEAD, IMPOSSIBLE].map((instant) => computeAgeMs(instant, NOW)),
    [7, 0, 0, 0, Infinity],
  )
})

it('what lasts until an instant is in force before it, unless it would last longer than it can', () => {
  assert.deepEqual(
    [NOW - 1, NOW, NOW + 1, AHEAD + 60, IMPOSSIBLE + 60].map((until) => isInForce(until, 60, NOW)),
    [false, false, true, true, false],
  )
})

it('the newest comes first, and what a wrong clock wrote last', () => {
  const sort = (...instants: readonly number[]) => instants.toSorted((a, b) => compareAges(a, b, NOW))
  assert.deepEqual(sort(IMPOSSIBLE, NOW - 7, NOW - 3), [NOW - 3, NOW - 7, IMPOSSIBLE])
  assert.deepEqual(sort(IMPOSSIBLE + 1, NOW, AHEAD, IMPOSSIBLE), [NOW, AHEAD, IMPOSSIBLE + 1, IMPOSSIBLE], 'alike: as they were')
})
