import { MINUTE_MS } from '../../../time.ts'
import type { Clock } from '../../clock.ts'
import type { Logger } from '../../log.ts'
import {
  createBatch,
  createQuestions,
  type Counted,
  type FromMachine,
  type Link,
  SMALLEST_SHARED_LIMIT,
  type ToMachine,
} from './machine-messages.ts'
import { createRateLimiter, type RateLimiterOptions } from './rate-limit.ts'
import type { SharedWindows } from './shared-windows.ts'

export interface MachineLimiterOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly rules: RateLimiterOptions['rules']
  /** Whether there are other nodes, with which a worker exchanges counts. */
  readonly hasNodes: boolean
}

export type MachineLimiter = ReturnType<typeof createMachineLimiter>

type WorkerLink = Link<FromMachine, ToMachine>

/** Of limits without a rule; how large a limit is, workers say with each question. */
const RULE = { limit: Number.MAX_SAFE_INTEGER, windowSeconds: MINUTE_MS / 1_000 }
/** A worker that does not answer stands still, and counts nothing meanwhile. */
const PATIENCE_MS = 1_000
const EXCHANGE_MS = 5_000

/**
 * Counts the requests of all workers of this machine in the supervisor: exactly, with what other nodes counted up to a second ago. A client
 * is counted by workers in shares (`worker-limiter.ts`) until a worker asks about it; then all workers are told to ask, and once each has
 * sent what it counted until then, the supervisor alone counts that client.
 */
export function createMachineLimiter({ clock, log, rules, hasNodes }: MachineLimiterOptions) {
  const links = new Map<WorkerLink, ReturnType<typeof createBatch>>()
  const askings = createQuestions<void>({ afterMs: PATIENCE_MS, otherwise: undefined })
  const exchanges = createQuestions<readonly number[] | null>({ afterMs: EXCHANGE_MS, otherwise: null })
  /** Clients that workers are being told to ask about. */
  const becoming = new Map<string, Promise<void>>()
  const windows: SharedWindows = {
    settle: (deltas) => (deltas.length === 0 ? Promise.resolve([]) : exchange((id) => ({ type: 'settle', id, deltas }))),
    totals: (names) => (names.length === 0 ? Promise.resolve([]) : exchange((id) => ({ type: 'read-totals', id, windows: names }))),
  }
  const counts = createRateLimiter({
    rules,
    otherRule: RULE,
    clock,
    ...(hasNodes && { shared: { windows, log, onLearned } }),
  })
  counts.start()

  async function exchange(message: (id: number) => FromMachine): Promise<readonly number[]> {
    const [link] = links.keys()
    const totals = link === undefined ? null : await exchanges.ask((id) => link.send(message(id)))
    if (totals === null) throw new Error('no worker could exchange them')
    return totals
  }

  /** Workers' shares are of the whole limit, of which other nodes have used a part. */
  function onLearned(name: string, client: string, cost: number): void {
    pass({ name, client, cost })
    if (!counts.isCentral(name, client)) void becomeCentral(name, client)
  }

  function pass(counted: Counted, except?: WorkerLink): void {
    for (const [link, batch] of links) if (link !== except) batch.add(counted)
  }

  async function makeCentral(name: string, client: string): Promise<void> {
    const asked = new Set<WorkerLink>()
    const ask = (link: WorkerLink) => askings.ask((id) => link.send({ type: 'ask', id, name, client }))
    const findOthers = () => [...links.keys()].filter((link) => !asked.has(link))
    // Another worker may join meanwhile.
    for (let others = findOthers(); others.length > 0; others = findOthers()) {
      for (const link of others) asked.add(link)
      await Promise.all(others.map(ask))
    }
    counts.setCentral(name, client)
  }

  function becomeCentral(name: string, client: string): Promise<void> {
    const id = `${name} ${client}`
    const known = becoming.get(id) ?? makeCentral(name, client).finally(() => becoming.delete(id))
    becoming.set(id, known)
    return known
  }

  async function take(link: WorkerLink, { id, name, client, cost, limit }: ToMachine & { type: 'take' }): Promise<void> {
    const isShared = limit >= SMALLEST_SHARED_LIMIT
    if (isShared && !counts.isCentral(name, client)) await becomeCentral(name, client)
    const taken = counts.take(name, client, cost, undefined, limit)
    // A refusal, too: a worker forgets whom it has to ask about with the last request that it hears of.
    if (isShared) pass({ name, client, cost: taken.allowed ? cost : 0 })
    link.send({ type: 'taken', id, taken })
  }

  function onCounted(link: WorkerLink, counted: readonly Counted[]): void {
    for (const each of counted) {
      // By a worker that had forgotten it.
      if (counts.isCentral(each.name, each.client)) void becomeCentral(each.name, each.client)
      counts.add(each.name, each.client, each.cost)
      pass(each, link)
    }
  }

  return {
    /** Counts for a worker from now on, which listens to `link` and has counted nothing yet: it is told what all others have counted. */
    join(link: WorkerLink): void {
      const batch = createBatch((counted) => link.send({ type: 'counted', counted }))
      links.set(link, batch)
      for (const { isCentral, ...counted } of counts.list()) {
        batch.add(counted)
        // Nobody waits for the answer.
        if (isCentral) link.send({ type: 'ask', id: 0, name: counted.name, client: counted.client })
      }
      batch.flush()
      link.receive((message) => {
        switch (message.type) {
          case 'take':
            return void take(link, message)
          case 'counted':
            return onCounted(link, message.counted)
          case 'asks':
            return askings.answer(message.id, undefined)
          case 'totals':
            return exchanges.answer(message.id, message.totals)
        }
      })
    },
    /** For a worker that has ended. */
    leave(link: WorkerLink): void {
      links.delete(link)
    },
  }
}
