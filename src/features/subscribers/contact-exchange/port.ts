/** A contact at the mail service. */
export interface RemoteContact {
  readonly email: string
  /** Whether they unsubscribed at the service. */
  readonly unsubscribed: boolean
}

/** An address suppressed by the mail service. */
export interface RemoteSuppression {
  readonly email: string
  readonly reason: 'hard_bounce' | 'complaint' | 'manual'
  /** Epoch milliseconds. */
  readonly since: number
}

/** One page of a list, newest first; `next` is the cursor of the following page, null at the end. */
export interface RemotePage<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

/** An outside mail service with its own contacts and suppressions. Every method @throws MailServiceFailure. */
export interface MailService {
  /** Its display name. */
  readonly name: string
  listContacts(after: string | null, signal: AbortSignal): Promise<RemotePage<RemoteContact>>
  /** Creates or updates a contact. */
  putContact(contact: RemoteContact, signal: AbortSignal): Promise<void>
  /** Removes a contact if it exists. */
  deleteContact(email: string, signal: AbortSignal): Promise<void>
  listSuppressions(after: string | null, signal: AbortSignal): Promise<RemotePage<RemoteSuppression>>
  /** One cheap call that needs the same permissions as the others. */
  check(signal: AbortSignal): Promise<void>
}

export type MailServiceFailureKind = 'not_configured' | 'refused_key' | 'restricted_key' | 'rate_limited' | 'rejected' | 'unavailable'

/** Why a call failed. The message is for people and quotes nothing from the request. */
export class MailServiceFailure extends Error {
  override readonly name = 'MailServiceFailure'
  readonly kind: MailServiceFailureKind
  /** Seconds to wait, if the service says so. */
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
