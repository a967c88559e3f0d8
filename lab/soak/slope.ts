import type { Sample } from './sample.ts'

type Measure = 'heap' | 'rss beside the caches' | 'handles'

/** How a measure developed once the service was warm. */
export interface Trend {
  readonly measure: Measure
  readonly perHour: number
  readonly mean: number
  /** It rises, and not by chance. */
  readonly isRising: boolean
}

/** The first third is left out: code is compiled, and pools fill. */
const WARM_UP_SHARE = 1 / 3
/** The heap is a sawtooth: only its low points count. */
const SAMPLES_TO_A_LOW = 4
/** The most that may be added in an hour, as a share of the mean; anything below NOISE does not count. */
const MAX_PER_HOUR = 0.15
const NOISE: Readonly<Record<Measure, number>> = { heap: 10e6, 'rss beside the caches': 40e6, handles: 10 }
/** Caches are left out: each is bounded by its own limit, which takes more than an hour to reach. */
const READ: Readonly<Record<Measure, (sample: Sample) => number>> = {
  heap: ({ heap }) => heap,
  'rss beside the caches': ({ rss, cached }) => rss - cached,
  handles: ({ handles }) => handles,
}
/** A line that explains less of the measurements than this is no trend. */
const MIN_FIT = 0.5

export function trendsOf(samples: readonly Sample[]): Trend[] {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE))
  return (Object.keys(READ) as Measure[]).map((measure) => {
    const lows: { x: number; y: number }[] = []
    for (let i = 0; i + SAMPLES_TO_A_LOW <= warm.length; i += SAMPLES_TO_A_LOW) {
      const few = warm.slice(i, i + SAMPLES_TO_A_LOW)
      lows.push({ x: (few[0]?.seconds ?? 0) / 3_600, y: Math.min(...few.map(READ[measure])) })
    }
    const { slope, fit, mean } = line(lows)
    return {
      measure,
      perHour: slope,
      mean,
      isRising: lows.length > 3 && fit >= MIN_FIT && slope > Math.max(NOISE[measure], mean * MAX_PER_HOUR),
    }
  })
}

/** The straight line through the points (least squares), and how much of their scatter it explains, 0–1. */
export function line(points: readonly { readonly x: number; readonly y: number }[]): { slope: number; fit: number; mean: number } {
  const n = Math.max(1, points.length)
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n
  const mean = points.reduce((sum, { y }) => sum + y, 0) / n
  const xx = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  const xy = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - mean), 0)
  const yy = points.reduce((sum, { y }) => sum + (y - mean) ** 2, 0)
  return xx === 0 || yy === 0 ? { slope: 0, fit: 0, mean } : { slope: xy / xx, fit: xy ** 2 / (xx * yy), mean }
}
