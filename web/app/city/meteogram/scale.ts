/** The vertical scale of a lane. */
export interface Scale {
  readonly y: (value: number) => number
  readonly ticks: readonly number[]
}

export interface Band {
  readonly top: number
  readonly bottom: number
}

interface ScaleOf {
  readonly values: readonly number[]
  readonly band: Band
  /** The least difference between the ends, so that a calm day does not look like mountains. */
  readonly range: number
  /** The lower end, if it is fixed. */
  readonly from?: number
  /** About how many steps. */
  readonly steps?: number
}

/** A linear scale whose ends and ticks are round numbers (1, 2 or 5 times a power of ten). Without values it shows its least range. */
export function buildLinearScale({ values, band, range, from, steps = 3 }: ScaleOf): Scale {
  const lowest = from ?? Math.min(...(values.length === 0 ? [0] : values))
  const highest = Math.max(lowest, ...values)
  const spare = Math.max(0, range - (highest - lowest))
  const [low, high] = from === undefined ? [lowest - spare / 2, highest + spare / 2] : [from, highest + spare]
  const step = roundStep((high - low) / steps)
  const first = Math.floor(low / step)
  const count = Math.ceil(high / step) - first
  const ticks = Array.from({ length: count + 1 }, (_, n) => Number(((first + n) * step).toFixed(6)))
  const start = first * step
  return { ticks, y: (value) => band.bottom - ((value - start) / (count * step)) * (band.bottom - band.top) }
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((factor) => factor * power >= least * 0.999) ?? 10) * power
}
