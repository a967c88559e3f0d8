import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, get as httpGet } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { workersOf } from '../lab/torture/rig/processes.ts'
import { type Simulator, startSimulator } from '../tools/upstream-simulator/simulator.ts'
import { putCluster } from './helpers/cluster.ts'
import { isRunning } from './helpers/embedded.ts'
import { runService, type ServiceProcess, startService } from './helpers/service-process.ts'
import { until } from './helpers/until.ts'

const NO_LINUX = process.platform === 'linux' ? false : 'processes share a port only on Linux'

const ANSWERS = /^http_requests_total\{route="\/api\/weather",method="GET",status="200"\} (\d+)$/m

describe('workers that share a port', { skip: NO_LINUX }, () => {
  let base: string
  let simulator: Simulator
  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'isobar-workers-'))
    await chmod(base, 0o755)
    simulator = await startSimulator({ port: 0 })
  })
  after(async () => {
    await simulator.close()
    await rm(base, { recursive: true, force: true })
  })

  function environment(dataDir: string, more: Record<string, string> = {}): Record<string, string> {
    return {
      DATA_DIR: dataDir,
      WORKERS: '2',
      OPENWEATHER_API_KEY: 'key',
      OPENWEATHER_BASE_URL: simulator.url,
      OPEN_METEO_BASE_URL: simulator.url,
      NWS_BASE_URL: simulator.url,
      // A different limit from that of the requests that are counted.
      RATE_LIMITS: 'alerts=20',
      ...more,
    }
  }

  /** On its own connection, which either worker may get. */
  function ask(url: string): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    httpGet(url, { agent: new Agent({ keepAlive: false }) }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    }).once('error', reject)
    return promise
  }

  async function metric(service: ServiceProcess, line: RegExp): Promise<number> {
    const text = await (await fetch(`${service.url}/api/metrics`)).text()
    return Number(line.exec(text)?.[1] ?? 0)
  }
  // A kept-alive connection may be the dead worker's.
  const workers = (service: ServiceProcess) => metric(service, /^isobar_workers (\d+)$/m).catch(() => 0)

  const workerPids = ({ child }: ServiceProcess) => workersOf(child.pid ?? 0)

  describe('on the embedded database', () => {
    let service: ServiceProcess
    let dataDir: string
    let answered = 0
    before(async () => {
      dataDir = await putCluster(join(base, 'data'))
      service = await startService(environment(dataDir))
      await until('both workers listen', async () => (await workers(service)) === 2)
    })

    /** A worker that is too busy to report is counted as of its last report, or left out if the supervisor is too busy as well. */
    async function counted(): Promise<number> {
      let count = 0
      const isWhole = async () => (count = Math.max(count, await metric(service, ANSWERS))) >= answered
      await until('both workers have reported', isWhole).catch(() => undefined)
      return count
    }

    it('answer as one service: one call for one place, and the sums of both in the metrics', async () => {
      let statuses: number[] = []
      for (let lat = 50; lat < 60; lat++) {
        simulator.reset('calls')
        const startedAt = performance.now()
        statuses = await Promise.all(Array.from({ length: 40 }, () => ask(`${service.url}/api/weather?lat=${lat}&lon=13.41&scope=current`)))
        answered += statuses.filter((status) => status === 200).length
        // On a machine so busy that nobody gets a connection to the database within five seconds, the answer is an error.
        if (performance.now() - startedAt < 4_000 || statuses.every((status) => status === 200)) break
      }
      assert.deepEqual(new Set(statuses), new Set([200]), service.output())
      assert.equal(simulator.calls().byProvider['openweather'], 1)
      assert.equal(await counted(), answered)
    })

    it('warn about a start once', () => {
      assert.equal(service.output().match(/there is no admin account yet/g)?.length, 1)
    })

    it("count a client's requests together", async () => {
      const alert = `${service.url}/api/alerts/openweather-unknown`
      await until('both refuse it', async () => {
        const statuses = await Promise.all(Array.from({ length: 12 }, () => ask(alert)))
        return statuses.every((status) => status === 429)
      })
    })

    /** Requests are logged, whichever worker answers. */
    const allLogged = async () => {
      const lines = () => service.output().match(/"route":"\/robots\.txt"/g)?.length ?? 0
      const before = lines()
      await Promise.all(Array.from({ length: 12 }, () => ask(`${service.url}/robots.txt`)))
      await workers(service)
      return lines() === before + 12
    }

    it('change their log level on SIGUSR2 to the supervisor, and ignore it themselves', async () => {
      const [first = 0] = workerPids(service)
      process.kill(first, 'SIGUSR2')
      assert.equal(await allLogged(), false)
      service.child.kill('SIGUSR2')
      await until('both log requests', allLogged)
      assert.ok(workerPids(service).includes(first))
    })

    it('are replaced when they die, while the others answer', async () => {
      const earlier = workerPids(service)
      const [dead, alive] = earlier as [number, number]
      process.kill(dead, 'SIGKILL')
      await until('it is gone', () => !isRunning(dead))
      // Its last thread to end closes its sockets: until then it may still get connections, which are reset.
      await until('the other answers', async () => (await ask(`${service.url}/api/health`).catch(() => 0)) === 200)
      await until('another has taken its place', async () => (await workers(service)) === 2)
      const now = workerPids(service)
      assert.equal(await counted(), answered, 'the counts of the dead worker stay')
      assert.ok(now.includes(alive) && !now.includes(dead), `${earlier.join()} became ${now.join()}`)
      await until('the new one has the log level of the others', allLogged)
    })

    it('end with their supervisor, whether it is stopped or killed', async () => {
      const stopped = workerPids(service)
      assert.equal(stopped.length, 2)
      assert.equal(await service.end('SIGTERM'), 0)
      assert.deepEqual(stopped.filter(isRunning), [])
      service = await startService(environment(dataDir))
      await until('both run', () => workerPids(service).length === 2)
      const orphans = workerPids(service)
      await service.end('SIGKILL')
      await until('the workers are gone', () => !orphans.some(isRunning))
    })

    it('refuse what the operator must fix, in one line', async () => {
      await refused(environment(dataDir, { GEOIP_DATABASE: join(base, 'nowhere.mmdb') }), /^isobar: .*nowhere/)
    })
  })

  it('refuse a port that is in use, in one line', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await until('somebody listens', () => server.listening)
    const { port } = server.address() as AddressInfo
    await refused(environment(join(base, 'unused'), { PORT: String(port) }), /^isobar: .*PORT.*in use/)
    server.close()
  })

  async function refused(env: Record<string, string>, line: RegExp): Promise<void> {
    const { status, stderr } = await runService(env)
    assert.equal(status, 1, stderr)
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
    assert.match(stderr, line)
  }
})

describe('a worker', () => {
  it('does not run without its supervisor', async () => {
    const { status, stderr } = await runService({}, ['worker'])
    assert.equal(status, 1)
    assert.match(stderr, /^isobar: a worker is started by `serve`/)
  })
})
