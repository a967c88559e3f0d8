import type { BounceKind } from './tables.ts'

/** What was reported about a mail. */
export interface Report {
  readonly kind: BounceKind
  /** Enhanced status code; null: none was given. */
  readonly status: string | null
  /** What the mail server or service said. */
  readonly detail: string
}

const MESSAGE_ID = /([\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12})@/i

/** The id of our mail in a Message-ID; null: it is none of ours. */
export function parseMailId(messageId: string): string | null {
  return MESSAGE_ID.exec(messageId)?.[1]?.toLowerCase() ?? null
}

/** The enhanced status code of a failure (RFC 3463) in what others call one; null: it is none. */
export function parseEnhancedStatus(text: string): string | null {
  return /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? null
}

/** A complaint by its feedback type (RFC 5965); `feedbackType` null: it was not stated. Null: the recipient did not call the mail spam. */
export function toComplaint(feedbackType: string | null): Report | null {
  const type = feedbackType?.toLowerCase() ?? 'not stated'
  if (type === 'not-spam' || type === 'auth-failure') return null
  return { kind: 'complaint', status: null, detail: `feedback type ${type}` }
}
