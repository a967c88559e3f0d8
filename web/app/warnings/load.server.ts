import { computeBoundingBox, computeBoxCentre } from '@isobar/weather'
import { MINUTE_MS } from '../../../src/time.ts'
import type { Api } from '../api/ask.ts'
import { createVisitApi } from '../api/server.ts'
import type { MapView } from '../components/map/address.ts'
import type { Context } from '../visit/context.ts'
import { createTimedCache } from '../visit/timed-cache.ts'
import { type Coverage, collectWarnings, type WarningCollection, type WarningFeature } from './collection.ts'
import { foldWarnings } from './fold.ts'

/** Two thousand warnings of a country; the world's pages read the first five hundred of each. */
const COUNTRY_PAGES = 4
const EVERYWHERE = '-180,-90,180,90'

/** @throws ApiFailure 404 for a country without a feed, 503 if nothing was read recently */
export async function readCountryWarnings(context: Context, country: string, lang: string) {
  const collection = await collectWarnings(createVisitApi(context), { country, lang }, COUNTRY_PAGES)
  return knownFrom([collection], collection.coverage)
}

/** By language. */
const cache = createTimedCache<Promise<ReturnType<typeof knownFrom>>>(MINUTE_MS, 20)

/**
 * The warnings of all countries that are read, shared for a minute: that is one request for each country, since a box does not hold warnings
 * whose outlines are unknown.
 * @throws ApiFailure
 */
export function readWorldWarnings(context: Context, lang: string, now: number) {
  const cached = cache.get(lang, now)
  if (cached !== undefined) return cached
  const known = readWorld(createVisitApi(context), lang)
  cache.set(lang, known, now)
  known.catch(() => cache.delete(lang))
  return known
}

async function readWorld(api: Api, lang: string) {
  const everywhere = await collectWarnings(api, { bbox: EVERYWHERE, lang }, 1)
  const countries = [...new Set(everywhere.coverage.flatMap(({ country }) => country ?? []))]
  // Of a country that cannot be read, the coverage says so.
  const found = await Promise.all(countries.map((country) => collectWarnings(api, { country, lang }, 1).catch(() => undefined)))
  const elsewhere = { ...everywhere, features: everywhere.features.filter(({ properties }) => properties.country === null) }
  return knownFrom([...found.filter((each) => each !== undefined), elsewhere], everywhere.coverage)
}

function knownFrom(collections: readonly WarningCollection[], coverage: readonly Coverage[]) {
  const features = collections.flatMap((collection) => collection.features)
  return {
    /** Most severe first, those of the same words and times as one. */
    warnings: foldWarnings(features.map(({ properties }) => properties)),
    coverage,
    /** Whether there are more than were read. */
    isCut: collections.some(({ nextCursor }) => nextCursor !== null),
    /** Where they are; null if no outline is known. */
    view: viewOf(features),
  }
}

const [CLOSEST, FARTHEST] = [7, 3]

/** A view that shows all outlines, as far as a map of moderate size can. */
function viewOf(features: readonly WarningFeature[]): MapView | null {
  const outlines = features.flatMap(({ geometry }) => {
    const polygons = geometry === null ? [] : geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    return polygons.flatMap(([outer = []]) => outer as [lon: number, lat: number][])
  })
  if (outlines.length === 0) return null
  const bounds = computeBoundingBox(outlines)
  const { south, west, north, east } = bounds
  // A degree of latitude is as wide as two of longitude where most people live.
  const span = Math.max(east - west, (north - south) * 2, 1)
  const zoom = Math.max(FARTHEST, Math.min(CLOSEST, Math.floor(Math.log2(720 / span))))
  return { zoom, ...computeBoxCentre(bounds), layer: 'none' }
}
