/**
 * The cache level that all nodes share: PostgreSQL by default, Valkey when VALKEY_URL is set. One contract suite
 * (`second-level.test.ts`) holds for both.
 */
export interface SecondLevel {
  /** For logs and metrics; answers call either one `database`. */
  readonly engine: 'postgresql' | 'valkey'

  /** The values of the keys, in their order; null where there is none or it has expired. */
  get(keys: readonly string[]): Promise<(Buffer | null)[]>

  /** Stores all entries or none. A later put wins. */
  put(entries: readonly CacheEntry[]): Promise<void>

  /**
   * Takes the lease of a key for at most `ttlMs` of real time, or null while somebody else holds it. The holder's death frees it at
   * the end of that time.
   */
  lease(key: string, ttlMs: number): Promise<Lease | null>

  /** Drops what has expired, in bounded steps, and returns how many entries went. An engine that does so itself returns 0. */
  sweep(): Promise<number>

  close(): Promise<void>
}

export interface CacheEntry {
  readonly key: string
  readonly value: Buffer
  /** Epoch milliseconds, by the clock that the level was given. */
  readonly expiresAt: number
}

export interface Lease {
  /** Gives the lease back; without effect when it has run out and somebody else holds it by now. */
  release(): Promise<void>
}
