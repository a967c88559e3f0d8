import { domainOf } from '../../../platform/mail/address.ts'
import { MailFailure, oneLine } from '../../../platform/mail/failure.ts'
import type { MailMessage } from '../../../platform/mail/message.ts'
import { mailWords } from '../catalogue/index.ts'
import type { LeasedMail, Settlement } from './outbox-store.ts'
import type { MailToRender, RenderMail } from './outgoing.ts'
import { nextAttemptAt } from './retry.ts'
import type { SuppressionReason } from '../suppression/index.ts'
import type { AttemptOutcome } from './tables.ts'
import { mailLinks } from '../templates/index.ts'

/** A leased mail with everything needed to send it. */
export interface PreparedMail extends LeasedMail {
  readonly addressHash: string
  readonly partData: ReadonlyMap<string, object>
  readonly suppressedBy: SuppressionReason | undefined
}

export interface DeliveryOptions {
  readonly render: RenderMail
  /** An origin: base of the unsubscribe link. */
  readonly publicUrl: string
  /** Its domain names the lists. */
  readonly sender: string
}

/** What a message is written from. */
export type MailToWrite = Omit<MailToRender, 'parts' | 'unsubscribe'> &
  Pick<PreparedMail, 'address' | 'partData' | 'unsubscribeToken' | 'unsubscribeScope'>

/** Renders the message of a mail. @throws the errors of rendering */
export async function messageOf(mail: MailToWrite, { render, publicUrl, sender }: DeliveryOptions, now: number): Promise<MailMessage> {
  const { id, template, kind, lang, units, timezone, data, unsubscribeToken: token, unsubscribeScope: scope } = mail
  const unsubscribe = token === null ? null : { token, scope }
  const { subject, html, text } = await render({ id, template, kind, lang, units, timezone, data, parts: mail.partData, unsubscribe })
  return {
    id,
    to: mail.address,
    subject,
    html,
    text,
    // The language of the text, which is not the reader's if mails do not support theirs.
    lang: mailWords(lang, units).language,
    date: now,
    unsubscribeUrl: mailLinks(new URL(publicUrl), unsubscribe).unsubscribe,
    listId: token === null ? null : `${kind}.${domainOf(sender)}`,
  }
}

/**
 * Settles a mail that must not be attempted (suppressed or expired); null when it may be sent. People who unsubscribed still get the mails
 * that they request themselves.
 */
export function settledUntried({ id, kind, dropAfter, suppressedBy }: PreparedMail, now: number): Settlement | null {
  const settled = { id, nextAttemptAt: null, at: now, attempt: null }
  if (dropAfter !== null && dropAfter < now) return { ...settled, state: 'expired', lastError: null }
  if (suppressedBy === undefined || (suppressedBy === 'unsubscribed' && (kind === 'confirmation' || kind === 'account'))) return null
  return { ...settled, state: 'suppressed', lastError: suppressedBy }
}

/** The settlement of a mail that the server accepted. Times are epoch milliseconds. */
export function settledSent({ id }: LeasedMail, startedAt: number, response: string, now: number): Settlement {
  const attempt = { startedAt, outcome: 'sent', response: oneLine(response) } as const
  return { id, state: 'sent', nextAttemptAt: null, lastError: null, at: now, attempt }
}

/** The settlement after a failed attempt: retry later or give up. */
export function settledFailed(mail: LeasedMail, startedAt: number, error: unknown, now: number, random: number): Settlement {
  const outcome = outcomeOf(error)
  const response = oneLine(error instanceof Error ? error.message : String(error))
  const attempts = mail.attempts + 1
  const isOver = outcome === 'rejected' || attempts >= mail.attemptsAllowed
  return {
    id: mail.id,
    state: isOver ? 'failed' : 'waiting',
    nextAttemptAt: isOver ? null : nextAttemptAt(now, attempts, random),
    lastError: response,
    at: now,
    attempt: { startedAt, outcome, response },
  }
}

/** The outcome recorded for a failed attempt; an error other than MailFailure means that rendering failed. */
export function outcomeOf(error: unknown): AttemptOutcome {
  if (!(error instanceof MailFailure)) return 'not_rendered'
  return error.kind === 'unreachable' ? 'deferred' : error.kind
}
