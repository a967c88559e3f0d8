import type { SourceRole } from '../../../../gateway/index.ts'
import type { MailProgress } from '../../../mail/outbox/index.ts'
import type { SuppressionEntry } from '../../../mail/suppression/index.ts'
import type { AlertDecision, Told } from '../decision.ts'
import type { PlaceState } from '../place-state.ts'
import type { AlertSubscriber } from '../subscriber.ts'
import type { AlertRow } from './watching-row-store.ts'

/** Why a mail was or was not sent for a subscription: all that decided it. Instants are epoch milliseconds. */
export interface AlertExplanation {
  readonly row: AlertRow
  /** `now`: what the job would do now, from what is held. `then`: what the last run at or before the time asked for knew. */
  readonly mode: 'now' | 'then'
  /** What was asked for. */
  readonly askedAt: number
  /** Null: nothing is kept of a run at that time. */
  readonly evaluation: Evaluated | null
  readonly suppression: SuppressionEntry | null
  /** Those of that run; with `now`, and where the run is not known, the latest until then. Newest first. */
  readonly mails: readonly MailProgress[]
  /** Calls that jobs may make now, by source; null with `then`. */
  readonly callsLeft: Readonly<Record<SourceRole, number>> | null
}

export interface Evaluated {
  readonly at: number
  readonly state: PlaceState
  /** Null: nobody who is told, as the row says. */
  readonly subscriber: AlertSubscriber | null
  /** What the address had been told of before. */
  readonly told: readonly Told[]
  /** Null: nothing went on at the place, or nobody is to be told. */
  readonly decision: AlertDecision | null
}

/** A provider's name as people know it, by its id. */
export type NameOf = (source: string) => string
