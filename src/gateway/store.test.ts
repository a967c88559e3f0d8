import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts'
import { truncate } from '../../test/helpers/truncate.ts'
import { DAY_SECONDS } from '../time.ts'
import { MINUTE_SECONDS } from './budget.ts'
import { type Claim, createGatewayStore, type GatewayStore, type Reservation } from './store.ts'
import type { GatewayTables } from './tables.ts'

const noon = Date.parse('2026-07-01T12:00:00Z')
const PRODUCT = 'openweather/onecall'

function claim(limit: number, windowSeconds = MINUTE_SECONDS, holder = `product:${PRODUCT}`, amount = 1): Claim {
  return { holder, windowSeconds, amount, ceiling: limit }
}

function reservation(claims: Claim[], nowMs = noon): Reservation {
  return {
    product: PRODUCT,
    weight: 1,
    cause: 'request',
    trigger: 'unspecified',
    scope: 'current',
    requestId: 'r',
    cellId: 1,
    nowMs,
    claims,
  }
}

describe('the gateway store', () => {
  let database: TestDatabase<GatewayTables>
  let store: GatewayStore

  before(async () => {
    database = await createTestDatabase<GatewayTables>({ maxConnections: 10 })
    store = createGatewayStore(database.kysely)
  })
  after(() => database.drop())
  beforeEach(async () => {
    await truncate(database.pool, 'upstream_call, upstream_window')
  })

  const calls = async () => Number((await database.pool.query('select count(*) as n from upstream_call')).rows[0].n)
  const isGranted = async (r: Reservation) => 'callId' in (await store.reserve(r))

  it('grants exactly as many calls as fit, however many are requested at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => isGranted(reservation([claim(10), claim(100, DAY_SECONDS)]))))
    assert.equal(answers.filter(Boolean).length, 10)
    assert.equal(await calls(), 10)
    assert.equal(await store.findUsed(`product:${PRODUCT}`, MINUTE_SECONDS, noon), 10)
    assert.equal(await store.findUsed(`product:${PRODUCT}`, DAY_SECONDS, noon), 10)
  })

  it('writes nothing if one of the windows refuses', async () => {
    assert.ok(await isGranted(reservation([claim(5), claim(1, DAY_SECONDS)])))
    const refused = await store.reserve(reservation([claim(5), claim(1, DAY_SECONDS)]))
    assert.deepEqual('refused' in refused && refused.refused.windowSeconds, DAY_SECONDS)
    assert.equal(await calls(), 1)
    assert.equal(await store.findUsed(`product:${PRODUCT}`, MINUTE_SECONDS, noon), 1)
  })

  it('names the longest window that refuses, and the client before the product', async () => {
    const client = claim(0, DAY_SECONDS, 'client:abc')
    const refused = await store.reserve(reservation([claim(0), client]))
    assert.deepEqual('refused' in refused && refused.refused, client)
  })

  it('restarts a window once it has passed', async () => {
    assert.ok(await isGranted(reservation([claim(1)])))
    assert.equal(await isGranted(reservation([claim(1)], noon + 59_999)), false)
    assert.ok(await isGranted(reservation([claim(1)], noon + 60_000)))
    assert.equal(await store.findUsed(`product:${PRODUCT}`, MINUTE_SECONDS, noon + 120_000), 0)
  })

  it('counts a node with a lagging clock into the newer window', async () => {
    assert.ok(await isGranted(reservation([claim(2)], noon + 60_000)))
    assert.ok(await isGranted(reservation([claim(2)], noon)))
    assert.equal(await isGranted(reservation([claim(2)], noon + 60_000)), false)
  })

  it('adds weights, and refuses one that exceeds the window', async () => {
    const heavy = (amount: number) => reservation([claim(10, MINUTE_SECONDS, 'product:heavy', amount)])
    assert.ok(await isGranted(heavy(5.1)))
    assert.equal(await isGranted(heavy(5)), false)
    assert.ok(await isGranted(heavy(4.9)))
    assert.equal(await isGranted(reservation([claim(3, MINUTE_SECONDS, 'product:other', 3.5)])), false)
  })

  it('refunds a call that was never sent', async () => {
    const once = reservation([claim(1), claim(5, DAY_SECONDS, 'client:abc')])
    const granted = await store.reserve(once)
    assert.ok('callId' in granted)
    await store.withdraw(granted.callId, once)
    assert.equal(await calls(), 0)
    assert.equal(await store.findUsed('client:abc', DAY_SECONDS, noon), 0)
    assert.ok(await isGranted(once))
  })

  it('refunds nothing to a window that has passed meanwhile', async () => {
    const once = reservation([claim(2)])
    const granted = await store.reserve(once)
    assert.ok('callId' in granted)
    assert.ok(await isGranted(reservation([claim(2)], noon + 60_000)))
    await store.withdraw(granted.callId, once)
    assert.equal(await store.findUsed(`product:${PRODUCT}`, MINUTE_SECONDS, noon + 60_000), 1)
  })

  it('completes a ledger row', async () => {
    const granted = await store.reserve(reservation([claim(1)]))
    assert.ok('callId' in granted)
    await store.updateOutcomes([{ callId: granted.callId, cause: 'refresh', outcome: 'unavailable', status: 503, durationMs: 12.6 }])
    const { rows } = await database.pool.query(
      'select cause, trigger, request_id, cell, outcome, status, duration_ms, started_at from upstream_call',
    )
    assert.deepEqual(rows, [
      {
        cause: 'refresh',
        trigger: 'unspecified',
        request_id: 'r',
        cell: 1,
        outcome: 'unavailable',
        status: 503,
        duration_ms: 13,
        started_at: new Date(noon),
      },
    ])
  })

  it('finds the latest call to a product that succeeded', async () => {
    for (const [at, outcome] of [
      [0, 'ok'],
      [1_000, 'ok'],
      [2_000, 'timeout'],
    ] as const) {
      const granted = await store.reserve(reservation([], noon + at))
      assert.ok('callId' in granted)
      await store.updateOutcomes([{ callId: granted.callId, cause: 'request', outcome, status: null, durationMs: 1 }])
    }
    await store.reserve(reservation([], noon + 3_000))
    assert.equal(await store.findSuccess(PRODUCT, noon), noon + 1_000)
    assert.equal(await store.findSuccess(PRODUCT, noon + 1_001), null)
    assert.equal(await store.findSuccess('another/product', noon), null)
  })

  it('deletes windows that have passed, and only those', async () => {
    await store.reserve(reservation([claim(5), claim(5, DAY_SECONDS)]))
    await store.deletePassedWindows(noon + 61_000)
    const { rows } = await database.pool.query('select window_seconds from upstream_window')
    assert.deepEqual(rows, [{ window_seconds: DAY_SECONDS }])
  })
})
