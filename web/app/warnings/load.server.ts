import type { Box } from '@isobar/weather'
import { MINUTE_MS } from '../../../src/time.ts'
import type { Api } from '../api/ask.ts'
import { createVisitApi } from '../api/server.ts'
import type { Context } from '../visit/context.ts'
import { createTimedCache } from '../visit/timed-cache.ts'
import { type Coverage, collectWarnings, type WarningCollection, type WarningFeature } from './collection.ts'
import { foldWarnings } from './fold.ts'
import { findWarnedBox } from './warned-box.ts'

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
    /** Where they are, or most of them; null if no outline is known. */
    box: boxOf(features),
  }
}

function boxOf(features: readonly WarningFeature[]): Box | null {
  return findWarnedBox(
    features.flatMap(({ geometry, properties: { color } }) => {
      const polygons = geometry === null ? [] : geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
      return polygons.map(([outer = []]) => ({ outline: outer as [lon: number, lat: number][], color }))
    }),
  )
}
