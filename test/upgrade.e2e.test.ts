import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import { checkBackup } from '../src/platform/db/backup/prepare.ts'
import { migrateDatabase } from '../src/platform/db/migrate.ts'
import { type Simulator, startSimulator } from '../tools/upstream-simulator/simulator.ts'
import { createTestDatabase, PRODUCT_MIGRATIONS } from './helpers/database.ts'
import { fillAsReleased, FIXTURE_CLIENT, FIXTURE_OWNER, FIXTURE_SECRET, makeDataDir, releases, writeBackupOf } from './helpers/releases.ts'
import { runService, startService } from './helpers/service-process.ts'

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
/** Tables that a later migration dropped on purpose, with all their rows. */
const GIVEN_UP: ReadonlySet<string> = new Set(['ad_program_sign_in'])

/** The number of rows in each table that a backup contains. */
async function rowsByTable(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relpersistence = 'p'
     AND relnamespace = current_schema()::regnamespace AND relname <> 'schema_migrations'`,
  )
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM "${name}"`)
    counts.set(name, rows[0]?.count ?? 0)
  }
  return counts
}

for (const release of releases()) {
  describe(`the data of ${release}`, () => {
    let base: string
    let file: string
    let simulator: Simulator
    before(async () => {
      simulator = await startSimulator({ port: 0 })
      base = await mkdtemp(join(tmpdir(), 'isobar-upgrade-'))
      file = join(base, 'isobar.backup')
      await writeBackupOf(release, file)
    })
    after(async () => {
      await simulator.close()
      await rm(base, { recursive: true, force: true })
    })

    const env = (dataDir: string) => ({
      DATA_DIR: join(base, dataDir),
      ADMIN_SECRET: FIXTURE_SECRET,
      LOG_LEVEL: 'warn',
      SCHEDULER: 'off',
      OPENWEATHER_BASE_URL: simulator.url,
      OPEN_METEO_BASE_URL: simulator.url,
      NWS_BASE_URL: simulator.url,
    })

    /** Starts this release on it: the data of people and operators is there, and it answers. */
    async function assertLivesOn(dataDir: string): Promise<void> {
      const service = await startService(env(dataDir))
      const get = async (path: string, headers: Record<string, string> = {}) => {
        const response = await fetch(service.url + path, { headers })
        assert.equal(response.status, 200, `${path}: ${await response.clone().text()}`)
        return response
      }
      await get('/api/ready')
      const login = await fetch(`${service.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(FIXTURE_OWNER),
      })
      assert.equal(login.status, 200, await login.text())
      const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''

      // Sealed under the fixture's secret: the stored key can be read, and the provider is called with it.
      const key = (await (await get('/api/admin/weather-provider-key', { cookie })).json()) as { source: string; masked: string }
      assert.deepEqual({ source: key.source, masked: key.masked }, { source: 'database', masked: '••••7c6d' })
      const { subscriptions } = (await (await get(`/api/subscriptions?clientId=${FIXTURE_CLIENT}`)).json()) as {
        subscriptions: { type: string }[]
      }
      assert.deepEqual(subscriptions.map(({ type }) => type).toSorted(), ['city_alerts', 'newsletter'])
      assert.match(await (await get('/api/pages/about?lang=en')).text(), /We measure rain\./)
      const history = await get('/api/weather/history?lat=52.52&lon=13.41&from=2026-07-01&to=2026-07-02')
      assert.match(await history.text(), /22\.79/)
      await get('/api/weather?lat=52.52&lon=13.41&scope=current')
      assert.doesNotMatch(service.output(), /cannot be (read|opened)|"level":"?(50|error)/)
      assert.equal(await service.end('SIGTERM'), 0)
    }

    it('migrates without losing a row of any table', async () => {
      const database = await createTestDatabase({ migrations: false })
      await fillAsReleased(database.pool, file)
      const before = await rowsByTable(database.pool)
      for (const [table, count] of before) assert.ok(count > 0, `the fixture has no row of ${table}`)
      await migrateDatabase({ pool: database.pool, folder: PRODUCT_MIGRATIONS, log: SILENT })
      const now = await rowsByTable(database.pool)
      for (const [table, count] of before) {
        if (!GIVEN_UP.has(table)) assert.ok((now.get(table) ?? 0) >= count, `${table}: ${now.get(table)} of ${count} rows`)
      }
      await database.drop()
    })

    it('starts as a data directory', async () => {
      await makeDataDir(join(base, 'left-behind'), file)
      await assertLivesOn('left-behind')
    })

    it('is restored from its backup on an empty machine', async () => {
      const { status, stderr, output } = await runService(env('restored'), ['restore', '--trust', file])
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
      assert.match(output, /rows of \d+ tables restored/)
      await assertLivesOn('restored')
    })
  })
}

describe('an incomplete backup', () => {
  it('is refused before a data directory is made', async (t) => {
    const base = await mkdtemp(join(tmpdir(), 'isobar-upgrade-'))
    t.after(() => rm(base, { recursive: true, force: true }))
    const [release = ''] = releases()
    const file = join(base, 'isobar.backup')
    await writeBackupOf(release, file)
    const bytes = await readFile(file)
    for (const damaged of [bytes.subarray(0, -1), Buffer.from(bytes).fill(7, 900, 1000), bytes.subarray(0, bytes.length / 2)]) {
      await writeFile(file, damaged)
      await assert.rejects(
        checkBackup(createReadStream(file), { keys: { signing: null, encryption: null }, trust: true }),
        /^StartupError: The (backup|file) is /,
      )
    }
    const { status, stderr } = await runService({ DATA_DIR: join(base, 'data'), LOG_LEVEL: 'silent' }, ['restore', '--trust', file])
    assert.deepEqual({ status, stderr }, { status: 1, stderr: 'isobar: The backup is incomplete or damaged\n' })
    assert.deepEqual(await readdir(base), ['isobar.backup'])
  })
})
