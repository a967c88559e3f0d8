import { buildFeedFailure, buildFeedState, type FetchedFeed, fetchFeed, dropZeroCounts, toFeedState } from '../cap/feed.ts'
import { isInland } from '../cap/inland.ts'
import { continueRuns } from '../cap/keys.ts'
import { limitMemory } from '../cap/memory.ts'
import { buildUrlBelow } from '../fetch-json.ts'
import { isObject, parseJson } from '../json.ts'
import {
  FORGETFUL,
  type FeedReader,
  type PaidCalls,
  type Product,
  type Provider,
  type ProviderDefinition,
  ProviderFailure,
  readBy,
  type SharedMemory,
} from '../provider.ts'
import { decodeMetAlerts, readFeatureId, type MetAlert, type MetAlerts, toMetAlert } from './decode.ts'
import { PACE } from './terms.ts'
import { createMetNorwayWeather } from './weather.ts'

const SOURCE = 'met-norway'
/** Its terms allow a call every ten minutes, in each of its two languages here. */
const WARNINGS: Product = { id: 'met-norway/warnings', weight: 1, pace: PACE, limits: { perMinute: 4 } }
const PART = 'NO'

export interface MetNorwayOptions {
  /** `https://api.met.no`, or a substitute. */
  readonly baseUrl: URL
  /** Whether the operator wants its warnings. */
  readonly enabled: boolean
  /** How the operator can be reached, as in the User-Agent; without it, calls are refused. */
  readonly contact?: string | null
  /** Omitted: the terms of its forecasts are not kept. */
  readonly memory?: SharedMemory
}

/**
 * The Norwegian Meteorological Institute: forecasts of the world, minutes in the Nordic countries, and warnings for Norway and its seas, in
 * Norwegian and English. Needs no key.
 */
export function createMetNorway({ baseUrl, enabled, contact = null, memory = FORGETFUL }: MetNorwayOptions) {
  return {
    id: SOURCE,
    attribution: {
      name: 'MET Norway',
      text: 'Data from MET Norway',
      url: 'https://www.met.no/en',
      license: 'CC BY 4.0',
    },
    coverage: 'global',
    weather: createMetNorwayWeather({ baseUrl, contact, memory }),
    warningFeed: {
      product: WARNINGS,
      intervalSeconds: 600,
      parts: [PART],
      partsAreCountries: true,
      configured: () => enabled,
      covers: isInland,
      ...readBy(SOURCE, readMetNorway, { base: baseUrl.href }),
    },
  } satisfies Provider
}

/** Reads both languages below the URL. @throws ProviderFailure */
export const readMetNorway: FeedReader<{ readonly base: string }> = async ({ base }, _part, former, calls, now) => {
  const baseUrl = new URL(base)
  const state = toFeedState(former)
  const notBefore = isObject(former) && typeof former['notBeforeMs'] === 'number' ? former['notBeforeMs'] : 0
  if (now < notBefore) return { unchanged: true }
  const feed = await fetchFeed(calls, request(baseUrl, 'no'), state.validators)
  if (feed === null) return { unchanged: true }
  const norwegian = decodeMetAlerts(parseJson(feed.body))
  if (norwegian === null) throw buildFeedFailure(WARNINGS, 'invalid_body', 200)
  const english = await readEnglish(baseUrl, calls)
  const byId = new Map((english?.features ?? []).map((feature) => [readFeatureId(feature), feature]))
  const read = norwegian.features.map((feature) =>
    toMetAlert(feature, byId.get(readFeatureId(feature)), norwegian.changedMs ?? now, SOURCE),
  )
  const unreadable = read.filter((alert) => alert === null).length
  const tests = read.filter((alert) => alert === 'test').length
  const alerts = read.filter((alert): alert is MetAlert => alert !== null && alert !== 'test')
  const live = alerts.filter(({ endMs, warning }) => warning.ended || endMs > now)
  const known = new Set(state.memory.runs.map(({ key }) => key))
  const keyed = continueRuns(
    live.map(({ subject, startMs, endMs }) => ({ subject, startMs, endMs })),
    state.memory.runs,
  ).map((run, index) => ({ run, alert: live[index] as MetAlert }))
  // Green ends a known warning; otherwise nobody is warned.
  const listed = keyed.filter(({ run, alert }) => !alert.isGreen || known.has(run.key))
  const runs = listed.map(({ run }) => run)
  const complete = unreadable === 0
  const counts = { test: tests, expired: alerts.length - live.length, green: live.length - listed.length, unreadable }
  return {
    unchanged: false,
    complete,
    warnings: listed.map(({ run, alert }) => ({ ...alert.warning, key: run.key })),
    simulated: feed.simulated,
    state: {
      // Without the English texts, the next reading fetches everything again.
      ...buildFeedState(feed.validators, limitMemory([], [...runs, ...state.memory.runs], now), complete && english !== null),
      notBeforeMs: expiryOf(feed),
    },
    leftOut: dropZeroCounts(counts),
  }
}

function request(baseUrl: URL, language: 'no' | 'en') {
  return {
    product: WARNINGS,
    url: buildUrlBelow(baseUrl, '/weatherapi/metalerts/2.0/current.json', { lang: language }),
    accept: 'application/json',
  }
}

/** Null if unavailable: a warning in one language is better than none. */
async function readEnglish(baseUrl: URL, calls: PaidCalls): Promise<MetAlerts | null> {
  try {
    const feed = await fetchFeed(calls, request(baseUrl, 'en'))
    return feed === null ? null : decodeMetAlerts(parseJson(feed.body))
  } catch (error) {
    if (error instanceof ProviderFailure) return null
    throw error
  }
}

/**
 * The terms forbid calls before this time; epoch milliseconds. More than a day is ignored, so that a wrong clock cannot silence the feed.
 */
function expiryOf({ headers }: FetchedFeed): number {
  const expires = Date.parse(String(headers['expires']))
  const served = Date.parse(String(headers['date']))
  return Number.isNaN(expires) || !(expires - served < 86_400_000) ? 0 : expires
}

const SETTINGS = {
  baseUrl: { kind: 'url', default: 'https://api.met.no', meaning: 'MET Norway' },
  minuteLimit: {
    kind: 'limit',
    default: 600,
    meaning:
      'Calls per minute to the forecasts of MET Norway, and as many for minutes; its terms allow 20 a second for all installations of a program',
  },
  dailyLimit: { kind: 'limit', default: 100_000, meaning: 'Calls per day (UTC)' },
} as const

export const metNorway: ProviderDefinition<typeof SETTINGS> = {
  id: SOURCE,
  settings: SETTINGS,
  needs: ['contact'],
  open: ({ settings, context, memory }) =>
    createMetNorway({ baseUrl: settings.baseUrl, enabled: context.readsWarnings, contact: context.contact, memory }),
}
