import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { getEmailDomain } from '../../../platform/mail/address.ts'
import type { MailMessage } from '../../../platform/mail/transport.ts'
import { getMailWords } from '../catalogue/index.ts'
import type { SuppressionStore, SuppressionReason } from '../suppression/index.ts'
import { formatOneClickUrl, type MailToRender, type RenderMail } from '../templates/index.ts'
import type { LeasedMail, OutboxStore } from './outbox-store.ts'

export interface PreparationOptions {
  readonly outbox: Pick<OutboxStore, 'findParts'>
  readonly suppressions: Pick<SuppressionStore, 'findSuppressed'>
  readonly addressHash: (emailKey: string) => string
}

/** Size as JSON; the objects take several times as much memory. */
const PART_CACHE_BYTES = 8 * 1024 * 1024

/** Fetches what a batch of mails needs besides its rows, in two queries: parts that are not cached, and suppressed addresses. */
export function createPreparation({ outbox, suppressions, addressHash }: PreparationOptions) {
  const cache = createMemoryCache<string, { readonly part: object; readonly bytes: number }>(
    'mail_parts',
    PART_CACHE_BYTES,
    ({ bytes }) => bytes,
  )

  async function partsOf(mails: readonly LeasedMail[]): Promise<ReadonlyMap<string, object>> {
    const found = new Map<string, object>()
    const missing = new Set<string>()
    for (const id of new Set(mails.flatMap(({ parts }) => parts))) {
      const part = cache.get(id)?.part
      if (part === undefined) missing.add(id)
      else found.set(id, part)
    }
    if (missing.size === 0) return found
    for (const { id, json } of await outbox.findParts([...missing])) {
      const part = JSON.parse(json) as object
      found.set(id, part)
      cache.set(id, { part, bytes: json.length })
    }
    return found
  }

  return async (mails: readonly LeasedMail[]): Promise<PreparedMail[]> => {
    if (mails.length === 0) return []
    const hashes = mails.map(({ emailKey }) => addressHash(emailKey))
    const [parts, suppressed] = await Promise.all([partsOf(mails), suppressions.findSuppressed(hashes)])
    return mails.map((mail, i) => {
      const hash = hashes[i] ?? ''
      return { ...mail, addressHash: hash, partData: pick(parts, mail.parts), suppressedBy: suppressed.get(hash) }
    })
  }
}

function pick(parts: ReadonlyMap<string, object>, ids: readonly string[]): Map<string, object> {
  return new Map(
    ids.flatMap((id) => {
      const part = parts.get(id)
      return part === undefined ? [] : [[id, part] as const]
    }),
  )
}

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
export async function renderMailMessage(
  mail: MailToWrite,
  { render, publicUrl, sender }: DeliveryOptions,
  now: number,
): Promise<MailMessage> {
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
    lang: getMailWords(lang).language,
    date: now,
    unsubscribeUrl: unsubscribe === null ? null : formatOneClickUrl(new URL(publicUrl), unsubscribe),
    listId: token === null ? null : `${kind}.${getEmailDomain(sender)}`,
  }
}
