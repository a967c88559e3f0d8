import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Simulator, startSimulator } from '../tools/upstream-simulator/simulator.ts'
import { createTestDatabase, type TestDatabase } from './helpers/database.ts'
import { type ServiceProcess, startService } from './helpers/service-process.ts'
import { until } from './helpers/until.ts'

/** `ROUNDS=50 npm run test:files -- test/killed-node.e2e.test.ts` */
const ROUNDS = Number(process.env['ROUNDS'] ?? 2)
const PROVIDER_MS = 500
/** A node that is to stand still must not get its answer before that: when it goes on, it finishes a write that it has begun. */
const HELD_MS = 5_000
const OF_EACH_NODE = 10

/** The node that fetches a place is killed or stands still: the others fetch it at once, and once. */
describe('a node that fetches what others wait for', () => {
  let database: TestDatabase<unknown>
  let simulator: Simulator
  let base: string
  let nodes: ServiceProcess[]
  let latitude = 0
  before(async () => {
    database = await createTestDatabase()
    simulator = await startSimulator({ port: 0 })
    base = await mkdtemp(join(tmpdir(), 'isobar-killed-node-'))
    nodes = await Promise.all([startNode(0), startNode(1), startNode(2)])
  })
  beforeEach(() => {
    simulator.reset()
    answerAfter(PROVIDER_MS)
  })
  after(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    await simulator.close()
    await database.drop()
    await rm(base, { recursive: true, force: true })
  })

  function startNode(index: number): Promise<ServiceProcess> {
    return startService({
      DATABASE_URL: database.connectionString,
      ADMIN_SECRET: 'test-admin-secret-0123456789',
      DATA_DIR: join(base, String(index)),
      SCHEDULER: 'off',
      OPENWEATHER_API_KEY: 'key',
      OPENWEATHER_BASE_URL: simulator.url,
      OPEN_METEO_BASE_URL: simulator.url,
      NWS_BASE_URL: simulator.url,
      OPENWEATHER_MINUTE_LIMIT: '1000',
      RATE_LIMITS: 'weather=0,upstream=0,upstream-day=0',
    })
  }

  function answerAfter(delayMs: number): void {
    simulator.setFaults([
      { kind: 'delay', delayMs, match: { provider: 'openweather' } },
      { kind: 'status', status: 503, match: { provider: 'open-meteo' } },
    ])
  }

  const calls = (): number => simulator.calls().byProduct['openweather/onecall'] ?? 0

  async function ask(node: ServiceProcess, place: string): Promise<{ status: number; ms: number }> {
    const startedAt = performance.now()
    const response = await fetch(`${node.url}/api/weather?${place}&scope=current`)
    await response.arrayBuffer()
    return { status: response.status, ms: performance.now() - startedAt }
  }

  /** The first node fetches a new place and is sent the signal while the provider works; the others are asked for the same place. */
  async function round(signal: 'SIGKILL' | 'SIGSTOP'): Promise<{ place: string; first: Promise<unknown> }> {
    const [fetching, ...others] = nodes as [ServiceProcess, ServiceProcess, ServiceProcess]
    // On a busy machine, a node that has just started may not get a connection to the database in time.
    let lon = 8
    await until('the first node answers', async () => (await ask(fetching, `lat=${latitude}&lon=${(lon += 1)}`)).status === 200)
    const undisturbed = await ask(others[0], `lat=${latitude}&lon=8`)
    const place = `lat=${(latitude += 0.5)}&lon=7`
    simulator.reset('calls')
    if (signal === 'SIGSTOP') answerAfter(HELD_MS)
    const first = ask(fetching, place).catch(() => undefined)
    await until('the provider is asked', () => calls() === 1)
    answerAfter(PROVIDER_MS)
    const waiting = others.flatMap((node) => Array.from({ length: OF_EACH_NODE }, () => ask(node, place)))
    await sleep(Math.random() * PROVIDER_MS)
    fetching.child.kill(signal)
    const answers = await Promise.all(waiting)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const slowest = Math.max(...answers.map(({ ms }) => ms))
    // In other words, three seconds on a quiet machine.
    assert.ok(
      slowest < 6 * undisturbed.ms,
      `the slowest answer took ${Math.round(slowest)} ms, an undisturbed one ${Math.round(undisturbed.ms)} ms`,
    )
    assert.ok(calls() <= 2, `${calls()} calls`)
    return { place, first }
  }

  it(`killed: all get their answer, for one more call (${ROUNDS} rounds)`, async (t) => {
    for (let i = 0; i < ROUNDS; i++) {
      const startedAt = performance.now()
      await round('SIGKILL').finally(async () => (nodes[0] = await startNode(0)))
      t.diagnostic(`answered and started after ${Math.round(performance.now() - startedAt)} ms`)
    }
  })

  it(`standing still: the same, and it changes nothing when it goes on (${ROUNDS} rounds)`, async (t) => {
    for (let i = 0; i < ROUNDS; i++) {
      const startedAt = performance.now()
      const since = new Date()
      const { place, first } = await round('SIGSTOP')
      t.diagnostic(`answered after ${Math.round(performance.now() - startedAt)} ms`)
      const [made, stored] = [calls(), await entries()]
      // What it would store now would look newer: times are whole seconds.
      const answeredAt = Date.now()
      await until('another second has begun', () => Math.floor(Date.now() / 1_000) > Math.floor(answeredAt / 1_000))
      nodes[0]?.child.kill('SIGCONT')
      await first
      await until('its call is settled', async () => (await ledger(since)).open === 0)
      assert.equal((await ask(nodes[0] as ServiceProcess, place)).status, 200)
      assert.equal(calls(), made)
      assert.deepEqual(await entries(), stored)
      const { calls: paid, used } = await ledger(since)
      assert.equal(paid, used)
    }
  })

  async function entries(): Promise<unknown[]> {
    return (await database.pool.query(`select key, md5(value) from cache_entry where key like 'cell:%' order by key`)).rows
  }

  /** Calls of the first provider: in the ledger, of those since then without an outcome, and in the budget. */
  async function ledger(since: Date): Promise<{ calls: number; open: number; used: number }> {
    const { rows } = await database.pool.query(
      `select count(*)::int as calls, count(*) filter (where outcome is null and started_at >= $1)::int as open,
        (select sum(used)::int from upstream_window where holder = $2 and window_seconds = 86400) as used
      from upstream_call where product = $3`,
      [since, 'product:openweather/onecall', 'openweather/onecall'],
    )
    return rows[0] as { calls: number; open: number; used: number }
  }
})
