import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createRateLimiter } from './rate-limit.ts'

const START = Date.UTC(2026, 10, 21, 3, 0, 18)

function clockAt(ms: number) {
  return { ms, now: () => clock.ms }
}
let clock = { ms: START, now: () => START }

function limiter(limit = 3, options: { maxClients?: number } = {}) {
  clock = clockAt(START)
  return createRateLimiter({ rules: { weather: { limit, windowSeconds: 60 } }, clock, ...options })
}

describe('take', () => {
  it('allows up to the limit, then refuses until the slot of the first request has left the window', () => {
    const limits = limiter(2)
    // Ten seconds from 03:00:10, and the minute after them.
    assert.deepEqual(limits.take('weather', '192.0.2.1'), { allowed: true, limit: 2, remaining: 1, resetSeconds: 62 })
    assert.deepEqual(limits.take('weather', '192.0.2.1'), { allowed: true, limit: 2, remaining: 0, resetSeconds: 62 })
    assert.deepEqual(limits.take('weather', '192.0.2.1'), { allowed: false, limit: 2, remaining: 0, resetSeconds: 62 })
    clock.ms += 61_999
    assert.equal(limits.take('weather', '192.0.2.1').allowed, false)
    clock.ms += 1
    assert.deepEqual(limits.take('weather', '192.0.2.1'), { allowed: true, limit: 2, remaining: 1, resetSeconds: 70 })
  })

  it('says when as much as a refused request costs is available', () => {
    const limits = limiter(10)
    for (let i = 0; i < 5; i++) {
      limits.take('weather', 'a', 2)
      clock.ms += 10_000
    }
    assert.deepEqual(
      [1, 2, 3, 5, 10].map((cost) => limits.take('weather', 'a', cost).resetSeconds),
      [12, 12, 22, 32, 52],
    )
    assert.equal(limits.take('weather', 'a', 11).resetSeconds, 60, 'never')
  })

  it('counts clients separately, and an IPv6 /64 as one', () => {
    const limits = limiter(1)
    assert.equal(limits.take('weather', '192.0.2.1').allowed, true)
    assert.equal(limits.take('weather', '192.0.2.2').allowed, true)
    assert.equal(limits.take('weather', '2001:db8::1').allowed, true)
    assert.equal(limits.take('weather', '2001:db8::ffff').allowed, false)
    assert.equal(limits.take('weather', '2001:db8:0:1::1').allowed, true)
  })

  it('counts an IPv6 /48 at eight times the limit, beside each of its /64', () => {
    const limits = limiter(2)
    const from = (subscriber: number) => limits.take('weather', `2001:db8:1:${subscriber.toString(16)}::1`)
    for (let i = 0; i < 15; i++) assert.equal(from(i).allowed, true)
    assert.deepEqual(from(15), { allowed: true, limit: 2, remaining: 0, resetSeconds: 62 })
    for (const subscriber of [0, 15, 16, 0xffff])
      assert.deepEqual(from(subscriber), { allowed: false, limit: 2, remaining: 0, resetSeconds: 62 })
    assert.equal(limits.take('weather', '2001:db8:2::1').allowed, true)
    clock.ms += 62_000
    assert.deepEqual(
      [from(16), from(16), from(16)].map(({ allowed }) => allowed),
      [true, true, false],
    )
  })

  it('does not count what it refuses', () => {
    const limits = limiter(5)
    assert.equal(limits.take('weather', 'a', 6).allowed, false)
    assert.deepEqual(limits.take('weather', 'a', 5), { allowed: true, limit: 5, remaining: 0, resetSeconds: 62 })
  })

  it('has no limit at 0', () => {
    const limits = limiter(0)
    for (let i = 0; i < 1000; i++) assert.equal(limits.take('weather', 'a').allowed, true)
  })

  it('allows at most the limit in a minute of any position, and refuses only what the last 70 seconds explain', () => {
    const steps = fc.array(fc.record({ after: fc.integer({ min: 0, max: 25_000 }), cost: fc.integer({ min: 1, max: 4 }) }), {
      maxLength: 80,
    })
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 12 }), steps, (limit, requests) => {
        const limits = limiter(limit)
        const allowed: { readonly at: number; readonly cost: number }[] = []
        const within = (ms: number) => allowed.filter(({ at }) => at > clock.ms - ms).reduce((sum, { cost }) => sum + cost, 0)
        for (const { after, cost } of requests) {
          clock.ms += after
          const taken = limits.take('weather', 'a', cost)
          if (taken.allowed) {
            allowed.push({ at: clock.ms, cost })
            assert.ok(within(60_000) <= limit)
          } else assert.ok(within(70_000) + cost > limit)
          assert.ok(taken.remaining >= limit - within(70_000) && taken.remaining <= limit - within(60_000))
        }
      }),
    )
  })

  it('allows a refused request as soon as it said', () => {
    const steps = fc.array(fc.record({ after: fc.integer({ min: 0, max: 15_000 }), cost: fc.integer({ min: 1, max: 4 }) }), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(steps, (requests) => {
        const limits = limiter(6)
        for (const { after, cost } of requests) {
          clock.ms += after
          const { allowed, resetSeconds } = limits.take('weather', 'a', cost)
          if (allowed) continue
          clock.ms += (resetSeconds - 1) * 1_000 - (clock.ms % 1_000)
          assert.equal(limits.take('weather', 'a', cost).allowed, false, 'not before')
          clock.ms += 1_000
          assert.equal(limits.take('weather', 'a', cost).allowed, true)
        }
      }),
    )
  })

  it('forgets clients of which no request counts, and everything when the clock is set back', () => {
    const limits = limiter(1)
    limits.take('weather', 'a')
    clock.ms -= 3_600_000
    assert.equal(limits.take('weather', 'a').allowed, true)
    assert.equal(limits.take('weather', 'a', 1, clock.ms - 9_000).allowed, false, 'a caller that read the clock a little earlier')
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

describe('the limit of one client', () => {
  it('replaces that of all for what it counts', () => {
    const limits = limiter(3)
    const take = (client: string, ownLimit?: number) => {
      const { allowed, limit, remaining } = limits.take('weather', client, 1, undefined, ownLimit)
      return [allowed, limit, remaining]
    }
    assert.deepEqual(
      [take('a', 1), take('a', 1), take('a', 5), take('a')],
      [
        [true, 1, 0],
        [false, 1, 0],
        [true, 5, 3],
        [true, 3, 0],
      ],
    )
    assert.deepEqual(
      [take('a', 0), take('a'), take('b')],
      [
        [true, 0, 0],
        [false, 3, 0],
        [true, 3, 2],
      ],
    )
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
