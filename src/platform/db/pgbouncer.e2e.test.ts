import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { afterwards } from '../../../test/helpers/embedded.ts'
import { closedAtEnd } from '../../../test/helpers/ending.ts'
import { runService, startService } from '../../../test/helpers/service-process.ts'
import { until } from '../../../test/helpers/until.ts'
import { type Simulator, startSimulator } from '../../../tools/upstream-simulator/simulator.ts'
import { StartupError } from '../startup-error.ts'
import { openDatabase } from './database.ts'
import { chooseAccount } from './embedded/account.ts'
import { openLeases } from './leases.ts'
import { openListener } from './listener.ts'

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
const MISSING = spawnSync('pgbouncer', ['--version']).error === undefined ? false : 'pgbouncer is not installed'

describe('PgBouncer', { skip: MISSING }, () => {
  let database: TestDatabase<unknown>
  let base: string
  let simulator: Simulator
  before(async () => {
    database = await createTestDatabase()
    simulator = await startSimulator({ port: 0 })
    base = await mkdtemp(join(tmpdir(), 'isobar-pgbouncer-'))
    await chmod(base, 0o755)
  })
  after(async () => {
    await simulator.close()
    await database.drop()
    await rm(base, { recursive: true, force: true })
  })

  /** Debian's PgBouncer with its defaults in front of the test's database; resolves with the DATABASE_URL of a service behind it. */
  async function startPooler(mode: string): Promise<string> {
    const direct = new URL(database.connectionString)
    const host = direct.searchParams.get('host') ?? direct.hostname
    const port = direct.searchParams.get('port') ?? (direct.port || '5432')
    const password = direct.password === '' ? '' : ` password='${decodeURIComponent(direct.password)}'`
    const listening = await freePort()
    const file = join(base, `${mode}.ini`)
    await writeFile(
      file,
      `[databases]
${database.name} = host=${host} port=${port} user=${decodeURIComponent(direct.username)}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listening}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
    )
    // It refuses to run as root.
    const account = await chooseAccount(base)
    const child: ChildProcess = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...account })
    closedAtEnd(() => child.kill('SIGKILL'))
    await until('PgBouncer listens', () => isListening(listening))
    return `postgresql://service@127.0.0.1:${listening}/${database.name}`
  }

  describe('in session mode', () => {
    let url: string
    before(async () => {
      url = await startPooler('session')
    })

    it('takes the service, which is ready, answers, and leaves no lock behind when it is killed', async () => {
      const service = await startService(serviceAt(url))
      assert.equal((await fetch(`${service.url}/api/ready`)).status, 200)
      assert.equal((await fetch(`${service.url}/api/weather?lat=52.5&lon=13.4&scope=current`)).status, 200)
      assert.equal(await service.end('SIGKILL'), 'SIGKILL')
      await until('no lock is left', async () => (await advisoryLocks()) === 0)
    })

    it('keeps timeouts, locks and notifications with their connection', async (t) => {
      const opened = await openDatabase({ connection: url, maxConnections: 3, log: SILENT, statementTimeoutMs: 1_234 })
      afterwards(t, () => opened.close())
      const { pool } = opened
      const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
      for (const client of clients) {
        const { rows } = await client.query(
          `select current_setting('statement_timeout') as a, current_setting('idle_in_transaction_session_timeout') as b`,
        )
        assert.deepEqual(rows, [{ a: '1234ms', b: '2468ms' }])
        client.release()
      }
      const signals: number[] = []
      const listener = openListener({ pool, channel: 'somewhere', onSignal: () => signals.push(1), onError: assert.ifError })
      afterwards(t, () => listener.close())
      await until('it listens', () => signals.length === 1)
      await database.pool.query('notify somewhere')
      await until('it is notified', () => signals.length === 2)
      const [ours, theirs] = [openLeases(pool), openLeases(database.pool)]
      afterwards(t, () => Promise.all([ours.close(), theirs.close()]))
      assert.equal((await ours.take('key', 60_000))?.isHeld(), true)
      assert.equal(await theirs.take('key', 60_000), null)
      await ours.close()
      await until('it is free', async () => (await theirs.take('key', 60_000)) !== null)
    })
  })

  for (const mode of ['transaction', 'statement']) {
    it(`in ${mode} mode is refused in one line`, async () => {
      const url = await startPooler(mode)
      await assert.rejects(openDatabase({ connection: url, maxConnections: 3, log: SILENT }), StartupError)
      const { status, stderr } = await runService(serviceAt(url))
      assert.equal(status, 1)
      assert.match(stderr, /^isobar: DATABASE_URL leads to a connection pooler in transaction mode[^\n]*pool_mode = session[^\n]*\n$/)
      assert.equal(await advisoryLocks(), 0)
    })
  }

  const serviceAt = (url: string) => ({
    DATABASE_URL: url,
    ADMIN_SECRET: 'test-admin-secret-0123456789',
    DATA_DIR: join(base, 'data'),
    OPENWEATHER_API_KEY: 'key',
    OPENWEATHER_BASE_URL: simulator.url,
    OPEN_METEO_BASE_URL: simulator.url,
    NWS_BASE_URL: simulator.url,
    SCHEDULER: 'off',
  })

  async function advisoryLocks(): Promise<number> {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = $1)`,
      [database.name],
    )
    return rows[0]?.count ?? -1
  }
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).then((answer) => {
    socket.destroy()
    return answer as boolean
  })
}
