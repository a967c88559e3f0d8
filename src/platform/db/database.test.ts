import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { putCluster } from '../../../test/helpers/cluster.ts'
import { createTestDatabase, PATIENCE, type TestDatabase } from '../../../test/helpers/database.ts'
import { afterwards, queryOnce, recordingLog, temporaryDir } from '../../../test/helpers/embedded.ts'
import { until } from '../../../test/helpers/until.ts'
import { StartupError } from '../startup-error.ts'
import { isDatabaseAway } from './connect-errors.ts'
import { openDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded/embedded.ts'

const PASSWORD = 'hush:my/pass word'
const ENCODED = encodeURIComponent(PASSWORD)

async function refusal(connection: string): Promise<string> {
  const error = await openDatabase({ connection, maxConnections: 1, log: recordingLog(), connectWithinMs: 0 }).then(
    () => assert.fail(`${connection} was opened`),
    (failure: unknown) => failure,
  )
  assert.ok(error instanceof StartupError, String(error))
  for (const part of [PASSWORD, ENCODED, 'hush', 'pass word', '\n']) assert.equal(error.message.includes(part), false, error.message)
  return error.message
}

/** Opens a database for one test, with `statement_timeout` in place. */
async function databaseFor(t: TestContext, maxConnections = 3, patience = PATIENCE): Promise<TestDatabase<unknown>> {
  const database = await createTestDatabase({ migrations: false, maxConnections, patience })
  afterwards(t, () => database.drop())
  return database
}

/** A server that treats each connection as told. */
async function listen(t: TestContext, onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(onConnection).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(t, () => server.close())
  return (server.address() as AddressInfo).port
}

describe('a bad DATABASE_URL', () => {
  for (const [what, url] of [
    ['no URL', 'hush'],
    ['another scheme', `mysql://user:${ENCODED}@host/app`],
    ['no slashes', `postgres:user:${ENCODED}@host/app`],
    ['a password with a slash', `postgresql://user:hush/pass@host/app`],
    ['a password with a question mark', `postgresql://user:hush?pass@host/app`],
    ['a password with a hash', `postgresql://user:hush#pass@host/app`],
    ['a password with a percent sign', `postgresql://user:hush%pass@host/app`],
    ['an invalid port', `postgresql://user:hush@host:port/app`],
  ] as const) {
    it(`that is malformed (${what}) is refused by its name`, async () => {
      assert.match(await refusal(url), /^DATABASE_URL must look like/)
    })
  }

  it('where nothing listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port: refused } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    assert.equal(
      await refusal(`postgresql://user:${ENCODED}@127.0.0.1:${refused}/app`),
      `The database user@127.0.0.1:${refused}/app cannot be used: connection refused`,
    )
  })

  it('where no socket is', async () => {
    assert.match(await refusal(`postgresql://user:${ENCODED}@localhost/app?host=/nowhere`), /user@\/nowhere:5432\/app .* no such socket$/)
  })

  it('of a host that does not exist', async () => {
    assert.match(await refusal(`postgresql://user:${ENCODED}@no-such-host.invalid/app`), /host name no-such-host\.invalid/)
  })

  it('where something else hangs up', async (t) => {
    const port = await listen(t, (socket) => socket.destroy())
    assert.match(await refusal(`postgresql://user:${ENCODED}@127.0.0.1:${port}/app`), /the server closed the connection$/)
  })

  it('where something else answers', async (t) => {
    const port = await listen(t, (socket) => socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    assert.match(
      await refusal(`postgresql://user:${ENCODED}@127.0.0.1:${port}/app`),
      /^The database user@127\.0\.0\.1:\d+\/app cannot be used: /,
    )
  })

  it('of a server that wants TLS, or has none', async (t) => {
    const refusing = await listen(t, (socket) => {
      const fields = ['SFATAL', 'C28000', 'Mno pg_hba.conf entry for host "127.0.0.1", user "user", database "app", no encryption', '']
      const body = Buffer.from(fields.map((field) => `${field}\0`).join(''))
      const head = Buffer.from([0x45, 0, 0, 0, body.length + 4])
      socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([head, body])))
    })
    assert.match(
      await refusal(`postgresql://user:${ENCODED}@127.0.0.1:${refusing}/app`),
      /user user is not allowed to connect without TLS: add sslmode=verify-full to DATABASE_URL, .*sslrootcert=FILE.*sslmode=no-verify/,
    )
    const without = await listen(t, (socket) => void socket.on('error', () => undefined).once('data', () => socket.write('N')))
    assert.match(
      await refusal(`postgresql://user:${ENCODED}@127.0.0.1:${without}/app?sslmode=require`),
      /cannot be used: the server offers no TLS: remove sslmode from DATABASE_URL$/,
    )
  })

  it('with an unknown database, or without UTF-8', async (t) => {
    const { connectionString, pool, name } = await databaseFor(t)
    const unknown = new URL(connectionString)
    unknown.pathname = '/no_such_database'
    assert.match(await refusal(unknown.href), /the database no_such_database does not exist$/)
    await pool.query(`CREATE DATABASE ${name}_ascii ENCODING 'SQL_ASCII' LOCALE_PROVIDER 'libc' LOCALE 'C' TEMPLATE template0`)
    afterwards(t, () => pool.query(`DROP DATABASE ${name}_ascii WITH (FORCE)`))
    unknown.pathname = `/${name}_ascii`
    assert.match(await refusal(unknown.href), /encoding is SQL_ASCII/)
  })

  it('with a wrong password or a user without permission', async (t) => {
    const dataDir = await putCluster(temporaryDir(t))
    const embedded = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
    afterwards(t, () => embedded.stop())
    const { connection } = embedded
    await queryOnce(
      connection,
      `CREATE ROLE guarded LOGIN PASSWORD 'right'; CREATE ROLE shut LOGIN; REVOKE CONNECT ON DATABASE app FROM public`,
    )
    const hba = join(dataDir, 'postgres', 'pg_hba.conf')
    writeFileSync(hba, `local all guarded scram-sha-256\n${readFileSync(hba, 'utf8')}`)
    await queryOnce(connection, 'SELECT pg_reload_conf()')
    const at = `localhost/app?host=${encodeURIComponent(connection.host)}`
    let message = ''
    await until('the authentication rules are reloaded', async () => {
      message = await refusal(`postgresql://guarded:${ENCODED}@${at}`)
      return message.includes('password')
    })
    assert.match(message, /^The database guarded@.*\/app cannot be used: wrong password for user guarded$/)
    assert.match(
      await refusal(`postgresql://shut@${at}`),
      /permission denied for database "app": GRANT CONNECT, TEMPORARY ON DATABASE app TO shut$/,
    )
    assert.match(await refusal(`postgresql://nobody_here@${at}`), /user nobody_here is not allowed to connect$/)
    // Without a password the driver itself complains, before the server can.
    assert.match(await refusal(`postgresql://guarded@${at}`), /user guarded needs a password$/)
  })
})

describe('isReady', () => {
  it('is true while the database answers, even to many at once, and false afterwards', async (t) => {
    const { isReady, close } = await databaseFor(t)
    assert.deepEqual(
      await Promise.all(Array.from({ length: 20 }, isReady)),
      Array.from({ length: 20 }, () => true),
    )
    await close()
    assert.equal(await isReady(), false)
  })

  it('is false if no connection is available', async (t) => {
    const { isReady, pool } = await databaseFor(t, 1, 3)
    const client = await pool.connect()
    assert.equal(await isReady(), false)
    client.release()
    await until('it is ready again', isReady)
  })
})

describe('a lost connection', () => {
  it('fails the query that it was running, and nothing else', async (t) => {
    const { pool } = await databaseFor(t)
    const sleeping = pool.query('SELECT pg_sleep(60) AS sleeping')
    const lost = assert.rejects(sleeping, { code: '57P01' })
    const another = await pool.connect()
    const terminate = `SELECT pg_terminate_backend(pid) AS done FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%AS sleeping'`
    await until('the backend is terminated', async () => (await another.query<{ done: boolean }>(terminate)).rows[0]?.done === true)
    await lost
    assert.deepEqual((await another.query('SELECT 1 AS one')).rows, [{ one: 1 }])
    another.release()
    assert.deepEqual((await pool.query('SELECT 2 AS two')).rows, [{ two: 2 }])
  })

  for (const how of ['terminated', 'timed out'] as const) {
    it(`between two statements of a transaction (${how}) counts as an unavailable database`, async (t) => {
      const { kysely, pool } = await databaseFor(t, 2)
      const transaction = kysely.transaction().execute(async (trx) => {
        const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx)
        const isGone = async () => (await pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid])).rowCount === 0
        if (how === 'terminated') await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
        else await sql`SET LOCAL idle_in_transaction_session_timeout = 20`.execute(trx)
        await until('its connection is gone', isGone)
        await sql`SELECT 1`.execute(trx)
      })
      await assert.rejects(transaction, isDatabaseAway)
    })
  }

  it('has no effect while idle', async (t) => {
    const { pool, connectionString } = await databaseFor(t)
    await Promise.all([pool.query('SELECT pg_sleep(0.1)'), pool.query('SELECT pg_sleep(0.1)')])
    assert.equal(pool.idleCount, 2)
    const log = recordingLog()
    const other = await openDatabase({ connection: connectionString, maxConnections: 1, log })
    afterwards(t, other.close)
    await other.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await until('the pool has dropped the connections', () => pool.totalCount === 0)
    assert.deepEqual((await pool.query('SELECT 1 AS one')).rows, [{ one: 1 }])
    // The other pool is only warned of its own losses.
    assert.deepEqual(log.lines, [])
    await pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await until('the loss is logged', () => log.lines.some(({ level, message }) => level === 'warn' && message.includes('was lost')))
  })
})

describe('a statement', () => {
  it('that takes too long is cancelled, and its connection stays usable', async (t) => {
    const { connectionString } = await databaseFor(t)
    const { pool, close } = await openDatabase({
      connection: connectionString,
      maxConnections: 1,
      log: recordingLog(),
      statementTimeoutMs: 100,
    })
    afterwards(t, close)
    await assert.rejects(pool.query('SELECT pg_sleep(60)'), { code: '57014' })
    assert.deepEqual((await pool.query('SELECT 1 AS one')).rows, [{ one: 1 }])
  })
})

describe('close', () => {
  it('closes every connection, whether or not Kysely was used, and may be called twice', async (t) => {
    const watcher = await databaseFor(t)
    const connections = async () => (await watcher.pool.query(`SELECT FROM pg_stat_activity WHERE application_name = 'closing'`)).rowCount
    for (const useKysely of [false, true]) {
      const { pool, kysely, close } = await openDatabase<{ pg_class: { relname: string } }>({
        connection: watcher.connectionString,
        maxConnections: 8,
        log: recordingLog(),
        applicationName: 'closing',
      })
      if (useKysely) await kysely.selectFrom('pg_class').select('relname').limit(1).execute()
      else await Promise.all(Array.from({ length: 8 }, () => pool.query('SELECT pg_sleep(0.05)')))
      assert.equal(await connections(), useKysely ? 1 : 8)
      let ended = 0
      pool.on('remove', () => (ended += 1))
      await Promise.all([close(), close()])
      assert.equal(ended, useKysely ? 1 : 8, 'the server has closed them all, so that it may be stopped')
      await close()
      assert.equal(pool.totalCount, 0)
      await until('the server has no connection left', async () => (await connections()) === 0)
    }
  })
})

describe('values', () => {
  it('arrive with the types of their columns', async (t) => {
    const { pool } = await databaseFor(t)
    const { rows } =
      await pool.query(`SELECT 9007199254740991::bigint AS largest, -9007199254740991::bigint AS smallest, NULL::bigint AS nothing,
      count(*) AS count, ARRAY[1, NULL, 3]::bigint[] AS numbers, ARRAY[[1, 2], [3, 4]]::bigint[] AS grid, '2026-02-28'::date AS day,
      ARRAY['2026-02-28', NULL]::date[] AS days, '2026-02-28 12:00'::timestamp AS clock, '2026-07-01 12:00:00.123456+02'::timestamptz AS instant,
      ARRAY['1969-12-31 23:59:59Z'::timestamptz] AS instants, 1.10::numeric AS exact, '{"a": [1, null]}'::jsonb AS json, '\\x00ff'::bytea AS bytes`)
    assert.deepEqual(rows, [
      {
        largest: Number.MAX_SAFE_INTEGER,
        smallest: Number.MIN_SAFE_INTEGER,
        nothing: null,
        count: 1,
        numbers: [1, null, 3],
        grid: [
          [1, 2],
          [3, 4],
        ],
        day: '2026-02-28',
        days: ['2026-02-28', null],
        clock: '2026-02-28 12:00:00',
        instant: new Date('2026-07-01T10:00:00.123Z'),
        instants: [new Date(-1000)],
        exact: '1.10',
        json: { a: [1, null] },
        bytes: Buffer.from([0, 255]),
      },
    ])
  })

  it('that would be rounded are refused, and the connection stays usable', async (t) => {
    const { pool } = await databaseFor(t, 1)
    for (const value of ['9007199254740992', '-9223372036854775808']) {
      await assert.rejects(pool.query(`SELECT '${value}'::bigint`), new RangeError(`The bigint ${value} does not fit a number`))
      await assert.rejects(pool.query(`SELECT ARRAY['${value}'::bigint]`), RangeError)
    }
    assert.deepEqual((await pool.query('SELECT 1::bigint AS one')).rows, [{ one: 1 }])
  })

  it('written as instants do not depend on a time zone', async (t) => {
    const { pool } = await databaseFor(t, 1)
    await pool.query(`SET timezone = 'Asia/Kathmandu'`)
    const instant = new Date('2026-03-29T01:30:00.007Z')
    const { rows } = await pool.query(`SELECT $1::timestamptz AS back, extract(epoch FROM $1::timestamptz)::text AS epoch`, [instant])
    assert.deepEqual(rows, [{ back: instant, epoch: `${instant.getTime() / 1000}000` }])
  })
})
