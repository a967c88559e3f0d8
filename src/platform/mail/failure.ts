/**
 * Why a mail was not taken, a closed set:
 * - `rejected`: the peer refuses this mail for good (5xx), or it cannot be written to that address at all.
 * - `deferred`: not now (4xx, greylisting, a session that broke off before the mail was sent); later it may be.
 * - `unreachable`: no session could be had (name, connection, TLS, login, or the sender is refused), which says nothing about this mail.
 * - `unknown`: the connection broke after the mail was sent and before it was confirmed. The peer may have it.
 */
export type MailFailureKind = 'rejected' | 'deferred' | 'unreachable' | 'unknown'

export class MailFailure extends Error {
  readonly kind: MailFailureKind
  /** 550, where the peer answered. */
  readonly smtpCode: number | null
  /** `5.1.1` (RFC 3463), where its answer has one. */
  readonly enhancedCode: string | null

  constructor(kind: MailFailureKind, message: string, options: { readonly response?: string | undefined; readonly cause?: unknown } = {}) {
    super(oneLine(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'MailFailure'
    this.kind = kind
    const [, code, enhanced] = /^(\d{3})(?:[ -]([245]\.\d{1,3}\.\d{1,3})\b)?/.exec(options.response ?? '') ?? []
    this.smtpCode = code === undefined ? null : Number(code)
    this.enhancedCode = enhanced ?? null
  }
}

const MAX_RESPONSE = 500

/** What a peer answered, as it may be kept and shown: one line, bounded. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_RESPONSE)
}
