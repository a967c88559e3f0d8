import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { putCluster } from './helpers/cluster.ts'
import { createTestDatabase } from './helpers/database.ts'
import { assertPrompt } from './helpers/prompt.ts'
import { runService, startService } from './helpers/service-process.ts'
import { until } from './helpers/until.ts'

/** Each fault that an operator can fix ends in one clear line and exit status 1. */
describe('start', () => {
  let base: string
  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'isobar-start-'))
    await chmod(base, 0o755)
  })
  after(() => rm(base, { recursive: true, force: true }))

  const dataDir = (name: string) => ({ DATA_DIR: join(base, name) })

  async function refused(env: Record<string, string>, line: RegExp, args?: readonly string[]): Promise<void> {
    const { status, stderr } = await runService(env, args)
    assert.equal(status, 1, stderr)
    const lines = stderr.trim().split('\n')
    assert.equal(lines.length, 1, stderr)
    assert.match(lines[0] ?? '', line)
  }

  it('refuses malformed settings, listing all of them by name and none by value', () =>
    refused(
      {
        ...dataDir('a'),
        PORT: 'eighty',
        UPSTREAM_TIMEOUT_MS: '-1',
        OPENWEATHER_BASE_URL: 'ftp://hush.example',
        RATE_LIMITS: 'weather=many',
      },
      /^isobar: (?!.*(?:eighty|hush|many)).*PORT.*RATE_LIMITS|^isobar: (?!.*(?:eighty|hush|many)).*PORT.*OPENWEATHER_BASE_URL/,
    ))

  it('refuses a DATA_DIR that is a file', async () => {
    await writeFile(join(base, 'file'), '')
    await refused(dataDir('file'), /^isobar: .*file/)
  })

  it('refuses a DATA_DIR below a file', () => refused(dataDir('file/data'), /^isobar: .*file\/data/))

  it('refuses a malformed DATABASE_URL', () =>
    refused(
      { ...dataDir('b'), ADMIN_SECRET: 'sixteen-characters', DATABASE_URL: 'mysql://user:hush@db/x' },
      /^isobar: (?!.*hush).*DATABASE_URL/,
    ))

  it('refuses a DATABASE_URL where nothing listens, without printing its password', async () => {
    const socket = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => socket.once('listening', resolve))
    const { port } = socket.address() as AddressInfo
    await new Promise((resolve) => socket.close(resolve))
    await refused(
      { ...dataDir('c'), ADMIN_SECRET: 'sixteen-characters', DATABASE_URL: `postgres://user:hush@127.0.0.1:${port}/x` },
      /^isobar: (?!.*hush).*127\.0\.0\.1/,
    )
  })

  it('refuses DATABASE_URL without ADMIN_SECRET', () =>
    refused({ ...dataDir('d'), DATABASE_URL: 'postgres://user@127.0.0.1/x' }, /^isobar: .*ADMIN_SECRET/))

  it('refuses a taken port', async () => {
    const database = await createTestDatabase()
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const env = { ...dataDir('e'), PORT: String(port), ADMIN_SECRET: 'sixteen-characters', DATABASE_URL: database.connectionString }
    await refused(env, /^isobar: .*PORT.*in use/)
    server.close()
    await database.drop()
  })

  it('refuses a second process on one DATA_DIR, and the first keeps running', async () => {
    const first = await startService(dataDir('shared'))
    await refused(dataDir('shared'), new RegExp(`^isobar: .*shared.*${first.child.pid}`))
    assert.equal((await fetch(`${first.url}/api/ready`)).status, 200)
    assert.equal(await first.end('SIGTERM'), 0)
  })

  it('keeps no more on the heap than a service at rest needs', async () => {
    await putCluster(join(base, 'rest'))
    const service = await startService(dataDir('rest'))
    const metrics = await (await fetch(`${service.url}/api/metrics`)).text()
    const held = Number(/^nodejs_heap_space_size_used_bytes\{space="old"\} (\d+)$/m.exec(metrics)?.[1])
    // 47 MB when this was written, and 53 before packages were loaded only where they are needed.
    assert.ok(held < 60e6, String(held))
    assert.equal(await service.end('SIGTERM'), 0)
  })

  it('stops on SIGTERM in time, and finishes what is under way', async () => {
    await putCluster(join(base, 'stop'))
    const service = await startService(dataDir('stop'))
    assert.equal((await fetch(`${service.url}/api/health`)).status, 200)
    const started = performance.now()
    assert.equal(await service.end('SIGTERM'), 0)
    assertPrompt(started, 10_000, 'it did not stop in time')
  })

  it('logs requests after SIGUSR2, until the next', async () => {
    await putCluster(join(base, 'level'))
    const service = await startService({ ...dataDir('level'), LOG_LEVEL: 'warn' })
    const changes = () => service.output().match(/the log level was changed/g)?.length ?? 0
    const logged = async (path: string) => {
      assert.equal((await fetch(service.url + path)).status, 200)
      // One more request: lines are written in order.
      await fetch(`${service.url}/api/platform/limits`)
      return service.output().includes(`"route":"${path}"`)
    }
    assert.equal(await logged('/api/health'), false)
    service.child.kill('SIGUSR2')
    await until('the level has changed', () => changes() === 1)
    await until('requests are logged', () => logged('/api/health'))
    service.child.kill('SIGUSR2')
    await until('it is as before', () => changes() === 2)
    assert.equal(await logged('/robots.txt'), false)
    assert.equal(await service.end('SIGTERM'), 0)
  })

  it('prints its address, however quiet the log', async () => {
    await putCluster(join(base, 'quiet'))
    const service = await startService({ ...dataDir('quiet'), LOG_LEVEL: 'silent' })
    assert.match(service.url, /^http:/)
    assert.equal(await service.end('SIGINT'), 0)
  })
})
