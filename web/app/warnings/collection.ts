import type { AlertMark } from '../../../src/domain/alert-color.ts'
import type { AlertGrade } from '../../../src/domain/alert.ts'
import type { Api } from '../api/ask.ts'

/** A warning in one language. */
export interface WarningText {
  /** BCP 47; null if unknown. */
  readonly language: string | null
  readonly event: string
  readonly description: string
  readonly instruction: string | null
  readonly areas: readonly string[]
}

/** An official warning of `GET /api/alerts`. Times are ISO 8601. */
export interface Warning extends AlertMark, AlertGrade {
  readonly id: string
  /** In the requested language, if the issuer writes it. */
  readonly event: string
  readonly language: string | null
  readonly start: string
  /** Null if not stated. */
  readonly end: string | null
  readonly state: 'upcoming' | 'active'
  readonly senderName: string | null
  readonly areas: readonly string[]
  readonly texts: readonly WarningText[]
  readonly source: string
  /** ISO 3166; null if the feed is not one country's. */
  readonly country: string | null
  readonly attribution: { readonly text: string; readonly url: string; readonly license: string } | null
}

export type Position = readonly [lon: number, lat: number]
export type Geometry =
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }

export interface WarningFeature {
  readonly type: 'Feature'
  readonly id: string
  /** Null if the outlines are unknown. */
  readonly geometry: Geometry | null
  readonly properties: Warning
}

/** A feed that was searched. */
export interface Coverage {
  readonly source: string
  readonly name: string
  readonly country: string | null
  /** When it was last read completely; null: never. */
  readonly readAt: string | null
  /** Whether that was recent enough to count. */
  readonly current: boolean
}

/** What `GET /api/alerts` answers. */
export interface WarningCollection {
  /** Whether feeds that were read completely and recently cover all of the area; if not, an empty list is no all-clear. */
  readonly complete: boolean
  readonly coverage: readonly Coverage[]
  readonly nextCursor: string | null
  readonly features: readonly WarningFeature[]
}

interface Asked {
  readonly bbox?: string
  readonly country?: string
  readonly lang: string
}

/** The API's largest page. */
const PAGE = 500

/**
 * The warnings of a country or a part of the world, up to so many pages of 500; `nextCursor` is not null if there are more.
 * @throws ApiFailure 404 for a country without a feed, 503 if nothing was read recently
 */
export async function readWarnings(api: Api, asked: Asked, maxPages: number): Promise<WarningCollection> {
  // The route answers GeoJSON, which the types of the API's document do not describe.
  const get = api.get as unknown as (path: string, given: object) => Promise<WarningCollection>
  const features: WarningFeature[] = []
  let page: WarningCollection | undefined
  for (let pages = 0; pages < maxPages && (page === undefined || page.nextCursor !== null); pages++) {
    page = await get('/api/alerts', { query: { ...asked, limit: PAGE, ...(page?.nextCursor ? { cursor: page.nextCursor } : {}) } })
    features.push(...page.features)
  }
  if (page === undefined) throw new Error('At least one page has to be read')
  return { ...page, features }
}
