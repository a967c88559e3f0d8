import { computeSeason, createQuantityMemory, learnQuantityCase, type QuantityMemory } from '../quantity-memory.ts'
import { type BlendedQuantity, blendQuantity, computeQuantityCoefficients } from '../quantity.ts'

/** Mulberry32 and Box–Muller: the same numbers everywhere. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal }
}

/** A source that is wrong in a known way: `bias + slope · (truth − 10)`, a wave through the year, noise of its own and noise that a family shares. */
export interface SyntheticSource {
  readonly family: string
  readonly bias: number
  readonly slope?: number
  /** Of the wave, highest a quarter into the year. */
  readonly amplitude?: number
  readonly noise: number
  readonly sharedNoise?: number
}

export interface SyntheticDay {
  readonly day: number
  readonly truth: number
  readonly forecasts: readonly number[]
}

/** A truth that varies about 10 by 5, and what each source makes of it. */
export function createSeries(sources: readonly SyntheticSource[], days: number, seed: number): SyntheticDay[] {
  const { normal } = createRandom(seed)
  return Array.from({ length: days }, (_, day) => {
    const truth = 10 + 5 * normal()
    const shared = new Map(sources.map(({ family }) => [family, normal()]))
    const forecasts = sources.map(
      ({ family, bias, slope = 0, amplitude = 0, noise, sharedNoise = 0 }) =>
        truth +
        bias +
        slope * (truth - 10) +
        amplitude * computeSeason(day)[0] +
        noise * normal() +
        sharedNoise * (shared.get(family) ?? 0),
    )
    return { day, truth, forecasts }
  })
}

/** Learns day after day, each issued from what the days before had taught. */
export function playSeries(series: readonly SyntheticDay[], families: readonly string[]) {
  const memory: QuantityMemory = createQuantityMemory(families.length, 1)
  const issued: BlendedQuantity[] = []
  for (const { day, truth, forecasts } of series) {
    const blended = blendQuantity(computeQuantityCoefficients(memory, families, [], 1), forecasts, 0)
    if (blended === null) throw new Error('no source')
    issued.push(blended)
    learnQuantityCase(memory, { day, hourClass: 0, forecasts, truth, issued: blended })
  }
  return { memory, issued, coefficients: computeQuantityCoefficients(memory, families, [], 1) }
}
