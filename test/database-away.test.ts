import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from './helpers/app.ts'
import { createTestDatabase, type TestDatabase } from './helpers/database.ts'
import { type ApiDocument, operationsOf } from './helpers/openapi.ts'

/** Routes in the shape of other APIs, errors too. */
const OTHER_SHAPES = /^\/(?:v1|data|geo|map)\//

/** The database goes away: known places are still answered, every other answer is a clear error, and nothing is a 500. */
describe('without its database', () => {
  let database: TestDatabase<unknown>
  let app: TestApp
  let directory: string
  let cut: () => Promise<void>
  before(async () => {
    database = await createTestDatabase()
    directory = await mkdtemp(join(tmpdir(), 'isobar-away-'))
    const target = new URL(database.connectionString)
    const host = target.searchParams.get('host') ?? target.hostname
    const port = Number(target.searchParams.get('port') ?? (target.port || 5432))
    const open = new Set<Socket>()
    // A connection that can be cut, between the service and the database.
    const wire = createServer((near) => {
      const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
      for (const socket of [near, far]) {
        open.add(socket)
        socket.on('error', () => undefined).on('close', () => [near, far].forEach((each) => each.destroy()))
      }
      near.pipe(far).pipe(near)
    })
    wire.listen(join(directory, '.s.PGSQL.5432'))
    await once(wire, 'listening')
    cut = async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => wire.close(resolve))
    }
    const url = new URL(database.connectionString)
    url.searchParams.set('host', directory)
    url.searchParams.set('port', '5432')
    app = await createTestApp({ env: { DATABASE_URL: url.href } })
    await app.get('/api/weather?lat=1&lon=1&scope=current')
    await app.services.gateway.drain()
    await cut()
  })
  after(async () => {
    await app.close()
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  })

  it('the service answers known places from memory, fresh and old', async () => {
    const fresh = await app.get('/api/weather?lat=1&lon=1&scope=current')
    assert.deepEqual({ status: fresh.status, freshness: fresh.body.freshness }, { status: 200, freshness: 'fresh' })
    app.clock.advance({ hours: 3 })
    const old = await app.get('/api/weather?lat=1&lon=1&scope=current')
    assert.deepEqual({ status: old.status, freshness: old.body.freshness }, { status: 200, freshness: 'emergency' })
  })

  it('no route answers 500', async () => {
    const document = (await app.get('/api/openapi.json')).body as ApiDocument
    for (const { method, path, operation } of operationsOf(document)) {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'layer' ? 'clouds' : '0'))
      const example = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})[0]?.value
      const response = await fetch(`${app.url}${filled}?lat=2&lon=2&scope=current&q=Berlin`, {
        method,
        headers: { accept: 'application/json', ...(example === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(example === undefined ? {} : { body: JSON.stringify(example) }),
      })
      const text = await response.text()
      assert.notEqual(response.status, 500, `${method} ${path}: ${text}`)
      if (response.status >= 400 && !OTHER_SHAPES.test(path)) assert.equal(typeof JSON.parse(text).error, 'string')
    }
  })

  it('readiness reports it', async () => {
    const { status, body } = await app.get('/api/ready')
    assert.deepEqual({ status, database: body.checks.database }, { status: 503, database: false })
  })
})
