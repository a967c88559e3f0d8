import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { backupOf, contentsOf, emptySample, filledSample, sampleMigrations, sourceOf } from '../../../../test/helpers/backup.ts'
import { temporaryDir } from '../../../../test/helpers/embedded.ts'
import { StartupError } from '../../startup-error.ts'
import { restore } from './restore.ts'

const CUT_SHORT = /^The backup is incomplete or damaged$/
const NO_BACKUP = /^The file is not a backup of this service$/

/** Asserts that the restore fails with this line, and leaves no rows, no partitions and no open transaction. */
async function refused(pool: pg.Pool, source: Readable, message: RegExp): Promise<void> {
  await assert.rejects(restore(pool, source), (error: Error) => {
    assert.ok(error instanceof StartupError, String(error.stack))
    assert.match(error.message, message)
    return true
  })
  // The server notices a closed connection a little later.
  for (let i = 0; i < 100 && (await openTransactions(pool)) > 0; i++) await sleep(50)
  assert.equal(await openTransactions(pool), 0)
  const { rows } = await pool.query('SELECT count(*) AS partitions FROM pg_inherits')
  assert.deepEqual(rows, [{ partitions: 0 }])
  for (const [table, contents] of Object.entries(await contentsOf(pool))) assert.deepEqual(contents, [], table)
}

async function openTransactions(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*) AS open FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`,
  )
  return rows[0].open
}

describe('a refused restore writes nothing', () => {
  let folder: string
  let bytes: Buffer
  let plain: Buffer

  async function prepare(t: TestContext): Promise<pg.Pool> {
    folder = sampleMigrations(t)
    if (bytes === undefined) {
      const { pool } = await filledSample(t, folder)
      bytes = await backupOf(t, pool)
      plain = gunzipSync(bytes)
    }
    return (await emptySample(t, folder)).pool
  }

  it('from a file cut short anywhere', async (t) => {
    const pool = await prepare(t)
    for (const share of [0.1, 0.5, 0.9]) await refused(pool, sourceOf(bytes.subarray(0, bytes.length * share)), CUT_SHORT)
    for (const missing of [1, 8, 9]) await refused(pool, sourceOf(bytes.subarray(0, bytes.length - missing)), CUT_SHORT)
    // Complete gzip files that lack the last lines.
    const end = plain.lastIndexOf('\n', plain.length - 2) + 1
    const sequences = plain.lastIndexOf('\n', end - 2) + 1
    for (const at of [end, sequences, end - 3, plain.length - 1]) await refused(pool, sourceOf(gzipSync(plain.subarray(0, at))), CUT_SHORT)
  })

  it('from a file with changed bytes that can still be unpacked and read', async (t) => {
    const pool = await prepare(t)
    const changed = Buffer.from(plain)
    const at = changed.indexOf('c4ca4238a0b923820dcc509a6f75849b')
    assert.ok(at > 0)
    changed.write('d', at)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(plain), 0)
    trailer.writeUInt32LE(plain.length, 4)
    const body = Buffer.concat([bytes.subarray(0, 10), deflateRawSync(changed)])
    await refused(pool, sourceOf(Buffer.concat([body, trailer])), CUT_SHORT)
    // Also if the checksum arrives after the last line was read.
    await refused(pool, Readable.from([body, trailer], { objectMode: false }), CUT_SHORT)
    const unreadable = gzipSync(Buffer.from(plain.toString('latin1').replace('{"table"', '{"tab'), 'latin1'))
    await refused(pool, sourceOf(unreadable), CUT_SHORT)
    await refused(pool, sourceOf(gzipSync(Buffer.concat([plain, Buffer.from('{"more":1}\n')]))), CUT_SHORT)
    // One row fewer than was counted.
    const line = plain.indexOf('\n', at) + 1
    const without = Buffer.concat([plain.subarray(0, line), plain.subarray(plain.indexOf('\n', line) + 1)])
    await refused(pool, sourceOf(gzipSync(without)), /its row counts do not match/)
  })

  it('from a file that is something else', async (t) => {
    const pool = await prepare(t)
    for (const other of [
      Buffer.alloc(0),
      Buffer.from('hello'),
      gzipSync('hello'),
      gzipSync('hello\n'),
      gzipSync('{"format":"tar"}\n'),
      gzipSync('null\n'),
    ])
      await refused(pool, sourceOf(other), NO_BACKUP)
    const [, ...rest] = plain.toString('latin1').split('\n')
    const header = JSON.parse(plain.toString('utf8', 0, plain.indexOf('\n'))) as object
    const later = [JSON.stringify({ ...header, formatVersion: 2 }), ...rest].join('\n')
    await refused(pool, sourceOf(gzipSync(later)), /format 2 is not supported/)
  })

  it('from a missing file or a directory, with the reason', async (t) => {
    const pool = await prepare(t)
    const dir = temporaryDir(t)
    await assert.rejects(restore(pool, createReadStream(join(dir, 'none'))), { code: 'ENOENT' })
    await assert.rejects(restore(pool, createReadStream(dir)), { code: 'EISDIR' })
  })

  it('from a backup of another release', async (t) => {
    await prepare(t)
    const newer = await emptySample(t, sampleMigrations(t, { '0003-more.sql': 'CREATE TABLE more ();' }))
    await refused(newer.pool, sourceOf(bytes), /at 0003-more\.sql the backup has nothing more and the database 0003-more\.sql/)
    const other = await emptySample(t, sampleMigrations(t, { '0002-dropped.sql': 'ALTER TABLE empty ADD note text;' }))
    await refused(other.pool, sourceOf(bytes), /from different releases: at 0002-dropped\.sql/)
  })

  it('into a database that has rows, which stay', async (t) => {
    const pool = await prepare(t)
    await pool.query(`INSERT INTO empty VALUES (now(), 'mine')`)
    await assert.rejects(restore(pool, sourceOf(bytes)), /^StartupError: The database is not empty \(table empty has rows\)/)
    assert.deepEqual((await pool.query('SELECT note FROM empty')).rows, [{ note: 'mine' }])
    assert.equal((await pool.query('SELECT FROM reading')).rowCount, 0)
  })

  it('twice: the rows of the first restore block the second', async (t) => {
    const pool = await prepare(t)
    await restore(pool, sourceOf(bytes, 17))
    const contents = await contentsOf(pool)
    await assert.rejects(restore(pool, sourceOf(bytes)), /^StartupError: The database is not empty/)
    assert.deepEqual(await contentsOf(pool), contents)
  })
})
