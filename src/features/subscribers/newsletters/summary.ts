import type { Clock } from '../../../platform/clock.ts'
import { DAY_MS, computeAgeMs } from '../../../time.ts'
import type { MailsOfDay } from '../../mail/outbox/index.ts'
import type { SubscriptionSummary } from '../subscriptions/index.ts'
import type { MailsOfDay as DayOfSeries, SummaryAnswer } from './schemas.ts'

/** As it is shown, but for the time: epoch milliseconds. */
export interface MailingSummary extends Omit<SummaryAnswer, 'madeAt'> {
  readonly madeAt: number
}

export interface SummaryOptions {
  readonly subscriptions: (fromMs: number) => Promise<SubscriptionSummary>
  readonly mailsByDay: (fromMs: number) => Promise<MailsOfDay[]>
  readonly queue: () => Promise<{ readonly waiting: number; readonly oldestDueSeconds: number }>
  readonly suppressions: () => Promise<Readonly<Record<string, number>>>
  readonly clock: Clock
}

const SERIES_DAYS = 30
/** Cache lifetime: counts at most this often, however many people look. */
const STORED_MS = 15_000

/** Concurrent calls share one count (single flight). */
export function createMailingSummary(options: SummaryOptions): () => Promise<MailingSummary> {
  const { clock } = options
  let cached: { readonly summary: Promise<MailingSummary>; readonly madeAt: number } | undefined

  async function make(now: number): Promise<MailingSummary> {
    const fromMs = Math.floor(now / DAY_MS) * DAY_MS - (SERIES_DAYS - 1) * DAY_MS
    const [{ series, ...subscriptions }, mails, queue, suppressions] = await Promise.all([
      options.subscriptions(fromMs),
      options.mailsByDay(fromMs),
      options.queue(),
      options.suppressions(),
    ])
    return {
      madeAt: now,
      subscriptions,
      mails: { byState: sumsBy(mails, 'state'), byKind: sumsBy(mails, 'kind'), ...queue },
      suppressions,
      series: { subscriptions: series, mails: [...Map.groupBy(mails, ({ day }) => day)].map(([day, ofDay]) => dayOf(day, ofDay)) },
    }
  }

  return () => {
    const now = clock.now()
    if (cached === undefined || computeAgeMs(cached.madeAt, now) >= STORED_MS) {
      const made = { summary: make(now), madeAt: now }
      cached = made
      made.summary.catch(() => {
        if (cached === made) cached = undefined
      })
    }
    return cached.summary
  }
}

function sumsBy(mails: readonly MailsOfDay[], name: 'state' | 'kind'): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(mails, (each) => each[name])].map(([key, all]) => [key, sum(all)]))
}

function dayOf(day: string, mails: readonly MailsOfDay[]): DayOfSeries {
  const of = (...states: readonly string[]): number => sum(mails.filter(({ state }) => states.includes(state)))
  return {
    day,
    enqueued: sum(mails),
    sent: of('sent'),
    failed: of('failed'),
    suppressed: of('suppressed'),
    dropped: of('expired', 'withdrawn'),
    waiting: of('waiting'),
  }
}

function sum(mails: readonly MailsOfDay[]): number {
  return mails.reduce((total, each) => total + each.mails, 0)
}
