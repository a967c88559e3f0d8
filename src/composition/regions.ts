import type { Cell } from '@isobar/weather'
import tzLookup from '@photostructure/tz-lookup'

/** An instant to compare zones at: only their names matter. */
const INSTANT = Temporal.Instant.fromEpochMilliseconds(0)

/**
 * Whether a cell lies in one of the countries (ISO 3166): by the time zone at the place, which no two countries share (but Kosovo
 * that of Serbia). Territorial waters belong to their country; the open sea belongs to none.
 */
export function createRegion(countries: readonly string[]): (cell: Pick<Cell, 'lat' | 'lon'>) => boolean {
  /** Made for the first cell: it takes a millisecond for Europe. */
  let zones: readonly string[] | undefined
  const known = new Map<string, boolean>()
  return ({ lat, lon }) => {
    const zone = tzLookup(lat, lon)
    const found = known.get(zone) ?? (zones ??= countries.flatMap(listTimeZones)).some((each) => isSameZone(each, zone))
    known.set(zone, found)
    return found
  }
}

/** The time zones of a country; empty for a code that no country has. */
export function listTimeZones(country: string): readonly string[] {
  // Not yet in TypeScript's library.
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones(): string[] | undefined }
  return locale.getTimeZones() ?? []
}

/** Zones have several names: `Europe/Kiev`, `Europe/Kyiv`. */
function isSameZone(a: string, b: string): boolean {
  return a === b || INSTANT.toZonedDateTimeISO(a).equals(INSTANT.toZonedDateTimeISO(b))
}
