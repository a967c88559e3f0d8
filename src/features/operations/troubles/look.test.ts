import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../time.ts'
import { listJobFacts } from './look.ts'

const TICK = Date.parse('2026-11-26T03:00:00Z')
const run = (job: 'backup' | 'weather-alerts', startedAt: number) =>
  ({ job, status: 'completed', startedAt, finishedAt: startedAt, error: null }) as const

describe('a scheduled run', () => {
  const dueSince = (job: 'backup' | 'weather-alerts', { startedAt = 0, now = TICK, runs = [] as ReturnType<typeof run>[] }) =>
    listJobFacts(runs, [{ job, at: TICK }], startedAt, now).find((fact) => fact.job === job)?.dueSince

  it('is due since its tick once it is late: three hours, or 45 minutes for alerts', () => {
    assert.equal(dueSince('backup', { now: TICK + 3 * HOUR_MS }), null)
    assert.equal(dueSince('backup', { now: TICK + 3 * HOUR_MS + 1 }), TICK)
    assert.equal(dueSince('weather-alerts', { now: TICK + 45 * MINUTE_MS }), null)
    assert.equal(dueSince('weather-alerts', { now: TICK + 45 * MINUTE_MS + 1 }), TICK)
  })

  it('is not late on a service that has just started, be it new or was it off', () => {
    const startedAt = TICK + 12 * HOUR_MS
    assert.equal(dueSince('backup', { startedAt, now: startedAt }), null)
    assert.equal(dueSince('backup', { startedAt, now: startedAt + 3 * HOUR_MS }), null)
    assert.equal(dueSince('backup', { startedAt, now: startedAt + 3 * HOUR_MS + 1 }), TICK)
  })

  it('that began up to a minute before its tick, by another clock, is done', () => {
    const now = TICK + 4 * HOUR_MS
    assert.equal(dueSince('backup', { now, runs: [run('backup', TICK - MINUTE_MS)] }), null)
    assert.equal(dueSince('backup', { now, runs: [run('backup', TICK - MINUTE_MS - 1)] }), TICK)
    assert.equal(dueSince('backup', { now, runs: [run('weather-alerts', TICK)] }), TICK)
  })

  it('is known without a schedule, and none is due', () => {
    assert.deepEqual(
      listJobFacts([run('backup', TICK)], [], 0, TICK + 99 * HOUR_MS).map(({ job, dueSince: since }) => [job, since]),
      [['backup', null]],
    )
  })
})
