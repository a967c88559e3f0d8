import type { MailProgress } from '../../../mail/outbox/index.ts'
import { explanationSections, resultText } from './explanation-text.ts'
import type { AlertExplanation, NameOf, Section } from './explanation.ts'

/** An explanation in plain words, in parts. Contains no address. */
export interface AlertAnswer {
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
  readonly subscriptions: readonly (AlertAnswer & { readonly email: string })[]
}

/** The explanation of one subscription as others may show it. */
export function answerOf(explanation: AlertExplanation, nameOf: NameOf): AlertAnswer {
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
