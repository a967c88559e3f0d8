import { hostname } from 'node:os'
import { type Product, getProviderId } from '@isobar/providers/port'
import { getAccountId, type Meter, computeWindowEnd } from '../../../gateway/index.ts'
import { listDisks } from '../../../platform/disk-space.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import type { SystemView } from '../connections/index.ts'
import type { AddedFeed } from './certificates.ts'
import type { BackupFact, BudgetFact, Facts, JobFact, SystemFact } from './facts.ts'
import { estimateExhaustion, PACE_SPANS, getPaceSeconds } from './pace.ts'

interface Tick {
  readonly job: JobFact['job']
  readonly at: number
}

/** Where the facts come from: each part of the service tells its own. */
export interface Sources {
  readonly notReady: () => Promise<readonly string[]>
  readonly secretFault: string | null
  readonly pendingRestore: () => Facts['pendingRestore']
  readonly shortSecrets: readonly string[]
  readonly cacheIsAway: () => boolean
  readonly clockAhead: () => Promise<number>
  readonly systems: () => Promise<readonly SystemView[]>
  /** The products that calls are billed to, with the names of their providers. */
  readonly products: () => readonly { readonly name: string; readonly product: Product }[]
  readonly meter: Pick<Meter, 'usage'>
  /** Weight of the calls by product, in the last seconds of each span. */
  readonly spent: (spans: readonly number[], now: number) => Promise<ReadonlyMap<string, ReadonlyMap<number, number>>>
  readonly mail: {
    queueStats(): Promise<{ readonly waiting: number; readonly oldestDueSeconds: number }>
    settledSince(instant: number): Promise<{ readonly settled: number; readonly failed: number }>
  }
  readonly webhooks: (
    now: number,
  ) => Promise<{ readonly waiting: number; readonly oldestDueSeconds: number; readonly deadToday: number; readonly isOff: boolean }>
  readonly lastRuns: () => Promise<readonly (NonNullable<JobFact['last']> & Pick<JobFact, 'job'>)[]>
  /** When scheduled jobs were to run last; empty without a scheduler. */
  readonly ticks: (now: number) => readonly Tick[]
  /** When this process started, epoch milliseconds: it makes up for runs that were missed before. */
  readonly startedAt: number
  readonly folders: readonly string[]
  readonly backups: () => Promise<BackupFact>
  readonly failingFeeds: () => Promise<Facts['feeds']>
  readonly addedFeeds: () => Promise<readonly AddedFeed[]>
  readonly certificates: (feeds: readonly AddedFeed[], now: number) => Promise<Facts['certificates']>
}

/** How late a run may be: schedulers look every minute, and runs that failed are repeated. */
const LATE_MS: Readonly<Partial<Record<JobFact['job'], number>>> = { 'weather-alerts': 45 * MINUTE_MS }
const USUALLY_LATE_MS = 3 * HOUR_MS

/** Looks at everything once. Rejects if any part cannot be read: half a look would end troubles that go on. */
export async function gatherFacts(sources: Sources, now: number): Promise<Facts> {
  const [notReady, clockAheadMs, systems, feeds, budgets, queue, settled, webhooks, runs, disks, backups, added] = await Promise.all([
    sources.notReady(),
    sources.clockAhead(),
    sources.systems(),
    sources.failingFeeds(),
    budgetsOf(sources, now),
    sources.mail.queueStats(),
    sources.mail.settledSince(now - DAY_MS),
    sources.webhooks(now),
    sources.lastRuns(),
    listDisks(sources.folders),
    sources.backups(),
    sources.addedFeeds(),
  ])
  const { isOff, ...messages } = webhooks
  const facts = systems.map(systemOf)
  return {
    now,
    node: hostname(),
    notReady,
    secretFault: sources.secretFault,
    pendingRestore: sources.pendingRestore(),
    shortSecrets: sources.shortSecrets,
    cacheIsAway: sources.cacheIsAway(),
    clockAheadMs,
    systems: facts,
    feeds,
    budgets: budgets.filter(({ provider }) => facts.find(({ id }) => id === provider)?.isUsed !== false),
    mail: { ...queue, settledToday: settled.settled, failedToday: settled.failed },
    webhooks: messages,
    noticesAreOff: isOff,
    jobs: listJobFacts(runs, sources.ticks(now), sources.startedAt, now),
    disks,
    backups,
    certificates: await sources.certificates(added, now),
  }
}

function systemOf({ id, name, kind, status, message, checkedAt, latencyMs, weather, parts }: SystemView): SystemFact {
  const isUsed = status !== 'disabled' && status !== 'not_configured' && (parts.length === 0 || parts.some(({ reason }) => reason === null))
  return { id, name, kind, status, message, checkedAt, latencyMs, position: weather?.position ?? null, isUsed }
}

async function budgetsOf({ products, meter, spent }: Sources, now: number): Promise<BudgetFact[]> {
  const all = products()
  const weights = await spent(PACE_SPANS, now)
  const accounts = [...Map.groupBy(all, ({ product }) => getAccountId(product))]
  const budgets = await Promise.all(
    accounts.map(async ([account, own]) => {
      const { name, product } = own.find((each) => each.product.id === account) ?? own[0]!
      const windows = await meter.usage(product)
      return windows.map(({ windowSeconds, limit, used, status }) => {
        const seconds = getPaceSeconds(windowSeconds)
        const weight = own.reduce((sum, each) => sum + (weights.get(each.product.id)?.get(seconds) ?? 0), 0)
        const until = estimateExhaustion({ windowSeconds, limit, used }, weight, now)
        return {
          provider: getProviderId(account),
          source: name,
          account,
          windowSeconds,
          limit,
          used,
          status,
          resetsAt: computeWindowEnd(now, windowSeconds),
          lastsUntil: until,
        }
      })
    }),
  )
  return budgets.flat()
}

/** What is known of each job. A run is late only once a scheduler had time for it: a service that has just started is well. */
export function listJobFacts(
  runs: Awaited<ReturnType<Sources['lastRuns']>>,
  ticks: readonly Tick[],
  startedAt: number,
  now: number,
): JobFact[] {
  const names = new Set([...runs.map(({ job }) => job), ...ticks.map(({ job }) => job)])
  return [...names].map((job) => {
    const last = runs.find((run) => run.job === job) ?? null
    const tick = ticks.find((each) => each.job === job)
    const isDone = tick === undefined || (last !== null && last.startedAt >= tick.at - MINUTE_MS)
    const isLate = !isDone && now - Math.max(tick.at, startedAt) > (LATE_MS[job] ?? USUALLY_LATE_MS)
    return { job, last, dueSince: isLate ? tick.at : null }
  })
}
