import { BINS, type BinSums, computeMurphyTerms, computeSkill, toProbabilityBin } from '@isobar/weather'
import { type Figure, numberOf, rowsOf } from './sets.ts'

/** The published Murphy terms (issue of July 2026, 10 mm against gauges), pooled over the leads. */
const TERMS = { reliability: 0.0042, resolution: 0.123, uncertainty: 0.207 }

/** Chile: the terms computed from the published counts of each probability, and a check that they add up to the published Brier score. */
export function chileFigures(): Figure[] {
  const counts = rowsOf('chile_2026_published/ensemble_reliability_3_truths.csv')
  const published = rowsOf('chile_2026_published/ensemble_brier_gauge.csv')
  const leads = published.filter((row) => row['threshold_mm'] === '10')
  return [
    ...[1, 10, 20].flatMap((threshold) => pooled(threshold, counts, published)),
    ...leads.map((row) => ({
      set: `Chile, ≥ 10 mm, day ${row['lead_days']}`,
      score: 'brier skill against climatology',
      ours: computeSkill(numberOf(row, 'brier'), numberOf(row, 'brier_climatology')) ?? NaN,
      authors: numberOf(row, 'bss'),
      decimals: 4,
    })),
  ]
}

function pooled(threshold: number, counts: ReturnType<typeof rowsOf>, published: ReturnType<typeof rowsOf>): Figure[] {
  const bins: BinSums[] = Array.from({ length: BINS }, () => ({ n: 0, forecast: 0, observed: 0 }))
  for (const row of counts) {
    if (row['truth'] !== 'gauge' || row['threshold_mm'] !== String(threshold)) continue
    const [p, n] = [numberOf(row, 'prob'), numberOf(row, 'n')]
    bins[toProbabilityBin(p)] = { n, forecast: n * p, observed: n * numberOf(row, 'obs_freq') }
  }
  const terms = computeMurphyTerms(bins)
  if (terms === null) throw new Error(`Chile: no counts at ${threshold} mm`)
  const leads = published.filter((row) => row['threshold_mm'] === String(threshold))
  const brier = leads.reduce((sum, row) => sum + numberOf(row, 'brier'), 0) / leads.length
  const set = `Chile, ≥ ${threshold} mm, all days`
  const ours = terms.reliability - terms.resolution + terms.uncertainty
  const sum: Figure = { set, score: 'reliability − resolution + uncertainty, against brier', ours, authors: brier, decimals: 4 }
  if (threshold !== 10) return [sum]
  const decimals = { reliability: 4, resolution: 3, uncertainty: 3 }
  return [
    sum,
    ...(['reliability', 'resolution', 'uncertainty'] as const).map((score) => ({
      set,
      score,
      ours: terms[score],
      authors: TERMS[score],
      decimals: decimals[score],
    })),
  ]
}
