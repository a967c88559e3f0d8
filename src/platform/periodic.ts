/** Work that repeats until it is stopped: never twice at once, and a failure does not end it. */
export interface Periodic {
  /** Stops repeating and resolves when a run under way has ended. */
  stop(): Promise<void>
}

/** @param everyMs until the next run, once the last has ended; a function is asked each time */
export function repeat(everyMs: number | (() => number), work: () => Promise<void>, onError: (error: unknown) => void): Periodic {
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  const schedule = (): void => {
    const waitMs = typeof everyMs === 'function' ? everyMs() : everyMs
    timer = setTimeout(() => {
      running = work()
        .catch(onError)
        .finally(() => {
          if (!stopped) schedule()
        })
    }, waitMs).unref()
  }
  schedule()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
