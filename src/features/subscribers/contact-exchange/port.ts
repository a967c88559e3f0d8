/** Somebody the mail service knows. */
export interface RemoteContact {
  readonly email: string
  /** They told the service that they want no mail. */
  readonly unsubscribed: boolean
}

/** Somebody the mail service sends nothing to. */
export interface RemoteSuppression {
  readonly email: string
  readonly reason: 'hard_bounce' | 'complaint' | 'manual'
  /** Epoch milliseconds. */
  readonly since: number
}

/** Part of a list, newest first; `next` is where to go on, null at its end. */
export interface RemotePage<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

/** A service that sends mail and keeps contacts and suppressions of its own. Everything @throws MailServiceFailure. */
export interface MailService {
  /** Its name, as people know it. */
  readonly name: string
  listContacts(after: string | null, signal: AbortSignal): Promise<RemotePage<RemoteContact>>
  /** Makes or changes a contact. */
  putContact(contact: RemoteContact, signal: AbortSignal): Promise<void>
  /** Removes a contact; there may be none. */
  deleteContact(email: string, signal: AbortSignal): Promise<void>
  listSuppressions(after: string | null, signal: AbortSignal): Promise<RemotePage<RemoteSuppression>>
  /** One cheap call that needs everything that the others need. */
  check(signal: AbortSignal): Promise<void>
}

export type MailServiceFailureKind = 'not_configured' | 'refused_key' | 'restricted_key' | 'rate_limited' | 'rejected' | 'unavailable'

/** Why it did not do what it was asked. The message is for people and quotes nothing of what it sent. */
export class MailServiceFailure extends Error {
  override readonly name = 'MailServiceFailure'
  readonly kind: MailServiceFailureKind
  /** Seconds to wait, where it says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(kind: MailServiceFailureKind, options: { readonly retryAfterSeconds?: number | undefined; readonly cause?: unknown } = {}) {
    super(TEXTS[kind], options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

const TEXTS: Readonly<Record<MailServiceFailureKind, string>> = {
  not_configured: 'No key is set',
  refused_key: 'The key was rejected',
  restricted_key: 'The key can only send email. Syncing contacts and suppressions needs full access.',
  rate_limited: 'Rate limit reached',
  rejected: 'The request was rejected',
  unavailable: 'Not reachable or out of service',
}
