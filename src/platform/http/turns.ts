import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds of work in each turn of the event loop. */
const TURN_MS = 1

/**
 * Runs work in the order in which it comes, at most about a millisecond of it in each turn of the event loop: sixty pages that were requested at
 * once take sixteen milliseconds, and a repeated request of the API, which does not queue here, waits for one of them. Work takes as long as
 * what it does before it waits for something else. `now`: milliseconds from any fixed origin.
 */
export function createTurns(now: () => number = () => performance.now()) {
  const outside = AsyncLocalStorage.snapshot()
  const waiting: { readonly work: () => void; readonly since: number }[] = []
  let next = 0
  /** Null: none is running. */
  let startedAt: number | null = null
  let spentMs = 0
  let isTurnOver = true

  function step(): void {
    if (startedAt !== null) spentMs += now() - startedAt
    startedAt = null
    const first = waiting[next]
    if (first === undefined) {
      waiting.length = 0
      next = 0
      return
    }
    if (isTurnOver) {
      isTurnOver = false
      spentMs = 0
      setImmediate(() => {
        isTurnOver = true
        step()
      })
    }
    if (spentMs >= TURN_MS) return
    next += 1
    startedAt = now()
    try {
      outside(first.work)
    } finally {
      // After the promises that it has settled.
      queueMicrotask(() => process.nextTick(step))
    }
  }

  return {
    /** Without a queue it runs within the call, whose error it then throws. */
    run(work: () => void): void {
      waiting.push({ work, since: now() })
      if (startedAt === null) step()
    },
    /** Milliseconds for which the first of the queue has waited; 0 when there is none. */
    waitedMs(): number {
      const first = waiting[next]
      return first === undefined ? 0 : now() - first.since
    },
  }
}
