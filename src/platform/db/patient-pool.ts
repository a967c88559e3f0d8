import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DatabaseClient } from './client.ts'
import { isRestart } from './connect-errors.ts'

/** As long as a server takes to restart; an outage that lasts longer fails every query at once. */
const RESTART_MS = 2_000
const TRY_EVERY_MS = 50
/** Outside a transaction, no `select` calls a function that writes. */
const READS = /^\s*(?:select\b|with\b(?![^]*\b(?:insert|update|delete|merge)\b))/i
const BEGINS = /^\s*(?:begin|start transaction)\b/i
const ENDS = /^\s*(?:commit|rollback)\s*$/i

/**
 * The pool for a query builder, which survives a restart of the server: a query waits up to two seconds for a connection, and a read or the
 * start of a transaction whose connection is lost runs again on another one. What may have written is never repeated.
 */
export function createPatientPool(pool: pg.Pool, restartMs = RESTART_MS): PostgresPool {
  let recovery: Promise<boolean> | undefined
  /** Whether the present outage has lasted too long to wait for its end. */
  let isGivenUp = false

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        const client = await pool.connect()
        isGivenUp = false
        return client
      } catch (error) {
        if (!isRestart(error) || isGivenUp) throw error
        if (!(await (recovery ??= recover().finally(() => (recovery = undefined))))) throw error
      }
    }
  }

  /** One for all that wait. */
  async function recover(): Promise<boolean> {
    const giveUpAt = performance.now() + restartMs
    while (performance.now() < giveUpAt) {
      await sleep(TRY_EVERY_MS)
      try {
        ;(await pool.connect()).release()
        return true
      } catch (error) {
        if (!isRestart(error)) break
      }
    }
    isGivenUp = true
    return false
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      let client = await connect()
      let isInTransaction = false
      /** False while the lost connection has been given back and there is no other one. */
      let isOurs = true
      async function query(text: string, values: readonly unknown[]): Promise<unknown> {
        const giveUpAt = performance.now() + restartMs
        try {
          for (;;) {
            try {
              return await client.query(text, [...values])
            } catch (error) {
              // A server that has gone silent has been waited for already.
              const isSilent = client instanceof DatabaseClient && client.isDropped
              if (
                isInTransaction ||
                isSilent ||
                !(READS.test(text) || BEGINS.test(text)) ||
                !isRestart(error) ||
                performance.now() > giveUpAt
              )
                throw error
              // The pool may have several connections that are lost without its knowing.
              client.release(true)
              isOurs = false
              client = await connect()
              isOurs = true
            }
          }
        } finally {
          if (BEGINS.test(text)) isInTransaction = true
          else if (ENDS.test(text)) isInTransaction = false
        }
      }
      return { query, release: (destroy?: boolean) => isOurs && client.release(destroy) } as unknown as PostgresPoolClient
    },
  }
}
