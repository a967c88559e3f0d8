import assert from 'node:assert/strict'
import { it } from 'node:test'
import { AppError } from '../../../errors.ts'
import { parsePeriodFilter } from './period-filter.ts'

it('a period is open where it is not limited, and has no leap second', () => {
  const [from, to] = ['2026-07-01T00:00:00Z', '2026-07-02T00:00:00+02:00']
  assert.deepEqual(parsePeriodFilter({}), {})
  assert.deepEqual(parsePeriodFilter({ from }), { fromMs: Date.UTC(2026, 6, 1) })
  assert.deepEqual(parsePeriodFilter({ to }), { toMs: Date.UTC(2026, 6, 1, 22) })
  assert.deepEqual(parsePeriodFilter({ from, to }), { fromMs: Date.UTC(2026, 6, 1), toMs: Date.UTC(2026, 6, 1, 22) })
  for (const field of ['from', 'to']) {
    assert.throws(
      () => parsePeriodFilter({ [field]: '2016-12-31T23:59:60Z' }),
      (error) => error instanceof AppError && error.code === 'invalid_request' && error.message.includes(field),
    )
  }
})
