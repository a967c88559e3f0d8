import { Matrix, solve } from 'ml-matrix'
import { type BiasPrior, computeSlopeSums, NO_NEIGHBOURS, shrinkEstimate } from './bias.ts'
import {
  BIAS_CASES,
  BIAS_CASES_RANGE,
  BIAS_NEIGHBOURS,
  COVARIATE_NEIGHBOURS,
  FAST_CASES,
  HOUR_CASES,
  NEIGHBOUR_CASES,
  NEIGHBOUR_KM,
  SLOPE_CASES,
} from './constants.ts'
import { getPair } from './pairs.ts'
import { computeSourceMeans, getClassMeans, type QuantityMemory } from './quantity-memory.ts'

/** Another place, with what is known there of the same variable and band. */
export interface Neighbour {
  readonly memory: QuantityMemory
  readonly distanceKm: number
  /** How much higher it is, in kilometres, and how much more it is at the coast (1 at the shore, 0 inland); 0 where unknown. */
  readonly higherKm: number
  readonly moreCoastal: number
}

/** What the neighbours say: their bias brought to the place's height and coast, and how much places differ otherwise, which says how far to believe it. */
export function computeBiasPrior(neighbours: readonly Neighbour[]): BiasPrior {
  const [first] = neighbours
  if (first === undefined) return NO_NEIGHBOURS
  const sources = Array.from({ length: first.memory.sources }, (_, source) => source)
  const near = neighbours.map((each) => ({ ...each, nearness: Math.exp(-each.distanceKm / NEIGHBOUR_KM) }))
  const fits = sources.map((source) => fitOffset(near, source))
  const skill = sumSkill(near)
  const slopes = sources.map((source) => poolSlope(near, source))
  return {
    cases: estimateCases(near, sources, fits, skill),
    offsets: fits.map(({ offset }) => offset),
    byHour: sources.map((source) => poolHours(near, source)),
    slopes: slopes.map(({ slope }) => slope),
    variances: slopes.map(({ variance }) => variance),
    lately: sources.map((source) => poolLately(near, source)),
    skill,
  }
}

type Near = Neighbour & { readonly nearness: number }

interface OffsetFit {
  readonly offset: number
  /** Neighbours, and how far they are from what height and coast explain: Σ of squares, Σ of 1 / days. */
  readonly places: number
  readonly squares: number
  readonly noise: number
}

/** Ridge regression of the neighbours' mean errors on height and coast, read off at the place itself. */
function fitOffset(near: readonly Near[], source: number): OffsetFit {
  const known = near.flatMap(({ memory, nearness, higherKm, moreCoastal }) => {
    const { days, error } = computeSourceMeans(memory, 'slow', source)
    return days === 0 ? [] : [{ days, error, weight: (nearness * days) / (days + BIAS_CASES), x: [1, higherKm, moreCoastal] }]
  })
  const normal = [
    [1, 0, 0],
    [0, COVARIATE_NEIGHBOURS, 0],
    [0, 0, COVARIATE_NEIGHBOURS],
  ]
  const right = [0, 0, 0]
  for (const { error, weight, x } of known) {
    for (const [i, a] of x.entries()) {
      right[i] = (right[i] as number) + weight * a * error
      for (const [j, b] of x.entries()) (normal[i] as number[])[j] = (normal[i]?.[j] as number) + weight * a * b
    }
  }
  const solution = solve(new Matrix(normal), Matrix.columnVector(right)).to1DArray() as [number, number, number]
  let [places, squares, noise] = [0, 0, 0]
  for (const { days, error, weight, x } of known) {
    const left = error - x.reduce((sum, a, i) => sum + a * (solution[i] as number), 0)
    places += weight
    squares += weight * left ** 2
    noise += weight / days
  }
  return { offset: solution[0], places, squares, noise }
}

/** Empirical Bayes: k = σ² / τ², τ² being by how much the neighbours differ beyond what σ² explains, the prior's k counting as some neighbours. */
function estimateCases(near: readonly Near[], sources: readonly number[], fits: readonly OffsetFit[], skill: Float64Array | null): number {
  const variances = skill === null ? [] : sources.map((source) => getPair(skill, source, source)).filter(({ n }) => n > 0)
  if (variances.length === 0 || near.length === 0) return BIAS_CASES
  const variance = variances.reduce((sum, { n, product }) => sum + product / n, 0) / variances.length
  if (variance === 0) return BIAS_CASES
  const sum = (pick: (fit: OffsetFit) => number) => fits.reduce((all, fit) => all + pick(fit), 0) / fits.length
  const between = Math.max(0, sum(({ squares }) => squares) - variance * sum(({ noise }) => noise))
  const ratio = (between / variance + BIAS_NEIGHBOURS / BIAS_CASES) / (sum(({ places }) => places) + BIAS_NEIGHBOURS)
  const [least, most] = BIAS_CASES_RANGE
  return Math.max(least, Math.min(most, 1 / Math.max(ratio, 1e-9)))
}

function poolSlope(near: readonly Near[], source: number): { readonly slope: number; readonly variance: number } {
  let [n, ff, fe] = [0, 0, 0]
  for (const { memory, nearness } of near) {
    const own = computeSlopeSums(memory, source)
    n += nearness * own.n
    ff += nearness * own.ff
    fe += nearness * own.fe
  }
  if (ff === 0) return { slope: 0, variance: 0 }
  const variance = ff / n
  return { slope: fe / (ff + SLOPE_CASES * variance), variance }
}

function poolHours(near: readonly Near[], source: number): number[] {
  const classes = near[0]?.memory.classes ?? 0
  return Array.from({ length: classes }, (_, hourClass) => {
    let [n, sum] = [0, 0]
    for (const { memory, nearness } of near) {
      const own = getClassMeans(memory, 'slow', source, hourClass)
      const all = computeSourceMeans(memory, 'slow', source)
      n += nearness * own.n
      sum += nearness * own.n * (own.error - all.error)
    }
    return shrinkEstimate(n === 0 ? 0 : sum / n, n, 0, HOUR_CASES)
  })
}

function poolLately(near: readonly Near[], source: number): number {
  let [weights, sum] = [0, 0]
  for (const { memory, nearness } of near) {
    const recent = computeSourceMeans(memory, 'fast', source)
    const usual = computeSourceMeans(memory, 'slow', source)
    const weight = (nearness * recent.days) / (recent.days + FAST_CASES)
    weights += weight
    sum += weight * (recent.error - (usual.days / (usual.days + BIAS_CASES)) * usual.error)
  }
  return weights === 0 ? 0 : sum / (weights + 1)
}

/** The neighbours' errors, by nearness, counting as at most `NEIGHBOUR_CASES`. */
function sumSkill(near: readonly Near[]): Float64Array | null {
  const [first] = near
  if (first === undefined) return null
  const total = new Float64Array(first.memory.skill.length)
  for (const { memory, nearness } of near) {
    for (let i = 0; i < total.length; i += 1) total[i] = (total[i] as number) + nearness * (memory.skill[i] as number)
  }
  let most = 0
  for (let source = 0; source < first.memory.sources; source += 1) most = Math.max(most, getPair(total, source, source).n)
  if (most === 0) return null
  const share = Math.min(1, NEIGHBOUR_CASES / most)
  return total.map((each) => each * share)
}
