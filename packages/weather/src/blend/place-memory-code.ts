import { BLEND_BANDS } from './constants.ts'
import type { Memory } from './memory.ts'
import { type BlendSource, createPlaceMemory, type PlaceMemory } from './place.ts'
import { createQuantityMemory, type QuantityMemory, mapQuantitySources } from './quantity-memory.ts'

/** What the service learns: the other quantities have no product yet. */
const LEARNED = 'temperature'
/** Far beyond every sum of temperatures, and far from what single precision cannot hold. */
const MAX_SUM = 1e12
/** Days since 1970, to the year 9999. */
const MAX_DAY = 3_000_000
const PARTS = ['slow', 'fast', 'skill'] as const

/** How many numbers the packed memory of so many sources has. */
export function countEncodedNumbers(sources: number): number {
  return BLEND_BANDS.length * countNumbers(createQuantityMemory(sources))
}

/** A place's memory of temperatures as a row of numbers in single precision; bands without cases are zeros. */
export function encodePlaceMemory({ sources, quantities }: PlaceMemory): Float32Array {
  const numbers = new Float32Array(countEncodedNumbers(sources.length))
  let at = 0
  for (const band of BLEND_BANDS.keys()) {
    const memory = quantities.get(`${LEARNED} ${band}`) ?? createQuantityMemory(sources.length)
    numbers[at] = memory.at === -Infinity ? 0 : memory.at
    at += 1
    for (const part of PARTS) {
      numbers.set(memory[part], at)
      at += memory[part].length
    }
  }
  return numbers
}

/**
 * The inverse, of numbers that anybody may have written: null unless they are as many as the sources have, finite, and counts are none below 0.
 * Every band is there, so that coefficients change from one to the next without a jump.
 */
export function decodePlaceMemory(sources: readonly BlendSource[], numbers: Float32Array): PlaceMemory | null {
  if (sources.length === 0 || numbers.length !== countEncodedNumbers(sources.length)) return null
  if (!numbers.every((each) => Math.abs(each) <= MAX_SUM)) return null
  const place = createPlaceMemory(sources)
  let from = 0
  for (const band of BLEND_BANDS.keys()) {
    const memory = createQuantityMemory(sources.length)
    const day = numbers[from] as number
    if (day < 0 || day > MAX_DAY) return null
    if (day > 0) memory.at = day
    from += 1
    for (const part of PARTS) {
      memory[part].set(numbers.subarray(from, from + memory[part].length))
      from += memory[part].length
    }
    if (!hasCounts(memory)) return null
    place.quantities.set(`${LEARNED} ${band}`, memory)
  }
  return place
}

/** A memory without cases that has every band. */
export function createWholeMemory(sources: readonly BlendSource[]): PlaceMemory {
  return decodePlaceMemory(sources, new Float32Array(countEncodedNumbers(sources.length))) ?? createPlaceMemory(sources)
}

/** The same cases for these sources, some of which may be new, others gone. The memory is unchanged. */
export function mapPlaceSources(place: PlaceMemory, sources: readonly BlendSource[]): PlaceMemory {
  const from = sources.map(({ id }) => place.sources.findIndex((each) => each.id === id))
  const reordered = createPlaceMemory(sources)
  for (const [key, memory] of place.quantities) reordered.quantities.set(key, mapQuantitySources(memory, from))
  return reordered
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
