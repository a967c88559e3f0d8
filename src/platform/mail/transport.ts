/** One mail to one address. */
export interface MailMessage {
  /** The same for every attempt: the Message-ID is derived from it. Letters, digits and hyphens. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** BCP 47, for Content-Language. */
  readonly lang: string
  /** Epoch milliseconds. */
  readonly date: number
  /** One-click unsubscribe URL (RFC 8058). */
  readonly unsubscribeUrl: string | null
  /** List-Id (RFC 2919) such as `digest.example.org`, by which mail clients filter. */
  readonly listId: string | null
}

/** Sends mails, by SMTP or to files. */
export interface MailTransport {
  readonly kind: 'smtp' | 'files'
  /** How many mails can be in flight at once. */
  readonly connections: number
  /**
   * Resolves to the peer's answer when it accepts the mail. Aborting a send whose mail was already handed over fails as `unknown`.
   * @throws MailFailure, or the errors of writing the message
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<string>
  /** Checks whether a mail could be sent now, without sending one. @throws MailFailure */
  verify(): Promise<void>
  /** Closes idle connections; busy ones close when their mail is sent. */
  close(): Promise<void>
}

/**
 * Why a mail was not taken, a closed set:
 * - `rejected`: the peer refuses this mail permanently (5xx), or the address cannot be written to at all.
 * - `deferred`: a temporary failure (4xx, greylisting, a session that broke off before the mail was sent); a retry may succeed.
 * - `unreachable`: no session could be opened (DNS, connection, TLS, login, or the sender was refused), which says nothing about this
 *   mail.
 * - `unknown`: the connection broke after the mail was sent and before it was confirmed. The peer may have accepted it.
 */
export type MailFailureKind = 'rejected' | 'deferred' | 'unreachable' | 'unknown'

export class MailFailure extends Error {
  readonly kind: MailFailureKind
  /** Reply code such as 550; null when the peer did not answer. */
  readonly smtpCode: number | null
  /** Enhanced status code such as `5.1.1` (RFC 3463); null when the answer has none. */
  readonly enhancedCode: string | null

  constructor(kind: MailFailureKind, message: string, options: { readonly response?: string | undefined; readonly cause?: unknown } = {}) {
    super(toOneLine(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'MailFailure'
    this.kind = kind
    const [, code, enhanced] = /^(\d{3})(?:[ -]([245]\.\d{1,3}\.\d{1,3})\b)?/.exec(options.response ?? '') ?? []
    this.smtpCode = code === undefined ? null : Number(code)
    this.enhancedCode = enhanced ?? null
  }
}

/** Why a mail was cut off that says nothing about its server. */
export const STOPPING = 'aborted: the service is stopping'

const MAX_RESPONSE = 500

/** A peer's answer in a form that may be stored and shown: one line, bounded length. */
export function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_RESPONSE)
}
