import pg from 'pg'

const ROUNDS = 5

/**
 * Whether a pooler between this process and the server gives the statements of one connection to changing server connections (PgBouncer's
 * modes `transaction` and `statement`). Locks, LISTEN and timeouts belong to a server connection and would be lost. Without a pooler it
 * costs one statement.
 */
export async function isPooledByTransaction(pool: pg.Pool): Promise<boolean> {
  const first = await pool.connect()
  try {
    const own = await serverProcessOf(first)
    // A pooler states a process number of its own.
    if (own === (first as unknown as { readonly processID: number | null }).processID) return false
    const second = new pg.Client(pool.options)
    second.on('error', () => undefined)
    try {
      await second.connect()
      const other = await serverProcessOf(second)
      for (let round = 0; round < ROUNDS; round++) {
        if (own === other || (await serverProcessOf(first)) !== own || (await serverProcessOf(second)) !== other) return true
      }
      return false
    } finally {
      await second.end().catch(() => undefined)
    }
  } finally {
    first.release()
  }
}

async function serverProcessOf(client: pg.ClientBase): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
}
