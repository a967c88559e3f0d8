/** What is being written. */
export interface Draft {
  readonly audience: 'newsletter' | 'one'
  /** Of the readers; empty: all. */
  readonly languages: string[]
  readonly to: string
  readonly subject: string
  /** Markdown. */
  readonly body: string
}

export const EMPTY_DRAFT: Draft = { audience: 'newsletter', languages: [], to: '', subject: '', body: '' }

/** A draft as the API takes it. */
export function messageOf({ audience, languages, to, subject, body }: Draft) {
  const text = { subject: subject.trim(), body }
  if (audience === 'one') return { ...text, to: to.trim() }
  return { ...text, audience: { type: 'newsletter' as const, ...(languages.length === 0 ? {} : { languages }) } }
}

/** A message that is being sent off, under the key by which the API knows it again. */
export interface Sending {
  readonly message: string
  readonly key: string
}

/** One key for each message, however often it is sent off: a lost answer does not mail it twice. What was changed is another message. */
export function sendingOf(draft: Draft, last: Sending | null): Sending {
  const message = JSON.stringify(messageOf(draft))
  return last?.message === message ? last : { message, key: crypto.randomUUID() }
}
