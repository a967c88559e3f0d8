import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import type { PreparedMail } from './delivery.ts'
import type { LeasedMail, OutboxStore } from './outbox-store.ts'
import type { SuppressionStore } from '../suppression/index.ts'

export interface PreparationOptions {
  readonly outbox: Pick<OutboxStore, 'findParts'>
  readonly suppressions: Pick<SuppressionStore, 'findSuppressed'>
  readonly addressHash: (emailKey: string) => string
}

/** Size as JSON; the objects take several times as much memory. */
const KEPT_PARTS_BYTES = 8 * 1024 * 1024

/** Fetches what a batch of mails needs besides its rows, in two queries: parts that are not cached, and suppressed addresses. */
export function createPreparation({ outbox, suppressions, addressHash }: PreparationOptions) {
  const kept = createMemoryCache<string, { readonly part: object; readonly bytes: number }>(
    'mail_parts',
    KEPT_PARTS_BYTES,
    ({ bytes }) => bytes,
  )

  async function partsOf(mails: readonly LeasedMail[]): Promise<ReadonlyMap<string, object>> {
    const found = new Map<string, object>()
    const missing = new Set<string>()
    for (const id of new Set(mails.flatMap(({ parts }) => parts))) {
      const part = kept.get(id)?.part
      if (part === undefined) missing.add(id)
      else found.set(id, part)
    }
    if (missing.size === 0) return found
    for (const { id, json } of await outbox.findParts([...missing])) {
      const part = JSON.parse(json) as object
      found.set(id, part)
      kept.set(id, { part, bytes: json.length })
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
  const picked = new Map<string, object>()
  for (const id of ids) {
    const part = parts.get(id)
    if (part !== undefined) picked.set(id, part)
  }
  return picked
}
