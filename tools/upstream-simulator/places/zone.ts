import tzLookup from '@photostructure/tz-lookup'

/** The time zone of a place. */
export interface Zone {
  readonly id: string
  /** Seconds east of Greenwich at an instant. */
  offsetAt(epochMs: number): number
}

const zones = new Map<string, Zone>()

/** The zone by its IANA name; null if the runtime does not know it. Cached for good: there are only some hundreds. */
export function zoneById(id: string): Zone | null {
  const known = zones.get(id)
  if (known !== undefined) return known
  let zone: Zone
  try {
    const zoned = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(id)
    zone = {
      id,
      offsetAt: (epochMs) =>
        Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(zoned.timeZoneId).offsetNanoseconds / 1e9,
    }
  } catch {
    return null
  }
  zones.set(id, zone)
  return zone
}

/** The zone at a coordinate pair. Open sea is `Etc/GMT±n`. */
export function zoneAt(lat: number, lon: number): Zone {
  const zone = zoneById(tzLookup(lat, lon))
  if (zone === null) throw new Error(`no such zone: ${tzLookup(lat, lon)}`)
  return zone
}

/** A day of a zone, from its start (inclusive) to its end (exclusive), epoch milliseconds. */
export interface LocalDay {
  readonly date: string
  readonly startMs: number
  readonly endMs: number
}

/** The local days from the one that contains an instant. */
export function localDays(zone: Zone, epochMs: number, count: number): LocalDay[] {
  const today = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(zone.id).toPlainDate()
  return Array.from({ length: count }, (_, index) => {
    const date = today.add({ days: index })
    return {
      date: date.toString(),
      startMs: date.toZonedDateTime(zone.id).epochMilliseconds,
      endMs: date.add({ days: 1 }).toZonedDateTime(zone.id).epochMilliseconds,
    }
  })
}
