import { hash } from 'node:crypto'
import { type Point } from '@isobar/weather'
import { buildInvalidFieldError } from '../../../../errors.ts'
import { readLanguage } from '../../../../messages/language-tag.ts'
import { foldName } from './fold.ts'
import type { GeocodeParameters } from './schemas.ts'

export interface GeocodeQuery {
  /** As typed, with whitespace normalised. */
  readonly name: string
  /** The folded name: part of the cache key, and the first spelling sent to a provider. */
  readonly folded: string
  /** ISO 3166 alpha-2, upper case. */
  readonly country: string | null
  /** Nearer places come first. Not part of the cache key. */
  readonly bias: Point | null
  /** A well-formed tag. Not part of the cache key: places are stored with their names in all languages. */
  readonly lang: string
  readonly limit: number
}

const MIN_CHARACTERS = 2
const MAX_CHARACTERS = 100
const MAX_PLACES = 5

/** Whether a text is neither too short nor too long to be searched for. */
export function hasNameLength(q: string): boolean {
  const characters = [...q.trim()].length
  return characters >= MIN_CHARACTERS && characters <= MAX_CHARACTERS
}

/** @throws AppError invalid_request naming the parameter */
export function parseGeocodeQuery({ q, country, lat, lon, lang = 'en', limit = MAX_PLACES }: GeocodeParameters): GeocodeQuery {
  const name = tidy(q)
  if (!hasNameLength(q)) {
    throw buildInvalidFieldError('q', `must have ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters, not counting surrounding spaces`)
  }
  readLanguage(lang)
  if ((lat === undefined) !== (lon === undefined))
    throw buildInvalidFieldError(lat === undefined ? 'lat' : 'lon', 'is required: lat and lon go together')
  return {
    name,
    folded: foldName(name),
    country: country?.toUpperCase() ?? null,
    bias: lat === undefined || lon === undefined ? null : { lat, lon },
    lang,
    limit,
  }
}

/** The cache key of a query. Folding can make a text longer than a database key may be, so it is hashed. */
export function buildGeocodeKey({ folded, country }: GeocodeQuery): string {
  return `geocode:${country ?? '-'}:${hash('sha256', folded, 'base64url')}`
}

/**
 * The spellings to send to a provider, in order: the folded one, which all users share, then the typed one if its letters differ, for names
 * that the provider knows in that form only.
 */
export function listSpellings({ name, folded }: GeocodeQuery): readonly string[] {
  const typed = name.toLowerCase()
  return typed === folded ? [folded] : [folded, typed]
}

/** Commas separate town, state and country, whatever the whitespace around them. */
function tidy(q: string): string {
  return q
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Z}\p{Cc}]+/gu, ' ')
    .replace(/ ?, ?/g, ',')
    .trim()
}
