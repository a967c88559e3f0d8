import { type Box, contains } from '../climate/forced.ts'
import { hazardByKey, type HazardEvent, hazardsAt } from '../climate/hazards.ts'
import { CITIES } from '../places/cities.ts'
import { nearest } from '../places/distance.ts'
import { usAreaAt } from '../places/us-coverage.ts'
import type { UsArea } from '../places/us-states.ts'
import type { World } from '../world.ts'
import { HAZARD_WORDS, senderOf } from './hazard-names.ts'

/** A warning that every stand-in reports in its own words. Epoch milliseconds. */
export interface Warning {
  readonly key: string
  readonly event: string
  readonly sender: string
  readonly country: string
  readonly issuedAt: number
  readonly start: number
  readonly end: number
  readonly cancelledAt: number
  readonly description: string
  readonly instruction: string | null
  readonly tags: readonly string[]
  readonly severity: 'Extreme' | 'Severe' | 'Moderate' | 'Minor' | 'Unknown'
  /** Phenomenon and significance, `WI.Y`; empty if the service has none. */
  readonly vtec: string
  readonly eventCode: string
  readonly stormBased: boolean
  /** South-west corner of its one-degree square. */
  readonly south: number
  readonly west: number
  /** The area of the warning: the square, or the box set by hand. */
  readonly box: Box
  readonly serial: number
  /** The office that issued it; null outside the United States. */
  readonly area: UsArea | null
}

/** The warnings in force at a point and an instant: the climate's, then those set by hand. */
export function warningsAt(world: World, lat: number, lon: number, nowMs: number): Warning[] {
  if (world.isQuiet === true) return []
  const area = usAreaAt(lat, lon)
  const country = area === null ? (nearest(CITIES, lat, lon)?.place.country ?? '') : 'US'
  const natural = hazardsAt(lat, lon, nowMs)
    .filter((event) => event.hazard !== 'stagnation' || area !== null)
    .map((event) => describe(event, country, area))
  return [...natural, ...forcedAt(world, lat, lon, nowMs, country, area)]
}

/** The warning with this key, for requests by id. */
export function warningByKey(world: World, key: string, nowMs: number): Warning | null {
  const event = hazardByKey(key)
  if (event !== null) {
    const area = usAreaAt(event.south + 0.5, event.west + 0.5)
    return describe(event, area === null ? (nearest(CITIES, event.south + 0.5, event.west + 0.5)?.place.country ?? '') : 'US', area)
  }
  const forced = world.forced.find((condition) => `f${condition.id}` === key)
  if (forced === undefined) return null
  const { south, north, west, east } = forced.box
  const lat = (south + north) / 2
  const lon = west <= east ? (west + east) / 2 : (((west + east + 360) / 2 + 180) % 360) - 180
  return forcedAt(world, lat, lon, nowMs, '', usAreaAt(lat, lon)).find((warning) => warning.key === key) ?? null
}

function describe(event: HazardEvent, country: string, area: UsArea | null): Warning {
  const words = HAZARD_WORDS[event.hazard]
  const level = event.level === 'warning' ? 1 : 0
  const where = area === null ? `the area around ${nameNear(event)}` : `Portions of ${area.name} around ${nameNear(event)}`
  return {
    key: event.key,
    event: eventName(event, country, level),
    sender: area === null ? senderOf(country) : `NWS ${area.officeCity}`,
    country,
    issuedAt: event.issuedAt,
    start: event.start,
    end: event.end,
    cancelledAt: event.cancelledAt,
    description:
      country === 'DE'
        ? `There is a risk of ${words.german[level]} (level ${level + 1} of 4).\n${what(event)}`
        : `* WHAT...${what(event)}\n\n* WHERE...${where}.\n\n* IMPACTS...Made up for demonstration by the upstream simulator.`,
    instruction: words.instruction,
    tags: event.hazard === 'cold' && country === 'GB' ? [] : event.hazard === 'rain' && level === 1 ? ['Rain', 'Flood'] : [words.tag],
    severity: event.hazard === 'stagnation' ? 'Unknown' : event.hazard === 'thunderstorm' || level === 1 ? 'Severe' : 'Moderate',
    vtec: words.vtec[level],
    eventCode: words.eventCode[level],
    stormBased: words.stormBased,
    south: event.south,
    west: event.west,
    box: { south: event.south, west: event.west, north: event.south + 1, east: event.west + 1 },
    serial: event.serial,
    area,
  }
}

function eventName(event: HazardEvent, country: string, level: 0 | 1): string {
  const words = HAZARD_WORDS[event.hazard]
  if (country === 'US') return words.us[level]
  if (country === 'DE') return words.german[level]
  return `${level === 1 ? 'Orange' : 'Yellow'} ${words.plain} Warning`
}

function what(event: HazardEvent): string {
  const peak = event.peak
  switch (event.hazard) {
    case 'wind':
      return `Gusts up to ${Math.round(peak * 3.6)} km/h expected.`
    case 'thunderstorm':
      return `Thunderstorms with up to ${Math.round(peak)} mm of rain in an hour.`
    case 'rain':
      return `Rain of up to ${Math.round(peak)} mm in an hour.`
    case 'snow':
      return `Snow of up to ${Math.max(1, Math.round(peak))} cm in an hour.`
    case 'heat':
      return `Hot, with felt temperatures up to ${Math.round(peak)} °C.`
    case 'cold':
      return 'Dangerously cold air.'
    case 'fog':
      return `Visibility down to ${Math.round((1000 - peak) / 10) * 10} m in dense fog.`
    case 'ice':
      return 'Freezing rain and slippery roads.'
    case 'stagnation':
      return 'Harmful levels of fine particles under stagnant air.'
  }
}

function nameNear(event: HazardEvent): string {
  return nearest(CITIES, event.south + 0.5, event.west + 0.5)?.place.name ?? 'the coast'
}

function forcedAt(world: World, lat: number, lon: number, nowMs: number, country: string, area: UsArea | null): Warning[] {
  const found: Warning[] = []
  for (const condition of world.forced) {
    const alert = condition.alert
    if (alert === null || !contains(condition.box, lat, lon) || nowMs < condition.from || nowMs >= Math.min(condition.to, alert.end))
      continue
    found.push({
      key: `f${condition.id}`,
      event: alert.event,
      sender: alert.sender ?? (area === null ? senderOf(country) : `NWS ${area.officeCity}`),
      country,
      issuedAt: alert.issuedAt,
      start: alert.start,
      end: alert.end,
      cancelledAt: alert.cancelledAt,
      description: alert.description,
      instruction: alert.instruction,
      tags: alert.tags,
      severity: severityOf(alert.severity),
      vtec: /tornado/i.test(alert.event) ? 'TO.W' : /hurricane/i.test(alert.event) ? 'HU.W' : 'SV.W',
      eventCode: 'SPS',
      stormBased: true,
      south: Math.floor(condition.box.south),
      west: Math.floor(condition.box.west),
      box: condition.box,
      serial: Number.parseInt(condition.id, 36) >>> 0,
      area,
    })
  }
  return found
}

function severityOf(text: string): Warning['severity'] {
  const known = ['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown'] as const
  return known.find((severity) => severity.toLowerCase() === text.toLowerCase()) ?? 'Unknown'
}
