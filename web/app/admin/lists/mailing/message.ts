/** A message while it is written. */
export interface Draft {
  readonly audience: 'newsletter' | 'one'
  /** Languages of the recipients; empty: all. */
  readonly languages: string[]
  readonly to: string
  readonly subject: string
  /** Markdown. */
  readonly body: string
}

export const EMPTY_DRAFT: Draft = { audience: 'newsletter', languages: [], to: '', subject: '', body: '' }

/** A draft as a request body of the API. */
export function messageOf({ audience, languages, to, subject, body }: Draft) {
  const text = { subject: subject.trim(), body }
  if (audience === 'one') return { ...text, to: to.trim() }
  return { ...text, audience: { type: 'newsletter' as const, ...(languages.length === 0 ? {} : { languages }) } }
}

/** A message with its idempotency key. */
export interface Sending {
  readonly message: string
  readonly key: string
}

/**
 * Reuses the key while the draft is unchanged, so that a retry after a lost response does not send it twice. A changed draft gets a new key.
 */
export function sendingOf(draft: Draft, last: Sending | null): Sending {
  const message = JSON.stringify(messageOf(draft))
  return last?.message === message ? last : { message, key: crypto.randomUUID() }
}
