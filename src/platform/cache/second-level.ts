import type { Lease } from '../db/leases.ts'

/**
 * The cache level that all nodes share: PostgreSQL by default, Valkey when VALKEY_URL is set. One test suite (`second-level.test.ts`)
 * covers both.
 */
export interface SecondLevel {
  /** For logs and metrics; API responses call both `database`. */
  readonly engine: 'postgresql' | 'valkey'

  /** The values of the keys, in their order; null where there is none or it has expired. */
  get(keys: readonly string[]): Promise<(Buffer | null)[]>

  /** Stores all entries or none. A later put wins. */
  put(entries: readonly CacheEntry[]): Promise<void>

  /**
   * Takes the lease of a key for at most `ttlMs` of real time; null while it is held. Leases are the database's on both engines, since every
   * call is paid there: they end with their holder (`platform/db/leases.ts`).
   */
  lease(key: string, ttlMs: number): Promise<Lease | null>

  /** Deletes expired entries in bounded steps and returns their number. An engine that expires entries itself returns 0. */
  sweep(): Promise<number>

  close(): Promise<void>
}

export interface CacheEntry {
  readonly key: string
  readonly value: Buffer
  /** Epoch milliseconds by the clock passed to the level. */
  readonly expiresAt: number
}
