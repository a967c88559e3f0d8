const TICK_MS = 50
const KEPT = 2_000

/** How late this process itself was: its own lateness is not the service's fault. */
export interface OwnLateness {
  /** In a span of `performance.now`, in milliseconds. */
  between(from: number, to: number): number
}

export function watchOwnLateness(): OwnLateness {
  const late: { readonly at: number; readonly ms: number }[] = []
  let due = performance.now() + TICK_MS
  setInterval(() => {
    const now = performance.now()
    if (now - due > TICK_MS) {
      late.push({ at: now, ms: now - due })
      if (late.length > KEPT) late.shift()
    }
    due = now + TICK_MS
  }, TICK_MS).unref()
  return {
    between: (from, to) => late.reduce((sum, { at, ms }) => sum + (at >= from && at - ms <= to ? ms : 0), 0),
  }
}
