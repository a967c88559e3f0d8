import type { Clock } from '../../clock.ts'
import { createBatch, createQuestions, type FromMachine, type Link, SMALLEST_SHARED_LIMIT, type ToMachine } from './machine-messages.ts'
import { createRateLimiter, type RateLimiter, type RateLimiterOptions, type Taken } from './rate-limit.ts'
import type { SharedWindows } from './shared-windows.ts'

export interface WorkerLimiterOptions extends Pick<RateLimiterOptions, 'rules'> {
  readonly clock: Clock
  /** The number of workers on this machine. */
  readonly workers: number
  readonly supervisor: Link<ToMachine, FromMachine>
  /** The counts of other nodes, which only workers can reach; null: there are no other nodes. */
  readonly windows: SharedWindows | null
  /** How long a supervisor may be silent (30 s): a request that waits for it is then refused. */
  readonly silentMs?: number
}

const SILENT_MS = 30_000
/** Nobody knows what is left. */
const REFUSED: Taken = { allowed: false, limit: 0, remaining: 0, resetSeconds: 1 }

/**
 * The limiter of one of several workers; together they are exact (`machine-limiter.ts`). Of a large limit, a worker counts its share of
 * each client itself, at once, and tells the others afterwards: all shares together are the limit. Only for a client that has used up a
 * share, and for small limits, does it ask the supervisor, and waits: whatever it allowed itself would be allowed by each worker.
 */
export function createWorkerLimiter({
  rules,
  clock,
  workers,
  supervisor,
  windows,
  silentMs = SILENT_MS,
}: WorkerLimiterOptions): RateLimiter {
  const counts = createRateLimiter({ rules, clock })
  const batch = createBatch((counted) => supervisor.send({ type: 'counted', counted }))
  const questions = createQuestions<Taken>({ afterMs: silentMs, otherwise: REFUSED })

  function takeAtOnce(name: string, client: string, cost = 1, now = clock.now(), ownLimit?: number): Taken | null {
    const { limit, windowSeconds } = counts.rule(name)
    const max = ownLimit ?? limit
    if (max === 0) return { allowed: true, limit: 0, remaining: 0, resetSeconds: windowSeconds }
    if (max < SMALLEST_SHARED_LIMIT) return null
    const taken = counts.takeShare(name, client, cost, now, max, Math.floor(max / workers))
    if (taken !== null) batch.add({ name, client, cost })
    return taken
  }

  function ask(name: string, client: string, cost: number, limit: number): Promise<Taken> {
    batch.flush()
    return questions.ask((id) => supervisor.send({ type: 'take', id, name, client, cost, limit }))
  }

  supervisor.receive((message) => {
    switch (message.type) {
      case 'taken':
        return questions.answer(message.id, message.taken)
      case 'counted':
        for (const { name, client, cost } of message.counted) counts.addOthers(name, client, cost)
        return
      case 'ask':
        counts.setCentral(message.name, message.client)
        batch.flush()
        return supervisor.send({ type: 'asks', id: message.id })
      case 'settle':
        return exchange(message.id, windows?.settle(message.deltas))
      case 'read-totals':
        return exchange(message.id, windows?.totals(message.windows))
    }
  })

  function exchange(id: number, totals: Promise<readonly number[]> | undefined): void {
    const send = (known: readonly number[] | null) => supervisor.send({ type: 'totals', id, totals: known })
    void totals?.then(send, () => send(null))
  }

  return {
    take: (name, client, cost = 1, now = clock.now(), ownLimit) =>
      takeAtOnce(name, client, cost, now, ownLimit) ?? ask(name, client, cost, ownLimit ?? counts.rule(name).limit),
    takeAtOnce,
    rule: counts.rule,
    setLimit: counts.setLimit,
    close: batch.flush,
  }
}
