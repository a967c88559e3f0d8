import type { Answer, Api } from '../api/ask.ts'

/** Official warnings of a country or a part of the world, with the feeds that were searched for them. */
export type WarningCollection = Answer<'get', '/api/alerts'>
export type WarningFeature = WarningCollection['features'][number]
/** An official warning; its `event` is in the requested language, if the issuer writes it. */
export type Warning = WarningFeature['properties']
/** A warning in one language. */
export type WarningText = Omit<Warning['texts'][number], 'headline'>
/** A feed that was searched. */
export type Coverage = WarningCollection['coverage'][number]

interface Area {
  readonly bbox?: string
  readonly country?: string
  readonly lang: string
}

/** The API's largest page. */
const PAGE = 500

/**
 * The warnings of a country or a part of the world, from at most `maxPages` pages of 500, at least one; `nextCursor` is not null if there are more.
 * @throws ApiFailure 404 for a country without a feed, 503 if nothing was read recently
 */
export async function collectWarnings(api: Api, area: Area, maxPages: number): Promise<WarningCollection> {
  const read = (cursor: string | null) =>
    api.get('/api/alerts', { query: { ...area, limit: PAGE, ...(cursor === null ? {} : { cursor }) } })
  let page = await read(null)
  const features = [...page.features]
  for (let pages = 1; pages < maxPages && page.nextCursor !== null; pages++) {
    page = await read(page.nextCursor)
    features.push(...page.features)
  }
  return { ...page, features }
}
