import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { afterwards } from '../../../test/helpers/embedded.ts'
import { isDatabaseAway } from './connect-errors.ts'
import { createPatientPool } from './patient-pool.ts'

describe('a query whose connection is lost', () => {
  let database: TestDatabase<unknown>
  let db: Kysely<unknown>
  /** Whose own connections are never lost. */
  let observer: pg.Pool
  before(async () => {
    database = await createTestDatabase({ migrations: false })
    db = database.kysely
    observer = new pg.Pool({ connectionString: database.connectionString, max: 1 })
    // The pool's `end` does not wait for the server: the session may still be open when the database is dropped, which ends it.
    observer.on('error', () => undefined)
    await observer.query('create table written (at int)')
    // Ends its own session the first time that it is called, as a restart would.
    await observer.query(`create sequence calls;
      create table once as select 1;
      create function interrupted() returns int language plpgsql as $$ declare call int = nextval('calls'); begin
        if call = 1 then perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10); end if; return call; end $$`)
  })
  after(async () => {
    await observer.end()
    await database.drop()
  })

  async function callsOf(work: () => Promise<unknown>): Promise<number> {
    await observer.query('alter sequence calls restart')
    // Replaces connections that were lost before.
    await sql`select 1`.execute(db)
    await work()
    return Number((await observer.query("select nextval('calls') - 1 as calls")).rows[0]?.calls)
  }

  it('is run again if it only reads', async () => {
    assert.equal(await callsOf(() => sql`select interrupted() from once`.execute(db)), 2)
    assert.equal(await callsOf(() => sql`with a as (select interrupted() as updated_at from once) select * from a`.execute(db)), 2)
  })

  it('is not run again if it may have written, or belongs to a transaction', async () => {
    for (const statement of [
      sql`insert into written select interrupted()`,
      sql`with a as (insert into written select interrupted() returning at) select * from a`,
    ])
      assert.equal(await callsOf(() => assert.rejects(statement.execute(db), isDatabaseAway)), 1)
    const transaction = () => db.transaction().execute((trx) => sql`select interrupted() from once`.execute(trx))
    assert.equal(await callsOf(() => assert.rejects(transaction(), isDatabaseAway)), 1)
    assert.equal((await observer.query('select from written')).rowCount, 0)
    // Its connection does not count as one in a transaction.
    assert.equal(await callsOf(() => sql`select interrupted() from once`.execute(db)), 2)
  })

  it('begins its transaction on another connection', async () => {
    // As a connection that was lost while it was idle, before the pool has noticed.
    const lost = {
      query: () => Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })),
      release: () => undefined,
    }
    let given = 0
    const connect = async () => (given++ < 3 ? lost : database.pool.connect())
    const patient = createPatientPool({ options: database.pool.options, connect } as unknown as pg.Pool)
    const client = await patient.connect()
    await client.query('begin', [])
    await client.query('insert into written values (1)', [])
    await client.query('commit', [])
    client.release()
    assert.equal(given, 4)
    assert.equal((await observer.query('select from written')).rowCount, 1)
  })

  it('waits for its connection, and no longer than is told once it is clear that the server is away', async (t) => {
    const pool = new pg.Pool({ host: '127.0.0.1', port: 1 })
    afterwards(t, () => pool.end())
    let attempts = 0
    const connect = async () => {
      attempts += 1
      return pool.connect()
    }
    const patient = createPatientPool({ options: pool.options, connect } as unknown as pg.Pool, 300)
    const refused = () => assert.rejects(patient.connect(), { code: 'ECONNREFUSED' })
    const startedAt = performance.now()
    await Promise.all([refused(), refused()])
    assert.ok(performance.now() - startedAt >= 290)
    const before = attempts
    await refused()
    assert.equal(attempts, before + 1)
  })
})
