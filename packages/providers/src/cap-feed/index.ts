import type { CapRules } from '../cap/draft.ts'
import { buildFeedFailure, buildFeedState, fetchFeed, type FetchedFeed } from '../cap/feed.ts'
import { type CapMessage, toCapMessage } from '../cap/message.ts'
import { wrapXmlElement } from '../cap/node.ts'
import { readCapWarnings } from '../cap/warnings.ts'
import { parseXml } from '../cap/xml.ts'
import { type Attribution, type FeedReader, type FeedReading, type PaidCalls, type Product, type Provider, readBy } from '../provider.ts'
import { fetchBodies, toListedBody } from './bodies.ts'
import { type IndexItem, readFeedDocument } from './items.ts'
import { selectBodiesToCache, type CapFeedState, toCapFeedState } from './state.ts'

export interface CapFeedOptions {
  /** The feed's id, which is the `source` of its warnings. */
  readonly id: string
  /** An RSS or Atom index of CAP documents, or a CAP document itself. */
  readonly url: URL
  readonly attribution: Attribution
  /** Further hosts (with port unless it is the default) from which documents are fetched, besides the feed's own. */
  readonly hosts?: readonly string[]
  /** The IANA zone of times without an offset; if omitted, messages with such times are not read. */
  readonly zone?: string
  /** CAP categories to read; if omitted, weather and what it causes. */
  readonly categories?: readonly string[]
  /** True if its messages expire while their warnings continue: the warnings then last until the feed drops them. */
  readonly lastsUntilWithdrawn?: boolean
  /** Default five minutes. */
  readonly intervalSeconds?: number
}

/** Weather, floods and landslides, fires, and air quality. Feeds also carry missing children and telephone faults. */
const NATURAL = ['Met', 'Geo', 'Fire', 'Env']
const PART = 'all'
/** Maximum number of documents of an index; the longest recorded one has 500. */
const MAX_ITEMS = 1_000
/** Each agency is called at most twice a second. */
const LIMITS = { perMinute: 120 }

/** The warnings of any feed of CAP messages: WMO's mirrors, MetService, INMET, and feeds that operators add by URL. */
export function openCapFeed({ url, attribution, intervalSeconds, ...options }: CapFeedOptions) {
  return {
    id: options.id,
    attribution,
    coverage: 'global',
    warningFeed: {
      product: productOf(options),
      intervalSeconds: intervalSeconds ?? 300,
      parts: [PART],
      configured: () => true,
      ...readBy('cap-feed', readCapFeed, { ...options, url: url.href }),
    },
  } satisfies Provider
}

const ACCEPT = 'application/rss+xml, application/atom+xml, application/cap+xml, application/xml, text/xml'

interface ReaderOptions extends Omit<CapFeedOptions, 'url' | 'attribution' | 'intervalSeconds'> {
  readonly url: string
}

function productOf({ id }: Pick<CapFeedOptions, 'id'>): Product {
  return { id: `${id}/warnings`, weight: 1, limits: LIMITS }
}

/** Reads the index or the messages at the URL. @throws ProviderFailure */
export const readCapFeed: FeedReader<ReaderOptions> = async (options, _part, former, calls, now) => {
  const product = productOf(options)
  const state = toCapFeedState(former)
  const url = new URL(options.url)
  const feed = await fetchFeed(calls, { product, url, accept: ACCEPT }, state.validators)
  if (feed === null) return { unchanged: true }
  const root = parseXml(feed.body)
  const document = root === null ? null : readFeedDocument(root, url)
  if (document === null) throw buildFeedFailure(product, 'invalid_body', 200)
  if ('items' in document) return readIndex(options, product, feed, document.items, state, calls, now)
  const messages = document.alerts.map((alert) => toCapMessage(wrapXmlElement(alert), options.zone ?? null))
  const readable = messages.filter((message) => message !== null)
  const leftOut = { unreadable: messages.length - readable.length }
  return toReading(options, feed, { messages: readable, leftOut, bodies: [], failed: [] }, state, now)
}

async function readIndex(
  options: ReaderOptions,
  product: Product,
  feed: FetchedFeed,
  items: readonly IndexItem[],
  state: CapFeedState,
  calls: PaidCalls,
  now: number,
): Promise<FeedReading> {
  const live = items.filter(({ expiresMs }) => expiresMs === null || expiresMs > now)
  const looked = live.slice(0, MAX_ITEMS)
  const allowed = looked.flatMap((item) => {
    const url = item.url === null ? null : documentUrl(item.url, new URL(options.url), options.hosts)
    return url === null ? [] : [{ ...item, url }]
  })
  const listed = [...new Map(allowed.map(toListedBody).map((body) => [body.id, body])).values()]
  const cached = new Map(state.bodies.map((body) => [body.id, body]))
  const failed = new Set(state.failed)
  const missing = listed.filter(({ id }) => !cached.has(id)).toSorted((a, b) => Number(failed.has(a.id)) - Number(failed.has(b.id)))
  const fetched = await fetchBodies(missing, product, options.zone ?? null, calls)
  const known = new Map([...cached, ...fetched.map((body) => [body.id, body] as const)])
  const bodies = listed.flatMap(({ id }) => known.get(id) ?? [])
  const unread = listed.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  const leftOut = {
    elsewhere: looked.length - allowed.length,
    expired: items.length - live.length,
    unreadable: unread.length + live.length - looked.length,
  }
  const messages = bodies.map(({ message }) => message)
  return toReading(options, feed, { messages, leftOut, bodies: selectBodiesToCache(bodies), failed: unread }, state, now)
}

/**
 * The URL to fetch a document from; null if it must not be fetched. An index may link anywhere, so only known hosts are allowed. Old
 * indexes still write http for servers that have since moved to https.
 */
function documentUrl(listed: URL, url: URL, hosts: readonly string[] = []): URL | null {
  if (listed.host !== url.host && !hosts.includes(listed.host)) return null
  if (listed.protocol === url.protocol || listed.protocol === 'https:') return listed
  return listed.protocol === 'http:' ? new URL(listed.href.replace(/^http:/, 'https:')) : null
}

interface Gathered {
  readonly messages: readonly CapMessage[]
  /** Counts by reason; `elsewhere` and `unreadable` make a reading incomplete. */
  readonly leftOut: { readonly unreadable: number; readonly elsewhere?: number; readonly expired?: number }
  /** For the next reading. */
  readonly bodies: CapFeedState['bodies']
  readonly failed: CapFeedState['failed']
}

function toReading(
  options: ReaderOptions,
  feed: FetchedFeed,
  { messages, leftOut: before, bodies, failed }: Gathered,
  { memory: former }: CapFeedState,
  now: number,
): FeedReading {
  const { warnings, leftOut, memory } = readCapWarnings(messages, former, rulesOf(options), now)
  const complete = before.unreadable === 0 && (before.elsewhere ?? 0) === 0
  const counts: Record<string, number> = { ...leftOut }
  for (const [reason, count] of Object.entries(before)) if (count > 0) counts[reason] = (counts[reason] ?? 0) + count
  return {
    unchanged: false,
    complete,
    warnings,
    simulated: feed.simulated,
    state: { ...buildFeedState(feed.validators, memory, complete), bodies, failed } satisfies CapFeedState,
    leftOut: counts,
  }
}

function rulesOf({ id, categories, lastsUntilWithdrawn = false }: ReaderOptions): CapRules {
  return { source: id, part: PART, expiresEndsEvent: false, lastsUntilWithdrawn, categories: new Set(categories ?? NATURAL) }
}
