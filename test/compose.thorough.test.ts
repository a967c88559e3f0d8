import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { loadConfig } from '../src/config/config.ts'
import { ALL_VARIABLES } from '../src/config/variables.ts'
import { listen, type Listening } from '../tools/listen.ts'
import { type Edge, missing, startComposeProxy } from './helpers/edges.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const read = (file: string): string => readFileSync(ROOT + file, 'utf8')

interface Service {
  readonly image: string
  readonly profiles?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
  readonly volumes?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly ports?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: object
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly networks: { readonly default: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } } }
}

const SECRETS = { ADMIN_SECRET: 'a'.repeat(64), POSTGRES_PASSWORD: 'b'.repeat(32) }

/** Fills in variables as Compose does: `${NAME:-else}`. */
function interpolated(text: string, given: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, otherwise = '') => given[name] ?? otherwise)
}

describe('compose.yaml', () => {
  const text = read('compose.yaml')
  const { services, volumes, networks } = parse(interpolated(text, SECRETS), { merge: true }) as Compose
  const all = Object.entries(services)
  const environmentOf = ({ environment = {} }: Service) =>
    Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]))

  it('sets variables that the configuration knows, to values that it accepts', () => {
    const known = new Set(Object.keys(ALL_VARIABLES))
    const own = all.filter(([, { image }]) => image === 'isobar')
    assert.deepEqual(
      own.map(([name]) => name),
      ['isobar', 'node'],
    )
    for (const [, service] of own) {
      const environment = environmentOf(service)
      assert.deepEqual(
        Object.keys(environment).filter((name) => !known.has(name)),
        [],
      )
      const config = loadConfig({ NODE_ENV: 'production', ...environment })
      assert.equal(config.PORT, 3000)
      assert.equal(config.PUBLIC_URL?.href, 'http://localhost:3000/')
    }
  })

  it('does not start the three nodes without the secrets that they must share', () => {
    const { services: bare } = parse(interpolated(text, {}), { merge: true }) as Compose
    assert.equal(environmentOf(bare['node'] as Service)['ADMIN_SECRET'], '')
    assert.throws(() => loadConfig({ NODE_ENV: 'production', ...environmentOf(bare['node'] as Service) }), /ADMIN_SECRET is required/)
  })

  it('names services that exist, and waits for health only where there is a health check', () => {
    const node = loadConfig({ NODE_ENV: 'production', ...environmentOf(services['node'] as Service) })
    assert.equal(new URL(node.DATABASE_URL ?? '').hostname in services, true)
    assert.equal(new URL(node.VALKEY_URL ?? '').hostname in services, true)
    for (const [name, { depends_on = {}, profiles = [] }] of all)
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const needed = services[other]
        assert.ok(needed !== undefined && profiles.every((profile) => needed.profiles?.includes(profile)), `${name} needs ${other}`)
        // The image has its own health check.
        assert.ok(condition !== 'service_healthy' || needed.healthcheck !== undefined || read('Dockerfile').includes('HEALTHCHECK'))
      }
  })

  it('mounts files and volumes that exist, and writes as the user of the image', () => {
    const mounts = all.flatMap(([, service]) => service.volumes ?? []).map((volume) => volume.split(':')[0] as string)
    assert.ok(mounts.length > 2)
    assert.deepEqual(
      mounts.filter((mount) => !(mount.startsWith('./') ? existsSync(join(ROOT, mount)) : mount in volumes)),
      [],
    )
    const [, uid = ''] = /useradd --uid (\d+)/.exec(read('Dockerfile')) ?? []
    assert.match((services['node'] as Service).tmpfs?.join() ?? '', new RegExp(`/data:uid=${uid},gid=${uid},`))
  })

  it('trusts only the network of the proxy, which is the only service with an open port', () => {
    const { TRUST_PROXY } = environmentOf(services['node'] as Service)
    assert.equal(TRUST_PROXY, networks.default.ipam.config[0]?.subnet)
    const open = all.filter(([, { ports, profiles }]) => ports !== undefined && profiles?.includes('three'))
    assert.deepEqual(
      open.map(([name]) => name),
      ['proxy'],
    )
    const [, host, port] = /server (\w+):(\d+) resolve max_fails=0;/.exec(read('deploy/compose/nginx.conf')) ?? []
    assert.deepEqual({ host, port }, { host: 'node', port: environmentOf(services['node'] as Service)['PORT'] })
  })
})

describe('the proxy of compose.yaml', { skip: missing('nginx') }, () => {
  const seen: IncomingHttpHeaders[] = []
  let node: Listening | undefined
  let front: Edge
  const urlOf = (path: string): string => `http://127.0.0.1:${front.port}${path}`
  before(async () => {
    const server = createServer((request, response) => {
      seen.push(request.headers)
      // A node that is killed while it answers.
      if (request.url === '/killed') return void request.socket.destroy()
      response.writeHead(request.url === '/busy' ? 503 : 200, { 'retry-after': '7' }).end('node')
    })
    node = await listen(server, 0)
    front = await startComposeProxy([{ host: '127.0.0.1', port: node.port }])
  })
  after(async () => {
    await front.stop()
    await node?.close()
  })

  it("passes on a node's answer, and the client's address as it sees it", async () => {
    const response = await fetch(urlOf('/busy'), { headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' } })
    assert.deepEqual(
      { status: response.status, retryAfter: response.headers.get('retry-after'), response: await response.text() },
      { status: 503, retryAfter: '7', response: 'node' },
    )
    const { 'x-forwarded-for': client, 'x-forwarded-proto': scheme, host } = seen.at(-1) ?? {}
    assert.deepEqual([client, scheme, `http://${host}`], ['127.0.0.1', 'http', urlOf('')])
  })

  it('does not expose metrics', async () => {
    assert.equal((await fetch(urlOf('/api/metrics'))).status, 404)
  })

  it('answers as the service does when no node answers, with a Retry-After', async () => {
    for (const path of ['/killed', '/gone']) {
      if (path === '/gone') await node?.close()
      const response = await fetch(urlOf(path), { method: 'POST' })
      assert.deepEqual({ status: response.status, retryAfter: response.headers.get('retry-after') }, { status: 503, retryAfter: '2' })
      assert.equal(response.headers.get('cache-control'), 'no-store')
      const { requestId, ...body } = (await response.json()) as Record<string, unknown>
      assert.equal(requestId, response.headers.get('x-request-id'))
      assert.deepEqual(body, {
        error: 'service_unavailable',
        message: 'The service is not reachable. Please try again.',
        retryAfterSeconds: 2,
      })
    }
  })
})
