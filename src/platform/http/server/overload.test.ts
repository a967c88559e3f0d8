import assert from 'node:assert/strict'
import { it } from 'node:test'
import Fastify from 'fastify'
import { until } from '../../../../test/helpers/until.ts'
import type { HttpServer } from './http-server.ts'
import { watchOverload } from './overload.ts'

it('does not mistake a start for overload, however long it took', async (t) => {
  let now = 0
  const app = Fastify() as unknown as HttpServer
  t.after(() => app.close())
  const isOverloaded = watchOverload(app, { maxEventLoopDelayMs: 0, maxHeapUsedBytes: 1 }, () => now)
  now += 60_000
  await app.ready()
  assert.equal(isOverloaded(), false)
  now += 5001
  assert.equal(isOverloaded(), true)
})

it('lasts from a standstill of the event loop to the next sample without one', async (t) => {
  let now = 0
  const app = Fastify() as unknown as HttpServer
  t.after(() => app.close())
  const isOverloaded = watchOverload(app, { maxEventLoopDelayMs: 200, maxHeapUsedBytes: 0 }, () => (now += 1000))
  await app.ready()
  now += 5001
  assert.equal(isOverloaded(), false)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100)
  await until('the standstill is noticed', isOverloaded)
  await until('it is over', () => !isOverloaded())
})
