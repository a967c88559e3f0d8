import assert from 'node:assert/strict'
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { crc32, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { backupOf, contentsOf, emptySample, filledSample, KEYS, sampleMigrations, sourceOf } from '../../../../test/helpers/backup.ts'
import { temporaryDir } from '../../../../test/helpers/embedded.ts'
import { chooseCases } from '../../../../test/helpers/thorough.ts'
import { until } from '../../../../test/helpers/until.ts'
import { createSealing } from '../../secrets/sealing.ts'
import { StartupError } from '../../startup-error.ts'
import { writeBackup } from './backup.ts'
import { createBackupKeys } from './keys.ts'
import { restoreBackup, type RestoreOptions } from './restore.ts'

const CUT_SHORT = /^The backup is incomplete or damaged$/
const NO_BACKUP = /^The file is not a backup of this service$/

/** Asserts that the restore fails with this line, and leaves no rows, no partitions and no open transaction. */
async function refused(pool: pg.Pool, source: Readable, message: RegExp, options: RestoreOptions = { keys: KEYS }): Promise<void> {
  await assert.rejects(restoreBackup(pool, source, options), (error: Error) => {
    assert.ok(error instanceof StartupError, String(error.stack))
    assert.match(error.message, message)
    return true
  })
  // The server notices a closed connection a little later.
  await until('no transaction is open', async () => (await openTransactions(pool)) === 0)
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
    for (const share of chooseCases([0.1, 0.5, 0.9], 2)) await refused(pool, sourceOf(bytes.subarray(0, bytes.length * share)), CUT_SHORT)
    for (const missing of chooseCases([1, 8, 9], 2)) await refused(pool, sourceOf(bytes.subarray(0, bytes.length - missing)), CUT_SHORT)
    // Complete gzip files that lack the last lines.
    const signature = plain.lastIndexOf('\n', plain.length - 2) + 1
    const end = plain.lastIndexOf('\n', signature - 2) + 1
    const sequences = plain.lastIndexOf('\n', end - 2) + 1
    for (const at of chooseCases([signature, end, sequences, end - 3, plain.length - 1], 2))
      await refused(pool, sourceOf(gzipSync(plain.subarray(0, at))), CUT_SHORT)
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
    const later = [JSON.stringify({ ...header, formatVersion: 3 }), ...rest].join('\n')
    await refused(pool, sourceOf(gzipSync(later)), /format 3 is not supported/)
  })

  it('from a missing file or a directory, with the reason', async (t) => {
    const pool = await prepare(t)
    const dir = temporaryDir(t)
    await assert.rejects(restoreBackup(pool, createReadStream(join(dir, 'none')), { keys: KEYS }), { code: 'ENOENT' })
    await assert.rejects(restoreBackup(pool, createReadStream(dir), { keys: KEYS }), { code: 'EISDIR' })
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
    await assert.rejects(
      restoreBackup(pool, sourceOf(bytes), { keys: KEYS }),
      /^StartupError: The database is not empty \(table empty has rows\)/,
    )
    assert.deepEqual((await pool.query('SELECT note FROM empty')).rows, [{ note: 'mine' }])
    assert.equal((await pool.query('SELECT FROM reading')).rowCount, 0)
  })

  it('twice: the rows of the first restore block the second', async (t) => {
    const pool = await prepare(t)
    await restoreBackup(pool, sourceOf(bytes, 17), { keys: KEYS })
    const contents = await contentsOf(pool)
    await assert.rejects(restoreBackup(pool, sourceOf(bytes), { keys: KEYS }), /^StartupError: The database is not empty/)
    assert.deepEqual(await contentsOf(pool), contents)
  })
})

/** The header of the sample's backup, changed. */
type Header = { keyId?: string; formatVersion: number; partitions: { name: string; parent: string; bound: string; key: string | null }[] }

describe('what a backup contains is parsed, not trusted, even if its origin is', () => {
  let folder: string
  let lines: string[]
  const hostile = "INSERT INTO empty VALUES (now(), 'executed')"

  async function prepare(t: TestContext): Promise<pg.Pool> {
    folder = sampleMigrations(t)
    lines ??= gunzipSync(await backupOf(t, (await filledSample(t, folder)).pool))
      .toString('latin1')
      .split('\n')
    return (await emptySample(t, folder)).pool
  }
  const packed = (changed: readonly string[]): Readable => sourceOf(gzipSync(Buffer.from(changed.join('\n'), 'latin1')), 50_000)
  /** The backup with another header, as somebody without the secret can make it. */
  function withHeader(change: (header: Header) => void): Readable {
    const header = JSON.parse(lines[0] ?? '') as Header
    header.keyId = 'foreign0'
    change(header)
    return packed([JSON.stringify(header), ...lines.slice(1)])
  }
  const TRUSTED = { keys: KEYS, trust: true }

  it('bounds, keys and parents of partitions', async (t) => {
    const pool = await prepare(t)
    const [from, to] = [`'2026-01-01 00:00:00+00'`, `'2027-01-01 00:00:00+00'`]
    const bound = `FOR VALUES FROM (${from}) TO (${to})`
    const one = { name: 'p', parent: 'reading', bound, key: null }
    for (const partition of chooseCases(
      [
        { ...one, bound: `${bound}; ${hostile}` },
        { ...one, bound: `FOR VALUES FROM (${from}) TO (${to}) WITH (fillfactor=10)` },
        { ...one, bound: `FOR VALUES FROM ((SELECT '2026-01-01'::timestamptz)) TO (${to})` },
        { ...one, bound: `FOR VALUES FROM ('2026-01-01'') TO (${to})` },
        { ...one, bound: `FOR VALUES IN (1)` },
        { ...one, bound: `DEFAULT; ${hostile}` },
        { ...one, bound: 'DEFAULT ' },
        { ...one, bound: `FOR VALUES FROM ('2026-01-01 00:00:00+00\n') TO (${to})` },
        { ...one, key: `RANGE (at); ${hostile}` },
        { ...one, key: `RANGE (lower(at::text))` },
        { ...one, key: `RANGE (nothing)` },
        { ...one, parent: 'empty' },
        { ...one, parent: 'pg_class' },
        { ...one, parent: 'nowhere' },
        { ...one, name: '' },
        { ...one, name: 'x'.repeat(64) },
        { ...one, bound: `FOR VALUES FROM (${to}) TO (${from})` },
        { ...one, bound: `FOR VALUES FROM ('2026-13-45') TO (${to})` },
      ],
      3,
    ))
      await refused(
        pool,
        withHeader((header) => (header.partitions = [partition])),
        CUT_SHORT,
        TRUSTED,
      )
    await refused(
      pool,
      withHeader((header) => (header.partitions = null as never)),
      CUT_SHORT,
      TRUSTED,
    )
  })

  it('names of tables, columns and sequences', async (t) => {
    const pool = await prepare(t)
    const at = lines.findIndex((line) => line.startsWith('{"table":"empty"'))
    const sequences = lines.findIndex((line) => line.startsWith('{"sequences"'))
    const changed = (index: number, line: string) =>
      packed([lines[0]?.replace(/"keyId":"[^"]*"/, '"keyId":"foreign0"') ?? '', ...lines.slice(1)].with(index, line))
    for (const [index, line] of chooseCases(
      [
        [at, '{"table":"pg_authid","columns":["rolname"]}'],
        [at, '{"table":"schema_migrations","columns":["version"]}'],
        [at, '{"table":"reading_rest","columns":["at","value"]}'],
        [at, '{"table":"a_child","columns":["id","parent","above"]}'],
        [at, '{"table":"empty","columns":["at"]}'],
        [at, '{"table":"empty","columns":["at","at"]}'],
        [at, '{"table":"empty","columns":["at","note) FROM PROGRAM \'id\' --"]}'],
        [at, '{"table":7,"columns":[]}'],
        [sequences, '{"sequences":[{"name":"pg_toast.x","lastValue":"1","isCalled":true}]}'],
        [sequences, '{"sequences":[{"name":"ticket","lastValue":"1; drop table empty","isCalled":true}]}'],
        [sequences, '{"sequences":"all"}'],
      ] as const,
      3,
    ))
      await refused(pool, changed(index, line), CUT_SHORT, TRUSTED)
  })

  it('rows, which a role inserts that may do nothing else and is gone afterwards', async (t) => {
    const pool = await prepare(t)
    const roles = async () => (await pool.query(`SELECT rolname FROM pg_roles WHERE rolname LIKE 'restore!_%' ESCAPE '!'`)).rows
    const before = await roles()
    let during: unknown
    await pool.query(
      `
      CREATE FUNCTION look() RETURNS boolean LANGUAGE plpgsql AS 'BEGIN
        PERFORM set_config(''test.looked'', current_user || (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)::text, false); RETURN true; END';
      ALTER TABLE empty ADD CHECK (note <> ''looked'' OR look())`.replaceAll("''looked''", "'looked'"),
    )
    const at = lines.findIndex((line) => line.startsWith('{"table":"empty"'))
    const end = lines.findIndex((line) => line.startsWith('{"end"'))
    const counts = JSON.parse(lines[end] ?? '') as { end: { tables: number; rows: number } }
    const changed = [...lines].with(end, JSON.stringify({ end: { ...counts.end, rows: counts.end.rows + 1 } }))
    changed[0] = changed[0]?.replace(/"keyId":"[^"]*"/, '"keyId":"foreign0"') ?? ''
    changed.splice(at + 1, 0, '2026-01-01 00:00:00+00\tlooked')
    await restoreBackup(pool, packed(changed), {
      ...TRUSTED,
      beforeCommit: async (client) => void (during = (await client.query(`SELECT current_setting('test.looked') AS by`)).rows[0].by),
    })
    assert.match(String(during), /^restore_[0-9a-f]{16}false$/)
    assert.deepEqual(await roles(), before)
  })
})

describe('the origin of a backup', () => {
  const OTHER = createBackupKeys(createSealing('another secret of an operator'), null)
  const NONE = { signing: null, encryption: null }

  it('is its signature: one of another secret, or none, must be trusted by name', async (t) => {
    const folder = sampleMigrations(t)
    const bytes = await backupOf(t, (await filledSample(t, folder)).pool)
    const { pool } = await emptySample(t, folder)
    await refused(pool, sourceOf(bytes), /^The backup was made with another ADMIN_SECRET: .* --trust$/, { keys: OTHER })
    await refused(pool, sourceOf(bytes), /^There is no ADMIN_SECRET to check the backup with: .* --trust$/, { keys: NONE })
    const [header = '', ...rest] = gunzipSync(bytes).toString('latin1').trimEnd().split('\n')
    const unsigned = [header.replace('"formatVersion":2', '"formatVersion":1'), ...rest.slice(0, -1), '']
    const old = gzipSync(Buffer.from(unsigned.join('\n'), 'latin1'))
    await refused(pool, sourceOf(old), /^The backup was made by an older release, which signed none: .* --trust$/, { keys: KEYS })
    // Under the name of the own secret.
    const forged = gzipSync(Buffer.from([header, ...rest.slice(0, -1), '{"signature":"AAAA"}', ''].join('\n'), 'latin1'))
    await refused(pool, sourceOf(forged), CUT_SHORT, { keys: KEYS, trust: true })
    const changed = gzipSync(
      Buffer.from(gunzipSync(bytes).toString('latin1').replace('c4ca4238a0b923820dcc509a6f75849b', 'd'.repeat(32)), 'latin1'),
    )
    await refused(pool, sourceOf(changed), CUT_SHORT, { keys: KEYS })
    await restoreBackup(pool, sourceOf(old), { keys: NONE, trust: true })
    const second = await emptySample(t, folder)
    await restoreBackup(second.pool, sourceOf(bytes), { keys: OTHER, trust: true })
    assert.deepEqual(await contentsOf(second.pool), await contentsOf(pool))
  })

  it('may be hidden: an encrypted one needs its key, whole', async (t) => {
    const folder = sampleMigrations(t)
    const from = await filledSample(t, folder)
    const keys = { ...KEYS, encryption: 'a key of the operator' }
    const path = join(temporaryDir(t), 'backup')
    await writeBackup(from.pool, createWriteStream(path), { keys })
    const bytes = readFileSync(path)
    assert.equal(bytes.includes('observed'), false)
    assert.throws(() => gunzipSync(bytes))
    const { pool } = await emptySample(t, folder)
    await refused(pool, sourceOf(bytes), /^The backup is encrypted: set BACKUP_KEY/, { keys: KEYS, trust: true })
    await refused(pool, sourceOf(bytes), /^The backup was encrypted with another BACKUP_KEY$/, {
      keys: { ...KEYS, encryption: 'x'.repeat(16) },
    })
    for (const damaged of [bytes.subarray(0, -1), bytes.subarray(0, 40), Buffer.from(bytes).fill(7, 5_000, 5_010)])
      await refused(pool, sourceOf(damaged), /incomplete or damaged|not a backup/, { keys })
    await restoreBackup(pool, sourceOf(bytes), { keys })
    assert.deepEqual(await contentsOf(pool), await contentsOf(from.pool))
  })
})
