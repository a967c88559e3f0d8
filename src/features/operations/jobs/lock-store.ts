import type { Pool } from 'pg'
import type { JobName } from './job.ts'

/** The exclusive right to run a job, across all nodes, held by one connection. */
export interface JobLock {
  /** Aborts when the connection, and so the lock, is lost: another node may be running the job by now. */
  readonly lost: AbortSignal
  /** Releases the lock. Never throws: if releasing fails, the connection is closed, which releases it too. */
  release(): Promise<void>
}

const LOCK_KEYS: Readonly<Record<JobName, number>> = {
  'weekly-digests': 5_127_734_201,
  'weather-alerts': 5_127_734_202,
  'contact-exchange': 5_127_734_203,
  'ad-program-sync': 5_127_734_204,
  backup: 5_127_734_205,
  'restore-test': 5_127_734_206,
}

/**
 * A session's advisory lock ends with its process at once (kill -9), and within a minute if the machine vanishes: the server is set to
 * probe this connection early (its default is after two hours), and never to close it for being idle.
 */
const PROBE = `select set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
  set_config('tcp_keepalives_count', '3', false),
  set_config('idle_session_timeout', '0', false)`

/** Takes the lock of a job; null while another run on any node holds it. Occupies one connection of the pool until `release`. */
export async function takeJobLock(pool: Pool, job: JobName): Promise<JobLock | null> {
  const client = await pool.connect()
  const gone = new AbortController()
  const onGone = (): void => gone.abort(new Error('the connection that held the lock was lost'))
  client.on('error', onGone)
  client.on('end', onGone)
  const giveBack = (broken: boolean): void => {
    client.off('error', onGone)
    client.off('end', onGone)
    client.release(broken)
  }
  try {
    await client.query(PROBE)
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK_KEYS[job]])
    if (rows[0]?.locked !== true) {
      giveBack(false)
      return null
    }
  } catch (error) {
    giveBack(true)
    throw error
  }
  return {
    lost: gone.signal,
    async release() {
      const freed = await client.query('select pg_advisory_unlock($1)', [LOCK_KEYS[job]]).then(
        () => true,
        () => false,
      )
      giveBack(!freed)
    },
  }
}
