import { MINUTE_MS, computeAgeMs } from '@isobar/weather'
import { buildFeedFailure, fetchFeed, dropZeroCounts, toFeedState } from '../cap/feed.ts'
import { isInland } from '../cap/inland.ts'
import { limitMemory } from '../cap/memory.ts'
import { buildUrlBelow } from '../fetch-json.ts'
import { type Json, parseJson } from '../json.ts'
import {
  type FeedReader,
  type PaidCalls,
  type Product,
  type Provider,
  type ProviderDefinition,
  ProviderFailure,
  readBy,
} from '../provider.ts'
import { createWmsRadar } from '../wms/radar.ts'
import { decodePage, toAreaAlert } from './decode.ts'
import { gatherWarnings, type Latest, LATEST_QUERY, readLatestState, toWholeReading } from './gather.ts'

const SOURCE = 'eccc'
const ITEMS = '/collections/weather-alerts/items'
/** No limit is published; this one is a courtesy. */
const WARNINGS: Product = { id: 'eccc/warnings', weight: 1, limits: { perMinute: 60 } }
const PART = 'CA'
/** An area has some 13 kB. */
const PAGE_SIZE = 100
/** More areas than Canada has. */
const MAX_PAGES = 30
/** Even without a sign of change, everything is read this often, give or take two minutes: the service has no conditional requests. */
const WHOLE_EVERY_MS = 5 * MINUTE_MS

/** Above 86,400 calls a day one is to ask. */
const RADAR: Product = { id: 'eccc/radar', weight: 1, budget: 'tiles' }
/** The rate of rain. */
const RADAR_LAYER = 'RADAR_1KM_RRAI'
/** What becomes of it in the next hour or so: it moves on as it has moved. */
const RADAR_FORECAST_LAYER = 'Radar_1km_RainPrecipRate-Extrapolation'
const RADAR_STYLE = 'Radar-Rain_14colors'

export interface EcccOptions {
  /** `https://api.weather.gc.ca`, or a substitute. */
  readonly baseUrl: URL
  /** `https://geo.weather.gc.ca`, or a substitute; omitted: `baseUrl`. */
  readonly radarBaseUrl?: URL
  /** Whether the operator wants it. */
  readonly enabled: boolean
}

/** Environment and Climate Change Canada: its warnings, in English and French, and its radar. */
export function createEccc({ baseUrl, radarBaseUrl = baseUrl, enabled }: EcccOptions) {
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
      intervalSeconds: 120,
      parts: [PART],
      partsAreCountries: true,
      configured: () => enabled,
      covers: isInland,
      ...readBy(SOURCE, readEccc, { base: baseUrl.href }),
    },
    radar: createWmsRadar({
      name: 'GeoMet',
      product: RADAR,
      url: buildUrlBelow(radarBaseUrl, '/geomet'),
      layer: RADAR_LAYER,
      style: RADAR_STYLE,
      // The classes of its colours are documented, the colours themselves are not.
      legend: null,
      area: { south: 16.9, west: -170.3, north: 67.2, east: -50 },
      // Of all layers they have 46 MB.
      isNarrowed: true,
      forecastLayer: RADAR_FORECAST_LAYER,
      settledMs: 6 * MINUTE_MS,
    }),
  } satisfies Provider
}

/** Reads the collection below the URL. @throws ProviderFailure */
export const readEccc: FeedReader<{ readonly base: string }> = async ({ base }, _part, former, calls, now) => {
  const baseUrl = new URL(base)
  const { memory, validators } = toFeedState(former)
  const last = toWholeReading(former)
  if (last !== null && computeAgeMs(last.at, now) < WHOLE_EVERY_MS && isSame(last, await readLatest(baseUrl, calls)))
    return { unchanged: true }
  const pages = await readPages(baseUrl, calls)
  const read = pages.features.map((feature) => toAreaAlert(feature, SOURCE))
  // A feature may move to the next page while the pages are being read.
  const alerts = [...new Map(read.flatMap((alert) => (alert === null ? [] : [[alert.id, alert] as const]))).values()]
  const unreadable = read.filter((alert) => alert === null).length
  const listed = alerts.filter(({ ended, lastsUntilMs }) => ended || lastsUntilMs > now)
  const { warnings, remembered } = gatherWarnings(listed, memory.messages, now)
  const counts = { expired: alerts.length - listed.length, unreadable }
  const complete = unreadable === 0 && alerts.length >= pages.total
  return {
    unchanged: false,
    complete,
    warnings,
    simulated: pages.simulated,
    state: {
      validators,
      memory: limitMemory([...remembered, ...memory.messages], [], now),
      whole: complete ? { at: now, ...readLatestState(pages.features, pages.total) } : null,
    },
    leftOut: dropZeroCounts(counts),
  }
}

function isSame(a: Latest, b: Latest | null): boolean {
  return b !== null && a.total === b.total && a.newestMs === b.newestMs
}

/** Null if the service rejects the query, some parts of which are undocumented. @throws ProviderFailure */
async function readLatest(baseUrl: URL, calls: PaidCalls): Promise<Latest | null> {
  try {
    const { features, total } = await readPage(buildUrlBelow(baseUrl, ITEMS, LATEST_QUERY), calls)
    return readLatestState(features, total)
  } catch (error) {
    if (error instanceof ProviderFailure && error.status === 400) return null
    throw error
  }
}

/** @throws ProviderFailure */
async function readPage(url: URL, calls: PaidCalls) {
  const feed = await fetchFeed(calls, { product: WARNINGS, url, accept: 'application/geo+json' })
  const page = feed === null ? null : decodePage(parseJson(feed.body))
  if (feed === null || page === null) throw buildFeedFailure(WARNINGS, 'invalid_body', 200)
  return { ...page, simulated: feed.simulated }
}

/**
 * All features. There may be fewer than the `total` that the last page states: if there are too many pages, or if a feature moved between
 * two pages.
 * @throws ProviderFailure
 */
async function readPages(baseUrl: URL, calls: PaidCalls) {
  const features: Json[] = []
  let total = 0
  let simulated = false
  for (let page = 0; page < MAX_PAGES; page++) {
    const url = buildUrlBelow(baseUrl, ITEMS, `f=json&limit=${PAGE_SIZE}&offset=${features.length}`)
    const read = await readPage(url, calls)
    features.push(...read.features)
    total = read.total
    simulated ||= read.simulated
    if (read.features.length === 0 || features.length >= total) break
  }
  return { features, total, simulated }
}

const SETTINGS = {
  baseUrl: { kind: 'url', default: 'https://api.weather.gc.ca', meaning: 'GeoMet of Environment and Climate Change Canada' },
  radarBaseUrl: { kind: 'url', default: 'https://geo.weather.gc.ca', meaning: 'Its maps, for the radar' },
  tilesMinuteLimit: { kind: 'limit', default: 90, meaning: 'Calls for radar pictures per minute' },
  tilesDailyLimit: { kind: 'limit', default: 80_000, meaning: 'Calls for radar pictures per day (UTC)' },
} as const

export const eccc: ProviderDefinition<typeof SETTINGS> = {
  id: SOURCE,
  settings: SETTINGS,
  open: ({ settings, context }) => createEccc({ ...settings, enabled: context.readsWarnings }),
}
