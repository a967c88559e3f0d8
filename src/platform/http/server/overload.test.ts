import assert from 'node:assert/strict'
import { it } from 'node:test'
import Fastify from 'fastify'
import type { HttpServer } from './http-server.ts'
import { watchOverload } from './overload.ts'

it('does not mistake a start for overload, however long it took', async (t) => {
  let now = 0
  const app = Fastify() as unknown as HttpServer
  t.after(() => app.close())
  const isOverloaded = await watchOverload(app, { maxEventLoopDelayMs: 0, maxHeapUsedBytes: 1 }, () => now)
  now += 60_000
  await app.ready()
  for (let i = 0; i < 200 && app.memoryUsage().heapUsed === 0; i++) await new Promise((resolve) => setTimeout(resolve, 50))
  assert.ok(app.memoryUsage().heapUsed > 0, 'no sample was taken')
  assert.equal(isOverloaded(), false)
  now += 5001
  assert.equal(isOverloaded(), true)
})
