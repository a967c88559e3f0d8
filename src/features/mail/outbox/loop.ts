import type { Timers } from '../../../platform/timers.ts'

/** Calls its turn again and again until it is stopped, never two at once. */
export interface Loop {
  /** Begins the next turn at once, or as soon as the one under way has ended. */
  wake(): void
  /** Begins no further turn; resolves when the one under way has ended. */
  stop(): Promise<void>
}

export interface LoopOptions {
  /** Does what there is to do, and resolves to the milliseconds after which to look again unless woken. */
  readonly turn: () => Promise<number>
  /** Never waits longer between two turns, whatever a turn resolves to. Also the wait after a turn that failed. */
  readonly longestWaitMs: number
  /** A turn that takes longer counts as failed; it is waited for no more. */
  readonly turnWithinMs: number
  readonly timers: Timers
  readonly onError: (error: unknown) => void
}

/** There is no state in which it only waits for `wake`: each turn is followed by a timer, whatever the turn did. */
export function startLoop({ turn, longestWaitMs, turnWithinMs, timers, onError }: LoopOptions): Loop {
  const stopped = new AbortController()
  let woken = Promise.withResolvers<void>()

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      // Before the turn, so that what comes up during the turn begins the next one.
      woken = Promise.withResolvers<void>()
      const waitMs = await oneTurn()
      if (!stopped.signal.aborted) await firstOf(woken.promise, Math.min(waitMs, longestWaitMs))
    }
  }

  async function oneTurn(): Promise<number> {
    try {
      let waitMs = longestWaitMs
      const done = turn().then((ms) => void (waitMs = ms))
      if ((await firstOf(done, turnWithinMs)) === 'late') throw new Error(`nothing came back within ${turnWithinMs} ms`)
      return waitMs
    } catch (error) {
      onError(error)
      return longestWaitMs
    }
  }

  /** Rejects where the work does so in time; what becomes of it later is nobody's business. */
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
    wake: () => woken.resolve(),
    async stop() {
      stopped.abort()
      woken.resolve()
      await ended
    },
  }
}
