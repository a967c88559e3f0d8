import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '../../../time.ts'
import { createMailingSummary, type SummaryOptions } from './summary.ts'

const START = Date.parse('2026-07-01T12:00:00Z')

function summaryAt(mails: Awaited<ReturnType<SummaryOptions['mailsByDay']>> = []) {
  const asked: number[] = []
  const state = { now: START, fails: false }
  const summary = createMailingSummary({
    subscriptions: async (fromMs) => {
      asked.push(fromMs)
      if (state.fails) throw new Error('away')
      return { subscribers: 1, active: 2, unconfirmed: 3, inactive: 4, byType: {}, byFrequency: {}, byLanguage: {}, series: [] }
    },
    mailsByDay: async () => mails,
    queue: async () => ({ waiting: 5, oldestDueSeconds: 6 }),
    suppressions: async () => ({ complaint: 7 }),
    clock: { now: () => state.now } as never,
  })
  return { summary, asked, state }
}

describe('the mailing summary', () => {
  it('counts mails by state, kind and day; what expired or was withdrawn is dropped', async () => {
    const of = (day: string, kind: string, state: string, mails: number) => ({ day, kind, state, mails })
    const { summary } = summaryAt([
      of('2026-06-30', 'digest', 'sent', 3),
      of('2026-06-30', 'alerts', 'sent', 1),
      of('2026-06-30', 'alerts', 'expired', 2),
      of('2026-06-30', 'alerts', 'withdrawn', 4),
      of('2026-07-01', 'alerts', 'waiting', 8),
      of('2026-07-01', 'alerts', 'failed', 16),
      of('2026-07-01', 'alerts', 'suppressed', 32),
    ] as never)
    const { mails, series, subscriptions, suppressions } = await summary()
    assert.deepEqual(mails.byState, { sent: 4, expired: 2, withdrawn: 4, waiting: 8, failed: 16, suppressed: 32 })
    assert.deepEqual(
      { byKind: mails.byKind, waiting: mails.waiting, oldestDueSeconds: mails.oldestDueSeconds },
      { byKind: { digest: 3, alerts: 63 }, waiting: 5, oldestDueSeconds: 6 },
    )
    assert.deepEqual(series.mails, [
      { day: '2026-06-30', enqueued: 10, sent: 4, failed: 0, suppressed: 0, dropped: 6, waiting: 0 },
      { day: '2026-07-01', enqueued: 56, sent: 0, failed: 16, suppressed: 32, dropped: 0, waiting: 8 },
    ])
    assert.ok(!('series' in subscriptions))
    assert.deepEqual(suppressions, { complaint: 7 })
  })

  it('covers thirty UTC days, today included', async () => {
    const { summary, asked } = summaryAt()
    await summary()
    assert.deepEqual(asked, [Date.parse('2026-07-01') - 29 * DAY_MS])
  })

  it('is counted at most every fifteen seconds, once for all who ask at the same time', async () => {
    const { summary, asked, state } = summaryAt()
    await Promise.all([summary(), summary()])
    state.now += 14_999
    assert.equal((await summary()).madeAt, START)
    assert.equal(asked.length, 1)
    state.now += 1
    assert.equal((await summary()).madeAt, START + 15_000)
    state.now = START
    assert.equal((await summary()).madeAt, START, 'a clock that was set back')
  })

  it('is counted again after a failure', async () => {
    const { summary, asked, state } = summaryAt()
    state.fails = true
    await assert.rejects(summary())
    state.fails = false
    assert.equal((await summary()).madeAt, START)
    assert.equal(asked.length, 2)
  })
})
