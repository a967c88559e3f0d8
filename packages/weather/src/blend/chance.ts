import { Matrix, solve } from 'ml-matrix'
import {
  type ChanceBin,
  type ChanceKind,
  type ChanceMemory,
  type IssuedChance,
  listChanceBins,
  MAX_LOGIT,
  toPredictor,
} from './chance-memory.ts'
import { AMOUNT_INFORMATION, MIN_CHANCE, STATED_INFORMATION } from './constants.ts'
import { computeWeights, shareEqually } from './weights.ts'

/** The logit of a chance: `intercept + slope · x`. */
export interface Calibration {
  readonly intercept: number
  readonly slope: number
}

/** All that a pooled chance needs; by source. */
export interface ChanceCoefficients {
  readonly kinds: readonly ChanceKind[]
  readonly calibrations: readonly Calibration[]
  /** None below 0; they sum to 1. */
  readonly weights: readonly number[]
  /** Of the pooled logit. */
  readonly pooled: Calibration
  /** By source, its cases. */
  readonly n: readonly number[]
}

/** A pooled chance, with what it was made of. */
export interface BlendedChance extends IssuedChance {
  /** 0–1. */
  readonly chance: number
  /** By source; 0 where it is missing. */
  readonly weights: readonly number[]
}

/** Without cases: stated probabilities are believed, an amount of 1 mm means as likely as not. */
const PRIORS = {
  probability: { prior: { intercept: 0, slope: 1 }, information: STATED_INFORMATION },
  amount: { prior: { intercept: -1, slope: 1 }, information: AMOUNT_INFORMATION },
} as const satisfies Readonly<Record<ChanceKind, object>>

/**
 * Each source is calibrated by logistic regression, those are pooled on the logit scale, and the pool, as it was issued, is calibrated
 * again: the mean of calibrated logits is not sure enough. `families[source]` names the family of its model.
 */
export function computeChanceCoefficients(memory: ChanceMemory, families: readonly string[]): ChanceCoefficients {
  const { kinds } = memory
  const bins = kinds.map((_, source) => listChanceBins(memory, source))
  const calibrations = kinds.map((kind, source) => fitCalibration(bins[source] as ChanceBin[], kind))
  return {
    kinds,
    calibrations,
    weights: computeWeights(memory.skill, families),
    pooled: fitCalibration(listChanceBins(memory, kinds.length), 'probability'),
    n: bins.map((own) => own.reduce((sum, { n }) => sum + n, 0)),
  }
}

/** The pooled chance. `available` as for quantities. Null if no source is left. */
export function blendChance(
  { kinds, calibrations, weights, pooled }: ChanceCoefficients,
  forecasts: readonly (number | null)[],
  available?: readonly number[],
): BlendedChance | null {
  const shares = forecasts.map((forecast, i) => (forecast === null ? 0 : (weights[i] as number) * (available?.[i] ?? 1)))
  const sum = shares.reduce((all, each) => all + each, 0)
  // A source of weight 0 is still better than none.
  const used = sum > 0 ? shares.map((each) => each / sum) : shareEqually(forecasts, available)
  if (used === null) return null
  const logits = forecasts.map((forecast, i) =>
    forecast === null ? null : calibrate(calibrations[i] as Calibration, toPredictor(kinds[i] as ChanceKind, forecast)),
  )
  const pool = used.reduce((all, w, i) => (w === 0 ? all : all + w * (logits[i] as number)), 0)
  const logit = Math.max(-MAX_LOGIT, Math.min(MAX_LOGIT, pool))
  const chance = toChance(calibrate(pooled, logit))
  return { chance, logit, weights: used, chances: logits.map((each) => (each === null ? null : toChance(each))) }
}

const MAX_STEPS = 30

/** Logistic regression on counts by Newton's method, shrunk to the prior of its kind; the slope is not below 0. */
export function fitCalibration(bins: readonly ChanceBin[], kind: ChanceKind): Calibration {
  const { prior, information } = PRIORS[kind]
  let { intercept, slope }: Calibration = prior
  for (let step = 0; step < MAX_STEPS; step += 1) {
    let [g0, g1] = [information.intercept * (prior.intercept - intercept), information.slope * (prior.slope - slope)]
    let [h00, h01, h11] = [information.intercept as number, 0, information.slope as number]
    for (const { n, x, happened } of bins) {
      const p = toChance(intercept + slope * x)
      const left = happened - n * p
      const weight = n * p * (1 - p)
      g0 += left
      g1 += left * x
      h00 += weight
      h01 += weight * x
      h11 += weight * x * x
    }
    const [a, b] = solve(
      new Matrix([
        [h00, h01],
        [h01, h11],
      ]),
      Matrix.columnVector([g0, g1]),
    ).to1DArray() as [number, number]
    // Far from the optimum a whole step may lead away from it.
    const part = Math.min(1, 2 / Math.max(Math.abs(a), Math.abs(b), 1e-12))
    intercept += part * a
    slope += part * b
    if (Math.abs(a) + Math.abs(b) < 1e-9) break
  }
  return slope < 0 ? { intercept: computeBaseLogit(bins, intercept), slope: 0 } : { intercept, slope }
}

function computeBaseLogit(bins: readonly ChanceBin[], otherwise: number): number {
  const n = bins.reduce((sum, bin) => sum + bin.n, 0)
  const happened = bins.reduce((sum, bin) => sum + bin.happened, 0)
  return n === 0 ? otherwise : Math.log((happened + 1) / (n - happened + 1))
}

function calibrate({ intercept, slope }: Calibration, x: number): number {
  return intercept + slope * x
}

/** The chance of a logit, at most as sure as is allowed. */
export function toChance(logit: number): number {
  return Math.max(MIN_CHANCE, Math.min(1 - MIN_CHANCE, 1 / (1 + Math.exp(-logit))))
}
