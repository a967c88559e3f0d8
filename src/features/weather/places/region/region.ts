import { type UnitSystem } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { matchLanguage } from '../../../../messages/language-tag.ts'
import { LANGUAGES, type Language } from '../../../../messages/languages.ts'
import { parseAcceptedLanguages } from '../../../../platform/http/bytes/accept.ts'
import { buildNullableNumberSchema, buildNullableTextSchema } from '../../../../platform/http/schema/schemas.ts'

/** The likely origin of a request. Only the country is always known. */
export const Region = Type.Object(
  {
    country: Type.String({ description: 'ISO 3166 alpha-2' }),
    region: buildNullableTextSchema('State or region'),
    city: buildNullableTextSchema('Town'),
    lat: buildNullableNumberSchema('Approximate degrees north'),
    lon: buildNullableNumberSchema('Approximate degrees east'),
    timezone: buildNullableTextSchema('IANA time zone'),
    source: Type.Enum(['edge', 'geoip'], {
      description: '`edge`: headers of the proxy in front of the service; `geoip`: the GeoIP database',
    }),
  },
  { title: 'Region' },
)
export type Region = Static<typeof Region>

/** A source's fields, as text or numbers, not validated. */
export interface RawRegion {
  readonly country: unknown
  readonly region?: unknown
  readonly city?: unknown
  readonly lat?: unknown
  readonly lon?: unknown
  readonly timezone?: unknown
}

/** The validated region; null without a country. Unusable fields are dropped. */
export function parseRawRegion(raw: RawRegion, source: Region['source']): Region | null {
  const country = countryCode(raw.country)
  if (country === null) return null
  const lat = coordinate(raw.lat, 90)
  const lon = coordinate(raw.lon, 180)
  const isPoint = lat !== null && lon !== null
  return {
    country,
    region: name(raw.region),
    city: name(raw.city),
    lat: isPoint ? lat : null,
    lon: isPoint ? lon : null,
    timezone: timezone(raw.timezone),
    source,
  }
}

/** Codes that are not countries: unknown (`XX`, `ZZ`), satellite and anonymous networks, continents. */
const NO_COUNTRIES = new Set(['XX', 'ZZ', 'AP', 'EU', 'A1', 'A2', 'O1', 'T1'])
const MAX_NAME_LENGTH = 100

function countryCode(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const code = value.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.has(code) ? code : null
}

function name(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' || text.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(text) ? null : text
}

function coordinate(value: unknown, max: number): number | null {
  const isText = typeof value === 'string' && /^-?\d{1,3}(?:\.\d{1,12})?$/.test(value.trim())
  const number = typeof value === 'number' ? value : isText ? Number(value) : Number.NaN
  return Math.abs(number) <= max ? number + 0 : null
}

function timezone(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(value)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone === '' ? null : value
  } catch {
    return null
  }
}

/** Countries that use miles and degrees Fahrenheit. */
const IMPERIAL = new Set(['US', 'LR', 'MM'])

/** `country` is ISO 3166 alpha-2; metric if unknown. */
export function suggestUnits(country: string | null): UnitSystem {
  if (country === 'GB') return 'uk'
  return country !== null && IMPERIAL.has(country) ? 'imperial' : 'metric'
}

/** The caller's preferred language among those of the service, else the country's most likely one, else English. */
export function suggestLang(acceptLanguage: string | undefined, country: string | null): Language {
  return preferred(acceptLanguage) ?? (country === null ? undefined : spokenIn(country)) ?? 'en'
}

function preferred(acceptLanguage: string | undefined): Language | undefined {
  return parseAcceptedLanguages(acceptLanguage)
    .map(spoken)
    .find((language) => language !== undefined)
}

/** Unlike `matchLanguage`, does not fall back to English. */
function spoken(tag: string): Language | undefined {
  const language = matchLanguage(tag)
  return language !== null && (tag.toLowerCase() === language || tag.toLowerCase().startsWith(`${language}-`)) ? language : undefined
}

/** By CLDR's likely subtags. */
function spokenIn(country: string): Language | undefined {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  return LANGUAGES.find((each) => each === language)
}
