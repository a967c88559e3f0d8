import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { createTestApp } from '../../../../test/helpers/app.ts'
import { standStill } from '../../../../test/helpers/stand-still.ts'
import { until } from '../../../../test/helpers/until.ts'
import type { HttpServer } from './http-server.ts'
import { watchOverload } from './overload.ts'

it('does not mistake a start for overload, however long it took', async (t) => {
  let now = 0
  const app = Fastify() as unknown as HttpServer
  t.after(() => app.close())
  const isOverloaded = watchOverload(app, 200, () => now)
  now += 60_000
  await app.ready()
  standStill(1_100)
  await setImmediate()
  assert.equal(isOverloaded(), false)
  now += 5001
  await until('a standstill counts', () => {
    standStill(1_100)
    now += 1_000
    return isOverloaded()
  })
})

it('lasts from a standstill of the event loop to the next sample without one', async (t) => {
  let now = 0
  const app = Fastify() as unknown as HttpServer
  t.after(() => app.close())
  const isOverloaded = watchOverload(app, 200, () => (now += 1000))
  await app.ready()
  now += 5001
  assert.equal(isOverloaded(), false)
  standStill(1_100)
  await until('the standstill is noticed', isOverloaded)
  await until('it is over', () => !isOverloaded())
})

it('of the service is what the operator says, and health is still answered', async (t) => {
  const app = await createTestApp({ env: { MAX_EVENT_LOOP_DELAY_MS: '50' } })
  t.after(() => app.close())
  const statusOf = async (path: string) => (await app.get(path)).status
  await until('the grace of a start is over, and delays of half a second are too long', async () => {
    standStill(500)
    return (await statusOf('/api/platform/limits')) === 503
  })
  assert.equal(await statusOf('/api/health'), 200)
})
