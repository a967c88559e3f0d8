import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { putCluster } from '../../test/helpers/cluster.ts'
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts'
import { runService, type ServiceProcess, startService } from '../../test/helpers/service-process.ts'
import { type Simulator, startSimulator } from '../../tools/upstream-simulator/simulator.ts'

const PLACE = '/api/weather?lat=52.52&lon=13.41&scope=current'

describe('backup and restore, as an operator runs them', () => {
  let simulator: Simulator
  let base: string
  let file: string
  const started: ServiceProcess[] = []
  before(async () => {
    simulator = await startSimulator({ port: 0 })
    base = await mkdtemp(join(tmpdir(), 'isobar-backup-'))
    file = join(base, 'isobar.backup')
  })
  after(async () => {
    // Cleans up if a test failed midway.
    for (const { child } of started) child.kill('SIGKILL')
    await simulator.close()
    await rm(base, { recursive: true, force: true })
  })

  const env = (dataDir: string) => ({
    DATA_DIR: join(base, dataDir),
    LOG_LEVEL: 'silent',
    OPENWEATHER_API_KEY: 'key',
    OPENWEATHER_BASE_URL: simulator.url,
    OPEN_METEO_BASE_URL: simulator.url,
    NWS_BASE_URL: simulator.url,
  })

  it('carry the service’s data into another DATA_DIR', async () => {
    await putCluster(join(base, 'first'))
    const first = await startService(env('first'))
    started.push(first)
    const asked = await fetch(first.url + PLACE)
    assert.deepEqual({ status: asked.status, xCache: asked.headers.get('x-cache') }, { status: 200, xCache: 'upstream' })
    const { current } = (await asked.json()) as { current: unknown }
    assert.equal(await first.end('SIGTERM'), 0)

    const written = await runService(env('first'), ['backup', file])
    assert.deepEqual({ status: written.status, stderr: written.stderr }, { status: 0, stderr: '' })
    const [, rows] = /^(\d+) rows of \d+ tables written to .*isobar\.backup\nKeep .*admin-secret with it/.exec(written.output) ?? []
    assert.ok(Number(rows) > 0)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.deepEqual(await readdir(base), ['first', 'isobar.backup'])

    const unknown = await runService(env('second'), ['restore', file])
    assert.deepEqual({ status: unknown.status, readdir: await readdir(base) }, { status: 1, readdir: ['first', 'isobar.backup'] })
    assert.match(unknown.stderr, /^isobar: There is no ADMIN_SECRET to check the backup with: .* --trust\n$/)
    await mkdir(join(base, 'second'))
    await copyFile(join(base, 'first', 'admin-secret'), join(base, 'second', 'admin-secret'))
    const read = await runService(env('second'), ['restore', file])
    assert.deepEqual({ status: read.status, stderr: read.stderr }, { status: 0, stderr: '' })
    assert.match(read.output, new RegExp(`^${rows} rows of \\d+ tables restored.*\nIt sends nothing and runs no jobs`))

    simulator.setFaults([{ kind: 'status', status: 503 }])
    const second = await startService(env('second'))
    started.push(second)
    const answer = await fetch(second.url + PLACE)
    assert.deepEqual({ status: answer.status, xCache: answer.headers.get('x-cache') }, { status: 200, xCache: 'database' })
    assert.deepEqual(((await answer.json()) as { current: unknown }).current, current)
    assert.equal(await second.end('SIGTERM'), 0)

    const again = await runService(env('second'), ['restore', file])
    assert.equal(again.status, 1)
    assert.match(again.stderr, /^isobar: The database is not empty \(table \w+ has rows\): restore into an empty one\n$/)
  })

  it('hold the copy, encrypted on the way, unless it is restored as the live one', async () => {
    const from = await createTestDatabase()
    const secrets = { ADMIN_SECRET: 'sixteen-characters', BACKUP_KEY: 'a-key-of-the-operator' }
    const at = (database: TestDatabase<unknown>) => ({ ...env('fourth'), ...secrets, DATABASE_URL: database.connectionString })
    const hidden = join(base, 'hidden.backup')
    assert.equal((await runService(at(from), ['backup', hidden])).status, 0)
    for (const [options, isHeld] of [
      [[], true],
      [['--live'], false],
    ] as const) {
      const copy = await createTestDatabase({ migrations: false })
      const keyless = await runService({ ...at(copy), BACKUP_KEY: '' }, ['restore', ...options, hidden])
      assert.match(keyless.stderr, /^isobar: The backup is encrypted: set BACKUP_KEY/)
      assert.equal((await runService(at(copy), ['restore', ...options, hidden])).status, 0)
      const { rows } = await copy.pool.query('select file, released_at is null as held from database_restore')
      assert.deepEqual(rows, [{ file: 'hidden.backup', held: isHeld }])
      const audited = await copy.pool.query(`select after from admin_audit where action = 'backup.restore'`)
      assert.deepEqual({ held: audited.rows[0].after.held, trusted: audited.rows[0].after.trusted }, { held: isHeld, trusted: false })
      await copy.drop()
    }
    await from.drop()
  })

  it('exit with one line if the file is missing, cannot be written or is not named', async () => {
    const database = await createTestDatabase()
    const onServer = { ...env('third'), DATABASE_URL: database.connectionString, ADMIN_SECRET: 'sixteen-characters' }
    for (const [args, line] of [
      [['restore', join(base, 'none')], /^isobar: .*none cannot be used \(ENOENT\)\n$/],
      [['restore', base], /^isobar: .* cannot be used \(EISDIR\)\n$/],
      [['restore'], /^isobar: restore needs the name of the file to read: restore \[--trust\] \[--live\] FILE /],
      [['restore', '--force', base], /^isobar: restore needs the name of the file to read/],
      [['backup', join(base, 'none', 'file')], /^isobar: .*file cannot be used \(ENOENT\)\n$/],
      [['backup'], /^isobar: backup needs the name of the file to write\n$/],
    ] as const) {
      const { status, stderr } = await runService(onServer, args)
      assert.equal(status, 1, stderr)
      assert.match(stderr, line)
    }
    await database.drop()
  })
})
