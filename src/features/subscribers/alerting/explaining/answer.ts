import type { MailProgress } from '../../../mail/outbox/index.ts'
import { explanationSections, resultText } from './explanation-text.ts'
import type { AlertExplanation, NameOf, Section } from './explanation.ts'

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

/** The explanation in plain words. */
export function answerOf(explanation: AlertExplanation, nameOf: NameOf): SubscriptionAnswer {
  const { row, evaluation, askedAt, mails } = explanation
  return {
    subscriptionId: row.id,
    placeName: row.cityName,
    at: evaluation?.at ?? askedAt,
    result: resultText(explanation),
    sections: explanationSections(explanation, nameOf),
    mails,
  }
}
