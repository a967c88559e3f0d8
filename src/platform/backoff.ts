/** Exponential backoff: the wait after one more failure, doubled with each of the `earlier` ones, up to a limit. Milliseconds. */
export function backoffMs(firstMs: number, longestMs: number, earlier: number): number {
  return Math.min(longestMs, firstMs * 2 ** earlier)
}
