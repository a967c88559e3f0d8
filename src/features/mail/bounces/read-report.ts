import PostalMime, { type Attachment } from 'postal-mime'
import { isMissingMailbox } from '../outbox/index.ts'
import { toComplaint, parseMailId, type Report, parseEnhancedStatus } from './report.ts'

/** A report about one of our mails, which its Message-ID names: addresses in it are not believed. */
export interface MailReport {
  readonly mailId: string
  readonly report: Report
}

/** What postal-mime may be given: deeper or longer ones are not reports. */
const LIMITS = { maxNestingDepth: 8, maxHeadersSize: 64 * 1024, forceRfc822Attachments: true, attachmentEncoding: 'utf8' } as const

/**
 * Reads a mail as a delivery status notification (RFC 3464) or a complaint (ARF, RFC 5965), perhaps cut off after the report. Null: it is
 * neither, reports no failure, or does not name one of our mails.
 */
export async function readReport(source: Uint8Array): Promise<MailReport | null> {
  const mail = await PostalMime.parse(source, LIMITS).catch(() => null)
  if (mail === null) return null
  const part = (...types: readonly string[]): string => textOf(mail.attachments.find(({ mimeType }) => types.includes(mimeType)))
  const original = part('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers')
  const [head = ''] = unfolded(original).split(/\n\s*\n/, 1)
  const named = /^message-id:(.*)$/im.exec(head)?.[1] ?? `${mail.inReplyTo ?? ''} ${mail.references ?? ''}`
  const mailId = parseMailId(named)
  const feedbackType = fieldsOf(part('message/feedback-report')).get('feedback-type')
  const complaint = feedbackType === undefined ? null : toComplaint(feedbackType)
  const report = complaint ?? failureOf(part('message/delivery-status', 'message/global-delivery-status'))
  return mailId === null || report === null ? null : { mailId, report }
}

/** The first recipient that the report gives up on; a delay is no failure. */
function failureOf(text: string): Report | null {
  const recipients = text.split(/\r?\n\s*\r?\n/).map(fieldsOf)
  const failed = recipients.find((fields) => fields.get('action')?.toLowerCase().startsWith('failed') === true)
  if (failed === undefined) return null
  const status = parseEnhancedStatus(failed.get('status') ?? '')
  const diagnostic = failed.get('diagnostic-code') ?? ''
  // An unspecific code leaves it to the mail server's words whether the mailbox is missing.
  const isUnspecific = status === null || /^5\.[01]\.0$/.test(status)
  const smtpCode = Number(/\b5\d\d\b/.exec(diagnostic)?.[0] ?? 0)
  const isHard = isMissingMailbox({ enhancedCode: isUnspecific ? null : status, smtpCode, message: diagnostic })
  return { kind: isHard ? 'hard' : 'soft', status, detail: diagnostic || 'no reason given' }
}

/** The fields of a group, by lower-case name; the first of each name counts. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of unfolded(text).split('\n')) {
    const [, name, value] = /^([\w-]{1,60}):(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim())
  }
  return fields
}

const unfolded = (text: string): string => text.replaceAll('\r', '').replaceAll(/\n[ \t]+/g, ' ')
const textOf = (attachment: Attachment | undefined): string => (typeof attachment?.content === 'string' ? attachment.content : '')
