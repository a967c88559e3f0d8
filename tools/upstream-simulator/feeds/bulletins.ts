import { createHash } from 'node:crypto'
import { contains } from '../climate/forced.ts'
import { CITIES } from '../places/cities.ts'
import { nearest } from '../places/distance.ts'
import { localTime } from '../times.ts'
import { type Warning, warningsAt } from '../warnings/warnings.ts'
import type { World } from '../world.ts'

const HOUR = 3_600_000
/** A running warning is issued again this often. */
const RENEWAL_MS = 6 * HOUR

/** The latest message of a warning, before it is written in an agency's format. Epoch milliseconds. */
export interface Bulletin {
  readonly warning: Warning
  readonly id: string
  readonly type: 'Alert' | 'Update' | 'Cancel'
  readonly sentMs: number
  /** The messages before it, oldest first. */
  readonly earlier: readonly { readonly id: string; readonly sentMs: number }[]
  /** The name of its area. */
  readonly area: string
}

/**
 * What an agency has in force at an instant for a country (ISO 3166): the climate's warnings around its cities, and those set by hand. `prefix`
 * begins its identifiers. A warning that was called off stays as a Cancel for an hour.
 */
export function bulletinsOf(world: World, country: string, prefix: string, nowMs: number): Bulletin[] {
  const cities = CITIES.filter((city) => city.country === country)
  const forced = world.forced.map(({ box }) => ({ lat: (box.south + box.north) / 2, lon: (box.west + box.east) / 2 }))
  const points = [...cities, ...forced.filter(({ lat, lon }) => nearest(CITIES, lat, lon)?.place.country === country)]
  const warnings = new Map(points.flatMap(({ lat, lon }) => warningsAt(world, lat, lon, nowMs)).map((warning) => [warning.key, warning]))
  return [...warnings.values()]
    .filter(({ cancelledAt }) => nowMs < cancelledAt + HOUR)
    .map((warning) => bulletinOf(warning, prefix, nowMs))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function bulletinOf(warning: Warning, prefix: string, nowMs: number): Bulletin {
  const isOver = nowMs >= warning.cancelledAt
  const renewals = Math.max(0, Math.floor((Math.min(nowMs, warning.cancelledAt) - warning.issuedAt) / RENEWAL_MS))
  const message = (number: number) => ({
    id: `${prefix}${digest(`${warning.key}/${number}`)}`,
    sentMs: whole(warning.issuedAt + number * RENEWAL_MS),
  })
  const before = Array.from({ length: isOver ? renewals + 1 : renewals }, (_, number) => message(number))
  const latest = isOver ? { id: `${prefix}${digest(`${warning.key}/over`)}`, sentMs: whole(warning.cancelledAt) } : message(renewals)
  const type = isOver ? 'Cancel' : before.length > 0 ? 'Update' : 'Alert'
  return { warning, ...latest, type, earlier: before, area: areaName(warning) }
}

function areaName({ box }: Warning): string {
  const city = CITIES.find(({ lat, lon }) => contains(box, lat, lon)) ?? nearest(CITIES, box.south, box.west)?.place
  return `${city?.name ?? 'the coast'} area`
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 12)
}

const whole = (ms: number): number => Math.floor(ms / 1000) * 1000

/** Corners of the warned box, closed: `[lon, lat]`. */
export function ringOf({ box: { south, west, north, east } }: Warning): (readonly [lon: number, lat: number])[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

/** The number of a level, of the four that European services have: 1 is no warning. */
export function levelOf({ severity }: Warning): 2 | 3 | 4 {
  return severity === 'Extreme' ? 4 : severity === 'Severe' ? 3 : 2
}

const TYPES: Readonly<Record<string, string>> = {
  Wind: '1; Wind',
  'Snow/Ice': '2; snow-ice',
  Thunderstorm: '3; Thunderstorm',
  Fog: '4; Fog',
  'Extreme high temperature': '5; high-temperature',
  'Extreme low temperature': '6; low-temperature',
  Rain: '10; Rain',
  Flood: '12; flooding',
}

/** MeteoAlarm's word for a warning's hazard; null if it has none. */
export function awarenessType({ tags }: Warning): string | null {
  return tags.flatMap((tag) => TYPES[tag] ?? [])[0] ?? null
}

/** An instant as CAP writes it; UTC is `-00:00` there. */
export function capTime(ms: number): string {
  return `${localTime(ms, 0)}-00:00`
}
