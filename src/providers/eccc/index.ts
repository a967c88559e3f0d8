import { feedFailure, fetchFeed, toFeedState, urlBelow } from '../cap/feed.ts'
import { type Json, parseJson } from '../cap/json.ts'
import { forgetting } from '../cap/memory.ts'
import type { FeedReading, PaidCalls, Product, Provider, ProviderDefinition } from '../provider.ts'
import { decodePage, toAreaAlert } from './decode.ts'
import { gatherWarnings } from './gather.ts'

const SOURCE = 'eccc'
/** No limit is published; this one is a courtesy. */
const WARNINGS: Product = { id: 'eccc/warnings', weight: 1, limits: { perMinute: 60 } }
const PART = 'CA'
/** An area has some 13 kB. */
const PAGE_SIZE = 100
/** More areas than Canada has. */
const MAX_PAGES = 30

export interface EcccOptions {
  /** `https://api.weather.gc.ca`, or a substitute. */
  readonly baseUrl: URL
  /** Whether the operator wants it. */
  readonly enabled: boolean
}

/** The warnings of Environment and Climate Change Canada, in English and French. */
export function createEccc({ baseUrl, enabled }: EcccOptions) {
  return {
    id: SOURCE,
    attribution: {
      name: 'Environment and Climate Change Canada',
      text: 'Data source: Environment and Climate Change Canada',
      url: 'https://weather.gc.ca/',
      license: 'Open Government Licence – Canada 2.0',
    },
    coverage: 'canada',
    warningFeed: {
      product: WARNINGS,
      intervalSeconds: 300,
      parts: [PART],
      configured: () => enabled,
      read: (_part, former, calls, now) => read(baseUrl, former, calls, now),
    },
  } satisfies Provider
}

async function read(baseUrl: URL, former: unknown, calls: PaidCalls, now: number): Promise<FeedReading> {
  const { memory, validators } = toFeedState(former)
  const pages = await readPages(baseUrl, calls)
  const read = pages.features.map((feature) => toAreaAlert(feature, SOURCE))
  // A feature may move to the next page while pages are read.
  const alerts = [...new Map(read.flatMap((alert) => (alert === null ? [] : [[alert.id, alert] as const]))).values()]
  const unreadable = read.filter((alert) => alert === null).length
  const listed = alerts.filter(({ ended, lastsUntilMs }) => ended || lastsUntilMs > now)
  const { warnings, remembered } = gatherWarnings(listed, memory.messages, now)
  const counts = { expired: alerts.length - listed.length, unreadable }
  return {
    unchanged: false,
    complete: unreadable === 0 && alerts.length >= pages.total,
    warnings,
    simulated: pages.simulated,
    state: { validators, memory: forgetting([...remembered, ...memory.messages], [], now) },
    leftOut: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
  }
}

/**
 * All features. Fewer than the `total` that the last page states when there are too many pages, or when some fell between two pages.
 * @throws ProviderFailure
 */
async function readPages(baseUrl: URL, calls: PaidCalls) {
  const features: Json[] = []
  let total = 0
  let simulated = false
  for (let page = 0; page < MAX_PAGES; page++) {
    const url = urlBelow(baseUrl, `/collections/weather-alerts/items?f=json&limit=${PAGE_SIZE}&offset=${features.length}`)
    const feed = await fetchFeed(calls, { product: WARNINGS, url, accept: 'application/geo+json' })
    const decoded = feed === null ? null : decodePage(parseJson(feed.body))
    if (feed === null || decoded === null) throw feedFailure(WARNINGS, 'invalid_body', 200)
    features.push(...decoded.features)
    total = decoded.total
    simulated ||= feed.simulated
    if (decoded.features.length === 0 || features.length >= total) break
  }
  return { features, total, simulated }
}

interface EcccEnvironment {
  readonly ECCC_BASE_URL: URL
  readonly WARNING_FEEDS: readonly string[]
}

export const eccc: ProviderDefinition<EcccEnvironment> = {
  id: SOURCE,
  connection: 'eccc',
  storesKey: false,
  keyIn: () => null,
  open: (environment) => createEccc({ baseUrl: environment.ECCC_BASE_URL, enabled: environment.WARNING_FEEDS.includes(SOURCE) }),
  refusedBy: () => null,
  settingsIn: (environment) => ({ baseUrl: environment.ECCC_BASE_URL }),
}
