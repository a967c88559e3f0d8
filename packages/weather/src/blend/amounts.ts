import { type ChanceMemory, CHANCE_BINS, getAmountCounts, getAmountEnd, toPredictor } from './chance-memory.ts'
import { MIN_MAPPED_CASES } from './constants.ts'

/** By source, what an amount at the upper end of each bin becomes, as cube roots; null: too few cases, or no amounts. */
export type AmountMaps = readonly (readonly number[] | null)[]

/** Quantile mapping: an amount becomes the one that is as rare among what came as it is among the source's forecasts. */
export function computeAmountMaps(memory: ChanceMemory): AmountMaps {
  const { kinds } = memory
  const truth = getAmountCounts(memory, kinds.length + 1)
  return kinds.map((kind, source) => {
    if (kind !== 'amount') return null
    const forecasts = getAmountCounts(memory, source)
    return Math.min(countWet(truth), countWet(forecasts)) < MIN_MAPPED_CASES ? null : mapEnds(forecasts, truth)
  })
}

/** The mean of the sources' mapped amounts, mm; sources without a map count as they are. Null without any amount. */
export function blendAmount(
  maps: AmountMaps,
  forecasts: readonly (number | null)[],
  weights: readonly number[],
  kinds: ChanceMemory['kinds'],
): number | null {
  let [sum, total] = [0, 0]
  for (const [source, forecast] of forecasts.entries()) {
    if (forecast === null || kinds[source] !== 'amount') continue
    const weight = weights[source] as number
    const map = maps[source] ?? null
    sum += weight * (map === null ? forecast : mapAmount(map, forecast))
    total += weight
  }
  return total === 0 ? null : sum / total
}

function mapAmount(map: readonly number[], forecast: number): number {
  const x = toPredictor('amount', forecast)
  const bin = map.findIndex((_, each) => x <= getAmountEnd(each))
  // Beyond the last bin, as rare as its end: in proportion.
  if (bin === -1) return forecast * ((map.at(-1) as number) / getAmountEnd(CHANCE_BINS - 1)) ** 3
  const [x0, y0] = bin === 0 ? [0, 0] : [getAmountEnd(bin - 1), map[bin - 1] as number]
  return (y0 + (((map[bin] as number) - y0) * (x - x0)) / (getAmountEnd(bin) - x0)) ** 3
}

function mapEnds(from: readonly number[], to: readonly number[]): number[] {
  const [all, allTo] = [sumOf(from), sumOf(to)]
  let below = 0
  return from.map((count) => {
    below += count
    return findAmount(to, (below / all) * allTo)
  })
}

/** The cube root of the amount below which so many of the counted cases are. */
function findAmount(counts: readonly number[], cases: number): number {
  let below = 0
  for (const [bin, count] of counts.entries()) {
    const start = bin === 0 ? 0 : getAmountEnd(bin - 1)
    // What is in the first bin is dry.
    if (below + count >= cases - 1e-9)
      return bin === 0 ? 0 : start + ((getAmountEnd(bin) - start) * (cases - below)) / Math.max(count, 1e-9)
    below += count
  }
  return getAmountEnd(CHANCE_BINS - 1)
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, each) => sum + each, 0)
const countWet = (counts: readonly number[]): number => sumOf(counts.slice(1))
