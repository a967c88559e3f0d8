/** A confidence interval at the level `LEVEL`. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** The share of intervals that should contain the true value. */
export const LEVEL = 0.95
/** The standard normal quantile of `LEVEL`. */
const Z = 1.959_963_985
const RESAMPLES = 1_000

/** Wilson's interval of a proportion, for independent cases; null without cases. */
export function computeWilsonInterval(successes: number, n: number): Interval | null {
  if (n === 0) return null
  const share = successes / n
  const middle = share + Z ** 2 / (2 * n)
  const margin = Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n * n))
  const whole = 1 + Z ** 2 / n
  return { low: Math.max(0, (middle - margin) / whole), high: Math.min(1, (middle + margin) / whole) }
}

/**
 * Percentile intervals by block bootstrap. `days` holds the sums of each day over all places, oldest first, since errors of one day depend
 * on each other everywhere. Consecutive days depend on each other, too, so they are drawn in blocks of about the cube root of their number.
 * `statistics` computes scores from one set of sums; drawing the same days for all of them makes differences paired. The same seed gives
 * the same intervals. Null if a statistic is undefined in a tenth of the samples or more.
 */
export function bootstrapIntervals(
  days: readonly ArrayLike<number>[],
  statistics: (sums: Float64Array) => readonly (number | null)[],
  seed: number,
  resamples = RESAMPLES,
): (Interval | null)[] {
  const width = days[0]?.length ?? 0
  const { blocks, count } = blocksOf(days, width)
  const draws = drawBlocks({ seed, count, resamples })
  const samples: number[][] = []
  const total = new Float64Array(width)
  for (let sample = 0; sample < resamples; sample += 1) {
    total.fill(0)
    for (let drawn = sample * count; drawn < (sample + 1) * count; drawn += 1) {
      const from = (draws[drawn] as number) * width
      for (let i = 0; i < width; i += 1) total[i] = (total[i] as number) + (blocks[from + i] as number)
    }
    const values = statistics(total)
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index]
      const others = (samples[index] ??= [])
      if (value !== null && value !== undefined) others.push(value)
    }
  }
  return samples.map((values) => (values.length <= 0.9 * resamples ? null : middleOf(values)))
}

interface Drawing {
  readonly seed: number
  /** Blocks to draw from, and as many are drawn for each of the samples. */
  readonly count: number
  readonly resamples: number
}

let last: (Drawing & { readonly draws: Uint16Array }) | undefined

/** The blocks of one sample after the other. The last are remembered: whoever compares many places draws the same for each. */
function drawBlocks({ seed, count, resamples }: Drawing): Uint16Array {
  if (last !== undefined && last.seed === seed && last.count === count && last.resamples === resamples) return last.draws
  const random = randomOf(seed)
  const draws = new Uint16Array(count * resamples)
  for (let index = 0; index < draws.length; index += 1) draws[index] = Math.floor(random() * count)
  last = { seed, count, resamples, draws }
  return draws
}

/** Sums over blocks of consecutive days, one block after the other; the last may have fewer days. */
function blocksOf(days: readonly ArrayLike<number>[], width: number): { readonly blocks: Float64Array; readonly count: number } {
  const length = Math.max(1, Math.round(Math.cbrt(days.length)))
  const count = Math.ceil(days.length / length)
  const blocks = new Float64Array(count * width)
  for (const [index, day] of days.entries()) {
    const from = Math.floor(index / length) * width
    for (let i = 0; i < width; i += 1) blocks[from + i] = (blocks[from + i] as number) + (day[i] as number)
  }
  return { blocks, count }
}

function middleOf(values: number[]): Interval {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number
  return { low: at((1 - LEVEL) / 2), high: at(1 - (1 - LEVEL) / 2) }
}

/** Mulberry32: numbers in [0, 1) from a 32-bit seed, the same on every platform. */
function randomOf(seed: number): () => number {
  // Signed, as engines store such integers without allocating; the bits are the same.
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
