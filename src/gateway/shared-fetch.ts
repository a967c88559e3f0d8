import { leaseOrFind } from '../platform/cache/lease.ts'
import type { Lease, SecondLevel } from '../platform/cache/second-level.ts'
import { ProviderFailure } from '../providers/provider.ts'
import type { ReportError } from '../errors.ts'

/** What is fetched under a key, and where another node's fetch of it would be found. */
export interface FetchWork<T> {
  /** What makes a fetch needless by now, without waiting. */
  known?(): T | undefined
  /** Looks once for what another node has stored meanwhile. */
  find(): Promise<T | undefined>
  /** Fetches it; `behind` takes the writes that nobody waits for but the lease, so that the next to get it finds what was written. */
  fetch(behind: (write: Promise<unknown>) => void): Promise<T>
}

/** What came, and for whom it was fetched. */
export interface Shared<T, Asker> {
  readonly value: T
  readonly leader: Asker
}

/** Fetches once for everybody who wants the same at the same time: in this process by one promise, over all nodes by a lease. */
export interface SharedFetch<T, Asker> {
  /** @throws ProviderFailure what `work.fetch` failed with, or `timeout` when another node's fetch did not end */
  get(key: string, asker: Asker, work: FetchWork<T>): Promise<Shared<T, Asker>>
  isInFlight(key: string): boolean
  /** Waits in `drain` for work that was set off by a fetch. */
  track(work: Promise<unknown>): void
  /** Resolves when nothing is under way and everything fetched is written. */
  drain(): Promise<void>
}

export interface SharedFetchOptions<Asker> {
  readonly level: SecondLevel
  /** Before the key in the lease's name. */
  readonly name: string
  /** How long a lease lasts, and how long another node's fetch is waited for. */
  readonly leaseMs: number
  /** Whether who joined a fetch that failed leads one of its own instead of failing with it: the failure was the leader's. */
  readonly isLeadersOwn: (error: unknown, leader: Asker, joiner: Asker) => boolean
  /** Told of leases and writes that failed; `what` is what is fetched, as in "writing fetched weather". */
  readonly onError: ReportError
  readonly what: string
}

export function createSharedFetch<T extends object, Asker>(options: SharedFetchOptions<Asker>): SharedFetch<T, Asker> {
  const { level, name, leaseMs, isLeadersOwn, onError, what } = options
  const inFlight = new Map<string, { readonly value: Promise<T>; readonly leader: Asker }>()
  const writes = new Set<Promise<void>>()

  async function lead(key: string, work: FetchWork<T>): Promise<T> {
    const outcome = await lease(key, work)
    if (outcome?.kind === 'found') return outcome.value
    const behind: Promise<unknown>[] = []
    try {
      return await work.fetch((write) => behind.push(write))
    } finally {
      track(Promise.all(behind).finally(() => outcome?.lease.release()))
    }
  }

  /** Null when the second level is down, where a doubled call is the lesser harm. */
  async function lease(key: string, work: FetchWork<T>): Promise<{ kind: 'ours'; lease: Lease } | { kind: 'found'; value: T } | null> {
    const outcome = await leaseOrFind(level, `${name}:${key}`, leaseMs, () => work.find()).catch((error: unknown) => {
      onError(error, `leasing the fetch of ${what}`)
      return null
    })
    if (outcome?.kind === 'late') throw new ProviderFailure('timeout', `another node's fetch of ${what} did not end`)
    return outcome
  }

  function track(work: Promise<unknown>): void {
    const tracked = work
      .then(() => undefined)
      .catch((error: unknown) => onError(error, `writing fetched ${what}`))
      .finally(() => writes.delete(tracked))
    writes.add(tracked)
  }

  return {
    async get(key, asker, work) {
      for (;;) {
        const joined = inFlight.get(key)
        if (joined === undefined) {
          const known = work.known?.()
          if (known !== undefined) return { value: known, leader: asker }
          const value = lead(key, work).finally(() => inFlight.delete(key))
          inFlight.set(key, { value, leader: asker })
          return { value: await value, leader: asker }
        }
        try {
          return { value: await joined.value, leader: joined.leader }
        } catch (error) {
          if (!isLeadersOwn(error, joined.leader, asker)) throw error
        }
      }
    },
    isInFlight: (key) => inFlight.has(key),
    track,
    async drain() {
      while (inFlight.size + writes.size > 0) {
        await Promise.allSettled([...inFlight.values()].map(({ value }) => value))
        await Promise.all(writes)
      }
    },
  }
}
