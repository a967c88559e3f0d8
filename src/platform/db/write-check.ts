import type pg from 'pg'
import { DatabaseClient } from './client.ts'
import { isUnwritable } from './connect-errors.ts'
import type { DatabaseLog } from './log.ts'

/** 64 kB, so that some room is needed, in a table that is gone when its statement ends. */
const TRY = `create temp table write_check on commit drop as select repeat(md5(i::text), 60) from generate_series(1, 34) as i`
const TRY_EVERY_MS = 2_000

/**
 * Notices when the server answers but cannot write, because its disk is full or it is read-only: statements fail with `isUnwritable`. From
 * then on tries to write every two seconds until that succeeds.
 */
export function watchWrites(pool: pg.Pool, log: DatabaseLog, tryEveryMs = TRY_EVERY_MS) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  pool.on('connect', (client) => {
    if (client instanceof DatabaseClient) client.onFailed = note
  })

  function note(error: Error): void {
    if (!isUnwritable(error) || timer !== undefined || isStopped) return
    log.error({ message: error.message }, 'the database cannot be written to')
    schedule()
  }

  function schedule(): void {
    timer = setTimeout(() => void attempt(), tryEveryMs).unref()
  }

  async function attempt(): Promise<void> {
    const error = await pool.query(TRY).then(
      () => undefined,
      (reason: unknown) => reason as { readonly code?: string },
    )
    if (isStopped) return
    // A user without permission for the table cannot tell: the next failure will.
    if (error !== undefined && error.code !== '42501') return schedule()
    timer = undefined
    log.info({}, 'the database can be written to')
  }

  return {
    /** Whether the database takes writes, as far as this process knows: false from the first statement that failed for that until a write succeeds. */
    isWritable: (): boolean => timer === undefined,
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
