import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Product, ProviderFailure, type ProviderFailureKind, runPart, type UpstreamAnswer } from '@isobar/providers/port'
import { createTestClock } from '../../test/helpers/clock.ts'
import { createBreaker } from '../platform/upstream/breaker.ts'
import { UpstreamFailure } from '../platform/upstream/client.ts'
import type { CallContext } from './call-context.ts'
import { BudgetSpent, NotWanted } from './failure.ts'
import { createMeter, type MeterOptions } from './paid-calls.ts'
import type { CallOutcome, FinishedCall, GatewayStore, Reservation } from './store.ts'

const PRODUCT: Product = { id: 'a/weather', weight: 1 }
const OK: UpstreamAnswer = { status: 200, headers: {}, body: Buffer.from('') }
const REQUEST = { product: PRODUCT, url: new URL('http://a.test/') }

/** A meter over a ledger in memory; `answer` is what the provider does with the next calls. */
function setUp(options: Partial<MeterOptions> = {}) {
  const clock = createTestClock()
  const reserved: Reservation[] = []
  const withdrawn: number[] = []
  const ledger: CallOutcome[] = []
  const errors: string[] = []
  const world = {
    answer: async (): Promise<UpstreamAnswer> => OK,
    refused: undefined as Reservation['claims'][number] | undefined,
    onReserve: () => {},
    used: 0,
    isDown: false,
    finished: [] as FinishedCall[],
  }
  const store: GatewayStore = {
    async reserve(reservation) {
      if (world.refused !== undefined) return { refused: world.refused }
      reserved.push(reservation)
      world.onReserve()
      return { callId: reserved.length }
    },
    async withdraw(callId) {
      if (world.isDown) throw new Error('no connection')
      withdrawn.push(callId)
    },
    updateOutcomes: async (outcomes) => void ledger.push(...outcomes),
    findUsed: async () => world.used,
    findSuccess: async () => null,
    listFinished: async () => world.finished,
    takeTurn: async () => 0,
    deletePassedWindows: async () => undefined,
  }
  const meter = createMeter({
    store,
    client: { get: () => world.answer() } as unknown as MeterOptions['client'],
    newBreaker: () => createBreaker({ clock, random: () => 0 }),
    clock,
    allowancesOf: () => [
      { windowSeconds: 60, limit: 10 },
      { windowSeconds: 86_400, limit: 100 },
    ],
    clientSharesOf: () => [],
    shares: () => ({ warning: 0.8, softBlock: 0.9 }),
    onError: (error, what) => errors.push(`${what}: ${(error as Error).message}`),
    ...options,
  })
  const context = (change: Partial<CallContext> = {}): CallContext => ({
    cause: 'request',
    trigger: null,
    requestId: null,
    cellId: null,
    client: null,
    caller: 'person',
    spend: { calls: 0, closed: false },
    ...change,
  })
  const call = (change?: Partial<CallContext>) => meter.run(context(change), ({ get }) => get(REQUEST))
  const fail = (kind: UpstreamFailure['kind'], sent: boolean) => () => Promise.reject(new UpstreamFailure(kind, 'failed', sent))
  const outcomes = async () => {
    await meter.drain()
    return ledger.map(({ callId, cause, outcome, status }) => [callId, cause, outcome, status])
  }
  return { clock, reserved, withdrawn, errors, world, meter, context, call, fail, outcomes }
}
const kindOf = (error: unknown): ProviderFailureKind | undefined => (error instanceof ProviderFailure ? error.kind : undefined)
const failureOf = async (work: Promise<unknown>): Promise<ProviderFailure> =>
  work.then(
    () => assert.fail('did not fail'),
    (error: unknown) => error as ProviderFailure,
  )

describe('a paid call', () => {
  it('is reserved before it is made, counted for its request, and written with its outcome', async () => {
    const { call, context, reserved, world, outcomes } = setUp()
    const { spend } = context()
    world.answer = async () => {
      assert.equal(reserved.length, 1)
      return { ...OK, status: 204 }
    }
    assert.equal((await call({ spend })).status, 204)
    assert.equal(spend.calls, 1)
    assert.deepEqual(await outcomes(), [[1, 'request', 'ok', 204]])
  })

  it('says when calls of its product begin to fail, with the reason, and when they work again', async () => {
    const said: (readonly [product: string, failure: string | null])[] = []
    const { call, fail, world } = setUp({ onHealth: (...each) => said.push(each) })
    world.answer = fail('network', false)
    await failureOf(call({ purpose: 'probe' }))
    assert.deepEqual(said, [])
    for (const isSent of [false, true]) {
      world.answer = fail('network', isSent)
      for (let i = 0; i < 2; i++) await failureOf(call())
      assert.deepEqual(said.splice(0), [['a/weather', 'a/weather: failed']])
      world.answer = async () => OK
      for (let i = 0; i < 2; i++) await call()
      assert.deepEqual(said.splice(0), [['a/weather', null]])
    }
  })

  it('is not made without budget, and says when there is some again', async () => {
    const { call, world, clock, reserved, outcomes } = setUp()
    const claim = { holder: 'product:a/weather', windowSeconds: 86_400, amount: 1, ceiling: 0 }
    const share = { name: 'upstream', windowSeconds: 60, limit: 5 }
    world.answer = () => assert.fail('called')
    clock.set('2026-07-01T23:00:00Z')
    world.refused = claim
    const spent = await failureOf(call())
    assert.ok(spent instanceof BudgetSpent)
    assert.deepEqual(
      { retryAfterSeconds: spent.retryAfterSeconds, personal: spent.personal, share: spent.share },
      { retryAfterSeconds: 3_600, personal: false, share: undefined },
    )
    world.refused = { ...claim, windowSeconds: 60, share }
    const own = await failureOf(call())
    assert.ok(own instanceof BudgetSpent)
    assert.deepEqual(
      { retryAfterSeconds: own.retryAfterSeconds, personal: own.personal, share: own.share },
      { retryAfterSeconds: 60, personal: true, share },
    )
    assert.deepEqual({ reserved: reserved.length, outcomes: await outcomes() }, { reserved: 0, outcomes: [] })
  })

  it('that was refused does not count as a failure of the provider', async () => {
    const { call, world } = setUp()
    world.refused = { holder: 'x', windowSeconds: 60, amount: 1, ceiling: 0 }
    for (let i = 0; i < 10; i++) await failureOf(call())
    world.refused = undefined
    assert.equal((await call()).status, 200)
  })

  it('that never left the process is given back', async () => {
    const { call, context, fail, world, withdrawn, outcomes, meter } = setUp()
    const { spend } = context()
    world.answer = fail('network', false)
    assert.equal(kindOf(await failureOf(call({ spend }))), 'network')
    assert.deepEqual({ withdrawn, calls: spend.calls, outcomes: await outcomes() }, { withdrawn: [1], calls: 0, outcomes: [] })
    assert.deepEqual(
      (await meter.latestCalls(PRODUCT, 0)).map(({ outcome }) => outcome),
      ['network'],
    )
  })

  it('that cannot be given back is one too many in the budget, which is reported; its caller gets the failure', async () => {
    const { call, fail, world, errors } = setUp()
    world.answer = fail('network', false)
    world.isDown = true
    assert.equal(kindOf(await failureOf(call())), 'network')
    assert.deepEqual(errors, ['withdrawing a call that was not made: no connection'])
  })

  it('that was sent is spent, whatever became of it', async () => {
    const { call, context, fail, world, withdrawn, outcomes } = setUp()
    const { spend } = context()
    world.answer = fail('timeout', true)
    assert.equal(kindOf(await failureOf(call({ spend }))), 'timeout')
    world.answer = fail('aborted', true)
    assert.equal(kindOf(await failureOf(call({ spend }))), 'network')
    assert.deepEqual({ withdrawn, calls: spend.calls }, { withdrawn: [], calls: 2 })
    assert.deepEqual(await outcomes(), [
      [1, 'request', 'timeout', null],
      [2, 'request', 'network', null],
    ])
  })

  it('stays in the ledger if its request was answered before it failed to leave', async () => {
    const { call, context, fail, world, withdrawn, outcomes } = setUp()
    const { spend } = context()
    world.answer = () => ((spend.closed = true), fail('network', false)())
    await failureOf(call({ spend }))
    assert.deepEqual({ withdrawn, calls: spend.calls }, { withdrawn: [], calls: 1 })
    assert.deepEqual(await outcomes(), [[1, 'request', 'network', null]])
  })

  it('counts as a refresh if its request was answered during the reservation', async () => {
    const { call, context, world, outcomes } = setUp()
    const { spend } = context()
    world.onReserve = () => (spend.closed = true)
    await call({ spend })
    assert.deepEqual({ calls: spend.calls, outcomes: await outcomes() }, { calls: 0, outcomes: [[1, 'refresh', 'ok', 200]] })
  })

  it('in place of a failed one is not made once the request is answered, and given back if that was during the reservation', async () => {
    const { call, context, world, reserved, withdrawn } = setUp()
    world.answer = () => assert.fail('called')
    const closed = await failureOf(call({ purpose: 'fallback', spend: { calls: 0, closed: true } }))
    assert.ok(closed instanceof NotWanted)
    assert.equal(reserved.length, 0)
    const { spend } = context()
    world.onReserve = () => (spend.closed = true)
    assert.ok((await failureOf(call({ purpose: 'fallback', spend }))) instanceof NotWanted)
    assert.deepEqual({ reserved: reserved.length, withdrawn }, { reserved: 1, withdrawn: [1] })
  })
})

describe('the outcome of work', () => {
  it('is that of its last call; those before it succeeded', async () => {
    const { meter, context, outcomes } = setUp()
    const work = meter.run(context(), async ({ get }) => {
      await get(REQUEST)
      await get(REQUEST)
      throw new ProviderFailure('unavailable', 'status 503')
    })
    assert.equal(kindOf(await failureOf(work)), 'unavailable')
    assert.deepEqual(
      (await outcomes()).map(([, , outcome]) => outcome),
      ['ok', 'unavailable'],
    )
  })

  it('is a failure of the part that failed, although the work goes on without it', async () => {
    const { meter, context, outcomes } = setUp()
    const work = meter.run(context(), async (calls) => {
      await calls.get(REQUEST)
      await runPart(calls, async ({ get }) => {
        await get(REQUEST)
        throw new ProviderFailure('unavailable', 'status 503')
      }).catch(() => undefined)
      return runPart(calls, ({ get }) => get(REQUEST))
    })
    assert.equal((await work).status, 200)
    assert.deepEqual((await outcomes()).map(([id, , outcome]) => [id, outcome]).toSorted(), [
      [1, 'ok'],
      [2, 'unavailable'],
      [3, 'ok'],
    ])
  })

  it('is invalid if the adapter stumbles over the answer', async () => {
    const { meter, context, outcomes } = setUp()
    const bug = new TypeError('x is undefined')
    const work = meter.run(context(), async ({ get }) => {
      await get(REQUEST)
      throw bug
    })
    await assert.rejects(work, bug)
    assert.deepEqual(await outcomes(), [[1, 'request', 'invalid_body', 200]])
  })

  it('is not that of a call that succeeded before another was refused', async () => {
    const { meter, context, world, outcomes } = setUp()
    const work = meter.run(context(), async ({ get }) => {
      await get(REQUEST)
      world.refused = { holder: 'x', windowSeconds: 60, amount: 1, ceiling: 0 }
      await get(REQUEST)
    })
    assert.equal(kindOf(await failureOf(work)), 'budget_spent')
    assert.deepEqual(await outcomes(), [[1, 'request', 'ok', 200]])
  })
})

describe('a product that fails', () => {
  it('is left alone after five failures, without a reservation, until its breaker lets one through', async () => {
    const { call, fail, world, clock, reserved } = setUp()
    world.answer = fail('timeout', true)
    for (let i = 0; i < 5; i++) await failureOf(call())
    const refusal = await failureOf(call())
    assert.deepEqual(
      { kind: refusal.kind, retryAfterSeconds: refusal.retryAfterSeconds, reserved: reserved.length },
      { kind: 'circuit_open', retryAfterSeconds: 5, reserved: 5 },
    )
    clock.advance({ seconds: 5 })
    world.answer = async () => OK
    assert.equal((await call()).status, 200)
    assert.equal((await call()).status, 200)
  })

  it('for its key fails for that reason while it is left alone, until its key is another', async () => {
    for (const kind of ['refused_key', 'no_subscription'] as const) {
      const { meter, context, call } = setUp()
      const refuse = () =>
        meter.run(context(), async ({ get }) => {
          await get(REQUEST)
          throw new ProviderFailure(kind, 'status 401')
        })
      assert.equal(kindOf(await failureOf(refuse())), kind)
      assert.equal(kindOf(await failureOf(call())), kind)
      meter.forgetFaults()
      assert.equal((await call()).status, 200)
    }
  })

  it('for its key is open to a trial, which proves nothing about the key in use', async () => {
    const { meter, context, call, world, fail } = setUp()
    const refuse = meter.run(context(), async ({ get }) => {
      await get(REQUEST)
      throw new ProviderFailure('refused_key', 'status 401')
    })
    await failureOf(refuse)
    assert.equal((await call({ purpose: 'probe' })).status, 200)
    assert.equal(kindOf(await failureOf(call())), 'refused_key')
    meter.forgetFaults()
    world.answer = fail('timeout', true)
    for (let i = 0; i < 9; i++) await failureOf(call({ purpose: 'probe' }))
    world.answer = async () => OK
    assert.equal((await call()).status, 200)
  })
})

describe('a key that is replaced', () => {
  it('takes the blame of the former one, and its calls that never arrived, with it', async () => {
    const { meter, context, call, world, fail } = setUp()
    const refuse = () =>
      meter.run(context(), async ({ get }) => {
        await get(REQUEST)
        throw new ProviderFailure('refused_key', 'status 401')
      })
    await failureOf(refuse())
    world.answer = fail('network', false)
    await failureOf(call({ purpose: 'probe' }))
    meter.forgetFaults()
    assert.deepEqual(await meter.latestCalls(PRODUCT, 0), [])
    world.answer = fail('timeout', true)
    for (let i = 0; i < 5; i++) assert.equal(kindOf(await failureOf(call())), 'timeout')
    assert.equal(kindOf(await failureOf(call())), 'circuit_open')
  })
})

describe('what is known of a product', () => {
  it('is its usage by window, longest first', async () => {
    const { meter, world } = setUp()
    world.used = 8
    assert.deepEqual(await meter.usage(PRODUCT), [
      { windowSeconds: 86_400, limit: 100, used: 8, backgroundLimit: 90, status: 'ok' },
      { windowSeconds: 60, limit: 10, used: 8, backgroundLimit: 9, status: 'warning' },
    ])
  })

  it('is its latest three calls, those that never left included', async () => {
    const { call, fail, world, clock, meter } = setUp()
    const start = clock.now()
    world.answer = fail('network', false)
    for (let i = 0; i < 4; i++) {
      clock.advance({ seconds: 10 })
      await failureOf(call())
    }
    world.finished = [{ startedAt: start + 35_000, outcome: 'ok', durationMs: 5 }]
    const latest = async (since: number) =>
      (await meter.latestCalls(PRODUCT, since)).map(({ startedAt, outcome }) => [(startedAt - start) / 1_000, outcome])
    assert.deepEqual(await latest(start), [
      [40, 'network'],
      [35, 'ok'],
      [30, 'network'],
    ])
    assert.deepEqual(await latest(start + 40_000), [
      [40, 'network'],
      [35, 'ok'],
    ])
  })
})
