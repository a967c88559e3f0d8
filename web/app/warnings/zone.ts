import { DAY_MS } from '../../../src/time.ts'
import { createKeyedCache } from '../format/cached.ts'

/** TypeScript's library lacks it, and so do some browsers. */
interface LocaleWithZones {
  readonly getTimeZones?: () => readonly string[] | undefined
}

/** The zone in which the times of a warning without an outline are given: the country's own if all of it has the same time today, else UTC. @param country ISO 3166, or null */
export function chooseCountryZone(country: string | null, now: number): string {
  return country === null ? 'UTC' : zoneOn(`${country} ${Math.floor(now / DAY_MS)}`)
}

const zoneOn = createKeyedCache((key) => {
  const [country = '', day = ''] = key.split(' ')
  const at = Number(day) * DAY_MS
  const zones = (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones?.() ?? []
  const offsets = new Set(zones.map((zone) => nameOf(zone, 'en', 'longOffset', at)))
  return offsets.size === 1 ? (zones[0] ?? 'UTC') : 'UTC'
})

/** The zone's short name at that time: `CET`, `GMT+9`. */
export function formatZoneName(zone: string, locale: string, at: number): string {
  return nameOf(zone, locale, 'short', at)
}

function nameOf(timeZone: string, locale: string, timeZoneName: 'short' | 'longOffset', at: number): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
