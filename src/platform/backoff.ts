/** Exponential backoff: the wait after one more failure, doubled with each of the `earlier` ones, up to a limit. Milliseconds. */
export function computeBackoffMs(firstMs: number, longestMs: number, earlier: number): number {
  return Math.min(longestMs, firstMs * 2 ** earlier)
}

/** A wait of up to a tenth more or less, so that nodes started together do not work in phase. `random`: 0 to below 1. */
export function addJitter(ms: number, random: number): number {
  return Math.round(ms * (1 + 0.1 * (2 * random - 1)))
}
