import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { buildBaseUrls } from '../../packages/providers/src/testing/base-urls.ts'
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts'
import { runService } from '../../test/helpers/service-process.ts'
import { startSmtpServer, type TestSmtpServer } from '../../test/helpers/smtp-server.ts'
import { type Simulator, startSimulator } from '../../tools/upstream-simulator/simulator.ts'

describe('isobar check', () => {
  let folder: string
  let simulator: Simulator
  let database: TestDatabase<unknown>
  let smtp: TestSmtpServer
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'isobar-check-'))
    simulator = await startSimulator({ port: 0 })
    database = await createTestDatabase<unknown>({ migrations: false })
    smtp = await startSmtpServer()
  })
  after(async () => {
    await Promise.all([simulator.close(), smtp.close(), database.drop()])
    await rm(folder, { recursive: true, force: true })
  })

  const env = (change: Record<string, string> = {}) => ({
    DATA_DIR: join(folder, 'data'),
    ...buildBaseUrls(simulator.url),
    OPENWEATHER_API_KEY: 'simulated',
    WARNING_FEEDS: 'dwd',
    SMTP_URL: `${smtp.url}?starttls=off`,
    MAIL_FROM: 'weather@example.org',
    ...change,
  })
  const check = (change: Record<string, string> = {}) => runService(env(change), ['check'])
  const lines = (output: string, kind: string) => output.split('\n').filter((line) => line.startsWith(kind))

  it('finds that all is well, and leaves nothing behind', async () => {
    const { status, stdout, stderr } = await check()
    assert.deepEqual(
      { status, stderr, faults: lines(stdout, 'fault'), notes: lines(stdout, 'note') },
      { status: 0, stderr: '', faults: [], notes: [] },
    )
    for (const what of [
      'configuration',
      'database',
      'weather from OpenWeather',
      'weather from Open-Meteo',
      'warnings from Deutscher Wetterdienst',
      'mail',
    ])
      assert.match(stdout, new RegExp(`^ok +${what}: `, 'm'), what)
    assert.deepEqual(await readdir(folder), [])
  })

  it('looks at a database without changing it', async () => {
    const { status, stdout } = await check({ DATABASE_URL: database.connectionString, ADMIN_SECRET: 'sixteen-characters' })
    assert.equal(status, 0, stdout)
    assert.match(stdout, /^ok +database: PostgreSQL [\d.]+.*, a start would run \d+ migrations$/m)
    const { rows } = await database.pool.query("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace")
    assert.equal(rows.length, 0)
  })

  it('names each fault', async () => {
    await writeFile(join(folder, 'file'), '')
    const { status, stdout, stderr } = await check({
      DATA_DIR: join(folder, 'file', 'data'),
      OPENWEATHER_API_KEY: 'invalid',
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    assert.equal(status, 1)
    assert.match(stderr, /^isobar: there are 3 faults\n$/)
    const [data = '', key = '', mail = '', ...others] = lines(stdout, 'fault')
    assert.deepEqual(others, [])
    assert.match(data, /DATA_DIR .*file/)
    assert.match(key, /OpenWeather: The key was rejected/)
    assert.match(mail, /mail: .*ECONNREFUSED/)
    assert.doesNotMatch(stdout, /invalid/)
  })

  it('takes a provider without its key for a fault only if none is left', async () => {
    const left = await check({ OPENWEATHER_API_KEY: '' })
    assert.equal(left.status, 0)
    assert.match(left.stdout, /^note +weather from OpenWeather: not used: OPENWEATHER_API_KEY is not set$/m)
    const none = await check({ OPENWEATHER_API_KEY: '', WEATHER_PROVIDERS: 'openweather' })
    assert.equal(none.status, 1)
    assert.match(none.stdout, /^fault +weather: no provider/m)
  })
})

describe('isobar', () => {
  it('lists its commands, on request and for one that it does not have', async () => {
    const asked = await runService({}, ['--help'])
    assert.equal(asked.status, 0)
    for (const command of ['serve', 'check', 'weather', 'mcp', 'backup']) assert.match(asked.stdout, new RegExp(`^  ${command} `, 'm'))
    for (const unknown of ['dance', 'constructor']) {
      const { status, stdout, stderr } = await runService({}, [unknown])
      assert.deepEqual({ status, stdout }, { status: 2, stdout: '' })
      assert.equal(stderr, `isobar: there is no command ${unknown}\n\n${asked.stdout}`)
    }
  })

  it('prints its version, whatever the configuration', async () => {
    const { status, stdout } = await runService({ PORT: 'eighty' }, ['--version'])
    assert.equal(status, 0)
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
  })
})
