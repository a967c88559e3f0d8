import type { Pool } from 'pg'
import { untilWaiting } from './waiting.ts'

/**
 * Begins `action` while another transaction holds the rows of the statement `first`, and lets that one go on with `second` once the action
 * waits for it. If the action locked in the opposite order, they wait for each other, and PostgreSQL ends one of them: this rejects.
 */
export async function crossing<Result>(
  pool: Pool,
  { first, second, values }: { readonly first: string; readonly second: string; readonly values: unknown[] },
  action: () => Promise<Result>,
): Promise<Result> {
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query(first, values)
    const running = action()
    running.catch(() => undefined)
    await untilWaiting(pool, '%')
    await other.query(second, values)
    await other.query('commit')
    return await running
  } finally {
    // Ends its transaction if it is still open.
    other.release(true)
  }
}
