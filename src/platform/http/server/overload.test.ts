import assert from 'node:assert/strict'
import { it } from 'node:test'
import Fastify from 'fastify'
import { createTestApp } from '../../../../test/helpers/app.ts'
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
  standStill(1_100)
  await until('the standstill is noticed', isOverloaded)
  await until('it is over', () => !isOverloaded())
})

it('of the service is what the operator says, and health is still answered', async () => {
  const app = await createTestApp({ env: { MAX_EVENT_LOOP_DELAY_MS: '50' } })
  const statusOf = async (path: string) => (await app.get(path)).status
  await until('the grace of a start is over, and delays of half a second are too long', async () => {
    standStill(500)
    return (await statusOf('/api/platform/limits')) === 503
  })
  assert.equal(await statusOf('/api/health'), 200)
  await app.close()
})

/** A sample of the event loop takes a second. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
