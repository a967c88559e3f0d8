import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Run, describeRunDuration } from './run.ts'

it('a run took a time in words, at least a part of a second, or is in progress', () => {
  const took = (finishedAt: string | null) => describeRunDuration({ startedAt: '2026-11-21T06:00:00Z', finishedAt } as Run)
  assert.deepEqual([null, '2026-11-21T06:00:00Z', '2026-11-21T06:00:01Z', '2026-11-21T06:03:05Z'].map(took), [
    '–',
    'under 1 s',
    '1.0 s',
    '3 min 5 s',
  ])
})
