import { type Bias, computeBias } from './bias.ts'
import { BIAS_CASES, SHARE_FOR_WEIGHTS } from './constants.ts'
import { computeBiasPrior, type Neighbour } from './neighbours.ts'
import type { IssuedQuantity, QuantityMemory } from './quantity-memory.ts'
import { computeSigma, computeSpread, type Spread } from './spread.ts'
import { computeWeights, shareEqually } from './weights.ts'

/** All that a blended value needs of a variable in a band of lead time at a place; by source. */
export interface QuantityCoefficients {
  readonly biases: readonly Bias[]
  /** None below 0; they sum to 1. */
  readonly weights: readonly number[]
  /** Null: too few cases for a band. */
  readonly spread: Spread | null
}

/** A blended value, with what it was made of. */
export interface BlendedQuantity extends IssuedQuantity {
  /** Ends of the 10–90 % band; null: too few cases. */
  readonly low: number | null
  readonly high: number | null
  /** By source; 0 where it is missing. They sum to 1. */
  readonly weights: readonly number[]
  /** By source, what was subtracted; null where it is missing. */
  readonly subtracted: readonly (number | null)[]
  /** By source, the cases behind what was subtracted. */
  readonly n: readonly number[]
}

/**
 * The coefficients for a time `aheadDays` after the memory's last case. `families[source]` names the family of its model, `neighbours` may be
 * empty.
 */
export function computeQuantityCoefficients(
  memory: QuantityMemory,
  families: readonly string[],
  neighbours: readonly Neighbour[],
  aheadDays: number,
): QuantityCoefficients {
  const prior = computeBiasPrior(neighbours)
  const around = prior.skill
  const skill = around === null ? memory.skill : memory.skill.map((each, i) => each + SHARE_FOR_WEIGHTS * (around[i] as number))
  return {
    biases: families.map((_, source) => computeBias(memory, source, prior, aheadDays)),
    weights: computeWeights(skill, families),
    spread: computeSpread(memory.skill, around, memory.sources),
  }
}

/** Coefficients between those of two bands, `part` of the way from the first to the second. */
export function mixQuantityCoefficients(first: QuantityCoefficients, second: QuantityCoefficients, part: number): QuantityCoefficients {
  const mix = (a: number, b: number): number => a + part * (b - a)
  const [a, b] = [first.spread, second.spread]
  return {
    biases: first.biases.map(({ intercepts, slope, n }, i) => {
      const other = second.biases[i] as Bias
      return {
        intercepts: intercepts.map((each, hourClass) => mix(each, other.intercepts[hourClass] as number)),
        slope: mix(slope, other.slope),
        n: mix(n, other.n),
      }
    }),
    weights: first.weights.map((each, i) => mix(each, second.weights[i] as number)),
    spread:
      a === null || b === null
        ? null
        : {
            variance: mix(a.variance, b.variance),
            slope: mix(a.slope, b.slope),
            disagreement: mix(a.disagreement, b.disagreement),
            low: mix(a.low, b.low),
            high: mix(a.high, b.high),
          },
  }
}

/**
 * Blends the sources' values, null where one is missing. A `position` between two classes of the hour takes from
 * both. `available[source]` from 1 to 0 takes a source out little by little: at 0 the
 * result is what it would be without it. Null if none is left.
 */
export function blendQuantity(
  { biases, weights, spread }: QuantityCoefficients,
  forecasts: readonly (number | null)[],
  position: number,
  available?: readonly number[],
): BlendedQuantity | null {
  const shares = forecasts.map((forecast, i) => (forecast === null ? 0 : (weights[i] as number) * (available?.[i] ?? 1)))
  const sum = shares.reduce((all, each) => all + each, 0)
  // A source of weight 0 is still better than none.
  const used = sum > 0 ? shares.map((each) => each / sum) : shareEqually(forecasts, available)
  if (used === null) return null
  const subtracted = forecasts.map((forecast, i) => {
    const { intercepts, slope } = biases[i] as Bias
    return forecast === null ? null : getIntercept(intercepts, position) + slope * forecast
  })
  const corrected = forecasts.map((forecast, i) => (forecast === null ? null : forecast - (subtracted[i] as number)))
  const mean = (pick: (each: number) => number) => used.reduce((all, w, i) => (w === 0 ? all : all + w * pick(corrected[i] as number)), 0)
  const value = mean((each) => each)
  const disagreement = mean((each) => (each - value) ** 2)
  const n = used.reduce((all, w, i) => all + w * (biases[i] as Bias).n, 0)
  const sigma = spread === null ? null : computeSigma(spread, disagreement) * Math.sqrt(1 + 1 / (n + BIAS_CASES))
  const at = (z: number) => (sigma === null ? null : value + z * sigma)
  return {
    value,
    sigma,
    low: at(spread?.low ?? 0),
    high: at(spread?.high ?? 0),
    weights: used,
    subtracted,
    corrected,
    disagreement,
    confidence: n / (n + BIAS_CASES),
    n: biases.map(({ n }) => n),
  }
}

/**
 * What a blended value would have been without a source: the others share its weight, as they do where it is missing. Null where it had no part in it, or was alone.
 */
export function computeValueWithout({ corrected, weights }: Pick<BlendedQuantity, 'corrected' | 'weights'>, source: number): number | null {
  if ((corrected[source] ?? null) === null) return null
  const others = corrected.map((each, i) => (i === source ? null : each))
  const shares = others.map((each, i) => (each === null ? 0 : (weights[i] ?? 0)))
  const sum = shares.reduce((all, each) => all + each, 0)
  const used = sum > 0 ? shares.map((each) => each / sum) : shareEqually(others)
  return used === null ? null : used.reduce((all, each, i) => all + each * (others[i] ?? 0), 0)
}

/** The last class is followed by the first. */
function getIntercept(intercepts: readonly number[], position: number): number {
  const before = Math.floor(position) % intercepts.length
  const part = position - Math.floor(position)
  const [a, b] = [intercepts[before] as number, intercepts[(before + 1) % intercepts.length] as number]
  return a + part * (b - a)
}
