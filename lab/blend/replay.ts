import {
  type BlendedChance,
  type BlendedQuantity,
  type ChanceKind,
  type ChanceMemory,
  type Neighbour,
  type QuantityCoefficients,
  type QuantityMemory,
  blendChance,
  blendQuantity,
  computeChanceCoefficients,
  computeQuantityCoefficients,
  createChanceMemory,
  createQuantityMemory,
  learnChanceCase,
  learnQuantityCase,
} from '@isobar/weather/blend'

/** Times are in days since 1970. */
interface Timed {
  readonly place: string
  /** When every source had been issued. */
  readonly issued: number
  readonly valid: number
  /** When the truth existed. */
  readonly known: number
  /** By source; null: missing. */
  readonly forecasts: readonly (number | null)[]
}

/** A forecast of a quantity by each source, and what came. */
export interface Occasion extends Timed {
  /** Of lead time: each is learned on its own. */
  readonly band: string
  readonly hourClass: number
  readonly truth: number
}

/** Where another place is, as `Neighbour`. */
export type Around = readonly (Omit<Neighbour, 'memory'> & { readonly place: string })[]

/** Sources, their models' families, and what was forecast. */
export interface QuantitySet {
  readonly sources: readonly string[]
  readonly families: readonly string[]
  readonly classes: number
  readonly occasions: readonly Occasion[]
  readonly around: (place: string) => Around
}

export interface Replayed<Case, Issued> {
  readonly occasion: Case
  readonly blended: Issued
}

/** Plays occasions in the order of their issue: what is issued knows the truths that existed by then, and what had been issued for them. */
function play<Case extends Timed, Issued>(
  occasions: readonly Case[],
  learnUntil: number,
  learn: (each: Replayed<Case, Issued | null>) => void,
  issueAll: (at: number, together: readonly Case[]) => readonly (Issued | null)[],
): Replayed<Case, Issued>[] {
  const waiting: Replayed<Case, Issued | null>[] = []
  const issued: Replayed<Case, Issued>[] = []
  const groups = [...Map.groupBy(occasions, (each) => each.issued)].toSorted(([a], [b]) => a - b)
  for (const [at, together] of groups) {
    waiting.sort((a, b) => a.occasion.known - b.occasion.known)
    while (waiting[0] !== undefined && waiting[0].occasion.known <= at) {
      const next = waiting.shift() as Replayed<Case, Issued | null>
      if (next.occasion.known <= learnUntil) learn(next)
    }
    const blended = issueAll(at, together)
    for (const [index, occasion] of together.entries()) {
      const own = blended[index] ?? null
      waiting.push({ occasion, blended: own })
      if (own !== null) issued.push({ occasion, blended: own })
    }
  }
  return issued
}

interface Options {
  /** Truths after this are not learned. */
  readonly learnUntil?: number
  /** Places that are new: what is learned there is not used for them. */
  readonly isNew?: (place: string) => boolean
}

/** What the blend would have issued on each occasion. */
export function replayQuantities(
  { sources, families, classes, occasions, around }: QuantitySet,
  { learnUntil = Infinity, isNew = () => false }: Options = {},
): Replayed<Occasion, BlendedQuantity>[] {
  const memories = new Map<string, QuantityMemory>()
  const memoryAt = (place: string, band: string): QuantityMemory => {
    const key = `${band} ${place}`
    let known = memories.get(key)
    if (known === undefined) memories.set(key, (known = createQuantityMemory(sources.length, classes)))
    return known
  }
  return play<Occasion, BlendedQuantity>(
    occasions,
    learnUntil,
    ({ occasion: { place, band, valid, hourClass, forecasts, truth }, blended }) =>
      learnQuantityCase(memoryAt(place, band), { day: valid, hourClass, forecasts, truth, issued: blended }),
    (_, together) => {
      const made = new Map<string, QuantityCoefficients>()
      return together.map(({ place, band, valid, hourClass, forecasts }) => {
        const key = `${band} ${place}`
        let coefficients = made.get(key)
        if (coefficients === undefined) {
          const memory = isNew(place) ? createQuantityMemory(sources.length, classes) : memoryAt(place, band)
          const neighbours = around(place).map((each) => ({ ...each, memory: memoryAt(each.place, band) }))
          const last = Math.max(memory.at, ...neighbours.map((each) => each.memory.at))
          const ahead = last === -Infinity ? 0 : valid - last
          made.set(key, (coefficients = computeQuantityCoefficients(memory, families, neighbours, ahead)))
        }
        return blendQuantity(coefficients, forecasts, hourClass)
      })
    },
  )
}

/** A forecast of an event by each source, and what came. */
export interface ChanceOccasion extends Timed {
  readonly happened: boolean
  readonly amount: number | null
}

export interface ChanceSet {
  readonly sources: readonly string[]
  readonly families: readonly string[]
  readonly kinds: readonly ChanceKind[]
  readonly occasions: readonly ChanceOccasion[]
}

/** What the blend would have issued on each occasion; the places of such a set are learned as one. */
export function replayChances({
  families,
  kinds,
  occasions,
}: ChanceSet): (Replayed<ChanceOccasion, BlendedChance> & { memory: ChanceMemory })[] {
  const memory = createChanceMemory(kinds)
  return play<ChanceOccasion, BlendedChance>(
    occasions,
    Infinity,
    ({ occasion: { valid, forecasts, happened, amount }, blended }) =>
      learnChanceCase(memory, { day: valid, forecasts, happened, amount, issued: blended }),
    (_, together) => {
      const coefficients = computeChanceCoefficients(memory, families)
      return together.map(({ forecasts }) => blendChance(coefficients, forecasts))
    },
  ).map((each) => ({ ...each, memory }))
}
