import assert from 'node:assert/strict'
import { it } from 'node:test'
import { subtractUtcDays, computeDayRange } from './ranges.ts'

const NIGHT = Date.parse('2026-03-01T23:59:59.999Z')

it('a range ends today, by UTC, and includes both of its ends', () => {
  assert.deepEqual(computeDayRange('7d', NIGHT), { from: '2026-02-23', to: '2026-03-01' })
  assert.deepEqual(computeDayRange('30d', NIGHT), { from: '2026-01-31', to: '2026-03-01' })
  assert.deepEqual(computeDayRange('mtd', NIGHT), { from: '2026-03-01', to: '2026-03-01' })
  assert.deepEqual(computeDayRange('mtd', NIGHT - 86_400_000), { from: '2026-02-01', to: '2026-02-28' })
})

it('days are counted back over months and leap days', () => {
  assert.deepEqual(
    [subtractUtcDays('2028-03-01', 1), subtractUtcDays('2026-03-01', 1), subtractUtcDays('2026-03-01', 0)],
    ['2028-02-29', '2026-02-28', '2026-03-01'],
  )
})
