import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure, type ProviderFailureKind } from '@isobar/providers/port'
import { createTestClock } from '../../test/helpers/clock.ts'
import { createFailureBackoff } from './backoff.ts'

const failure = (kind: ProviderFailureKind = 'timeout') => new ProviderFailure(kind, 'failed', { cause: new Error('all of the exchange') })
/** Half way between the ends of the jitter, which changes nothing. */
const AVERAGE = () => 0.5

describe('the backoff of a key', () => {
  it('doubles from five seconds to ten minutes, and starts again after a success', () => {
    const clock = createTestClock()
    const backoff = createFailureBackoff(clock, AVERAGE)
    const delays: number[] = []
    for (let i = 0; i < 10; i++) {
      backoff.note('a', failure())
      let seconds = 0
      while (backoff.failureOf('a') !== undefined) {
        clock.advance({ seconds: 1 })
        seconds += 1
      }
      delays.push(seconds)
    }
    assert.deepEqual(delays, [5, 10, 20, 40, 80, 160, 320, 600, 600, 600])
    backoff.clear('a')
    backoff.note('a', failure())
    clock.advance({ seconds: 5 })
    assert.equal(backoff.failureOf('a'), undefined)
  })

  it('varies by a quarter, so that places that failed together are not asked together', () => {
    for (const [random, seconds] of [
      [0, 3.75],
      [1, 6.25],
    ] as const) {
      let now = 0
      const backoff = createFailureBackoff({ now: () => now }, () => random)
      backoff.note('a', failure())
      now = seconds * 1_000 - 1
      assert.notEqual(backoff.failureOf('a'), undefined)
      now += 1
      assert.equal(backoff.failureOf('a'), undefined)
    }
  })

  it('concerns that key only, and reports why, without what was received', () => {
    const backoff = createFailureBackoff(createTestClock(), AVERAGE)
    backoff.note('a', failure('invalid_body'))
    const known = backoff.failureOf('a')
    assert.deepEqual(
      { kind: known?.kind, message: known?.message, cause: known?.cause, stack: known?.stack },
      { kind: 'invalid_body', message: 'failed', cause: undefined, stack: undefined },
    )
    assert.equal(backoff.failureOf('b'), undefined)
  })

  it('is not lengthened by a clock that is set back', () => {
    const clock = createTestClock('2026-07-01T12:00:00Z')
    const backoff = createFailureBackoff(clock, AVERAGE)
    backoff.note('a', failure())
    clock.set('2026-07-01T11:48:00Z')
    assert.notEqual(backoff.failureOf('a'), undefined)
    clock.set('2026-07-01T11:47:00Z')
    assert.equal(backoff.failureOf('a'), undefined)
  })

  const known: Readonly<Record<ProviderFailureKind, boolean>> = {
    not_configured: true,
    refused_key: false,
    no_subscription: false,
    not_found: true,
    quota: false,
    budget_spent: false,
    circuit_open: false,
    not_wanted: false,
    timeout: true,
    network: true,
    rejected: true,
    unavailable: true,
    too_large: true,
    invalid_body: true,
  }
  for (const [kind, isNoted] of Object.entries(known))
    it(`${isNoted ? 'follows' : 'does not follow'} a failure by ${kind}`, () => {
      const backoff = createFailureBackoff(createTestClock(), AVERAGE)
      backoff.note('a', failure(kind as ProviderFailureKind))
      assert.equal(backoff.failureOf('a') !== undefined, isNoted)
    })
})
