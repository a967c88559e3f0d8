import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { putCluster } from '../../../../test/helpers/cluster.ts'
import { afterwards, queryOnce, recordingLog, startService, temporaryDir } from '../../../../test/helpers/embedded.ts'
import { StartupError } from '../../startup-error.ts'
import { isRoot } from './account.ts'
import { startEmbeddedPostgres } from './embedded.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }

function failsWith(...parts: (string | RegExp)[]) {
  return (error: Error): boolean => {
    assert.ok(error instanceof StartupError, String(error.stack))
    for (const part of parts) assert.ok(typeof part === 'string' ? error.message.includes(part) : part.test(error.message), error.message)
    assert.equal(error.message.includes('\n'), false)
    return true
  }
}

describe('DATA_DIR', () => {
  it('is created if missing, may be deep, and holds a checksummed UTF-8 cluster that listens only on a 0700 socket', async (t) => {
    const dataDir = join(temporaryDir(t), 'd'.repeat(60), 'e'.repeat(60), 'data dir')
    assert.ok(dataDir.length > 120)
    const embedded = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
    afterwards(t, () => embedded.stop())
    const { host } = embedded.connection
    assert.ok(`${host}/.s.PGSQL.5432`.length < 104)
    assert.equal(statSync(host).mode & 0o777, 0o700)
    assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o777, 0o700)
    const names = ['data_checksums', 'listen_addresses', 'wal_level', 'max_connections', 'io_method', 'server_encoding', 'fsync']
    const [settings] = await queryOnce<Record<string, string>>(
      embedded.connection,
      `SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}, upper('ä') AS folded`,
    )
    assert.deepEqual(settings, {
      data_checksums: 'on',
      listen_addresses: '',
      wal_level: 'minimal',
      max_connections: '20',
      io_method: 'sync',
      server_encoding: 'UTF8',
      fsync: 'on',
      folded: 'Ä',
    })
  })

  it('survives a start that died during initdb', async (t) => {
    const dataDir = temporaryDir(t)
    mkdirSync(join(dataDir, 'postgres.new-abc123'))
    writeFileSync(join(dataDir, 'postgres.new-abc123', 'PG_VERSION'), '18\n')
    const embedded = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
    afterwards(t, () => embedded.stop())
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-')),
      [],
    )
  })

  it('of another major version is refused and left untouched', async (t) => {
    const dataDir = temporaryDir(t)
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await assert.rejects(startEmbeddedPostgres({ dataDir, log: recordingLog() }), failsWith('PostgreSQL 17', 'includes 18', 'backup'))
    assert.equal(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8'), '17\n')
  })

  it('with files that are not a cluster is refused', async (t) => {
    const dataDir = temporaryDir(t)
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'holiday.jpg'), '')
    await assert.rejects(
      startEmbeddedPostgres({ dataDir, log: recordingLog() }),
      failsWith(join(dataDir, 'postgres'), 'PG_VERSION is missing'),
    )
  })

  it('that is a file, or below one, is refused', async (t) => {
    const file = join(temporaryDir(t), 'file')
    writeFileSync(file, '')
    await assert.rejects(startEmbeddedPostgres({ dataDir: file, log: recordingLog() }), failsWith(`DATA_DIR ${file} cannot be used`))
    await assert.rejects(
      startEmbeddedPostgres({ dataDir: join(file, 'data'), log: recordingLog() }),
      failsWith('part of the path is a file'),
    )
  })

  it('with a damaged cluster is refused with the message of PostgreSQL, and the lock is released', async (t) => {
    const dataDir = await putCluster(temporaryDir(t))
    const embedded = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
    await embedded.stop()
    rmSync(join(dataDir, 'postgres', 'global', 'pg_control'))
    for (let round = 0; round < 2; round++) {
      await assert.rejects(startEmbeddedPostgres({ dataDir, log: recordingLog() }), failsWith('did not start', 'pg_control'))
    }
  })
})

describe('an ordinary user', () => {
  it('runs the database as itself', async (t) => {
    const dataDir = temporaryDir(t)
    if (isRoot()) chmodSync(dataDir, 0o777)
    const service = await startService(t, join(dataDir, 'data'), isRoot() ? NOBODY : {})
    assert.equal(service.error, undefined)
    assert.equal(statSync(join(dataDir, 'data', 'postgres')).uid, isRoot() ? NOBODY.uid : process.getuid?.())
    assert.deepEqual(await queryOnce(service.connection, 'SELECT 1 AS one'), [{ one: 1 }])
    await service.stop()
  })

  it('is told if it may not write there', async (t) => {
    const dataDir = temporaryDir(t)
    chmodSync(dataDir, 0o555)
    const service = await startService(t, dataDir, isRoot() ? NOBODY : {})
    assert.match(service.error ?? '', /^DATA_DIR .* cannot be used: permission denied$/)
  })

  it('is told if another account owns the data', async (t) => {
    if (!isRoot()) return t.skip('only root can make data of another account')
    const dataDir = await putCluster(temporaryDir(t))
    const embedded = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
    await embedded.stop()
    chmodSync(dataDir, 0o777)
    for (const name of ['postgres.lock', 'postgres.lock.holder']) chmodSync(join(dataDir, name), 0o666)
    const service = await startService(t, dataDir, NOBODY)
    assert.match(service.error ?? '', /permission denied \(.*postgres\)$/)
  })

  it('without an entry in the account database is told so, with DATABASE_URL as the way out', async (t) => {
    if (!isRoot()) return t.skip('only root can become a user without an entry')
    const dataDir = temporaryDir(t)
    chmodSync(dataDir, 0o777)
    const service = await startService(t, join(dataDir, 'data'), { uid: 54_321, gid: 54_321 })
    assert.match(service.error ?? '', /user id 54321 has no entry .* DATABASE_URL$/)
  })
})

describe('root', () => {
  it('runs the database as an unprivileged account, also below a 0700 home', async (t) => {
    if (!isRoot()) return t.skip('needs root')
    if (!existsSync('/proc/self/cwd')) return t.skip('needs /proc')
    const home = mkdtempSync('/root/isobar-home-')
    afterwards(t, () => rmSync(home, { recursive: true, force: true }))
    chmodSync(home, 0o700)
    const dataDir = join(home, 'project', 'data')
    for (let round = 0; round < 2; round++) {
      const service = await startService(t, dataDir)
      assert.equal(service.error, undefined)
      assert.notEqual(statSync(join(dataDir, 'postgres')).uid, 0)
      assert.notEqual(statSync(`/proc/${service.pid}`).uid, 0)
      await queryOnce(service.connection, 'CREATE TABLE IF NOT EXISTS kept ()')
      await service.kill()
    }
  })

  it('continues with the account that owns the data', async (t) => {
    if (!isRoot()) return t.skip('needs root')
    const dataDir = temporaryDir(t)
    chmodSync(dataDir, 0o777)
    const data = join(dataDir, 'data')
    const asNobody = await startService(t, data, NOBODY)
    await asNobody.stop()
    const asRoot = await startService(t, data)
    assert.equal(asRoot.error, undefined)
    await asRoot.stop()
    const again = await startService(t, data, NOBODY)
    assert.equal(again.error, undefined)
    await again.stop()
  })
})
