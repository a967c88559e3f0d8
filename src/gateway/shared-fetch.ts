import { ProviderFailure } from '@isobar/providers/port'
import type { ReportError } from '../errors.ts'
import { leaseOrFind } from '../platform/cache/lease.ts'
import type { SecondLevel } from '../platform/cache/second-level.ts'
import type { Lease } from '../platform/db/leases.ts'

/** How to fetch the value of a key, and where to find another node's result. */
export interface FetchWork<T> {
  /** A value that has become available locally and makes the fetch unnecessary; synchronous. */
  known?(): T | undefined
  /** Looks once for a value that another node has stored meanwhile. */
  find(): Promise<T | undefined>
  /**
   * Whether what the caller that is joined has found, instead of fetching it, is enough for this one, who may have known more before. Omitted: it is.
   */
  accepts?(found: T): boolean
  /**
   * Fetches it; `behind` takes background writes. The lease is held until they end, so that its next holder finds what was written.
   * `isAlone` turns false if another node may have fetched it meanwhile: this one stood still or was cut off from the database.
   */
  fetch(behind: (write: Promise<unknown>) => void, isAlone: () => boolean): Promise<T>
}

/** The value, and the caller whose fetch brought it. */
export interface Shared<T, Requester> {
  readonly value: T
  readonly leader: Requester
}

interface Outcome<T> {
  readonly value: T
  /** Whether another node had stored it. */
  readonly isFound: boolean
}

export interface SharedFetchOptions<Requester> {
  readonly level: SecondLevel
  /** Prefix of the key in the lease's name; unique to the source. */
  readonly name: string
  /** Duration of a lease, and the time to wait for another node's fetch. */
  readonly leaseMs: number
  /** Whether a failure concerns the leader only, so that a joiner starts its own fetch instead of failing too. */
  readonly isLeadersOwn: (error: unknown, leader: Requester, joiner: Requester) => boolean
  /** Called with failed leases and writes; `what` names the fetched data, as in "writing fetched weather". */
  readonly onError: ReportError
  readonly what: string
}

/** Single flight for the fetches of one source: one promise per key in this process, one lease per key across all nodes. */
export function createSharedFetch<T extends object, Requester>(options: SharedFetchOptions<Requester>) {
  const { level, name, leaseMs, isLeadersOwn, onError, what } = options
  const inFlight = new Map<string, { readonly outcome: Promise<Outcome<T>>; readonly leader: Requester }>()
  const writes = new Set<Promise<void>>()

  async function lead(key: string, work: FetchWork<T>): Promise<Outcome<T>> {
    const outcome = await lease(key, work)
    if (outcome?.kind === 'found') return { value: outcome.value, isFound: true }
    const behind: Promise<unknown>[] = []
    try {
      const value = await work.fetch(
        (write) => behind.push(write),
        () => outcome?.lease.isHeld() ?? true,
      )
      return { value, isFound: false }
    } finally {
      track(Promise.all(behind).finally(() => outcome?.lease.release()))
    }
  }

  /** Null if the second level is down: a duplicate call is then the lesser harm. */
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
    /** @throws ProviderFailure of `work.fetch`, or `timeout` if another node's fetch did not end */
    async get(key: string, requester: Requester, work: FetchWork<T>): Promise<Shared<T, Requester>> {
      for (;;) {
        const joined = inFlight.get(key)
        if (joined === undefined) {
          const known = work.known?.()
          if (known !== undefined) return { value: known, leader: requester }
          const outcome = lead(key, work).finally(() => inFlight.delete(key))
          inFlight.set(key, { outcome, leader: requester })
          return { value: (await outcome).value, leader: requester }
        }
        try {
          const { value, isFound } = await joined.outcome
          if (!isFound || work.accepts?.(value) !== false) return { value, leader: joined.leader }
        } catch (error) {
          if (!isLeadersOwn(error, joined.leader, requester)) throw error
        }
      }
    },
    isInFlight: (key: string): boolean => inFlight.has(key),
    /** Makes `drain` wait for work started by a fetch. */
    track,
    /** Whether a fetch is in flight or its records are being written. */
    isBusy: (): boolean => inFlight.size + writes.size > 0,
    /** Resolves when nothing is in flight and everything fetched is written. */
    async drain(): Promise<void> {
      while (inFlight.size + writes.size > 0) {
        await Promise.allSettled([...inFlight.values()].map(({ outcome }) => outcome))
        await Promise.all(writes)
      }
    },
  }
}
