import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../tools/listen.ts'
import { type Simulator, startSimulator } from '../tools/upstream-simulator/simulator.ts'
import { createTestDatabase, type TestDatabase } from './helpers/database.ts'
import { type Edge, missing, startHaproxy, startNginxForNodes } from './helpers/edges.ts'
import { type ServiceProcess, startService } from './helpers/service-process.ts'
import { until } from './helpers/until.ts'

/**
 * How a node is taken out: by HAProxy's own checks; by an edit of nginx's configuration, which has none; and by nothing, with requests that
 * nginx may repeat.
 */
const PROXIES = [
  { name: 'HAProxy', start: startHaproxy, isEdited: false, posts: true },
  { name: 'nginx, edited', start: startNginxForNodes, isEdited: true, posts: true },
  { name: 'nginx', start: startNginxForNodes, isEdited: false, posts: false },
] as const
type Proxy = (typeof PROXIES)[number]
const PROGRAMS = ['haproxy', 'nginx'] as const
const CLIENTS = 3
/** As the recipes say. */
const DRAIN_SECONDS = '5'

/** What clients of one proxy saw. */
interface Load {
  readonly failures: string[]
  answered: number
  posted: number
}

/** Two nodes behind each of the configurations in `deploy`, restarted one after the other while clients never pause. */
describe('a rolling restart', { skip: PROGRAMS.map(missing).find(Boolean) }, () => {
  let base: string
  let simulator: Simulator
  let database: TestDatabase<unknown>
  let ports: [number, number]
  let nodes: [ServiceProcess, ServiceProcess]
  const outputs: (() => string)[] = []

  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'isobar-rolling-'))
    simulator = await startSimulator({ port: 0 })
    database = await createTestDatabase()
    ports = [await freePort(), await freePort()]
    nodes = [await startNode(0), await startNode(1)]
  })
  after(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    await database.drop()
    await simulator.close()
    await rm(base, { recursive: true, force: true })
  })

  /** The second one has workers. */
  async function startNode(number: 0 | 1): Promise<ServiceProcess> {
    const node = await startService({
      PORT: String(ports[number]),
      WORKERS: String(number + 1),
      DATA_DIR: join(base, String(number)),
      DATABASE_URL: database.connectionString,
      ADMIN_SECRET: 'a'.repeat(32),
      DRAIN_SECONDS,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'debug',
      SCHEDULER: 'off',
      RATE_LIMITS: 'weather=0,batch=0',
      OPENWEATHER_API_KEY: 'key',
      OPENWEATHER_BASE_URL: simulator.url,
      OPEN_METEO_BASE_URL: simulator.url,
      NWS_BASE_URL: simulator.url,
    })
    outputs.push(node.output)
    return node
  }

  const BATCH = JSON.stringify({ cities: [{ lat: 52.52, lon: 13.41 }] })
  const REQUESTS = [
    { method: 'GET', path: '/api/weather?lat=52.52&lon=13.41&scope=current' },
    { method: 'POST', path: '/api/weather/batch', body: BATCH },
    { method: 'GET', path: '/api/platform/limits' },
  ] as const

  /** Sends requests one after the other until `isOver`; on one connection, unless nginx is edited: it then closes idle ones. */
  async function client({ isEdited, posts }: Proxy, { port }: Edge, load: Load, isOver: () => boolean): Promise<void> {
    const agent = new Agent({ keepAlive: !isEdited, maxSockets: 1 })
    const requests = REQUESTS.filter(({ method }) => posts || method === 'GET')
    for (let i = 0; !isOver(); i++) {
      const { method, path, ...more } = requests[i % requests.length] ?? REQUESTS[0]
      const headers = 'body' in more ? { 'content-type': 'application/json' } : {}
      const outcome = await new Promise<string>((resolve) => {
        request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
          response.resume().once('end', () => resolve(String(response.statusCode)))
          response.once('error', ({ message }) => resolve(message))
        })
          .once('error', ({ message }) => resolve(message))
          .end('body' in more ? more.body : undefined)
      })
      load.answered++
      if (method === 'POST') load.posted++
      if (outcome !== '200') load.failures.push(`${method} ${path}: ${outcome}`)
    }
    agent.destroy()
  }

  it('fails no request, and no POST is sent twice', async () => {
    let isOver = false
    const loads = await Promise.all(
      PROXIES.map(async (proxy) => {
        const edge = await proxy.start(ports)
        const load: Load = { failures: [], answered: 0, posted: 0 }
        const clients = Array.from({ length: CLIENTS }, () => client(proxy, edge, load, () => isOver))
        return { ...proxy, edge, load, clients }
      }),
    )
    const answered = () => Math.min(...loads.map(({ load }) => load.answered))
    const moreAnswers = async () => {
      const before = answered()
      await until('clients got more answers', () => answered() > before + 100)
    }

    await moreAnswers()
    for (const number of [0, 1] as const) {
      const edited = loads.filter(({ isEdited }) => isEdited)
      for (const { edge } of edited) edge.edit(`/^ *server .*:${ports[number]} /s/;/ down;/`)
      assert.equal(await nodes[number].end('SIGTERM'), 0)
      nodes[number] = await startNode(number)
      for (const { edge } of edited) edge.edit(`/^ *server .*:${ports[number]} /s/ down;/;/`)
      await moreAnswers()
    }
    isOver = true
    await Promise.all(loads.flatMap(({ clients }) => clients))
    await Promise.all(loads.map(({ edge }) => edge.stop()))

    for (const { name, load } of loads) assert.deepEqual(load.failures, [], `${name}: ${load.failures.length} of ${load.answered}`)
    const posts = /"method":"POST"[^\n]*"answered"/g
    const sent = loads.reduce((sum, { load }) => sum + load.posted, 0)
    const handled = () => outputs.reduce((sum, output) => sum + (output().match(posts)?.length ?? 0), 0)
    await until('the nodes have written their logs', () => handled() >= sent)
    assert.equal(handled(), sent)
  })
})
