import assert from 'node:assert/strict'
import { beforeEach, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { afterwards, recordingLog } from '../../../test/helpers/embedded.ts'
import { migrationsFolder, startMigratingNodes, writeMigrations } from '../../../test/helpers/migrations.ts'
import { until } from '../../../test/helpers/until.ts'
import { StartupError } from '../startup-error.ts'
import { isUpToDate, migrateDatabase } from './migrate.ts'

const CREATE = { '0001-visit.sql': 'CREATE TABLE visit (note text NOT NULL);' }
const FILL = { '0002-fill.sql': `INSERT INTO visit VALUES ('once'); SELECT pg_sleep(0.3);` }
const log = recordingLog()

let database: TestDatabase<unknown>
beforeEach(async (t) => {
  database = await createTestDatabase({ migrations: false })
  afterwards(t as TestContext, () => database.drop())
})

const run = (folder: string): Promise<string[]> => migrateDatabase({ pool: database.pool, folder, log })
const upToDate = (folder: string): Promise<boolean> => isUpToDate({ pool: database.pool, folder })
const tables = async (): Promise<string[]> =>
  (await database.pool.query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)).rows.map(
    ({ name }) => name,
  )
const applied = async (): Promise<string[]> =>
  (await database.pool.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY version')).rows.map(({ name }) => name)

describe('four nodes that start at once', () => {
  it('all succeed, and each migration runs once', async (t) => {
    const files = {
      ...CREATE,
      ...FILL,
      '0003-table.sql': 'CREATE TABLE place ();',
      '0004-fill.sql': `INSERT INTO visit VALUES ('twice?');`,
    }
    const folder = migrationsFolder(t, files)
    const nodes = await startMigratingNodes(t, 4, database.connectionString, folder)
    nodes.go()
    const outcomes = await nodes.outcomes
    assert.deepEqual(
      outcomes.map(({ error }) => error),
      [undefined, undefined, undefined, undefined],
    )
    assert.deepEqual(outcomes.flatMap(({ ran }) => ran).toSorted(), Object.keys(files))
    assert.deepEqual(await applied(), Object.keys(files))
    assert.deepEqual((await database.pool.query('SELECT note FROM visit')).rows, [{ note: 'once' }, { note: 'twice?' }])
    assert.equal(await upToDate(folder), true)
  })

  it('wait for one that builds an index concurrently, without causing a deadlock', async (t) => {
    await run(migrationsFolder(t, { ...CREATE, ...FILL }))
    const index = { '0003-index.sql': '-- no transaction\nCREATE INDEX CONCURRENTLY visit_note ON visit (note);' }
    const folder = migrationsFolder(t, { ...CREATE, ...FILL, ...index, '0004-table.sql': 'CREATE TABLE place ();' })
    // A writer blocks the index, so that the others wait beside it for longer than PostgreSQL’s deadlock timeout of one second.
    const writer = await database.pool.connect()
    await writer.query(`BEGIN; INSERT INTO visit VALUES ('under way')`)
    const nodes = await startMigratingNodes(t, 4, database.connectionString, folder)
    nodes.go()
    const building = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%CONCURRENTLY%' AND wait_event_type = 'Lock'
      AND pid <> pg_backend_pid()`
    await until('the index waits for the writer', async () => (await database.pool.query(building)).rowCount === 1)
    await sleep(1500)
    await writer.query('COMMIT')
    writer.release()
    const outcomes = await nodes.outcomes
    assert.deepEqual(
      outcomes.map(({ error }) => error),
      [undefined, undefined, undefined, undefined],
    )
    assert.deepEqual(outcomes.flatMap(({ ran }) => ran).toSorted(), ['0003-index.sql', '0004-table.sql'])
    const { rows } = await database.pool.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'visit_note'::regclass`)
    assert.deepEqual(rows, [{ indisvalid: true }])
  })
})

describe('migrate', () => {
  it('runs new migrations, in order, none twice', async (t) => {
    const folder = migrationsFolder(t, { ...FILL, ...CREATE, 'schema.sql': 'this is no migration' })
    assert.deepEqual(await run(folder), ['0001-visit.sql', '0002-fill.sql'])
    assert.deepEqual(await run(folder), [])
    writeMigrations(folder, { ...CREATE, ...FILL, '0007-table.sql': 'CREATE TABLE place ();' })
    assert.equal(await upToDate(folder), false)
    assert.deepEqual(await run(folder), ['0007-table.sql'])
    assert.deepEqual(await tables(), ['place', 'schema_migrations', 'visit'])
  })

  it('rolls back a failing migration, and continues from there once it is fixed', async (t) => {
    const folder = migrationsFolder(t, {
      ...CREATE,
      '0002-bad.sql': `CREATE TABLE half (); INSERT INTO visit VALUES ('half'); SELECT 1/0;`,
    })
    await assert.rejects(run(folder), { name: 'StartupError', message: 'The migration 0002-bad.sql failed: division by zero' })
    assert.deepEqual(await tables(), ['schema_migrations', 'visit'])
    assert.deepEqual(await applied(), ['0001-visit.sql'])
    assert.equal((await database.pool.query('SELECT FROM visit')).rowCount, 0)
    writeMigrations(folder, { ...CREATE, '0002-bad.sql': 'CREATE TABLE whole ();' })
    assert.deepEqual(await run(folder), ['0002-bad.sql'])
  })

  it('retries an interrupted concurrent index', async (t) => {
    const index = { '0003-unique.sql': '-- no transaction\r\nCREATE UNIQUE INDEX CONCURRENTLY visit_note ON visit (note);' }
    const folder = migrationsFolder(t, { ...CREATE, ...FILL, ...index })
    await run(migrationsFolder(t, { ...CREATE, ...FILL }))
    await database.pool.query(`INSERT INTO visit VALUES ('once')`)
    await assert.rejects(run(folder), StartupError)
    assert.equal((await database.pool.query(`SELECT FROM pg_index WHERE NOT indisvalid`)).rowCount, 1)
    await database.pool.query('TRUNCATE visit')
    assert.deepEqual(await run(folder), ['0003-unique.sql'])
    assert.equal((await database.pool.query(`SELECT FROM pg_index WHERE NOT indisvalid`)).rowCount, 0)
  })

  it('gives up on a lock that is never released, and works afterwards', async (t) => {
    const folder = migrationsFolder(t, CREATE)
    const holder = await database.pool.connect()
    await holder.query('SELECT pg_advisory_lock(7305215086183714)')
    await assert.rejects(
      migrateDatabase({ pool: database.pool, folder, log, lockWithinMs: 200 }),
      /^StartupError: Another process has been migrating/,
    )
    assert.deepEqual(await tables(), [])
    holder.release(true)
    assert.deepEqual(await run(folder), ['0001-visit.sql'])
  })

  it('is exempt from the statement timeout, which then applies again', async (t) => {
    const impatient = await createTestDatabase({ migrations: false, maxConnections: 1 })
    afterwards(t, () => impatient.drop())
    const usual = (await impatient.pool.query('SHOW statement_timeout')).rows
    await impatient.pool.query(`SET statement_timeout = '200ms'`)
    const before = (await impatient.pool.query('SHOW statement_timeout')).rows
    await migrateDatabase({ pool: impatient.pool, folder: migrationsFolder(t, { ...CREATE, ...FILL }), log })
    assert.deepEqual(before, [{ statement_timeout: '200ms' }])
    assert.deepEqual((await impatient.pool.query('SHOW statement_timeout')).rows, usual)
  })
})

describe('a database that does not match the files', () => {
  for (const [what, files, message] of [
    ['a changed file', { '0001-visit.sql': 'CREATE TABLE visit (note varchar);', ...FILL }, /0001-visit\.sql was changed/],
    ['a missing file', FILL, /has run the migration 0001-visit\.sql, which this release does not have/],
    ['a newer database', CREATE, /newer than this release.* 0002-fill\.sql/],
    ['no files at all', {}, /newer than this release/],
    ['two files with the same number', { ...CREATE, ...FILL, '0002-again.sql': '' }, /number 0002: 0002-again\.sql and 0002-fill\.sql/],
    ['a file with an invalid name', { ...CREATE, ...FILL, '3-late.sql': '' }, /3-late\.sql is not named like/],
  ] as const) {
    it(`is refused and left as it is: ${what}`, async (t) => {
      await run(migrationsFolder(t, { ...CREATE, ...FILL }))
      const folder = migrationsFolder(t, files)
      await assert.rejects(run(folder), (error: Error) => error instanceof StartupError && message.test(error.message))
      assert.equal(await upToDate(folder), false)
      assert.deepEqual(await applied(), ['0001-visit.sql', '0002-fill.sql'])
    })
  }

  it('is refused: a new file with a lower number than the last one', async (t) => {
    const later = { '0003-later.sql': 'CREATE TABLE later ();' }
    await run(migrationsFolder(t, { ...CREATE, ...later }))
    const folder = migrationsFolder(t, { ...CREATE, ...FILL, ...later })
    await assert.rejects(run(folder), /^StartupError: The migration 0002-fill\.sql has a lower number/)
    assert.equal(await upToDate(folder), false)
    assert.deepEqual(await applied(), ['0001-visit.sql', '0003-later.sql'])
  })

  it('accepts a file with different line endings', async (t) => {
    const sql = 'CREATE TABLE visit (\n note text\n);\n'
    await run(migrationsFolder(t, { '0001-visit.sql': sql }))
    const folder = migrationsFolder(t, { '0001-visit.sql': sql.replaceAll('\n', '\r\n') })
    assert.deepEqual(await run(folder), [])
    assert.equal(await upToDate(folder), true)
  })
})

describe('isUpToDate', () => {
  it('is false for a database that was never migrated, and true for one without migrations', async (t) => {
    assert.equal(await upToDate(migrationsFolder(t, CREATE)), false)
    assert.equal(await upToDate(migrationsFolder(t, {})), true)
  })

  it('rejects if the database cannot be queried', async (t) => {
    const folder = migrationsFolder(t, CREATE)
    await database.close()
    await assert.rejects(upToDate(folder))
  })
})
