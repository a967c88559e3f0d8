import { siteAt } from './geography.ts'
import { chance, hash32 } from './noise.ts'
import { TRUTH, weatherAt, type WeatherState } from './weather.ts'

const HOUR = 3_600_000
/**
 * Warnings are computed in blocks of two days, so that start and end do not depend on the time of the request; a longer spell gets
 * successive warnings.
 */
const BLOCK_HOURS = 48
const STEP_HOURS = 2
const MAX_CACHED_BLOCKS = 4_000

export const HAZARDS = ['wind', 'thunderstorm', 'rain', 'snow', 'heat', 'cold', 'fog', 'ice', 'stagnation'] as const
export type Hazard = (typeof HAZARDS)[number]

/** A dangerous spell in a one-degree square of the climate, and the warning of it. Epoch milliseconds. */
export interface HazardEvent {
  /** Stable: names square, block, hazard and number. `s52w13b10251h3n0`. */
  readonly key: string
  readonly hazard: Hazard
  readonly level: 'advisory' | 'warning'
  /** South-west corner of the square. */
  readonly south: number
  readonly west: number
  readonly issuedAt: number
  readonly start: number
  readonly end: number
  /** The worst value: m/s, mm/h, °C or m, depending on the hazard. */
  readonly peak: number
  /** Called off before its end at this instant; Infinity for nearly all. */
  readonly cancelledAt: number
  /** A number for varying texts. */
  readonly serial: number
}

interface Rule {
  readonly hazard: Hazard
  readonly measure: (state: WeatherState, lat: number) => number
  readonly advisory: number
  readonly warning: number
  readonly leadHours: number
}

const RULES: readonly Rule[] = [
  { hazard: 'wind', measure: (s) => s.windGust, advisory: 17, warning: 22, leadHours: 14 },
  { hazard: 'thunderstorm', measure: (s) => (s.thunder ? s.precipitation * s.convective : 0), advisory: 2.6, warning: 6, leadHours: 2 },
  { hazard: 'rain', measure: (s) => s.precipitation * (1 - s.snowShare), advisory: 4, warning: 8, leadHours: 12 },
  { hazard: 'snow', measure: (s) => s.precipitation * s.snowShare, advisory: 0.8, warning: 2, leadHours: 16 },
  {
    hazard: 'heat',
    measure: (s, lat) => s.temperature + Math.max(0, Math.abs(lat) - 35) * 0.3,
    advisory: 36.5,
    warning: 40,
    leadHours: 18,
  },
  { hazard: 'cold', measure: (s, lat) => -s.temperature - Math.max(0, Math.abs(lat) - 50) * 0.7, advisory: 17, warning: 24, leadHours: 18 },
  { hazard: 'fog', measure: (s) => (s.fog ? 1000 - s.visibility : 0), advisory: 500, warning: 940, leadHours: 5 },
  { hazard: 'ice', measure: (s) => (s.freezing ? s.precipitation : 0), advisory: 0.15, warning: 1.2, leadHours: 10 },
  {
    hazard: 'stagnation',
    measure: (s) => (s.windSpeed < 2.2 && s.precipitation < 0.05 ? s.pressure : 0),
    advisory: 1025,
    warning: 1060,
    leadHours: 8,
  },
]

const blocks = new Map<string, readonly HazardEvent[]>()

/** The warnings in force at an instant for the one-degree square around a point: issued, not over. In order of start. */
export function hazardsAt(lat: number, lon: number, nowMs: number): HazardEvent[] {
  const south = Math.min(89, Math.floor(lat))
  const west = Math.floor(lon) >= 180 ? -180 : Math.floor(lon)
  const first = Math.floor(nowMs / HOUR / BLOCK_HOURS)
  const last = Math.floor((nowMs / HOUR + 24) / BLOCK_HOURS)
  const found: HazardEvent[] = []
  for (let block = first; block <= last; block++)
    for (const event of hazardsOfBlock(south, west, block)) if (event.issuedAt <= nowMs && nowMs < event.end) found.push(event)
  return found.sort((a, b) => a.start - b.start || (a.key < b.key ? -1 : 1))
}

/** The event with this key; null if there is none. */
export function hazardByKey(key: string): HazardEvent | null {
  const match = /^s(-?\d{1,2})w(-?\d{1,3})b(\d{1,6})h\d+n\d+$/.exec(key)
  if (match === null) return null
  return hazardsOfBlock(Number(match[1]), Number(match[2]), Number(match[3])).find((event) => event.key === key) ?? null
}

function hazardsOfBlock(south: number, west: number, block: number): readonly HazardEvent[] {
  const id = `${south},${west},${block}`
  const known = blocks.get(id)
  if (known !== undefined) return known
  if (blocks.size >= MAX_CACHED_BLOCKS) blocks.clear()
  const site = siteAt(south + 0.5, west + 0.5)
  const states = Array.from({ length: BLOCK_HOURS / STEP_HOURS }, (_, i) => weatherAt(site, block * BLOCK_HOURS + i * STEP_HOURS, TRUTH))
  const events = RULES.flatMap((rule, index) => {
    const values = states.map((state) => rule.measure(state, site.lat))
    return spells(values, rule.advisory).map((spell, number) => eventOf(rule, index, number, spell, values, south, west, block))
  })
  blocks.set(id, events)
  return events
}

/** Index ranges where the values reach the threshold; ranges two steps apart or closer are one. */
function spells(values: readonly number[], threshold: number): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  values.forEach((value, index) => {
    if (value < threshold) return
    const last = found.at(-1)
    if (last !== undefined && index - last.to <= 3) last.to = index
    else found.push({ from: index, to: index })
  })
  return found
}

function eventOf(
  rule: Rule,
  index: number,
  number: number,
  spell: { from: number; to: number },
  values: readonly number[],
  south: number,
  west: number,
  block: number,
): HazardEvent {
  const base = block * BLOCK_HOURS
  const start = Math.max(base, base + spell.from * STEP_HOURS - 1) * HOUR
  const end = Math.min(base + BLOCK_HOURS, base + (spell.to + 1) * STEP_HOURS + 1) * HOUR
  const peak = Math.max(...values.slice(spell.from, spell.to + 1))
  const jitter = chance(south, west, block, 200 + index)
  const key = `s${south}w${west}b${block}h${index}n${number}`
  return {
    key,
    hazard: rule.hazard,
    level: peak >= rule.warning ? 'warning' : 'advisory',
    south,
    west,
    issuedAt: start - Math.round(rule.leadHours * (0.5 + 0.5 * jitter) * 60) * 60_000,
    start,
    end,
    peak,
    cancelledAt: jitter > 0.9 ? start + Math.floor((end - start) * 0.0007) * 1000 : Number.POSITIVE_INFINITY,
    serial: hash32(south, west, block, 300 + index + 16 * number),
  }
}
