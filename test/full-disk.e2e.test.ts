import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Simulator, startSimulator } from '../tools/upstream-simulator/simulator.ts'
import { signIn } from './helpers/admin.ts'
import { createTestApp, createTestWorld, type TestApp, type TestWorld } from './helpers/app.ts'
import { putCluster } from './helpers/cluster.ts'
import { type ServiceProcess, startService } from './helpers/service-process.ts'
import { until } from './helpers/until.ts'

const NO_CALLS = 'The database cannot be written to, so that no provider can be called, and there is no cached data.'

describe('a database that cannot be written to', () => {
  let world: TestWorld & { close(): Promise<void> }
  let app: TestApp
  let other: TestApp
  before(async () => {
    world = await createTestWorld()
    app = await createTestApp({ sharing: world })
    other = await createTestApp({ sharing: world })
  })
  after(async () => {
    await app.close()
    await other.close()
    await world.close()
  })

  const weather = (on: TestApp, lat: number) => on.get(`/api/weather?lat=${lat}&lon=1&scope=current`)
  const readiness = async () => {
    const { status, body } = await app.get('/api/ready')
    return [status, body.message, body.checks.database, body.checks.writes]
  }

  /** New sessions only: those of the apps end. */
  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    const { name, pool } = world.database
    await pool.query(`begin read write; alter database ${name} set default_transaction_read_only = ${isReadOnly}; commit`)
    await pool.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()', [name])
  }

  it('is read, and nothing that needs no write fails; what needs one says so, and readiness as well', async () => {
    assert.equal((await weather(other, 1)).status, 200)
    await other.services.gateway.drain()
    assert.equal((await weather(app, 2)).status, 200)
    await app.services.gateway.drain()
    const { headers } = await signIn(app, 'owner')
    const calls = world.simulator.calls().total
    await setReadOnly(true)

    const unknown = await weather(app, 3)
    assert.deepEqual(
      { status: unknown.status, error: unknown.body.error, message: unknown.body.message },
      { status: 502, error: 'service_unavailable', message: NO_CALLS },
    )
    assert.ok(unknown.body.retryAfterSeconds > 0)
    assert.equal(world.simulator.calls().total, calls)
    assert.deepEqual(await readiness(), [503, 'Not ready: the database cannot be written to', true, false])
    const fromMemory = await weather(app, 2)
    assert.deepEqual({ status: fromMemory.status, xCache: fromMemory.headers.get('x-cache') }, { status: 200, xCache: 'memory' })
    const fromDatabase = await weather(app, 1)
    assert.deepEqual({ status: fromDatabase.status, xCache: fromDatabase.headers.get('x-cache') }, { status: 200, xCache: 'database' })
    app.clock.advance({ minutes: 30 })
    for (const path of ['/api/admin/usage?days=1', '/api/admin/jobs', '/api/admin/connections', '/api/admin/mailing-summary'])
      assert.equal((await app.get(path, headers)).status, 200, path)
    const report = await fetch(`${app.url}/api/analytics/collect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'page_view', path: '/' }),
    })
    assert.notEqual(report.status, 500)

    await setReadOnly(false)
    await until('it is ready', async () => (await readiness())[0] === 200)
    assert.equal((await weather(app, 3)).status, 200)
  })
})

const NO_ROOT = process.getuid?.() === 0 && process.platform === 'linux' ? false : 'mounting a small disk needs root on Linux'

describe('a full disk', { skip: NO_ROOT }, () => {
  let dir: string
  let simulator: Simulator
  let service: ServiceProcess
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'isobar-full-disk-'))
    simulator = await startSimulator({ port: 0 })
  })
  after(async () => {
    await simulator.close()
    spawnSync('umount', ['--lazy', dir])
    await rm(dir, { recursive: true, force: true })
  })

  const KNOWN = 10
  let next = KNOWN
  async function ask(lat: number, scope = 'current'): Promise<{ status: number; message: string | undefined }> {
    const response = await fetch(`${service.url}/api/weather?lat=${lat}&lon=5&scope=${scope}`)
    return { status: response.status, message: ((await response.json()) as { message?: string }).message }
  }
  const readiness = async () => (await fetch(`${service.url}/api/ready`)).status

  /** Takes the room that is left, to the last byte. Returns a function that frees it. */
  function fill(): () => void {
    const path = join(dir, 'ballast')
    const file = openSync(path, 'a')
    for (const bytes of [65_536, 512]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(bytes))
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
      }
    }
    closeSync(file)
    return () => rmSync(path)
  }

  it('leaves known places answered, says what fails, and is over when there is room', async (t) => {
    const mounting = ['-t', 'tmpfs', '-o', 'size=200m,mode=755', 'isobar-test', dir]
    const { status: isRefused, stderr } = spawnSync('mount', mounting, { encoding: 'utf8' })
    if (isRefused !== 0) return t.skip(`a small disk cannot be mounted: ${stderr}`)
    service = await startService({
      DATA_DIR: await putCluster(join(dir, 'data')),
      SCHEDULER: 'off',
      OPENWEATHER_API_KEY: 'key',
      OPENWEATHER_BASE_URL: simulator.url,
      OPEN_METEO_BASE_URL: simulator.url,
      NWS_BASE_URL: simulator.url,
      OPENWEATHER_MINUTE_LIMIT: '100000',
      OPENWEATHER_DAILY_LIMIT: '100000',
      RATE_LIMITS: 'weather=0,upstream=0,upstream-day=0',
    })
    for (let lat = 0; lat < KNOWN; lat++) assert.equal((await ask(lat)).status, 200)
    const free = fill()
    // Pages that are already there are filled first.
    await until('a call cannot be paid', async () => (await ask((next += 0.1))).status !== 200)
    for (let i = 0; i < 60; i++) {
      assert.equal((await ask(i % KNOWN, i % 2 === 0 ? 'current' : 'daily')).status, 200)
      const { status, message } = await ask((next += 0.1))
      assert.ok(status === 200 || (status === 502 && message === NO_CALLS), `${status} ${message}`)
    }
    assert.equal(await readiness(), 503)
    free()
    await until('it is ready', async () => (await readiness()) === 200)
    assert.equal((await ask((next += 0.1))).status, 200)
    assert.equal(await service.end('SIGTERM'), 0)
  })
})
