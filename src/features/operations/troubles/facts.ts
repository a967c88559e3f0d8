import type { BudgetStatus } from '../../../gateway/index.ts'
import type { PendingRestore } from '../../../platform/db/hold.ts'
import type { SystemKind, SystemView } from '../connections/index.ts'
import type { JobName, Run } from '../jobs/index.ts'

/** What the service knows about itself at one moment: all that troubles are derived from. Instants are epoch milliseconds. */
export interface Facts {
  readonly now: number
  /** The host that looked. */
  readonly node: string
  /** Names of readiness checks that fail, in words. */
  readonly notReady: readonly string[]
  /** Why ADMIN_SECRET cannot be used; null: it can. */
  readonly secretFault: string | null
  /** The restore after which nothing is sent yet; null: there was none, or it has been released. */
  readonly pendingRestore: PendingRestore | null
  /** Variables with a secret that is so short that it can be guessed. */
  readonly shortSecrets: readonly string[]
  readonly cacheIsAway: boolean
  /** How far this host's clock is ahead of the database's. */
  readonly clockAheadMs: number
  readonly systems: readonly SystemFact[]
  /** Feeds of warnings that could not be read completely when they were read last. */
  readonly feeds: readonly FeedFact[]
  /** Of the providers that are used. */
  readonly budgets: readonly BudgetFact[]
  readonly mail: {
    readonly waiting: number
    readonly oldestDueSeconds: number
    readonly settledToday: number
    readonly failedToday: number
  }
  readonly webhooks: { readonly waiting: number; readonly oldestDueSeconds: number; readonly deadToday: number }
  /** Whether the operators' own webhook was switched off, after failures for instance. */
  readonly noticesAreOff: boolean
  readonly jobs: readonly JobFact[]
  readonly disks: readonly DiskFact[]
  readonly backups: BackupFact
  readonly certificates: readonly CertificateFact[]
}

export interface SystemFact extends Pick<SystemView, 'id' | 'name' | 'status' | 'message' | 'checkedAt' | 'latencyMs'> {
  readonly kind: SystemKind
  /** Its place among the providers of weather; null: it is not asked for weather. */
  readonly position: number | null
  /** Whether it is used for anything. */
  readonly isUsed: boolean
}

export interface FeedFact {
  readonly id: string
  readonly name: string
  readonly failure: string | null
  /** When it was last read completely; null: never. */
  readonly completeAt: number | null
}

export interface BudgetFact {
  /** The provider's id. */
  readonly provider: string
  readonly source: string
  readonly account: string
  readonly windowSeconds: number
  readonly limit: number
  readonly used: number
  readonly status: BudgetStatus
  readonly resetsAt: number
  /** When it is spent at the present pace; null: not before it resets. */
  readonly lastsUntil: number | null
}

export interface JobFact {
  readonly job: JobName
  /** The last run that was not a trial; null: there was none in 90 days. */
  readonly last: Pick<Run, 'status' | 'startedAt' | 'finishedAt' | 'error'> | null
  /** Since when a scheduled run has been due that did not happen; null: none is. */
  readonly dueSince: number | null
}

export interface DiskFact {
  readonly folder: string
  readonly freeBytes: number
  readonly totalBytes: number
}

export interface BackupFact {
  /** Whether they are made by schedule. */
  readonly isScheduled: boolean
  readonly lastAt: number | null
  readonly test: { readonly at: number | null; readonly ok: boolean; readonly error: string | null } | null
}

export interface CertificateFact {
  readonly feed: string
  readonly endsAt: number
}
