import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createLogger } from '../log.ts'
import { createRateLimiter } from './rate-limit.ts'
import type { SharedWindows, WindowDelta } from './shared-windows.ts'

const START = Date.UTC(2026, 10, 21, 3, 0, 18)

function clockAt(ms: number) {
  return { ms, now: () => clock.ms }
}
let clock = { ms: START, now: () => START }

function limiter(limit = 3, options: { maxClients?: number } = {}) {
  clock = clockAt(START)
  return createRateLimiter({ rules: { weather: { limit, windowSeconds: 60 } }, clock, ...options })
}

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

describe('take', () => {
  it('allows up to the limit, then refuses until the window ends', () => {
    const limits = limiter(2)
    assert.deepEqual(limits.take('weather', '192.0.2.1'), { allowed: true, limit: 2, remaining: 1, resetSeconds: 42 })
    assert.deepEqual(limits.take('weather', '192.0.2.1'), { allowed: true, limit: 2, remaining: 0, resetSeconds: 42 })
    assert.deepEqual(limits.take('weather', '192.0.2.1'), { allowed: false, limit: 2, remaining: 0, resetSeconds: 42 })
    clock.ms += 41_999
    assert.equal(limits.take('weather', '192.0.2.1').allowed, false)
    clock.ms += 1
    assert.deepEqual(limits.take('weather', '192.0.2.1'), { allowed: true, limit: 2, remaining: 1, resetSeconds: 60 })
  })

  it('counts clients separately, and an IPv6 /64 as one', () => {
    const limits = limiter(1)
    assert.equal(limits.take('weather', '192.0.2.1').allowed, true)
    assert.equal(limits.take('weather', '192.0.2.2').allowed, true)
    assert.equal(limits.take('weather', '2001:db8::1').allowed, true)
    assert.equal(limits.take('weather', '2001:db8::ffff').allowed, false)
    assert.equal(limits.take('weather', '2001:db8:0:1::1').allowed, true)
  })

  it('does not count what it refuses', () => {
    const limits = limiter(5)
    assert.equal(limits.take('weather', 'a', 6).allowed, false)
    assert.deepEqual(limits.take('weather', 'a', 5), { allowed: true, limit: 5, remaining: 0, resetSeconds: 42 })
  })

  it('has no limit at 0', () => {
    const limits = limiter(0)
    for (let i = 0; i < 1000; i++) assert.equal(limits.take('weather', 'a').allowed, true)
  })

  it('never allows more than the limit in one window, whatever is requested', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 }), (limit, costs) => {
        const limits = limiter(limit)
        const spent = costs.filter((cost) => limits.take('weather', 'a', cost).allowed).reduce((sum, cost) => sum + cost, 0)
        assert.ok(spent <= limit)
      }),
    )
  })

  it('remembers a limited number of clients, forgetting the oldest', () => {
    const limits = limiter(1, { maxClients: 2 })
    for (const client of ['a', 'b', 'c']) limits.take('weather', client)
    assert.equal(limits.take('weather', 'c').allowed, false)
    assert.equal(limits.take('weather', 'a').allowed, true)
  })

  it('refuses to count under an unknown name', () => {
    assert.throws(() => limiter().take('wether', 'a'), /unknown rate limit/)
  })
})

describe('charge', () => {
  it('counts up to the limit and no further', () => {
    const limits = limiter(30)
    limits.take('weather', 'a')
    limits.charge('weather', 'a', 9)
    assert.equal(limits.take('weather', 'a').remaining, 19)
    limits.charge('weather', 'a', 500)
    assert.equal(limits.take('weather', 'a').allowed, false)
  })
})

describe('setLimit', () => {
  it('takes effect at once', () => {
    const limits = limiter(1)
    limits.take('weather', 'a')
    limits.setLimit('weather', 2)
    assert.equal(limits.take('weather', 'a').allowed, true)
    assert.deepEqual(limits.rule('weather'), { limit: 2, windowSeconds: 60 })
  })
})

function nodes(windows: SharedWindows, limit: number) {
  clock = clockAt(START)
  const shared = { windows, hashKey: 'key', log: silent }
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
    assert.deepEqual(second.take('weather', 'a'), { allowed: false, limit: 10, remaining: 0, resetSeconds: 42 })
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
    for (let i = 0; i < 4; i++) await first.settle()
    assert.ok(asked.length === 4 && asked.every((n) => n <= 1_000), String(asked))
    assert.deepEqual(
      clients.filter((client) => first.take('weather', client).allowed),
      [],
    )
    clock.ms += 60_000
    asked.length = 0
    await first.settle()
    assert.deepEqual(asked, [0])
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
      [['weather', START / 1000 - 18, 60, 2, true]],
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
