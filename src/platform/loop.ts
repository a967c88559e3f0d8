import type { Timers } from './timers.ts'

export interface LoopOptions {
  /** Does the pending work. Resolves to the milliseconds until the next turn unless woken. */
  readonly turn: () => Promise<number>
  /** The longest wait between two turns, whatever a turn resolves to. Also the wait after a failed turn. */
  readonly longestWaitMs: number
  /** A turn that takes longer counts as failed and is no longer awaited. */
  readonly turnWithinMs: number
  readonly timers: Timers
  readonly onError: (error: unknown) => void
}

/**
 * Calls `turn` repeatedly until stopped, one call at a time. Never depends on `wake` alone: a timer follows each turn, whatever the turn
 * did.
 */
export function startLoop({ turn, longestWaitMs, turnWithinMs, timers, onError }: LoopOptions) {
  const stopped = new AbortController()
  let woken = Promise.withResolvers<void>()

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      // Set before the turn, so that a wake during the turn triggers the next one.
      woken = Promise.withResolvers<void>()
      const waitMs = await oneTurn()
      if (!stopped.signal.aborted) await firstOf(woken.promise, Math.min(waitMs, longestWaitMs))
    }
  }

  async function oneTurn(): Promise<number> {
    try {
      let waitMs = longestWaitMs
      const done = turn().then((ms) => void (waitMs = ms))
      if ((await firstOf(done, turnWithinMs)) === 'late') throw new Error(`the turn took longer than ${turnWithinMs} ms`)
      return waitMs
    } catch (error) {
      onError(error)
      return longestWaitMs
    }
  }

  /** Rejects if the work rejects in time; a later result is ignored. */
  async function firstOf(work: Promise<void>, ms: number): Promise<'done' | 'late'> {
    const over = new AbortController()
    const late = timers.sleep(ms, over.signal).then(
      () => 'late' as const,
      () => 'late' as const,
    )
    try {
      return await Promise.race([work.then(() => 'done' as const), late])
    } finally {
      over.abort()
    }
  }

  const ended = run()
  return {
    /** Begins the next turn at once, or as soon as the current one has ended. */
    wake: (): void => woken.resolve(),
    /** Begins no further turn; resolves when the current one has ended. */
    async stop(): Promise<void> {
      stopped.abort()
      woken.resolve()
      await ended
    },
  }
}
