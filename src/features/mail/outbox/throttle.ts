export interface ThrottleOptions {
  /** Read for every mail; null: no limit. */
  readonly perSecond: () => number | null
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Token bucket: at most `perSecond` mails per second on average, after a burst of at most one second's worth. An idle throttle allows a
 * burst. `sleep` takes milliseconds and rejects when its signal aborts.
 */
export function createThrottle({ perSecond, monotonicMs, sleep }: ThrottleOptions) {
  /** When the bucket will be full again if nothing more is taken. */
  let fullAt = -Infinity

  return {
    /** Resolves when the next mail may be sent; rejects with the signal's reason. */
    async take(signal: AbortSignal): Promise<void> {
      const rate = perSecond()
      if (rate === null) return
      const now = monotonicMs()
      const perMail = 1_000 / rate
      fullAt = Math.max(fullAt, now) + perMail
      // Rates below one per second allow a burst of one mail.
      const wait = fullAt - now - Math.max(1_000, perMail)
      if (wait > 0) await sleep(wait, signal)
    },
  }
}
