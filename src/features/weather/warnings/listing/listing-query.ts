import { type Box } from '@isobar/weather'
import type { FastifyRequest } from 'fastify'
import { buildInvalidFieldError } from '../../../../errors.ts'
import { readLanguage } from '../../../../messages/language-tag.ts'
import { decodeCursor, encodeCursor, buildWrongCursorError } from '../../../../platform/http/schema/cursor.ts'
import type { ListingRequest } from './listing.ts'
import { DEFAULT_LIMIT, type ListingQuery } from './schemas.ts'

/** The order of the list, for its cursors. */
const ORDER = 'warning'

/** What a query asks for. @throws AppError invalid_request */
export function readListing({ bbox, country, lang, limit = DEFAULT_LIMIT, cursor }: ListingQuery): ListingRequest {
  if (bbox === undefined && country === undefined) throw buildInvalidFieldError('bbox', 'or country is required')
  return {
    boxes: bbox === undefined ? null : boxesOf(bbox),
    country: country?.toUpperCase() ?? null,
    lang: tagOf(lang),
    after: cursor === undefined ? 0 : afterOf(cursor),
    limit,
  }
}

/** Issuers write more languages than we do. @throws AppError for a malformed tag */
function tagOf(lang = 'en'): string {
  readLanguage(lang)
  return lang
}

function boxesOf(bbox: string): Box[] {
  const numbers = bbox.split(',').map((text) => (/^\s*-?\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : NaN))
  const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers
  const isOnEarth = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north
  if (numbers.length !== 4 || !isOnEarth) throw buildInvalidFieldError('bbox', 'must be west,south,east,north in degrees')
  if (west <= east) return [{ south, west, north, east }]
  return [
    { south, west, north, east: 180 },
    { south, west: -180, north, east },
  ]
}

function afterOf(cursor: string): number {
  const { id } = decodeCursor(cursor, ORDER)
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw buildWrongCursorError()
  return id
}

/** The cursor of the page after a warning's number; null without one. */
export function encodeListingCursor(next: number | null): string | null {
  return next === null ? null : encodeCursor({ value: next, id: next }, ORDER)
}

/** The URL of a request for a list, or of its next page, relative to the service's origin: only what the list depends on, without keys. */
export function buildListingUrl({ query, routeOptions }: FastifyRequest, cursor?: string): string {
  const asked = new URLSearchParams(Object.entries(query as ListingQuery).map(([name, value]) => [name, String(value)]))
  if (cursor !== undefined) asked.set('cursor', cursor)
  return `${routeOptions.url}?${asked}`
}
