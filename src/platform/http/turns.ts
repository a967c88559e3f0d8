import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds of work in each turn of the event loop. */
const TURN_MS = 1
const SETTLED = Promise.resolve()

/**
 * Runs work in the order in which it comes, at most about a millisecond of it in each turn of the event loop: sixty pages that were requested at
 * once take sixteen milliseconds, and a repeated request of the API, which does not queue here, waits for one of them. Work takes as long as
 * what it does before it waits for something else. `now`: milliseconds from any fixed origin.
 */
export function createTurns(now: () => number = () => performance.now()) {
  const outside = AsyncLocalStorage.snapshot()
  const waiting: { readonly work: () => void; readonly since: number }[] = []
  /** Null: none is running. */
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
      // The promises that it has settled come first.
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
    /** Without a queue it runs within the call, whose error it then throws. */
    run(work: () => void): void {
      const at = now()
      if (startedAt === null && waiting.length === 0 && isOpen()) begin(work, at)
      else waiting.push({ work, since: at })
    },
    /** Milliseconds for which the first of the queue has waited; 0 when there is none. */
    waitedMs(): number {
      const [first] = waiting
      return first === undefined ? 0 : now() - first.since
    },
  }
}
