import { type AmountMaps, computeAmountMaps } from './amounts.ts'
import { type ChanceCase, type ChanceKind, type ChanceMemory, createChanceMemory, learnChanceCase } from './chance-memory.ts'
import { type ChanceCoefficients, computeChanceCoefficients } from './chance.ts'
import { BLEND_BANDS, HOUR_CLASSES } from './constants.ts'
import { type Memory, mergeMemories } from './memory.ts'
import type { Neighbour } from './neighbours.ts'
import { createQuantityMemory, learnQuantityCase, type QuantityCase, type QuantityMemory } from './quantity-memory.ts'
import { computeQuantityCoefficients, type QuantityCoefficients } from './quantity.ts'

/** The quantities that are blended in canonical units, with their bounds and how many classes of the hour they have. */
export const BLENDED_QUANTITIES = {
  temperature: { classes: HOUR_CLASSES, min: -Infinity, max: Infinity },
  dewPoint: { classes: HOUR_CLASSES, min: -Infinity, max: Infinity },
  windSpeed: { classes: HOUR_CLASSES, min: 0, max: Infinity },
  windGust: { classes: HOUR_CLASSES, min: 0, max: Infinity },
  pressure: { classes: HOUR_CLASSES, min: 0, max: Infinity },
  cloudCover: { classes: HOUR_CLASSES, min: 0, max: 100 },
  temperatureMax: { classes: 1, min: -Infinity, max: Infinity },
  temperatureMin: { classes: 1, min: -Infinity, max: Infinity },
} as const

export type BlendedQuantityName = keyof typeof BLENDED_QUANTITIES
/** Rain of an hour, and of a day, whose chance is no product of its hours'. */
export type BlendedEventName = 'hourOfRain' | 'dayOfRain'

/** The sources of a place, in the order of all its arrays. */
export interface BlendSource {
  readonly id: string
  /** Sources of one model have one. */
  readonly family: string
  /** What it states of rain. */
  readonly rain: ChanceKind
}

/** A variable in the band of lead time of this index in `BLEND_BANDS`. */
type QuantityKey = `${BlendedQuantityName} ${number}`
type EventKey = `${BlendedEventName} ${number}`

/** What is learned at a place: sums, no cases. */
export interface PlaceMemory {
  readonly sources: readonly BlendSource[]
  readonly quantities: Map<QuantityKey, QuantityMemory>
  readonly events: Map<EventKey, ChanceMemory>
}

/** A place's coefficients, by variable and band; they change once a day and travel with its record. */
export interface PlaceCoefficients {
  readonly sources: readonly BlendSource[]
  readonly quantities: ReadonlyMap<string, QuantityCoefficients>
  readonly events: ReadonlyMap<string, ChanceCoefficients & { readonly maps: AmountMaps }>
}

/** Another place with the same sources. */
export interface NeighbourPlace extends Omit<Neighbour, 'memory'> {
  readonly memory: PlaceMemory
}

/** Without cases. */
export function createPlaceMemory(sources: readonly BlendSource[]): PlaceMemory {
  return { sources, quantities: new Map(), events: new Map() }
}

/** The index in `BLEND_BANDS` of a lead; null beyond the last. */
export function findBlendBand(leadHours: number): number | null {
  const band = BLEND_BANDS.findIndex((hours) => leadHours <= hours)
  return band === -1 ? null : band
}

/** Adds a case of a quantity; leads beyond the last band are ignored. One case for each class of the hour and day, as hours depend on each other. */
export function learnPlaceQuantity(place: PlaceMemory, name: BlendedQuantityName, leadHours: number, each: QuantityCase): void {
  const band = findBlendBand(leadHours)
  if (band === null) return
  const key: QuantityKey = `${name} ${band}`
  let memory = place.quantities.get(key)
  if (memory === undefined)
    place.quantities.set(key, (memory = createQuantityMemory(place.sources.length, BLENDED_QUANTITIES[name].classes)))
  learnQuantityCase(memory, each)
}

/** Adds a case of rain, as `learnPlaceQuantity`. */
export function learnPlaceEvent(place: PlaceMemory, name: BlendedEventName, leadHours: number, each: ChanceCase): void {
  const band = findBlendBand(leadHours)
  if (band === null) return
  const key: EventKey = `${name} ${band}`
  let memory = place.events.get(key)
  if (memory === undefined) place.events.set(key, (memory = createChanceMemory(place.sources.map(({ rain }) => rain))))
  learnChanceCase(memory, each)
}

/** What both know; they have the same sources and no case in common. Both are unchanged. */
export function mergePlaceMemories(first: PlaceMemory, second: PlaceMemory): PlaceMemory {
  return {
    sources: first.sources,
    quantities: mergeMaps(first.quantities, second.quantities),
    events: mergeMaps(first.events, second.events),
  }
}

/** The coefficients as of a day (since 1970); neighbours may be none. */
export function computePlaceCoefficients(place: PlaceMemory, neighbours: readonly NeighbourPlace[], day: number): PlaceCoefficients {
  const families = place.sources.map(({ family }) => family)
  const keys = new Set([place, ...neighbours.map(({ memory }) => memory)].flatMap(({ quantities }) => [...quantities.keys()]))
  const quantities = [...keys].map((key) => {
    const [name, band] = key.split(' ') as [BlendedQuantityName, string]
    const own = place.quantities.get(key) ?? createQuantityMemory(families.length, BLENDED_QUANTITIES[name].classes)
    const near = neighbours.flatMap(({ memory, ...where }) => {
      const theirs = memory.quantities.get(key)
      return theirs === undefined ? [] : [{ ...where, memory: theirs }]
    })
    const last = Math.max(own.at, ...near.map(({ memory }) => memory.at))
    const ahead = Math.max(0, day - last) + (BLEND_BANDS[Number(band)] as number) / 24
    return [key, computeQuantityCoefficients(own, families, near, ahead)] as const
  })
  const events = [...place.events].map(
    ([key, memory]) => [key, { ...computeChanceCoefficients(memory, families), maps: computeAmountMaps(memory) }] as const,
  )
  return { sources: place.sources, quantities: new Map(quantities), events: new Map(events) }
}

/** Numbers in a place's memory when every variable and band has cases: its bound. */
export function countPlaceNumbers(sources: readonly BlendSource[]): number {
  const quantities = Object.values(BLENDED_QUANTITIES).map(({ classes }) => createQuantityMemory(sources.length, classes))
  const events = Array.from({ length: 2 }, () => createChanceMemory(sources.map(({ rain }) => rain)))
  return BLEND_BANDS.length * [...quantities, ...events].reduce((sum, memory) => sum + countNumbers(memory), 0)
}

function countNumbers({ slow, fast, skill }: Memory): number {
  return slow.length + fast.length + skill.length + 1
}

function mergeMaps<Key, Kind extends Memory>(first: ReadonlyMap<Key, Kind>, second: ReadonlyMap<Key, Kind>): Map<Key, Kind> {
  const merged = new Map(first)
  for (const [key, memory] of second) {
    const known = first.get(key)
    merged.set(key, known === undefined ? memory : { ...known, ...mergeMemories(known, memory) })
  }
  return merged
}
