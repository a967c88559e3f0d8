import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createLogger } from '../../log.ts'
import { createRateLimiter } from './rate-limit.ts'
import { hashKeys, type SharedWindows, type WindowDelta } from './shared-windows.ts'

const START = Date.UTC(2026, 10, 21, 3, 0, 18)
let clock = { ms: START, now: () => START }

/** The counts of all nodes in this process, as an engine would store them. */
function memoryWindows() {
  const totals = new Map<string, number>()
  const seen: WindowDelta[] = []
  const asked: number[] = []
  const windows: SharedWindows = {
    async settle(deltas) {
      return deltas.map((delta) => {
        seen.push(delta)
        const id = `${delta.name} ${delta.key} ${delta.windowStart}`
        totals.set(id, (totals.get(id) ?? 0) + delta.count)
        return totals.get(id) ?? 0
      })
    },
    async totals(names) {
      asked.push(names.length)
      return names.map((name) => totals.get(`${name.name} ${name.key} ${name.windowStart}`) ?? 0)
    },
  }
  return { windows, seen, totals, asked }
}

const silent = createLogger({ level: 'silent' })

function nodes(windows: SharedWindows, limit: number) {
  clock = { ms: START, now: () => clock.ms }
  const shared = { windows: hashKeys(windows, 'key'), log: silent }
  const create = () => createRateLimiter({ rules: { weather: { limit, windowSeconds: 60 } }, clock, shared })
  return [create(), create()] as const
}

describe('settle', () => {
  it('makes nodes see what the others counted', async () => {
    const [first, second] = nodes(memoryWindows().windows, 10)
    for (let i = 0; i < 6; i++) first.take('weather', 'a')
    second.take('weather', 'a')
    await first.settle()
    await second.settle()
    assert.equal(second.take('weather', 'a').remaining, 2)
  })

  it('makes nodes see it without another request of their own', async () => {
    const [first, second] = nodes(memoryWindows().windows, 10)
    first.take('weather', 'a')
    second.take('weather', 'a')
    for (const each of [first, second]) await each.settle()
    for (let i = 0; i < 8; i++) first.take('weather', 'a')
    for (const each of [first, second]) await each.settle()
    assert.deepEqual(second.take('weather', 'a'), { allowed: false, limit: 10, remaining: 0, resetSeconds: 62 })
  })

  it('queries a limited number of idle clients at a time, eventually all of them, and none of a window that is over', async () => {
    const { windows, asked } = memoryWindows()
    const [first, second] = nodes(windows, 10)
    const clients = Array.from({ length: 2_500 }, (_, i) => `client ${i}`)
    for (const each of [first, second]) {
      for (const client of clients) each.take('weather', client)
      await each.settle()
    }
    for (const client of clients) for (let i = 0; i < 8; i++) second.take('weather', client)
    await second.settle()
    asked.length = 0
    for (let i = 0; i < 40; i++) await first.settle()
    assert.ok(asked.length === 40 && asked.every((n) => n <= 1_000), String(asked))
    assert.deepEqual(
      clients.filter((client) => first.take('weather', client).allowed),
      [],
    )
    clock.ms += 70_000
    asked.length = 0
    await first.settle()
    assert.deepEqual(asked, [0])
  })

  it('learns what other nodes counted in earlier parts of the window before the first second is over', async () => {
    const [first, second] = nodes(memoryWindows().windows, 10)
    for (let i = 0; i < 3; i++) {
      for (let n = 0; n < 3; n++) second.take('weather', 'a')
      await second.settle()
      clock.ms += 10_000
    }
    first.take('weather', 'a')
    await first.settle()
    assert.deepEqual(first.take('weather', 'a'), { allowed: false, limit: 10, remaining: 0, resetSeconds: 32 })
  })

  it('fetches totals that are final once', async () => {
    const { windows, asked } = memoryWindows()
    const [first] = nodes(windows, 10)
    first.take('weather', 'a')
    await first.settle()
    clock.ms += 5_000
    asked.length = 0
    for (let i = 0; i < 3; i++) await first.settle()
    assert.deepEqual(asked, [2, 1, 1], 'those of the last slot and of this one, then of this one alone')
  })

  it('agrees with a single limiter over the requests of both nodes, whenever they have settled', async () => {
    const steps = fc.array(
      fc.record({ after: fc.integer({ min: 0, max: 20_000 }), cost: fc.integer({ min: 1, max: 4 }), second: fc.boolean() }),
      {
        maxLength: 40,
      },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (requests) => {
        const both = nodes(memoryWindows().windows, 8)
        const one = createRateLimiter({ rules: { weather: { limit: 8, windowSeconds: 60 } }, clock })
        for (const { after, cost, second } of requests) {
          clock.ms += after
          const node = both[second ? 1 : 0]
          // A client's first request may come before anything of it is known here.
          node.take('weather', 'a', 0)
          for (let i = 0; i < 2; i++) for (const each of both) await each.settle()
          assert.deepEqual(node.take('weather', 'a', cost), one.take('weather', 'a', cost))
          for (const each of both) await each.settle()
        }
      }),
    )
  })

  it('keeps what a node knows if the shared counts are lost', async () => {
    const { windows, totals } = memoryWindows()
    const [first, second] = nodes(windows, 10)
    for (let i = 0; i < 6; i++) second.take('weather', 'a')
    await second.settle()
    first.take('weather', 'a')
    await first.settle()
    totals.clear()
    first.take('weather', 'a')
    await first.settle()
    assert.equal(first.take('weather', 'a').remaining, 1)
  })

  it('sends hashes, never addresses, and only changes', async () => {
    const { windows, seen } = memoryWindows()
    const [first] = nodes(windows, 10)
    first.take('weather', '192.0.2.1')
    first.take('weather', '192.0.2.1')
    await first.settle()
    await first.settle()
    assert.deepEqual(
      seen.map(({ key, name, windowStart, windowSeconds, count }) => [name, windowStart, windowSeconds, count, /^[\w-]{22}$/.test(key)]),
      [['weather', START / 1000 - 8, 70, 2, true]],
    )
  })

  it('keeps what was counted while it was in progress', async () => {
    const { windows, totals } = memoryWindows()
    const gate = Promise.withResolvers<void>()
    const slow: SharedWindows = {
      ...windows,
      async settle(deltas) {
        await gate.promise
        return windows.settle(deltas)
      },
    }
    const [first] = nodes(slow, 10)
    first.take('weather', 'a')
    const settling = first.settle()
    first.take('weather', 'a')
    gate.resolve()
    await settling
    assert.equal(first.take('weather', 'a').remaining, 7)
    await first.settle()
    assert.deepEqual([...totals.values()], [3])
  })

  it('counts locally while the shared counts are unavailable, and catches up', async () => {
    const { windows, totals } = memoryWindows()
    let down = true
    const flaky: SharedWindows = {
      ...windows,
      async settle(deltas) {
        if (down) throw new Error('down')
        return windows.settle(deltas)
      },
    }
    const [first] = nodes(flaky, 2)
    first.take('weather', 'a')
    await first.settle()
    first.take('weather', 'a')
    assert.equal(first.take('weather', 'a').allowed, false)
    down = false
    await first.settle()
    assert.deepEqual([...totals.values()], [2])
  })
})
