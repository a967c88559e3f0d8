import type { MailProgress } from '../../../mail/outbox/index.ts'
import type { SuppressionEntry } from '../../../mail/suppression/index.ts'
import type { Subscription } from '../../subscriptions/index.ts'
import type { AlertDecision, Notice } from '../decision.ts'
import type { PlaceState } from '../place-state.ts'
import type { Wanted } from '../subscriber.ts'

/** What a recipient wants at a place, with the id of the row that says so. */
export type RecipientSubscription = Wanted & { readonly id: string }

/** A subscription to a place's alerts. */
export type WatchingSubscription = Subscription & { readonly cell: number }

/** The time that an explanation is about. */
export interface Asked {
  /** `now`: what the job would do now with the cached data. `then`: what the last run at or before the requested time knew. */
  readonly mode: 'now' | 'then'
  /** The requested time, epoch milliseconds. */
  readonly askedAt: number
  /** Calls that jobs may make now, by source; null with `then`. */
  readonly callsLeft: ReadonlyMap<string, number> | null
}

/** Why a mail was or was not sent for a subscription, with everything the decision depends on. Instants are epoch milliseconds. */
export interface AlertExplanation extends Asked {
  readonly row: WatchingSubscription
  /** Null: no run at that time has a stored state. */
  readonly evaluation: Evaluated | null
  readonly suppression: SuppressionEntry | null
  /** The mails of that run; with `now`, or if the run is unknown, the latest until then. Newest first. */
  readonly mails: readonly MailProgress[]
}

/** What is known of a place, and why each of its subscribers was or was not notified. */
export interface PlaceExplanation extends Asked, Pick<AlertExplanation, 'evaluation'> {
  readonly cell: number
  readonly explanations: readonly AlertExplanation[]
}

/** Lines of plain words under a heading. */
export interface Section {
  readonly title: string
  readonly lines: readonly string[]
}

export interface Evaluated {
  readonly at: number
  readonly state: PlaceState
  /** Null: the recipient does not get alerts, as its row shows. */
  readonly subscriber: { readonly subscriptions: readonly [RecipientSubscription, ...RecipientSubscription[]] } | null
  /** Earlier notices to the recipient. */
  readonly notices: readonly Notice[]
  /** Null: no events at the place, or no subscriber. */
  readonly decision: AlertDecision | null
}

/** Why a mail was or was not sent for a subscription, in plain words. Contains no address. */
export interface SubscriptionAnswer {
  readonly subscriptionId: string
  readonly placeName: string | null
  /** Time of the run that decided, or of the question; epoch milliseconds. */
  readonly at: number
  /** One sentence: whether there is a mail, and why. */
  readonly result: string
  readonly sections: readonly Section[]
  readonly mails: readonly MailProgress[]
}

/** A place, with each of its subscribers. */
export interface PlaceAnswer {
  readonly sections: readonly Section[]
  readonly subscriptions: readonly (SubscriptionAnswer & { readonly email: string })[]
}

/** Maps a provider's id to its display name. */
export type NameOf = (source: string) => string
