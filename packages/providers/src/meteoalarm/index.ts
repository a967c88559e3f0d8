import { buildFeedFailure, fetchFeed, buildListedReading, buildPlainRules, toFeedState } from '../cap/feed.ts'
import { isInland } from '../cap/inland.ts'
import { toCapMessage } from '../cap/message.ts'
import { wrapJsonObject } from '../cap/node.ts'
import { buildUrlBelow } from '../fetch-json.ts'
import { isObject, parseJson } from '../json.ts'
import { type FeedReader, type Product, type Provider, type ProviderDefinition, readBy } from '../provider.ts'
import { FEEDS } from './countries.ts'

const SOURCE = 'meteoalarm'
/** No limit is published; this one is a courtesy. */
const WARNINGS: Product = { id: 'meteoalarm/warnings', weight: 1, limits: { perMinute: 60 } }

export interface MeteoAlarmOptions {
  /** `https://feeds.meteoalarm.org`, or a substitute. */
  readonly baseUrl: URL
  /** ISO 3166 codes of members; other codes are ignored. */
  readonly countries: readonly string[]
}

/** The warnings of the European weather services, as EUMETNET's MeteoAlarm collects them: one feed for each country. */
export function createMeteoAlarm({ baseUrl, countries }: MeteoAlarmOptions) {
  const parts = countries.filter((country) => FEEDS[country] !== undefined)
  return {
    id: SOURCE,
    attribution: {
      name: 'EUMETNET – MeteoAlarm',
      text: 'Warnings by EUMETNET – MeteoAlarm; delays are possible',
      url: 'https://meteoalarm.org/',
      license: 'CC BY 4.0',
    },
    coverage: 'europe',
    warningFeed: {
      product: WARNINGS,
      intervalSeconds: 120,
      parts,
      partsAreCountries: true,
      configured: () => parts.length > 0,
      covers: isInland,
      ...readBy(SOURCE, readMeteoAlarm, { base: baseUrl.href }),
    },
  } satisfies Provider
}

/** Reads a country's feed below the URL. @throws ProviderFailure */
export const readMeteoAlarm: FeedReader<{ readonly base: string }> = async ({ base }, part, former, calls, now) => {
  const url = buildUrlBelow(new URL(base), `/api/v1/warnings/feeds-${FEEDS[part]}`)
  const state = toFeedState(former)
  const feed = await fetchFeed(calls, { product: WARNINGS, url, accept: 'application/json' }, state.validators)
  if (feed === null) return { unchanged: true }
  const json = parseJson(feed.body)
  if (!isObject(json) || !Array.isArray(json['warnings'])) throw buildFeedFailure(WARNINGS, 'invalid_body', 200)
  const entries: readonly unknown[] = json['warnings']
  const messages = entries.map(messageOf).filter((message) => message !== null)
  return buildListedReading(feed, { entries: entries.length, messages }, state, buildPlainRules(SOURCE, part), now)
}

function messageOf(entry: unknown) {
  return isObject(entry) && isObject(entry['alert']) ? toCapMessage(wrapJsonObject(entry['alert']), null) : null
}

const SETTINGS = {
  countries: {
    kind: 'list',
    of: Object.keys(FEEDS),
    meaning:
      'Countries whose warnings are read from MeteoAlarm, each every two minutes. Its areas are codes, so their outlines are needed as well',
  },
  baseUrl: { kind: 'url', default: 'https://feeds.meteoalarm.org', meaning: 'MeteoAlarm' },
} as const

export const meteoAlarm: ProviderDefinition<typeof SETTINGS> = {
  id: SOURCE,
  settings: SETTINGS,
  open: ({ settings }) => createMeteoAlarm(settings),
}
