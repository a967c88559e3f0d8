import { readCapDocument } from '../cap/document.ts'
import { fetchFeed } from '../cap/feed.ts'
import { findLeftOutReason } from '../cap/messages.ts'
import { type PaidCalls, type Product, ProviderFailure } from '../provider.ts'
import type { IndexItem } from './items.ts'
import type { CachedBody } from './state.ts'

/** Documents that one reading fetches; the next readings fetch the rest. */
const MAX_FETCHED = 60
/** Milliseconds after which a reading fetches no further document. */
const MAX_MS = 45_000
const AT_ONCE = 4

/** A document that is to be read. */
export interface ListedBody {
  readonly id: string
  readonly url: URL
}

/** What an item lists, under the id by which it is cached. */
export function toListedBody({ url, version }: IndexItem & { readonly url: URL }): ListedBody {
  return { id: `${url.href} ${version}`, url }
}

/** Failures after which no further call would be let through. */
const NO_FURTHER = new Set<ProviderFailure['kind']>(['budget_spent', 'circuit_open', 'quota', 'refused_key', 'not_wanted'])

/**
 * Fetches documents, four at once and within bounds of number and time. Failed ones are missing from the result. Messages that warn nobody
 * are cached without their infos.
 */
export async function fetchBodies(
  listed: readonly ListedBody[],
  product: Product,
  zone: string | null,
  calls: PaidCalls,
): Promise<CachedBody[]> {
  const queue = listed.slice(0, MAX_FETCHED)
  const found: CachedBody[] = []
  const began = performance.now()
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && performance.now() - began < MAX_MS; next = queue.shift()) {
      try {
        const feed = await fetchFeed(calls, { product, url: next.url, accept: 'application/cap+xml, application/xml, text/xml' })
        const message = feed === null ? null : readCapDocument(feed.body, zone)
        if (message !== null)
          found.push({ id: next.id, message: findLeftOutReason(message) === null ? message : { ...message, infos: [] } })
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        if (NO_FURTHER.has(error.kind)) queue.length = 0
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found
}
