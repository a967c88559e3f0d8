import type { Pool } from 'pg'
import { until } from './until.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Empties tables, given as in SQL. The work of the test before may still hold some of them and wait for others, in another order: this gives
 * its locks back before PostgreSQL would call that a deadlock (after a second) and end one of the two.
 */
export async function truncate(pool: Pool, tables: string): Promise<void> {
  await until(`${tables} can be emptied`, async () => {
    const client = await pool.connect()
    try {
      await client.query(`begin; set local lock_timeout = '100ms'; truncate ${tables}; commit`)
      return true
    } catch (error) {
      await client.query('rollback')
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
      return false
    } finally {
      client.release()
    }
  })
}
