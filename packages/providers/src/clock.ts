import { type Cell, type PlaceClock, findZoneOffsetSeconds, toPlaceClock } from '@isobar/weather'
import tzLookup from '@photostructure/tz-lookup'

/**
 * The clock of an answer that has the offset at most, not the zone. The zone comes from the map, unless it has a different offset now: near a border the
 * upstream is right.
 */
export function findAnswerClock({ lat, lon }: Cell, offset: unknown, nowMs: number): PlaceClock | null {
  const zone = tzLookup(lat, lon)
  const isSame = typeof offset !== 'number' || findZoneOffsetSeconds(zone, nowMs) === offset
  return toPlaceClock(isSame ? zone : undefined, offset, nowMs)
}

/** The clock of a place by the map alone, for services that send no zone. */
export function getMapClock(cell: Cell, nowMs: number): PlaceClock {
  return findAnswerClock(cell, undefined, nowMs) ?? { timezone: 'UTC', utcOffsetSeconds: 0 }
}
