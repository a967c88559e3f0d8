import assert from 'node:assert/strict'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { backupOf, contentsOf, emptySample, filledSample, KEYS, sampleMigrations, sourceOf } from '../../../../test/helpers/backup.ts'
import { createTestDatabase } from '../../../../test/helpers/database.ts'
import { afterwards, temporaryDir } from '../../../../test/helpers/embedded.ts'
import { migrationsFolder } from '../../../../test/helpers/migrations.ts'
import { StartupError } from '../../startup-error.ts'
import { dumpSchema } from '../schema-dump.ts'
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

describe('backup and restore', () => {
  it('restore every row unchanged, into its partition, bypassing triggers', async (t) => {
    const folder = sampleMigrations(t)
    const from = await filledSample(t, folder)
    const to = await emptySample(t, folder)
    const expected = await contentsOf(from.pool)
    const summary = await restoreBackup(to.pool, sourceOf(await backupOf(t, from.pool)), { keys: KEYS })
    assert.deepEqual(summary, { tables: 4, rows: 20_004 + 2 + 3 })
    assert.deepEqual(await contentsOf(to.pool), expected)
    assert.deepEqual(
      expected['reading']?.map((row) => (row as { stored_in: string }).stored_in),
      ['"reading 2026-01"', '"reading 2026-01"', 'reading_rest'],
    )
    assert.equal((await to.pool.query('SELECT FROM scratch')).rowCount, 0)
    assert.equal(await dumpSchema(to.pool), await dumpSchema(from.pool))
  })

  it('continue sequences where they were, and keep triggers and constraints working', async (t) => {
    const folder = sampleMigrations(t)
    const from = await filledSample(t, folder)
    const to = await emptySample(t, folder)
    await restoreBackup(to.pool, sourceOf(await backupOf(t, from.pool)), { keys: KEYS })
    for (const { pool } of [from, to]) {
      assert.deepEqual((await pool.query(`INSERT INTO "Odd ""name""" ("select") VALUES ('new') RETURNING id`)).rows, [{ id: 20_005 }])
      assert.deepEqual((await pool.query('INSERT INTO a_child (parent) VALUES (1) RETURNING id')).rows, [{ id: 42 }])
      assert.deepEqual((await pool.query(`SELECT nextval('ticket') AS next`)).rows, [{ next: 105 }])
      assert.deepEqual((await pool.query(`INSERT INTO reading VALUES ('2026-01-17Z', 1) RETURNING value`)).rows, [{ value: 1001 }])
      await assert.rejects(pool.query('INSERT INTO a_child (parent) VALUES (99999)'), { code: '23503' })
      await assert.rejects(pool.query('INSERT INTO a_child (parent, above) VALUES (1, 99999)'), { code: '23503' })
    }
  })

  it('can be repeated: a backup of the restored database is identical', async (t) => {
    const folder = sampleMigrations(t)
    const first = await backupOf(t, (await filledSample(t, folder)).pool)
    const to = await emptySample(t, folder)
    await restoreBackup(to.pool, sourceOf(first), { keys: KEYS })
    assert.ok(gunzipSync(await backupOf(t, to.pool)).equals(gunzipSync(first)))
  })

  it('capture one moment while the service goes on writing', async (t) => {
    const folder = migrationsFolder(t, { '0001-pair.sql': 'CREATE TABLE a (n integer, filler text); CREATE TABLE z (n integer);' })
    const from = await createTestDatabase({ migrations: folder, maxConnections: 3 })
    afterwards(t, () => from.drop())
    const to = await createTestDatabase({ migrations: folder })
    afterwards(t, () => to.drop())
    await from.pool.query(
      `INSERT INTO a SELECT n, repeat(md5(n::text), 20) FROM generate_series(1, 20000) n; INSERT INTO z SELECT n FROM a`,
    )
    const over = new AbortController()
    let writes = 0
    const write = async (): Promise<void> => {
      for (; !over.signal.aborted; writes++) await from.pool.query('BEGIN; INSERT INTO a VALUES (0); INSERT INTO z VALUES (0); COMMIT')
    }
    const writing = write()
    const bytes = await backupOf(t, from.pool).finally(() => over.abort())
    await writing
    await restoreBackup(to.pool, sourceOf(bytes), { keys: KEYS })
    const { rows } = await to.pool.query<{ a: number; z: number }>('SELECT (SELECT count(*) FROM a) AS a, (SELECT count(*) FROM z) AS z')
    assert.ok(writes > 0)
    assert.equal(rows[0]?.a, rows[0]?.z)
  })
})

describe('backup', () => {
  it('of a database without a schema is refused', async (t) => {
    const database = await createTestDatabase({ migrations: false })
    afterwards(t, () => database.drop())
    await assert.rejects(writeBackup(database.pool, createWriteStream(join(temporaryDir(t), 'file')), { keys: KEYS }), StartupError)
    assert.deepEqual((await database.pool.query('SELECT 1 AS one')).rows, [{ one: 1 }])
  })

  it('that cannot be written fails with the reason, at once or midway, and releases its connection', async (t) => {
    const folder = sampleMigrations(t)
    const { pool } = await filledSample(t, folder)
    await assert.rejects(writeBackup(pool, createWriteStream(join(temporaryDir(t), 'missing', 'file')), { keys: KEYS }), { code: 'ENOENT' })
    for (const written of [0, 50_000]) {
      let length = 0
      const full = new Writable({
        write: (chunk: Buffer, _, done) => {
          length += chunk.length
          done(length > written ? Object.assign(new Error('no space left'), { code: 'ENOSPC' }) : null)
        },
      })
      await assert.rejects(writeBackup(pool, full, { keys: KEYS }), { code: 'ENOSPC' })
    }
    const { rows } = await pool.query(
      `SELECT count(*) AS open FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`,
    )
    assert.deepEqual(rows, [{ open: 0 }])
  })

  it('ends with an error when it is stopped before it begins, in the instant in which it begins, or midway', async (t) => {
    const folder = sampleMigrations(t)
    const { pool } = await filledSample(t, folder)
    const before = new AbortController()
    before.abort(new Error('the service stops'))
    const file = () => createWriteStream(join(temporaryDir(t), 'file'))
    await assert.rejects(writeBackup(pool, file(), { keys: KEYS, signal: before.signal }), { name: 'AbortError' })
    const instant = new AbortController()
    const stopped = writeBackup(pool, file(), { keys: KEYS, signal: instant.signal })
    instant.abort(new Error('the service stops'))
    await assert.rejects(stopped, { name: 'AbortError' })
    const midway = new AbortController()
    const slow = new Writable({
      highWaterMark: 1,
      write(_, __, done) {
        midway.abort(new Error('the service stops'))
        done()
      },
    })
    await assert.rejects(writeBackup(pool, slow, { keys: KEYS, signal: midway.signal }), { name: 'AbortError' })
    // Reading, likewise.
    for (const signal of [before.signal, midway.signal])
      await assert.rejects(restoreBackup(pool, sourceOf(Buffer.from('x')), { keys: KEYS, signal }), { message: /stops|aborted/ })
    assert.deepEqual((await pool.query('SELECT 1 AS one')).rows, [{ one: 1 }])
  })

  it('fails if the database goes away midway', async (t) => {
    const folder = sampleMigrations(t)
    const { pool } = await filledSample(t, folder)
    let pid = 0
    pool.once('acquire', (client) => void (pid = (client as unknown as { processID: number }).processID))
    const slow = new Writable({
      highWaterMark: 1,
      write: async (_, __, done) => {
        await pool.query('SELECT pg_terminate_backend($1)', [pid])
        done()
      },
    })
    await assert.rejects(writeBackup(pool, slow, { keys: KEYS }))
    assert.equal(slow.destroyed, true)
  })
})
