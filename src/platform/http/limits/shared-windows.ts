import { createHmac } from 'node:crypto'
import type { Redis } from 'iovalkey'

/** One client's window of a limit. */
export interface WindowName {
  /** The limit's name. */
  readonly name: string
  /** The client, of which only a keyed hash leaves the machine: `hashKeys`. */
  readonly key: string
  /** Epoch seconds. Windows are aligned, so that all nodes use the same ones. */
  readonly windowStart: number
}

/** What one node counted in one window since its last settling. */
export interface WindowDelta extends WindowName {
  readonly windowSeconds: number
  readonly count: number
}

/** The counts that nodes share. */
export interface SharedWindows {
  /**
   * Adds the deltas and returns the totals over all nodes, in the same order. Takes at most MAX_DELTAS; (name, key, window) must be unique
   * among them. May throw: the node then continues with its own counts and retries later.
   */
  settle(deltas: readonly WindowDelta[]): Promise<readonly number[]>
  /** The totals over all nodes, in the same order; 0 where nothing is known. Takes at most MAX_DELTAS. May throw. */
  totals(windows: readonly WindowName[]): Promise<readonly number[]>
}

export const MAX_DELTAS = 1000

/** The same windows under hashes of their keys. All nodes share the secret `hashKey`. */
export function hashKeys(windows: SharedWindows, hashKey: string): SharedWindows {
  // Windows of one client follow each other, and hashing costs more than all else here.
  let last = { text: '', hash: '' }
  function withHash<Window extends WindowName>(window: Window): Window {
    const text = `${window.name} ${window.key}`
    if (text !== last.text) last = { text, hash: createHmac('sha256', hashKey).update(text).digest('base64url').slice(0, 22) }
    return { ...window, key: last.hash }
  }
  return {
    settle: (deltas) => windows.settle(deltas.map(withHash)),
    totals: (names) => windows.totals(names.map(withHash)),
  }
}

/** The part of a `pg` pool that is needed. */
export interface SqlClient {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** Sorted by key, so that two nodes that settle the same clients at once cannot deadlock. */
const SETTLE = `
  INSERT INTO rate_window AS w (name, key, window_start, window_end, count)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::integer[]) AS d (name, key, window_start, window_end, count)
  ORDER BY name, key, window_start
  ON CONFLICT (name, key, window_start) DO UPDATE SET count = w.count + excluded.count
  RETURNING name, key, window_start, count`

const TOTALS = `
  SELECT name, key, window_start, count
  FROM rate_window JOIN unnest($1::text[], $2::text[], $3::bigint[]) AS d (name, key, window_start) USING (name, key, window_start)`

const PRUNE = 'DELETE FROM rate_window WHERE window_end < $1::bigint'
const PRUNE_EVERY_SECONDS = 60

/**
 * Shared counts in the unlogged table `rate_window`. `now` is in epoch milliseconds. Whichever node settles deletes expired windows once a
 * minute.
 */
export function createPostgresWindows(sql: SqlClient, clock: { now(): number }): SharedWindows {
  let prunedAt = 0
  return {
    async settle(deltas) {
      if (deltas.length === 0) return []
      const totals = totalsIn(await sql.query(SETTLE, columnsOf(deltas)))
      const nowSeconds = Math.floor(clock.now() / 1000)
      if (nowSeconds - prunedAt >= PRUNE_EVERY_SECONDS) {
        prunedAt = nowSeconds
        await sql.query(PRUNE, [nowSeconds - PRUNE_EVERY_SECONDS])
      }
      return deltas.map((delta) => totals.get(idOf(delta)) ?? delta.count)
    },
    async totals(windows) {
      if (windows.length === 0) return []
      const columns = [windows.map(({ name }) => name), windows.map(({ key }) => key), windows.map(({ windowStart }) => windowStart)]
      const totals = totalsIn(await sql.query(TOTALS, columns))
      return windows.map((window) => totals.get(idOf(window)) ?? 0)
    },
  }
}

const idOf = ({ name, key, windowStart }: WindowName): string => `${name} ${key} ${windowStart}`

function totalsIn({ rows }: { rows: Record<string, unknown>[] }): Map<string, number> {
  return new Map(rows.map(({ name, key, window_start, count }) => [`${name} ${key} ${window_start}`, Number(count)]))
}

function columnsOf(deltas: readonly WindowDelta[]): unknown[] {
  return [
    deltas.map((delta) => delta.name),
    deltas.map((delta) => delta.key),
    deltas.map((delta) => delta.windowStart),
    deltas.map((delta) => delta.windowStart + delta.windowSeconds),
    deltas.map((delta) => delta.count),
  ]
}

/** How long a count outlives its window, so that nodes with slightly different clocks still find it. */
const SLACK_SECONDS = 60

/** Shared counts in Valkey or Redis, one pipeline per settling; keys expire by themselves. */
export function createValkeyWindows(valkey: Redis, prefix = 'isobar'): SharedWindows {
  const counterOf = ({ name, windowStart, key }: WindowName): string => `${prefix}:window:${name}:${windowStart}:${key}`
  return {
    async settle(deltas) {
      if (deltas.length === 0) return []
      const pipeline = valkey.pipeline()
      for (const delta of deltas) {
        const counter = counterOf(delta)
        pipeline.incrby(counter, delta.count).expireat(counter, delta.windowStart + delta.windowSeconds + SLACK_SECONDS)
      }
      const results = (await pipeline.exec()) ?? []
      return deltas.map((_delta, i) => {
        const [error, total] = results[i * 2] ?? [new Error('no answer to INCRBY'), null]
        if (error !== null) throw error
        return Number(total)
      })
    },
    async totals(windows) {
      if (windows.length === 0) return []
      return (await valkey.mget(windows.map(counterOf))).map(Number)
    },
  }
}
