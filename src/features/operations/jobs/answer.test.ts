import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../errors.ts'
import { buildFinishedAnswer } from './answer.ts'
import type { FinishedRun } from './service.ts'

const RUN: FinishedRun = {
  runId: 'run',
  status: 'completed',
  startedAt: Date.UTC(2026, 6, 1),
  finishedAt: Date.UTC(2026, 6, 1, 0, 1),
  result: { status: 'completed', sent: 1, failed: 2, skipped: 3, suppressed: 4 },
  error: null,
}
const MAILS = { sent: 10, failed: 20, suppressed: 30 }

describe('the answer to who waited for a run', () => {
  it('adds what became of its mails: suppressed digests were skipped, suppressed alerts are counted as such', () => {
    const of = { runId: 'run', status: 'completed', startedAt: '2026-07-01T00:00:00Z', finishedAt: '2026-07-01T00:01:00Z' }
    const digests = { subscriptions: 0, recipients: 0, cities: 0, enqueued: 0, sent: 11, failed: 22, skipped: 33, suppressed: 4 }
    assert.deepEqual(buildFinishedAnswer('weekly-digests', RUN, MAILS, false), { job: 'weekly-digests', ...of, ...digests })
    const alerts = { subscriptions: 0, cells: 0, sources: {}, matches: 0, enqueued: 0, sent: 11, failed: 22, skipped: 3, suppressed: 34 }
    assert.deepEqual(buildFinishedAnswer('weather-alerts', RUN, MAILS, true), { job: 'weather-alerts', ...of, ...alerts, dryRun: true })
  })

  it('is the error of a run without a result: its own, or that it was cut off', () => {
    const failed = { ...RUN, result: null, error: new AppError('upstream_error', 'no') }
    assert.throws(() => buildFinishedAnswer('weather-alerts', { ...failed, status: 'failed' }, MAILS, false), failed.error)
    assert.throws(() => buildFinishedAnswer('weather-alerts', { ...failed, status: 'interrupted' }, MAILS, false), {
      code: 'service_unavailable',
    })
  })
})
