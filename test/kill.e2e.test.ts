import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Simulator, startSimulator } from '../tools/upstream-simulator/simulator.ts'
import { putCluster } from './helpers/cluster.ts'
import { type ServiceProcess, startService } from './helpers/service-process.ts'

const ROUNDS = 8
const PLACES = 12

describe('kill -9 under load', () => {
  let simulator: Simulator
  let dataDir: string
  let env: Record<string, string>
  before(async () => {
    simulator = await startSimulator({ port: 0 })
    dataDir = await putCluster(await mkdtemp(join(tmpdir(), 'isobar-kill-')))
    env = {
      DATA_DIR: dataDir,
      OPENWEATHER_API_KEY: 'key',
      OPENWEATHER_BASE_URL: simulator.url,
      OPEN_METEO_BASE_URL: simulator.url,
      RATE_LIMITS: 'weather=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0',
      OPENWEATHER_DAILY_LIMIT: '100000',
      OPENWEATHER_MINUTE_LIMIT: '100000',
    }
  })
  after(async () => {
    await simulator.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const url = (service: ServiceProcess, i: number) => `${service.url}/api/weather?lat=${10 + i}&lon=${i}&scope=current`

  /** Requests known places and ever new ones until the process is gone. */
  async function load(service: ServiceProcess, isOver: () => boolean, round: number): Promise<void> {
    for (let i = 0; !isOver(); i++) {
      const place =
        i % 3 === 0 ? `${service.url}/api/weather?lat=${-(i % 80)}&lon=${round}.${i % 100}&scope=daily` : url(service, i % PLACES)
      await fetch(place)
        .then((response) => response.arrayBuffer())
        .catch(() => undefined)
    }
  }

  /** A database that takes more than a second to answer, as on a busy machine just after its start, counts as a miss: then try again. */
  async function known(service: ServiceProcess, i: number) {
    for (let tries = 1; ; tries++) {
      const response = await fetch(url(service, i))
      const { freshness } = (await response.json()) as { freshness?: string }
      if (response.status !== 502 || tries === 20) return { status: response.status, freshness, cache: response.headers.get('x-cache') }
      await sleep(250)
    }
  }

  it(`the service always recovers by itself and answers known places from the database, ${ROUNDS} times`, async () => {
    let service = await startService(env)
    const first = await Promise.all(Array.from({ length: PLACES }, (_, i) => fetch(url(service, i))))
    assert.deepEqual(new Set(first.map(({ status }) => status)), new Set([200]))
    // What is not written yet may be lost.
    assert.equal(await service.end('SIGTERM'), 0)
    service = await startService(env)
    for (let round = 0; round < ROUNDS; round++) {
      let isOver = false
      const loads = Array.from({ length: 4 }, () => load(service, () => isOver, round))
      await sleep(Math.random() * 400)
      assert.equal(await service.end('SIGKILL'), 'SIGKILL')
      isOver = true
      await Promise.all(loads)

      simulator.setFaults([{ kind: 'status', status: 503 }])
      service = await startService(env)
      for (let i = 0; i < PLACES; i++) {
        const { status, freshness, cache } = await known(service, i)
        assert.deepEqual({ status, freshness }, { status: 200, freshness: 'fresh' }, `place ${i} in round ${round}`)
        assert.ok(cache === 'database' || cache === 'memory', `place ${i} in round ${round} came from ${cache}`)
      }
      simulator.setFaults([])
    }
    assert.equal(await service.end('SIGTERM'), 0)
  })
})
