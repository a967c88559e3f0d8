import type { ReportError } from '../../../errors.ts'
import type { PreviewedMail } from '../../operations/jobs/index.ts'
import type { SourceName } from './agreement.ts'
import type { CellStore } from './cell-store.ts'
import { type Channel, CHANNEL_NAMES, type ChannelName } from './channel.ts'
import type { EventStore } from './event-store.ts'
import type { NotificationStore } from './notification-store.ts'
import type { CellReader } from './readings.ts'
import type { ReadPreferences } from './subscriber.ts'

export interface CellParts {
  readonly cells: CellStore
  readonly events: EventStore
  readonly notifications: NotificationStore
  /** How recipients other than addresses are notified. */
  readonly channels: readonly Channel[]
  readonly readPreferences: ReadPreferences
  readonly sourceOf: (id: string) => SourceName
  readonly newId: () => string
  /** Called after mails were written. */
  readonly wake: () => void
  readonly onError: ReportError
}

/** What became of one place in a run. */
export interface CellOutcome {
  /** Mails written. */
  readonly enqueued: number
  /** Whether the first weather provider's data is fresh enough; in a dry run, also if a real run would request it. */
  readonly hasPrimary: boolean
  /** Whether the first weather provider that has anything for the place was called or had an answer: then other places have priority over it. */
  readonly isWeatherRead: boolean
}

/**
 * `deferred`: places without `hasPrimary`. `matches`: events to notify of. `held`: mails held back until quiet hours or the subscriber's
 * period (an hour or a day) end. `cooling`: matches held back by the cooldown of their hazard. `suppressed`: in a dry run, the mails to
 * suppressed addresses; in a real run suppression is checked on sending. `failed`: places and recipients that could not be notified.
 */
type CountName = 'subscriptions' | 'cells' | 'deferred' | ChannelName | MailCountName
type MailCountName = 'matches' | 'enqueued' | 'held' | 'cooling' | 'suppressed' | 'failed'

/** What a run has done so far; all of its places add to it. */
export interface Tally {
  readonly counts: Record<CountName, number>
  /** In a dry run, the first mails. */
  readonly preview: PreviewedMail[]
}

export interface CellRun {
  readonly runId: string
  /** Nothing is written. */
  readonly dryRun: boolean
  readonly signal: AbortSignal
  /** Epoch milliseconds. */
  readonly now: number
  readonly reader: CellReader
  readonly tally: Tally
}

/** The tally of a run that begins. */
export function createRunTally(): Tally {
  const messages = Object.fromEntries(CHANNEL_NAMES.map((name) => [name, 0])) as Record<ChannelName, number>
  const mails = { matches: 0, enqueued: 0, held: 0, cooling: 0, suppressed: 0, failed: 0 }
  return { counts: { subscriptions: 0, cells: 0, deferred: 0, ...messages, ...mails }, preview: [] }
}
