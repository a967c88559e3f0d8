import { createChanceMemory, hasPossibleChances, mapChanceSources } from './chance-memory.ts'
import { BLEND_BANDS } from './constants.ts'
import type { Memory } from './memory.ts'
import { type BlendSource, createPlaceMemory, type PlaceMemory } from './place.ts'
import {
  countSumsBeforeSeasons,
  createQuantityMemory,
  fillSumsBeforeSeasons,
  mapQuantitySources,
  type QuantityMemory,
} from './quantity-memory.ts'

/** What the service learns: the other quantities and events have no product yet. */
const LEARNED = 'temperature'
const LEARNED_EVENT = 'hourOfRain'
/** Far beyond every sum of temperatures, and far from what single precision cannot hold. */
const MAX_SUM = 1e12
/** Days since 1970, to the year 9999. */
const MAX_DAY = 3_000_000
const PARTS = ['slow', 'fast', 'skill'] as const

/** What a packed memory holds: the chance of rain only from its first case on, seasons since they are learned. */
interface Layout {
  readonly hasRain: boolean
  readonly hasSeasons: boolean
}

const LAYOUTS: readonly Layout[] = [
  { hasRain: true, hasSeasons: true },
  { hasRain: false, hasSeasons: true },
  { hasRain: true, hasSeasons: false },
  { hasRain: false, hasSeasons: false },
]

/** How many numbers the packed memory of so many sources has; by default with all, which is its bound. */
export function countEncodedNumbers(sources: number, { hasRain = true, hasSeasons = true }: Partial<Layout> = {}): number {
  const ofRain = hasRain ? countNumbers(createChanceMemory(Array.from({ length: sources }, () => 'probability' as const))) : 0
  const memory = createQuantityMemory(sources)
  const before = countSumsBeforeSeasons(memory)
  const ofSeasons = memory.slow.length - before.slow + memory.fast.length - before.fast
  return BLEND_BANDS.length * (countNumbers(memory) - (hasSeasons ? 0 : ofSeasons) + ofRain)
}

/**
 * A place's memory of temperatures as a row of numbers in single precision, then that of the chance of rain, if it has any; bands without cases are
 * zeros.
 */
export function encodePlaceMemory({ sources, quantities, events }: PlaceMemory): Float32Array {
  const hasRain = events.keys().some((key) => key.startsWith(LEARNED_EVENT))
  const numbers = new Float32Array(countEncodedNumbers(sources.length, { hasRain }))
  let at = 0
  const add = (memory: Memory): void => {
    numbers[at] = memory.at === -Infinity ? 0 : memory.at
    at += 1
    for (const part of PARTS) {
      numbers.set(memory[part], at)
      at += memory[part].length
    }
  }
  for (const band of BLEND_BANDS.keys()) add(quantities.get(`${LEARNED} ${band}`) ?? createQuantityMemory(sources.length))
  if (hasRain) for (const band of BLEND_BANDS.keys()) add(events.get(`${LEARNED_EVENT} ${band}`) ?? createChanceMemory(listKinds(sources)))
  return numbers
}

/**
 * The inverse, of numbers that anybody may have written: null unless they are as many as the sources have, finite, and could be sums of cases.
 * Every band is there, so that coefficients change from one to the next without a jump.
 */
export function decodePlaceMemory(sources: readonly BlendSource[], numbers: Float32Array): PlaceMemory | null {
  const layout = LAYOUTS.find((each) => countEncodedNumbers(sources.length, each) === numbers.length)
  if (sources.length === 0 || layout === undefined) return null
  if (!numbers.every((each) => Math.abs(each) <= MAX_SUM)) return null
  const place = createPlaceMemory(sources)
  let from = 0
  const take = (count: number): Float32Array => numbers.subarray(from, (from += count))
  const takeDay = (): number | null => {
    const [day = -1] = take(1)
    return day < 0 || day > MAX_DAY ? null : day > 0 ? day : -Infinity
  }
  const fill = (memory: Memory, day: number): void => {
    memory.at = day
    for (const part of PARTS) memory[part].set(take(memory[part].length))
  }
  for (const band of BLEND_BANDS.keys()) {
    const day = takeDay()
    if (day === null) return null
    const memory = createQuantityMemory(sources.length)
    if (layout.hasSeasons) fill(memory, day)
    else {
      const { slow, fast } = countSumsBeforeSeasons(memory)
      fillSumsBeforeSeasons(memory, take(slow), take(fast), day)
      memory.skill.set(take(memory.skill.length))
    }
    if (!hasCounts(memory)) return null
    place.quantities.set(`${LEARNED} ${band}`, memory)
  }
  if (!layout.hasRain) return place
  for (const band of BLEND_BANDS.keys()) {
    const day = takeDay()
    if (day === null) return null
    const memory = createChanceMemory(listKinds(sources))
    fill(memory, day)
    if (!hasPossibleChances(memory)) return null
    place.events.set(`${LEARNED_EVENT} ${band}`, memory)
  }
  return place
}

/** A memory without cases that has every band of temperatures. */
export function createWholeMemory(sources: readonly BlendSource[]): PlaceMemory {
  return decodePlaceMemory(sources, new Float32Array(countEncodedNumbers(sources.length, { hasRain: false }))) ?? createPlaceMemory(sources)
}

/** Gives a place every band of the chance of rain, so that its coefficients are whole from the first case on. */
export function fillRainBands({ sources, events }: PlaceMemory): void {
  for (const band of BLEND_BANDS.keys()) {
    const key = `${LEARNED_EVENT} ${band}` as const
    if (!events.has(key)) events.set(key, createChanceMemory(listKinds(sources)))
  }
}

/** The same cases for these sources, some of which may be new, others gone. The memory is unchanged. */
export function mapPlaceSources(place: PlaceMemory, sources: readonly BlendSource[]): PlaceMemory {
  const from = sources.map(({ id }) => place.sources.findIndex((each) => each.id === id))
  const reordered = createPlaceMemory(sources)
  for (const [key, memory] of place.quantities) reordered.quantities.set(key, mapQuantitySources(memory, from))
  for (const [key, memory] of place.events) reordered.events.set(key, mapChanceSources(memory, listKinds(sources), from))
  return reordered
}

function listKinds(sources: readonly BlendSource[]) {
  return sources.map(({ rain }) => rain)
}

/** No number of cases is below 0; what decay leaves of rounding may be. */
function hasCounts({ slow, fast, skill, sources, classes }: QuantityMemory): boolean {
  for (let at = 0; at < 3 * sources * classes; at += 3) if (isBelowZero(slow, at) || isBelowZero(fast, at)) return false
  for (let at = 0; at < sources * (sources + 1); at += 2) if (isBelowZero(skill, at)) return false
  return true
}

function isBelowZero(numbers: Float64Array, at: number): boolean {
  return (numbers[at] ?? 0) < 0
}

function countNumbers({ slow, fast, skill }: Memory): number {
  return slow.length + fast.length + skill.length + 1
}
