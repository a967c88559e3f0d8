import type { Taken } from './rate-limit.ts'
import type { WindowDelta, WindowName } from './shared-windows.ts'

/** Requests of a client, or of the key of one, that were counted towards a limit. */
export interface Counted {
  readonly name: string
  readonly client: string
  readonly cost: number
}

/** What a worker tells its supervisor about request limits. */
export type ToMachine =
  /** Asks for a request to be counted, unless that would exceed the limit. */
  | ({ readonly type: 'take'; readonly id: number; readonly limit: number } & Counted)
  /** What the worker counted itself. */
  | { readonly type: 'counted'; readonly counted: readonly Counted[] }
  /** All that the worker counted of a client was sent; from now on it asks. */
  | { readonly type: 'asks'; readonly id: number }
  /** The totals over all nodes; null: they are not known. */
  | { readonly type: 'totals'; readonly id: number; readonly totals: readonly number[] | null }

/** What a supervisor tells a worker about them. */
export type FromMachine =
  | { readonly type: 'taken'; readonly id: number; readonly taken: Taken }
  /** What other processes counted. */
  | { readonly type: 'counted'; readonly counted: readonly Counted[] }
  /** From now on, the worker is to ask about this client. */
  | ({ readonly type: 'ask'; readonly id: number } & Pick<Counted, 'name' | 'client'>)
  /** Asks the worker, which has the database, to exchange counts with the other nodes. */
  | { readonly type: 'settle'; readonly id: number; readonly deltas: readonly WindowDelta[] }
  | { readonly type: 'read-totals'; readonly id: number; readonly windows: readonly WindowName[] }

/** Both ends of the channel between two processes. */
export interface Link<Sent, Received> {
  send(message: Sent): void
  /** Sets what receives messages. */
  receive(listener: (message: Received) => void): void
}

/** Smaller limits are always counted by the supervisor. */
export const SMALLEST_SHARED_LIMIT = 100

/** Shares keep limits exact however late they are told; what a header says is left is as old as that. */
const BATCH_MS = 40

/** Collects counts for a moment, those of a client in one number, so that a busy process sends few and short messages. */
export function createBatch(send: (counted: readonly Counted[]) => void) {
  const batch = new Map<string, { name: string; client: string; cost: number }>()
  let timer: NodeJS.Timeout | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (batch.size > 0) send([...batch.values()])
    batch.clear()
  }
  return {
    add({ name, client, cost }: Counted): void {
      const key = `${name} ${client}`
      const known = batch.get(key)
      if (known === undefined) batch.set(key, { name, client, cost })
      else known.cost += cost
      timer ??= setTimeout(flush, BATCH_MS)
    },
    flush,
  }
}

/**
 * Questions that wait for their answers by id. `afterMs` after each its answer is `otherwise`, unless it has arrived while this process was
 * busy: timers come before messages.
 */
export function createQuestions<Answer>({ afterMs, otherwise }: { readonly afterMs: number; readonly otherwise: Answer }) {
  const waiting = new Map<number, (answer: Answer) => void>()
  let lastId = 0
  const answer = (id: number, value: Answer): void => waiting.get(id)?.(value)
  return {
    ask(post: (id: number) => void): Promise<Answer> {
      const id = ++lastId
      return new Promise((resolve) => {
        const timer = setTimeout(() => setImmediate(answer, id, otherwise), afterMs)
        waiting.set(id, (value) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(value)
        })
        post(id)
      })
    },
    answer,
  }
}
