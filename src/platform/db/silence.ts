import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseClient } from './client.ts'
import type { DatabaseLog } from './log.ts'

export interface SilenceTimes {
  /** A statement that has no answer for so long raises the question whether there is anybody to answer. */
  readonly silentMs: number
  readonly lookEveryMs: number
  /** How long a new connection may take to answer. */
  readonly probeMs: number
}

const TIMES: SilenceTimes = { silentMs: 3_000, lookEveryMs: 1_000, probeMs: 2_000 }

/**
 * Ends connections whose server has gone without a word, as when a cable is pulled, so that what waits for them fails in seconds. Without it,
 * it would wait until the kernel gives up sending, a quarter of an hour; a timeout for statements is the server's, which does not hear of it.
 * A statement may take as long as it likes while a new connection is answered.
 */
export function watchSilence(pool: pg.Pool, log: DatabaseLog, { silentMs, lookEveryMs, probeMs }: SilenceTimes = TIMES): { stop(): void } {
  const open = new Set<DatabaseClient>()
  pool.on('connect', (client) => {
    if (!(client instanceof DatabaseClient)) return
    open.add(client)
    client.once('end', () => open.delete(client))
  })
  let probing = false

  async function look(): Promise<void> {
    const silent = [...open].filter((client) => client.silentMs() > silentMs)
    if (silent.length === 0 || probing) return
    probing = true
    const alive = await isAnswering(pool, probeMs).finally(() => (probing = false))
    if (alive) {
      for (const client of silent) client.excuse()
      return
    }
    // Answers that came while this process was too busy to take them are taken first.
    await setImmediate()
    const gone = silent.filter((client) => client.silentMs() > silentMs)
    if (gone.length > 0) log.warn({ connections: gone.length }, 'the database has gone silent')
    for (const client of gone) client.drop()
  }

  const timer = setInterval(() => void look(), lookEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** One that refuses a further connection is there. */
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
