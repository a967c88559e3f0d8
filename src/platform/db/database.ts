import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { DatabaseClient } from './client.ts'
import { columnTypes } from './column-types.ts'
import { describeConnectError, isTransient, readConnectionPassword, describeConnection } from './connect-errors.ts'
import { formatDriverUrl } from './connection-url.ts'
import type { SocketConnection } from './embedded/embedded.ts'
import type { DatabaseLog } from './log.ts'
import { createPatientPool } from './patient-pool.ts'
import { computeSilenceTimes, watchSilence } from './silence.ts'
import { watchWrites } from './write-check.ts'

/** How long to wait for the database. A busy machine is slow, and not away. */
export interface DatabasePatience {
  /** How many times as long as usual it may take to answer; omitted: once. */
  readonly patience?: number | undefined
  /** How long it may take to restart; omitted: two seconds. */
  readonly restartMs?: number | undefined
}

export interface DatabaseOptions extends DatabasePatience {
  /** A DATABASE_URL, or the socket of the embedded server. */
  readonly connection: string | SocketConnection
  readonly maxConnections: number
  readonly log: DatabaseLog
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string
  /** PostgreSQL cancels longer statements; migrations and backups lift the limit for themselves. */
  readonly statementTimeoutMs?: number
  /** Called after each statement of a query builder, in the async context of its caller. Must not throw. */
  readonly onQuery?: ((query: FinishedQuery) => void) | undefined
  /** How long to retry the first connection while the server refuses it or is starting. */
  readonly connectWithinMs?: number
}

export interface FinishedQuery {
  /** Its text, with placeholders for values. */
  readonly statement: string
  readonly durationMs: number
  readonly failed: boolean
}

export type Database<T> = ReturnType<typeof createDatabase<T>>

const OLDEST_SERVER = 150_000
const POOLED =
  'DATABASE_URL leads to a connection pooler in transaction mode, where locks and timeouts are lost: set pool_mode = session for this database'
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 15_000
const READY_TIMEOUT_MS = 1_000
const CLOSE_TIMEOUT_MS = 5_000

/**
 * Opens the pool and tests it with one connection. A connection lost later fails what it was writing; reads are repeated on a new one
 * (`patient-pool.ts`).
 * @throws StartupError (without the password) when the URL is malformed or the server cannot be used
 */
export async function openDatabase<T>(options: DatabaseOptions): Promise<Database<T>> {
  const target = describeConnection(options.connection)
  const database = createDatabase<T>(options)
  try {
    await proveConnection(database.pool, options.connectWithinMs ?? 10_000 * (options.patience ?? 1))
    return database
  } catch (error) {
    await database.close()
    throw error instanceof StartupError ? error : describeConnectError(error, target, readConnectionPassword(options.connection))
  }
}

/** The same without the test: connects with the first statement. */
export function createDatabase<T>(options: DatabaseOptions) {
  const { log, patience = 1 } = options
  const pool = new pg.Pool({ ...poolConfig(options), Client: DatabaseClient })
  // The pool reports a lost idle connection here too; without a listener that would end the process.
  pool.on('error', () => undefined)
  const silence = watchSilence(pool, log, computeSilenceTimes(patience))
  const writes = watchWrites(pool, log)
  const open = new Set<Promise<unknown>>()
  pool.on('connect', (client) => {
    const ended = once(client, 'end').catch(() => undefined)
    open.add(ended)
    void ended.finally(() => open.delete(ended))
    client.on('error', (error) => log.warn({ message: error.message }, 'a database connection was lost'))
  })
  const { onQuery } = options
  const kysely = new Kysely<T>({
    dialect: new PostgresDialect({ pool: createPatientPool(pool, options.restartMs) }),
    ...(onQuery && {
      log: ({ query, queryDurationMillis, level }) =>
        onQuery({ statement: query.sql, durationMs: queryDurationMillis, failed: level === 'error' }),
    }),
  })
  let pending: Promise<boolean> | undefined
  let closing: Promise<void> | undefined
  return {
    kysely,
    pool,
    /** Whether the database answers within a second, or `patience` of them. Concurrent calls share one query. Never throws. */
    isReady: () => (pending ??= answers(pool, READY_TIMEOUT_MS * patience).finally(() => (pending = undefined))),
    /** Whether it takes writes: false while its disk is full or it is read-only. */
    isWritable: writes.isWritable,
    /** Closes all connections; those still busy after 5 seconds are left to the end of the process. */
    close(): Promise<void> {
      silence.stop()
      writes.stop()
      return (closing ??= endPool(pool, open, log))
    },
  }
}

function poolConfig(options: DatabaseOptions): pg.PoolConfig {
  const { connection, patience = 1 } = options
  const connectTimeoutMs = CONNECT_TIMEOUT_MS * patience
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS * patience
  return {
    ...(typeof connection === 'string' ? { connectionString: formatDriverUrl(connection) } : { ...connection, ssl: false }),
    max: options.maxConnections,
    types: columnTypes,
    application_name: options.applicationName ?? 'service',
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Not with the connection's parameters, which PgBouncer refuses.
    onConnect: (client) =>
      client.query({
        text: `SET statement_timeout = ${statementTimeoutMs}; SET idle_in_transaction_session_timeout = ${statementTimeoutMs * 2}`,
        query_timeout: connectTimeoutMs,
      } as pg.QueryConfig),
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
      if (await isPooledByTransaction(pool)) throw new StartupError(POOLED)
      return
    } catch (error) {
      if (error instanceof StartupError || !isTransient(error) || performance.now() > deadline) throw error
      await sleep(200)
    }
  }
}

async function answers(pool: pg.Pool, withinMs: number): Promise<boolean> {
  const query = pool.query('SELECT 1').then(
    () => true,
    () => false,
  )
  const late = new AbortController()
  const timeout = sleep(withinMs, false, { signal: late.signal }).catch(() => false)
  const answer = await Promise.race([query, timeout])
  late.abort()
  return answer
}

/**
 * Ends the pool and waits until the server has closed its connections. Kysely ends the pool only if Kysely has run a query, and migrations
 * and backups use the pool directly. The pool's `end` does not wait for the server, and an embedded server that stops meanwhile would log a
 * complaint for each connection.
 */
async function endPool(pool: pg.Pool, open: ReadonlySet<Promise<unknown>>, log: DatabaseLog): Promise<void> {
  const late = new AbortController()
  const timeout = sleep(CLOSE_TIMEOUT_MS, 'late' as const, { signal: late.signal, ref: false }).catch(() => undefined)
  const ended = pool.end().then(() => Promise.all(open))
  if ((await Promise.race([ended, timeout])) === 'late') log.warn({}, 'database connections were still busy at close')
  late.abort()
}

const ROUNDS = 5

/**
 * Whether a pooler between this process and the server gives the statements of one connection to changing server connections (PgBouncer's
 * modes `transaction` and `statement`). Locks, LISTEN and timeouts belong to a server connection and would be lost. Without a pooler it
 * costs one statement.
 */
async function isPooledByTransaction(pool: pg.Pool): Promise<boolean> {
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
