import { type ErrorScores, type Interval, bootstrapIntervals, computeErrorScores, sumErrors } from '@isobar/weather'
import { type BlendedQuantity } from '@isobar/weather/blend'
import type { Occasion, Replayed } from './replay.ts'

export type Made = Replayed<Occasion, BlendedQuantity>

interface Dated {
  readonly occasion: { readonly valid: number }
}

export const meanOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length

/** CRPS of a normal distribution (Gneiting & Raftery 2007). */
export function computeNormalCrps(value: number, sigma: number, truth: number): number {
  const z = (truth - value) / sigma
  const density = Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI)
  return sigma * (z * (2 * computeNormalShare(z) - 1) + 2 * density - 1 / Math.sqrt(Math.PI))
}

/** The normal distribution function, by its series; to nine digits. */
export function computeNormalShare(z: number): number {
  if (Math.abs(z) > 6) return z > 0 ? 1 : 0
  let [term, sum] = [z, z]
  for (let k = 1; k < 120; k += 1) {
    term *= (z * z) / (2 * k + 1)
    sum += term
  }
  return 0.5 + (sum * Math.exp(-(z * z) / 2)) / Math.sqrt(2 * Math.PI)
}

/** The standard deviation that a band has if it is a normal's. */
export function toBandSigma({ low, high }: BlendedQuantity): number | null {
  return low === null || high === null ? null : (high - low) / (2 * 1.281_551_566)
}

const scoresOf = (errors: readonly number[]): ErrorScores =>
  computeErrorScores(sumErrors(errors)) ?? { n: 0, bias: NaN, mae: NaN, rmse: NaN }

const present = (values: readonly (number | null)[]) => values.filter((each) => each !== null)

/** Of each source as it came, on the cases of all; of their mean; each freed of its bias, of the mean of those; of the blend. */
export function scoreQuantity(made: readonly Made[], sources: readonly string[]) {
  const all = made.filter(({ occasion }) => occasion.forecasts.every((each) => each !== null))
  const used = all.length === 0 ? made : all
  const raw = sources.map((name, i) => ({
    name,
    ...scoresOf(used.flatMap(({ occasion: { forecasts, truth } }) => (forecasts[i] === null ? [] : [(forecasts[i] as number) - truth]))),
  }))
  const corrected = sources.map((name, i) => ({
    name,
    ...scoresOf(
      used.flatMap(({ occasion, blended }) => (blended.corrected[i] === null ? [] : [(blended.corrected[i] as number) - occasion.truth])),
    ),
  }))
  return {
    n: used.length,
    raw,
    corrected,
    mean: scoresOf(used.map(({ occasion }) => meanOf(present(occasion.forecasts)) - occasion.truth)),
    correctedMean: scoresOf(used.map(({ occasion, blended }) => meanOf(present(blended.corrected)) - occasion.truth)),
    blend: scoresOf(used.map(({ occasion, blended }) => blended.value - occasion.truth)),
    crps: meanOf(
      used.flatMap(({ occasion, blended }) => {
        const sigma = toBandSigma(blended)
        return sigma === null ? [] : [computeNormalCrps(blended.value, sigma, occasion.truth)]
      }),
    ),
  }
}

/** The share of truths within the band, with its interval by whole days, and the band's mean width. */
export function scoreBand(made: readonly Made[]) {
  const known = made.filter(({ blended }) => blended.low !== null)
  const isInside = ({ occasion: { truth }, blended: { low, high } }: Made) => truth >= (low as number) && truth <= (high as number)
  const days = groupByDay(known)
  const [interval = null] = bootstrapIntervals(
    days.map((own) => [own.length, own.filter(isInside).length]),
    (sums) => [(sums[1] as number) / (sums[0] as number)],
    1,
  )
  return {
    n: known.length,
    share: known.filter(isInside).length / known.length,
    interval,
    width: meanOf(known.map(({ blended: { low, high } }) => (high as number) - (low as number))),
  }
}

/** The mean difference of two losses on the same cases, with its interval by whole days. */
export function compareLosses<Case extends Dated>(
  cases: readonly Case[],
  loss: (each: Case) => number,
  reference: (each: Case) => number,
): { readonly difference: number; readonly interval: Interval | null } {
  const days = groupByDay(cases).map((own) => [own.length, own.reduce((sum, each) => sum + loss(each) - reference(each), 0)])
  const [interval = null] = bootstrapIntervals(days, (sums) => [(sums[1] as number) / (sums[0] as number)], 1)
  return { difference: meanOf(cases.map((each) => loss(each) - reference(each))), interval }
}

/** The cases of each day, from the first to the last: those of one day depend on each other. */
function groupByDay<Case extends Dated>(cases: readonly Case[]): Case[][] {
  return [...Map.groupBy(cases, ({ occasion }) => Math.floor(occasion.valid))].toSorted(([a], [b]) => a - b).map(([, own]) => own)
}
