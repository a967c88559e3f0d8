import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseClient } from './client.ts'
import type { DatabaseLog } from './log.ts'

export interface SilenceTimes {
  /** After this long without an answer to a statement, check whether the server is still there. */
  readonly silentMs: number
  readonly lookEveryMs: number
  /** How long a new connection may take to answer. */
  readonly probeMs: number
}

/** For a database that may take `patience` times as long as usual. */
export function computeSilenceTimes(patience: number): SilenceTimes {
  return { silentMs: 3_000 * patience, lookEveryMs: 1_000, probeMs: 2_000 * patience }
}

/**
 * Closes connections whose server vanished without closing them (a pulled cable), so that pending statements fail within seconds. Otherwise
 * they would wait a quarter of an hour until the kernel gives up retransmitting; the statement timeout does not help, since the server
 * enforces it. A statement may take as long as it likes while the server answers new connections.
 */
export function watchSilence(pool: pg.Pool, log: DatabaseLog, times: SilenceTimes): { stop(): void } {
  const open = new Set<DatabaseClient>()
  pool.on('connect', (client) => {
    if (!(client instanceof DatabaseClient)) return
    open.add(client)
    client.once('end', () => open.delete(client))
  })
  let probing = false

  async function look(): Promise<void> {
    const silent = [...open].filter((client) => client.silentMs() > times.silentMs)
    if (silent.length === 0 || probing) return
    probing = true
    const alive = await isAnswering(pool, times.probeMs).finally(() => (probing = false))
    if (alive) {
      for (const client of silent) client.excuse()
      return
    }
    // First take the answers that arrived while this process was busy.
    await setImmediate()
    const gone = silent.filter((client) => client.silentMs() > times.silentMs)
    if (gone.length > 0) log.warn({ connections: gone.length }, 'the database has gone silent')
    for (const client of gone) client.drop()
  }

  const timer = setInterval(() => void look(), times.lookEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** A server that refuses another connection is alive, too. */
async function isAnswering(pool: pg.Pool, withinMs: number): Promise<boolean> {
  const probe = new pg.Client({ ...pool.options, connectionTimeoutMillis: withinMs, query_timeout: withinMs })
  probe.on('error', () => undefined)
  try {
    await probe.connect()
    await probe.query('select 1')
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    void probe.end().catch(() => undefined)
  }
}
