import type pg from 'pg'
import { listTables } from '../../../platform/db/backup/catalog.ts'

/** PostgreSQL cuts longer names. */
const MAX_NAME = 63
const SUFFIX = '_restore_test'

/** The database that backups are restored into for a test: beside the service's own, under its name with a suffix. One test at a time. */
export function createScratch(pool: pg.Pool) {
  async function nameOf(): Promise<string> {
    const { rows } = await pool.query<{ name: string }>('select current_database() as name')
    return (rows[0]?.name ?? '').slice(0, MAX_NAME - SUFFIX.length) + SUFFIX
  }

  async function drop(): Promise<string> {
    const name = await nameOf()
    await pool.query(`drop database if exists "${name.replaceAll('"', '""')}" with (force)`)
    return name
  }

  return {
    drop,

    /** Makes an empty one, in place of one that a killed test left; resolves to its name. */
    async create(): Promise<string> {
      const name = await drop()
      await pool.query(`create database "${name.replaceAll('"', '""')}" template template0 encoding 'UTF8'`)
      return name
    },

    /** The rows of all tables that backups have. */
    async countRows(restored: pg.Pool): Promise<number> {
      const client = await restored.connect()
      try {
        await client.query('set statement_timeout = 0')
        let all = 0
        for (const { table } of await listTables(client)) {
          const { rows } = await client.query<{ rows: string }>(`select count(*)::text as rows from ${client.escapeIdentifier(table)}`)
          all += Number(rows[0]?.rows)
        }
        return all
      } finally {
        client.release(true)
      }
    },
  }
}
