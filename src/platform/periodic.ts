/** Work that repeats until stopped. Runs never overlap, and a failure does not end the repetition. */
export type Periodic = ReturnType<typeof repeatWork>

/** @param everyMs pause between the end of a run and the next; a function is called each time */
export function repeatWork(everyMs: number | (() => number), work: () => Promise<void>, onError: (error: unknown) => void) {
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
    /** Stops repeating and resolves when the run in flight, if any, has ended. */
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
