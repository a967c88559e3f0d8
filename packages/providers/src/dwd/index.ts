import { createRequire } from 'node:module'
import { HOUR_MS } from '@isobar/weather'
import type * as Fflate from 'fflate'
import { readCapDocument } from '../cap/document.ts'
import { buildFeedFailure, fetchFeed, buildListedReading, buildPlainRules, toFeedState } from '../cap/feed.ts'
import { isInland } from '../cap/inland.ts'
import { buildUrlBelow } from '../fetch-json.ts'
import { type FeedReader, type Product, type Provider, type ProviderDefinition, readBy } from '../provider.ts'
import { createWmsRadar } from '../wms/radar.ts'

const SOURCE = 'dwd'
/** No limit is published; this one is a courtesy. */
const WARNINGS: Product = { id: 'dwd/warnings', weight: 1, limits: { perMinute: 10 } }
/** STAT: everything in force, so that a missing warning is over. COMMUNEUNION: one document per warning. MUL: all languages. */
const FILE = '/weather/alerts/cap/COMMUNEUNION_DWD_STAT/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip'
const PART = 'DE'

/** No limit is published either. */
const RADAR: Product = { id: 'dwd/radar', weight: 1, budget: 'tiles' }
/** The composite of its radars with the forecast of the next two hours. */
const RADAR_LAYER = 'Niederschlagsradar'

export interface DwdOptions {
  /** `https://opendata.dwd.de`, or a substitute. */
  readonly baseUrl: URL
  /** `https://maps.dwd.de`, or a substitute; omitted: `baseUrl`. */
  readonly radarBaseUrl?: URL
  /** Whether the operator wants it. */
  readonly enabled: boolean
}

/** The German weather service: the warnings that are in force, as one archive of CAP documents, and its radar. */
export function createDwd({ baseUrl, radarBaseUrl = baseUrl, enabled }: DwdOptions) {
  return {
    id: SOURCE,
    attribution: {
      name: 'Deutscher Wetterdienst',
      text: 'Datenbasis: Deutscher Wetterdienst, eigene Bearbeitung; © GeoBasis-DE / BKG (Daten modifiziert)',
      url: 'https://www.dwd.de/',
      license: 'CC BY 4.0',
    },
    coverage: 'europe',
    warningFeed: {
      product: WARNINGS,
      intervalSeconds: 120,
      parts: [PART],
      partsAreCountries: true,
      configured: () => enabled,
      covers: isInland,
      // Communes within a polygon, which need no register.
      repeatsAreas: true,
      ...readBy(SOURCE, readDwd, { url: buildUrlBelow(baseUrl, FILE).href }),
    },
    radar: createWmsRadar({
      name: 'Deutscher Wetterdienst',
      product: RADAR,
      url: buildUrlBelow(radarBaseUrl, '/geoserver/dwd/wms'),
      layer: RADAR_LAYER,
      style: '',
      legend: null,
      area: { south: 45.7, west: 1.4, north: 56.2, east: 18.7 },
      forecastMs: 2 * HOUR_MS,
    }),
  } satisfies Provider
}

/** Reads the archive at the URL. @throws ProviderFailure */
export const readDwd: FeedReader<{ readonly url: string }> = async ({ url }, _part, former, calls, now) => {
  const state = toFeedState(former)
  const feed = await fetchFeed(calls, { product: WARNINGS, url: new URL(url), accept: 'application/zip' }, state.validators)
  if (feed === null) return { unchanged: true }
  const documents = unzipDocuments(feed.body)
  if (documents === null) throw buildFeedFailure(WARNINGS, 'invalid_body', 200)
  const messages = [...documents.values()].flatMap((bytes) => readCapDocument(bytes, null) ?? [])
  return buildListedReading(feed, { entries: documents.size, messages }, state, buildPlainRules(SOURCE, PART), now)
}

const SETTINGS = {
  baseUrl: { kind: 'url', default: 'https://opendata.dwd.de', meaning: 'Open data of the German weather service' },
  radarBaseUrl: { kind: 'url', default: 'https://maps.dwd.de', meaning: 'Maps of the German weather service, for its radar' },
  tilesMinuteLimit: { kind: 'limit', default: 120, meaning: 'Calls for radar pictures per minute' },
} as const

export const dwd: ProviderDefinition<typeof SETTINGS> = {
  id: SOURCE,
  settings: SETTINGS,
  open: ({ settings, context }) => createDwd({ ...settings, enabled: context.readsWarnings }),
}

const require = createRequire(import.meta.url)

/** A file with the state of the country has some hundred documents, of at most 0.4 MB when recorded. */
const MAX_FILES = 2_000
const MAX_FILE_BYTES = 8 * 1024 * 1024
const MAX_BYTES = 64 * 1024 * 1024

/**
 * The documents (`.xml`) of a ZIP archive by name. Null if it is not an archive, is truncated, or would unpack to more than 2,000 documents
 * or 64 MB. An entry is never unpacked beyond its stated size.
 */
export function unzipDocuments(archive: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  // Loaded only when this feed is read.
  const { unzipSync } = require('fflate') as typeof Fflate
  let files = 0
  let bytes = 0
  let tooLarge = false
  try {
    const entries = unzipSync(archive, {
      filter({ name, originalSize }) {
        if (!/\.xml$/i.test(name)) return false
        files += 1
        bytes += originalSize
        tooLarge ||= files > MAX_FILES || bytes > MAX_BYTES || originalSize > MAX_FILE_BYTES
        return !tooLarge
      },
    })
    return tooLarge ? null : new Map(Object.entries(entries))
  } catch {
    // The library throws various errors if the input is not an archive.
    return null
  }
}
