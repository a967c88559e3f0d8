import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { DatabaseClient } from './client.ts'
import { columnTypes } from './column-types.ts'
import { connectError, isTransient } from './connect-errors.ts'
import { type ConnectionTarget, describeConnectionUrl } from './connection-url.ts'
import type { SocketConnection } from './embedded/embedded.ts'
import type { DatabaseLog } from './log.ts'

export interface DatabaseOptions {
  /** A DATABASE_URL, or where the embedded server listens. */
  readonly connection: string | SocketConnection
  readonly maxConnections: number
  readonly log: DatabaseLog
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string
  /** PostgreSQL ends a longer statement; migrations and backups lift it for themselves. */
  readonly statementTimeoutMs?: number
  /** How long the first connection is tried while the server refuses or is starting. */
  readonly connectWithinMs?: number
}

export interface Database<T> {
  readonly kysely: Kysely<T>
  readonly pool: pg.Pool
  /** Does the database answer within a second? Concurrent calls share one query. Never throws. */
  isReady(): Promise<boolean>
  /** Ends all connections; those still at work after 5 seconds are left to the process's end. */
  close(): Promise<void>
}

const OLDEST_SERVER = 150_000
const CONNECT_TIMEOUT_MS = 5_000
const READY_TIMEOUT_MS = 1_000
const CLOSE_TIMEOUT_MS = 5_000

/**
 * Opens the pool and proves it with one connection. A connection lost later costs the query it was running, never the process;
 * the pool makes new ones. Session settings are sent with the connection, so a pooler in transaction mode between is not supported.
 * @throws StartupError (without the password) when the URL is malformed or the server cannot be used
 */
export async function openDatabase<T>(options: DatabaseOptions): Promise<Database<T>> {
  const { log } = options
  const target = describe(options.connection)
  const pool = new pg.Pool({ ...poolConfig(options), Client: DatabaseClient })
  // The pool reports a lost idle connection here too; without a listener that would end the process.
  pool.on('error', () => undefined)
  const open = new Set<Promise<unknown>>()
  pool.on('connect', (client) => {
    const ended = once(client, 'end').catch(() => undefined)
    open.add(ended)
    void ended.finally(() => open.delete(ended))
    client.on('error', (error) => log.warn({ message: error.message }, 'a database connection was lost'))
  })
  try {
    await proveConnection(pool, options.connectWithinMs ?? 10_000)
  } catch (error) {
    await pool.end()
    throw error instanceof StartupError ? error : connectError(error, target, passwordOf(options.connection))
  }
  const kysely = new Kysely<T>({ dialect: new PostgresDialect({ pool }) })
  let pending: Promise<boolean> | undefined
  let closing: Promise<void> | undefined
  return {
    kysely,
    pool,
    isReady: () => (pending ??= answers(pool).finally(() => (pending = undefined))),
    close: () => (closing ??= endPool(pool, open, log)),
  }
}

function poolConfig(options: DatabaseOptions): pg.PoolConfig {
  const { connection } = options
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000
  return {
    ...(typeof connection === 'string' ? { connectionString: connection } : { ...connection, ssl: false }),
    max: options.maxConnections,
    types: columnTypes,
    application_name: options.applicationName ?? 'service',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs * 2,
  }
}

async function proveConnection(pool: pg.Pool, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  for (;;) {
    try {
      const { rows } = await pool.query<{ version: number; encoding: string }>(
        `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
      )
      const [server] = rows
      if (server === undefined || server.version < OLDEST_SERVER)
        throw new StartupError('The database server is too old: PostgreSQL 15 or later is needed')
      if (server.encoding !== 'UTF8')
        throw new StartupError(`The database's encoding is ${server.encoding}: create it with ENCODING 'UTF8'`)
      return
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline) throw error
      await sleep(200)
    }
  }
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const query = pool.query('SELECT 1').then(
    () => true,
    () => false,
  )
  const late = new AbortController()
  const timeout = sleep(READY_TIMEOUT_MS, false, { signal: late.signal }).catch(() => false)
  const answer = await Promise.race([query, timeout])
  late.abort()
  return answer
}

/**
 * The pool itself: Kysely ends it only when it has run a query, which migrations and backups do not. Its `end` does not wait until the server
 * has closed the connections, and an embedded server that is stopped meanwhile would complain about each of them.
 */
async function endPool(pool: pg.Pool, open: ReadonlySet<Promise<unknown>>, log: DatabaseLog): Promise<void> {
  const late = new AbortController()
  const timeout = sleep(CLOSE_TIMEOUT_MS, 'late' as const, { signal: late.signal, ref: false }).catch(() => undefined)
  const ended = pool.end().then(() => Promise.all(open))
  if ((await Promise.race([ended, timeout])) === 'late') log.warn({}, 'database connections were still busy at close')
  late.abort()
}

function describe(connection: string | SocketConnection): ConnectionTarget {
  if (typeof connection === 'string') return describeConnectionUrl(connection)
  const { host, port, user, database } = connection
  return { shown: `${user}@${host}:${port}/${database}`, host, user, database }
}

function passwordOf(connection: string | SocketConnection): string {
  return typeof connection === 'string' ? decodeURIComponent(new URL(connection).password) : ''
}
