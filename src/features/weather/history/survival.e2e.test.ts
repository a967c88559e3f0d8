import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { putCluster } from '../../../../test/helpers/cluster.ts'
import { startService } from '../../../../test/helpers/service-process.ts'
import { until } from '../../../../test/helpers/until.ts'
import { type Simulator, startSimulator } from '../../../../tools/upstream-simulator/simulator.ts'

const ROUNDS = 2
const READABLE_AFTER_MS = 2_000
/** The answers of each round that must be in the archive afterwards. */
const ENOUGH = 12

/** The observation in one answer. */
interface Observation {
  readonly lat: number
  readonly observedAt: string
  readonly temperature: number
  readonly at: number
}

describe('the archive survives', () => {
  let simulator: Simulator
  let dataDir: string
  let env: Record<string, string>
  before(async () => {
    simulator = await startSimulator({ port: 0 })
    dataDir = await putCluster(await mkdtemp(join(tmpdir(), 'isobar-archive-')))
    env = {
      DATA_DIR: dataDir,
      OPENWEATHER_API_KEY: 'key',
      OPENWEATHER_BASE_URL: simulator.url,
      OPEN_METEO_BASE_URL: simulator.url,
      RATE_LIMITS: 'weather=0,history=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0',
      OPENWEATHER_DAILY_LIMIT: '100000',
      OPENWEATHER_MINUTE_LIMIT: '100000',
    }
  })
  after(async () => {
    await simulator.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Requests new places one after the other until the service is gone, and records the answers. */
  async function ask(url: string, firstLat: number, answers: Observation[], isOver: () => boolean): Promise<void> {
    for (let lat = firstLat; !isOver(); lat += 0.05) {
      const response = await fetch(`${url}/api/weather?lat=${lat.toFixed(2)}&lon=7.5&scope=current`).catch(() => undefined)
      if (response?.status !== 200) continue
      const { observedAt, temperature } = (await response.json()) as { observedAt: string; temperature: number }
      answers.push({ lat: Number(lat.toFixed(2)), observedAt, temperature, at: performance.now() })
    }
  }

  it(`kill -9 with every observation answered more than two seconds before, ${ROUNDS} times`, async () => {
    const expected: Observation[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const service = await startService(env)
      let isOver = false
      const answers: Observation[] = []
      const oldEnough = (): Observation[] => answers.filter(({ at }) => at < performance.now() - READABLE_AFTER_MS)
      const asking = ask(service.url, -80 + round * 50, answers, () => isOver)
      await until('enough answers are old enough', () => oldEnough().length >= ENOUGH)
      expected.push(...oldEnough())
      assert.equal(await service.end('SIGKILL'), 'SIGKILL')
      isOver = true
      await asking
    }
    const service = await startService(env)
    for (const { lat, observedAt, temperature } of expected) {
      const response = await fetch(`${service.url}/api/weather/history?lat=${lat}&lon=7.5`)
      const { observations } = (await response.json()) as { observations: Observation[] }
      assert.deepEqual(
        observations.map((each) => [each.observedAt, each.temperature]),
        [[observedAt, temperature]],
        `at ${lat}`,
      )
    }
    assert.equal(await service.end('SIGTERM'), 0)
  })

  it('SIGTERM without any loss', async () => {
    const service = await startService(env)
    const response = await fetch(`${service.url}/api/weather?lat=80&lon=80&scope=current`)
    const { observedAt } = (await response.json()) as { observedAt: string }
    assert.equal(await service.end('SIGTERM'), 0)
    const next = await startService(env)
    const { observations } = (await (await fetch(`${next.url}/api/weather/history?lat=80&lon=80`)).json()) as {
      observations: Observation[]
    }
    assert.equal(observations[0]?.observedAt, observedAt)
    assert.equal(await next.end('SIGTERM'), 0)
  })
})
