/** Bounds how many calls run at once and how many wait, first come, first served. */
export type Bulkhead = ReturnType<typeof createBulkhead>

/** At most `maxRunning` calls run at once; at most `maxWaiting` (`Infinity`: unbounded) wait. */
export function createBulkhead(maxRunning: number, maxWaiting: number) {
  let running = 0
  const line = new Set<() => void>()

  function wait(signal?: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const onAbort = () => {
      line.delete(onTurn)
      resolve(false)
    }
    const onTurn = () => {
      signal?.removeEventListener('abort', onAbort)
      resolve(true)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    line.add(onTurn)
    return promise
  }

  return {
    /** Resolves to true when the caller may proceed, which must then `leave`; to false when the queue is full or `signal` aborts first. */
    async enter(signal?: AbortSignal): Promise<boolean> {
      if (signal?.aborted === true) return false
      if (running < maxRunning) {
        running++
        return true
      }
      return line.size < maxWaiting ? wait(signal) : false
    },
    leave(): void {
      const next = line.values().next()
      if (next.done === true) {
        running--
        return
      }
      line.delete(next.value)
      next.value()
    },
    get running(): number {
      return running
    },
    get waiting(): number {
      return line.size
    },
  }
}
