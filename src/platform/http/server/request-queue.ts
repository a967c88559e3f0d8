import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds of work in each turn of the event loop. */
const TURN_MS = 0.4
const SETTLED = Promise.resolve()

/**
 * Runs work in order of arrival, for about 0.4 ms per turn of the event loop: a repeated API request, which does not queue here, waits for
 * the work of one turn, however many pages were requested at once. Work counts until it first waits for something else. `now`:
 * milliseconds from any fixed origin.
 */
export function createRequestQueue(now: () => number = () => performance.now()) {
  const outside = AsyncLocalStorage.snapshot()
  const waiting: { readonly work: () => void; readonly since: number }[] = []
  /** Null: nothing is running. */
  let startedAt: number | null = null
  let spentMs = 0
  let isTurnOver = true

  /** Whether this turn has time left. */
  function isOpen(): boolean {
    if (isTurnOver) {
      isTurnOver = false
      spentMs = 0
      setImmediate(endTurn)
    }
    return spentMs < TURN_MS
  }

  function endTurn(): void {
    isTurnOver = true
    step()
  }

  function begin(work: () => void, at: number): void {
    startedAt = at
    try {
      work()
    } finally {
      // Promises that the work has settled run first.
      void SETTLED.then(afterPromises)
    }
  }

  function afterPromises(): void {
    process.nextTick(step)
  }

  function step(): void {
    const at = now()
    if (startedAt !== null) spentMs += at - startedAt
    startedAt = null
    if (waiting.length === 0 || !isOpen()) return
    const first = waiting.shift()
    if (first !== undefined) outside(begin, first.work, at)
  }

  return {
    /** Runs the work synchronously if nothing is queued, and then throws its error. */
    run(work: () => void): void {
      const at = now()
      if (startedAt === null && waiting.length === 0 && isOpen()) begin(work, at)
      else waiting.push({ work, since: at })
    },
    /** How long the first item of the queue has waited, in milliseconds; 0 when the queue is empty. */
    waitedMs(): number {
      const [first] = waiting
      return first === undefined ? 0 : now() - first.since
    },
  }
}
