import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import fc from 'fast-check'
import { until } from '../../../../test/helpers/until.ts'
import { createLogger } from '../../log.ts'
import { createMachineLimiter } from './machine-limiter.ts'
import { createBatch, createQuestions, type Counted, type FromMachine, type Link, type ToMachine } from './machine-messages.ts'
import type { RateLimiter, Taken } from './rate-limit.ts'
import type { SharedWindows } from './shared-windows.ts'
import { createWorkerLimiter } from './worker-limiter.ts'

const START = Date.UTC(2026, 10, 21, 3, 0, 18)
const RULES = {
  weather: { limit: 120, windowSeconds: 60 },
  geocode: { limit: 60, windowSeconds: 60 },
  batch: { limit: 20, windowSeconds: 60 },
}
const log = createLogger({ level: 'silent' })

/** The two ends of a channel between processes: messages arrive later, in their order, as copies. */
function channel() {
  const receivers: Record<'worker' | 'machine', (message: never) => void> = { worker: () => undefined, machine: () => undefined }
  const end = <Sent, Received>(other: 'worker' | 'machine', own: 'worker' | 'machine'): Link<Sent, Received> => ({
    send(message) {
      const copy = structuredClone(message)
      setImmediate(() => receivers[other](copy as never))
    },
    receive(listener) {
      receivers[own] = listener as (message: never) => void
    },
  })
  return { machine: end<FromMachine, ToMachine>('worker', 'machine'), worker: end<ToMachine, FromMachine>('machine', 'worker') }
}

interface MachineOptions {
  readonly windows?: SharedWindows | null
  readonly now?: () => number
  /** How many of its workers have started (default: all). */
  readonly started?: number
}

/** A machine with workers. */
function machine(count: number, { windows = null, now = () => START, started = count }: MachineOptions = {}) {
  const clock = { now }
  const supervisor = createMachineLimiter({ clock, log, rules: RULES, hasNodes: windows !== null })
  const start = () => {
    const { machine: link, worker } = channel()
    supervisor.join(link)
    return { link, limiter: createWorkerLimiter({ rules: RULES, clock, workers: count, supervisor: worker, windows }) }
  }
  const workers = Array.from({ length: started }, start)
  return { supervisor, workers, limiters: workers.map(({ limiter }) => limiter), start }
}

const allowedOf = (taken: readonly Taken[]): number => taken.filter(({ allowed }) => allowed).length
const burst = (limiters: readonly RateLimiter[], name: string, client: string, count: number, pick = (i: number) => i % limiters.length) =>
  Promise.all(Array.from({ length: count }, async (_, i) => (limiters[pick(i)] as RateLimiter).take(name, client)))

it('tell each other a number for each client and limit, not each request', () => {
  const sent: (readonly Counted[])[] = []
  const batch = createBatch((counted) => sent.push(counted))
  const add = (name: string, client: string, cost: number) => batch.add({ name, client, cost })
  for (let i = 0; i < 50; i += 1) add('weather', i % 2 === 0 ? '192.0.2.1' : '192.0.2.2', 1)
  add('batch', '192.0.2.1', 20)
  batch.flush()
  batch.flush()
  add('weather', '192.0.2.1', 3)
  batch.flush()
  const counted = (name: string, client: string, cost: number): Counted => ({ name, client, cost })
  assert.deepEqual(sent, [
    [counted('weather', '192.0.2.1', 25), counted('weather', '192.0.2.2', 25), counted('batch', '192.0.2.1', 20)],
    [counted('weather', '192.0.2.1', 3)],
  ])
})

describe('workers of one machine', () => {
  for (const name of Object.keys(RULES) as (keyof typeof RULES)[]) {
    it(`let exactly ${RULES[name].limit} of many pass at once (${name}), however they are distributed`, async () => {
      for (const pick of [(i: number) => i % 3, () => 1, (i: number) => (i < 50 ? 0 : 2)])
        assert.equal(allowedOf(await burst(machine(3).limiters, name, '192.0.2.1', 400, pick)), RULES[name].limit, String(pick))
    })
  }

  it('let any number of requests in any order pass exactly as one process would', async () => {
    const steps = fc.array(
      fc.record({ worker: fc.nat({ max: 2 }), count: fc.integer({ min: 1, max: 90 }), at: fc.nat({ max: 30_000 }), waits: fc.boolean() }),
      { minLength: 1, maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (requests) => {
        let now = START
        const { limiters } = machine(3, { now: () => now })
        const taken: Promise<Taken>[] = []
        for (const { worker, count, at, waits } of requests) {
          taken.push(...Array.from({ length: count }, async () => (limiters[worker] as RateLimiter).take('weather', 'a')))
          if (waits) await Promise.all(taken)
          if (waits && at < 3_000) now += at
        }
        const total = requests.reduce((sum, { count }) => sum + count, 0)
        assert.equal(allowedOf(await Promise.all(taken)), Math.min(120, total))
      }),
      { numRuns: 25 },
    )
  })

  it('count down by one with each request, whoever takes it', async () => {
    const { limiters } = machine(2)
    for (let i = 0; i < 25; i++) {
      const { remaining } = await (limiters[i % 2] as RateLimiter).take('batch', 'a')
      assert.equal(remaining, Math.max(0, 19 - i))
    }
    const [first, second] = limiters as [RateLimiter, RateLimiter]
    for (let i = 0; i < 40; i++) first.take('weather', 'a')
    await until('the other worker knows', async () => {
      const { remaining } = await second.take('weather', 'a', 0)
      return remaining === 80
    })
  })

  it('answer at once as long as a client has not used up a share of a large limit', () => {
    const { limiters } = machine(2)
    const [first] = limiters as [RateLimiter]
    const atOnce = Array.from({ length: 61 }, () => first.takeAtOnce('weather', 'a')?.allowed ?? null)
    assert.deepEqual(atOnce, [...Array.from({ length: 60 }, () => true), null])
    assert.equal(first.takeAtOnce('batch', 'a'), null)
  })

  it('each have their share at once, whatever the others have counted', async () => {
    const [first, second] = machine(2).limiters as [RateLimiter, RateLimiter]
    const takeShare = (limiter: RateLimiter) =>
      Array.from({ length: 60 }, () => limiter.takeAtOnce('weather', '2001:db8:1:2::3')?.remaining ?? null)
    const counted = (from: number) => Array.from({ length: 60 }, (_, i) => from - 1 - i)
    assert.deepEqual(takeShare(first), counted(120))
    await until('the second was told', () => second.takeAtOnce('weather', '2001:db8:1:2::3', 0)?.remaining === 60)
    assert.deepEqual(takeShare(second), counted(60))
    assert.equal(second.takeAtOnce('weather', '2001:db8:1:2::3'), null)
  })

  it('count an IPv6 /48 together, exactly', async () => {
    const { limiters } = machine(2)
    const taken = await Promise.all(
      Array.from({ length: 400 }, async (_, i) => (limiters[i % 2] as RateLimiter).take('batch', `2001:db8:1:${i.toString(16)}::1`)),
    )
    assert.equal(allowedOf(taken), 160)
    const large = await Promise.all(
      Array.from({ length: 2_000 }, async (_, i) =>
        (limiters[i % 2] as RateLimiter).take('weather', `2001:db8:1:${(i % 40).toString(16)}::1`),
      ),
    )
    assert.equal(allowedOf(large), 960)
  })

  for (const used of [50, 60, 90, 400])
    it(`let exactly 120 pass although one starts when ${used} have come to the others`, async () => {
      const { limiters, start } = machine(3, { started: 2 })
      const before = allowedOf(await burst(limiters, 'weather', 'a', used))
      const { limiter } = start()
      // What the supervisor tells it comes before its first request, as the port does.
      await turn()
      const after = allowedOf(await burst([...limiters, limiter], 'weather', 'a', 400))
      assert.equal(before + after, 120)
    })

  it('let exactly 120 pass although one starts while the others are told to ask', async () => {
    const { limiters, start } = machine(3, { started: 2 })
    const before = burst(limiters, 'weather', 'a', 400)
    // Both have used up their shares; the supervisor has asked them, and has no answer yet.
    await turn()
    const { limiter } = start()
    await turn()
    const after = burst([limiter], 'weather', 'a', 400)
    assert.equal(allowedOf([...(await before), ...(await after)]), 120)
  })

  it('let exactly 120 pass after a minute in which one of them refused all', async () => {
    let now = START
    const { limiters } = machine(2, { now: () => now })
    assert.equal(allowedOf(await burst(limiters, 'weather', 'a', 400)), 120)
    const [first, second] = limiters as [RateLimiter, RateLimiter]
    // The other one is told after 40 ms.
    const untilTold = () => sleep(50).then(() => turn())
    await untilTold()
    for (const seconds of [20, 40, 58]) {
      now = START + seconds * 1_000
      assert.equal((await first.take('weather', 'a')).allowed, false)
      await untilTold()
    }
    now = START + 75_000
    assert.equal(second.takeAtOnce('weather', 'a'), null, 'it still asks')
    assert.equal(allowedOf(await burst(limiters, 'weather', 'a', 400)), 120)
  })

  it('go on counting when one ends, and with its successor', async () => {
    const { supervisor, workers, limiters, start } = machine(2)
    await burst(limiters, 'batch', 'a', 15)
    supervisor.leave((workers[0] as (typeof workers)[number]).link)
    const next = start().limiter
    assert.equal(allowedOf(await burst([next, limiters[1] as RateLimiter], 'batch', 'a', 15)), 5)
  })

  it('answer although one stands still', async () => {
    const { supervisor, limiters } = machine(2)
    supervisor.join({ send: () => undefined, receive: () => undefined })
    assert.equal(allowedOf(await burst(limiters, 'weather', 'a', 200)), 120)
  })

  it('let exactly as many pass although their supervisor stands still for more than two seconds', async () => {
    const clock = { now: () => START }
    const supervisor = createMachineLimiter({ clock, log, rules: RULES, hasNodes: false })
    const heldUp: (() => void)[] = []
    const limiters = Array.from({ length: 3 }, () => {
      const { machine: link, worker } = channel()
      supervisor.join({ ...link, receive: (listener) => link.receive((message) => void heldUp.push(() => listener(message))) })
      return createWorkerLimiter({ rules: RULES, clock, workers: 3, supervisor: worker, windows: null })
    })
    const all = Object.entries(RULES).map(
      async ([name, { limit }]) => [name, allowedOf(await burst(limiters, name, 'a', 3 * limit))] as const,
    )
    // After so long each once decided for itself.
    await sleep(2_200)
    const goesOn = setInterval(() => heldUp.splice(0).forEach((go) => go()), 1)
    assert.deepEqual(Object.fromEntries(await Promise.all(all)), { weather: 120, geocode: 60, batch: 20 })
    clearInterval(goesOn)
  })

  it('refuse what needs their supervisor once that has been silent for long, and go on with their own shares', async () => {
    const silent = { send: () => undefined, receive: () => undefined }
    const clock = { now: () => START }
    const limiter = createWorkerLimiter({ rules: RULES, clock, workers: 2, supervisor: silent, windows: null, silentMs: 20 })
    assert.deepEqual(await limiter.take('batch', 'a'), { allowed: false, limit: 0, remaining: 0, resetSeconds: 1 })
    assert.equal(allowedOf(await burst([limiter], 'weather', 'a', 100)), 60)
  })

  it('see what other nodes counted, through one of them', async () => {
    const totals = new Map<string, number>()
    const windows: SharedWindows = {
      async settle(deltas) {
        await turn()
        return deltas.map(({ name, key, windowStart, count }) => {
          const id = `${name} ${key} ${windowStart}`
          totals.set(id, (totals.get(id) ?? 0) + count)
          return totals.get(id) ?? 0
        })
      },
      totals: async (names) => names.map(({ name, key, windowStart }) => totals.get(`${name} ${key} ${windowStart}`) ?? 0),
    }
    const [here, there] = [machine(2, { windows }), machine(2, { windows })]
    assert.equal(allowedOf(await burst(here.limiters, 'batch', 'a', 12)), 12)
    assert.equal(allowedOf(await burst(here.limiters, 'weather', 'a', 100)), 100)
    const [first, second] = there.limiters as [RateLimiter, RateLimiter]
    first.take('weather', 'a')
    await until('the batches of the other node are known', async () => (await second.take('batch', 'a', 0)).remaining === 8)
    await until('its requests for weather are known', async () => (await second.take('weather', 'a', 0)).remaining === 19)
    assert.equal(allowedOf(await burst(there.limiters, 'batch', 'a', 20)), 8)
    await until('workers ask about it', () => first.takeAtOnce('weather', 'a', 0) === null && second.takeAtOnce('weather', 'a', 0) === null)
    assert.equal(allowedOf(await burst(there.limiters, 'weather', 'a', 90)), 19)
  })
})

describe('a question', () => {
  it('has the answer that arrived while this process was busy, not the one for silence', async () => {
    const { port1, port2 } = new MessageChannel()
    const questions = createQuestions({ afterMs: 5, otherwise: 'silence' })
    port1.on('message', (id: number) => questions.answer(id, 'arrived'))
    const answer = questions.ask((id) => port2.postMessage(id))
    for (const busyUntil = performance.now() + 20; performance.now() < busyUntil;);
    assert.equal(await answer, 'arrived')
    assert.equal(await questions.ask(() => undefined), 'silence')
    port1.close()
  })
})
