import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/time.ts'
import { OFFICE_ZONE } from './zone.ts'

/** Times and numbers in the back office: English, in the zone of the office. */
const medium = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: OFFICE_ZONE })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone: OFFICE_ZONE })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const languages = new Intl.DisplayNames('en', { type: 'language' })
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
const integer = new Intl.NumberFormat('en')
const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]
/** Beyond this, a date is more useful. */
const RELATIVE_DAYS = 7

/** `21 Nov 2026, 09:45` */
export const formatMediumTime = (instant: string): string => medium.format(new Date(instant))
/** `21 Nov 2026, 00:00 UTC`, for counts by UTC day. */
export const formatUtcTime = (instant: string): string => `${utc.format(new Date(instant))} UTC`
/** With weekday, seconds and zone. */
export const formatExactTime = (instant: string): string => exact.format(new Date(instant))
/** The day of an instant, or of a UTC day such as `2026-11-21`. */
export const formatDate = (text: string): string => day.format(new Date(text))
/** `12,345` */
export const formatCount = (value: number): string => integer.format(value)
/** 0.5 → `50%` */
export const formatFraction = (value: number): string => share.format(value)

/** `3 hours ago`, `in 2 days`; a date if it is further away than RELATIVE_DAYS. */
export function formatRelativeTime(instant: string, now: number = Date.now()): string {
  const difference = new Date(instant).getTime() - now
  if (Math.abs(difference) > RELATIVE_DAYS * DAY_MS) return formatMediumTime(instant)
  for (const [unit, ms] of STEPS) if (Math.abs(difference) >= ms) return relative.format(Math.trunc(difference / ms), unit)
  return difference > 0 ? 'in a moment' : 'just now'
}

/** `4.2 s`, `3 min 5 s` */
export function formatDuration(ms: number): string {
  if (Math.round(ms) < 1_000) return `${Math.round(ms)} ms`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${(ms / 1_000).toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** How long something lasted: `3 min 5 s`; without an end, that it goes on. */
export const describeTimeSpan = (from: string, to: string | null): string =>
  to === null ? 'goes on' : formatDuration(Date.parse(to) - Date.parse(from))

/** `1 user`, `12 users` */
export const formatQuantity = (value: number, one: string, many = `${one}s`): string => `${formatCount(value)} ${value === 1 ? one : many}`

/** `de` → `German` */
export const formatEnglishLanguageName = (lang: string): string => languages.of(lang) ?? lang
/** `DE` → `Germany`; `otherwise` for what is no code of a country. */
export const formatEnglishCountryName = (code: string, otherwise = code): string =>
  /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : otherwise

/** `no key` → `No key` */
export const capitaliseText = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Words that are not written as they are spelt in a name. */
const SPELT: Readonly<Record<string, string>> = {
  api: 'API',
  cpu: 'CPU',
  csv: 'CSV',
  id: 'ID',
  ip: 'IP',
  smtp: 'SMTP',
  tls: 'TLS',
  totp: 'two-factor',
  url: 'URL',
  utc: 'UTC',
  uv: 'UV',
}

/** `city_weekly` → `City weekly`, `searchCount` → `Search count`, `backupHourUtc` → `Backup hour UTC`; within a sentence `city weekly`. */
export function formatIdentifier(name: string, isFirst = true): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
  const text = words.map((word) => SPELT[word] ?? word).join(' ')
  return isFirst ? capitaliseText(text) : text
}

/** `52.52, 13.41` */
export const formatPoint = (lat: number, lon: number): string => `${lat}, ${lon}`
