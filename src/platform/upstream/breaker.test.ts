import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createBreaker } from './breaker.ts'

function setup(random = () => 0) {
  const clock = { ms: 1_000_000, now: () => clock.ms }
  const breaker = createBreaker({ clock, failureThreshold: 3, openMs: 1000, maxOpenMs: 8000, random })
  const failTimes = (n: number) => {
    for (let i = 0; i < n; i++) if (breaker.enter().allowed) breaker.fail()
  }
  return { clock, breaker, failTimes }
}

describe('createBreaker', () => {
  it('opens after consecutive failures, not before', () => {
    const { breaker, failTimes } = setup()
    failTimes(2)
    assert.equal(breaker.state(), 'closed')
    breaker.succeed()
    failTimes(2)
    assert.equal(breaker.state(), 'closed')
    failTimes(1)
    assert.deepEqual(breaker.enter(), { allowed: false, retryAfterMs: 1000 })
  })

  it('lets one probe through after the pause, and closes when it succeeds', () => {
    const { clock, breaker, failTimes } = setup()
    failTimes(3)
    clock.ms += 1000
    assert.equal(breaker.enter().allowed, true)
    assert.equal(breaker.enter().allowed, false)
    breaker.succeed()
    assert.equal(breaker.state(), 'closed')
    assert.equal(breaker.enter().allowed, true)
  })

  it('doubles the pause after each failed probe, up to a maximum, and starts over after a success', () => {
    const { clock, breaker, failTimes } = setup()
    failTimes(3)
    const rests: number[] = []
    for (let i = 0; i < 6; i++) {
      const entry = breaker.enter()
      if (entry.allowed) break
      rests.push(entry.retryAfterMs)
      clock.ms += entry.retryAfterMs
      failTimes(1)
    }
    assert.deepEqual(rests, [1000, 2000, 4000, 8000, 8000, 8000])
    clock.ms += 8000
    breaker.enter()
    breaker.succeed()
    failTimes(3)
    assert.deepEqual(breaker.enter(), { allowed: false, retryAfterMs: 1000 })
  })

  it('randomises the pause', () => {
    const { breaker, failTimes } = setup(() => 0.5)
    failTimes(3)
    assert.deepEqual(breaker.enter(), { allowed: false, retryAfterMs: 1250 })
  })

  it('holds for as long as it is told, but never shortens the current pause', () => {
    const { clock, breaker } = setup()
    breaker.hold(60_000)
    breaker.hold(10)
    assert.deepEqual(breaker.enter(), { allowed: false, retryAfterMs: 60_000 })
    clock.ms += 60_000
    assert.equal(breaker.enter().allowed, true)
  })

  it('ignores late results while it pauses', () => {
    const { breaker, failTimes } = setup()
    failTimes(3)
    breaker.succeed()
    breaker.fail()
    assert.deepEqual(breaker.enter(), { allowed: false, retryAfterMs: 1000 })
  })

  it('passes an abandoned probe on to the next call', () => {
    const { clock, breaker, failTimes } = setup()
    failTimes(3)
    clock.ms += 1000
    breaker.enter()
    breaker.abandon()
    assert.equal(breaker.enter().allowed, true)
  })

  it('does not wait forever for a lost probe', () => {
    const { clock, breaker, failTimes } = setup()
    failTimes(3)
    clock.ms += 1000
    breaker.enter()
    clock.ms += 30_000
    assert.equal(breaker.enter().allowed, true)
  })

  it('lets nothing through while open, one call at a time while half open, and always recovers, whatever happens', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constantFrom('succeed', 'fail', 'abandon') }),
      fc.record({ do: fc.constant('hold'), ms: fc.integer({ min: 0, max: 20_000 }) }),
      fc.record({ do: fc.constant('wait'), ms: fc.integer({ min: 0, max: 20_000 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const { clock, breaker } = setup()
        for (const action of steps) {
          if ('ms' in action && action.do === 'wait') {
            clock.ms += action.ms
            continue
          }
          const before = breaker.state()
          const { allowed } = breaker.enter()
          if (before === 'closed') assert.equal(allowed, true)
          if (before === 'open') assert.equal(allowed, false)
          if (before === 'half_open') assert.equal(breaker.enter().allowed, false)
          if (!allowed) continue
          if ('ms' in action) breaker.hold(action.ms)
          else breaker[action.do as 'succeed' | 'fail' | 'abandon']()
        }
        clock.ms += 60_000
        assert.equal(breaker.enter().allowed, true)
        breaker.succeed()
        assert.equal(breaker.state(), 'closed')
      }),
    )
  })
})

it('is not open longer if the clock is set back', () => {
  let now = 1_000_000_000
  const breaker = createBreaker({ clock: { now: () => now }, random: () => 0 })
  breaker.hold(60_000)
  now -= 3 * 3_600_000
  const refused = breaker.enter()
  assert.ok(!refused.allowed && refused.retryAfterMs <= 60_000)
  now += 60_001
  assert.equal(breaker.enter().allowed, true)
})
