import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure, type ProviderFailureKind } from '@isobar/providers/port'
import { createTestClock } from '../../test/helpers/clock.ts'
import { createBreaker } from '../platform/upstream/breaker.ts'
import { createCallerBackoff } from './backoff.ts'
import { selectCallerBreaker, createCallerBreakers, judgeCallerBreaker } from './caller-breakers.ts'
import type { Caller } from './policy.ts'

const CALLERS: readonly Caller[] = ['person', 'refresh', 'crawler', 'prefetch', 'job']
/** Whose failures hold back whom. */
const HOLDS_BACK: Readonly<Record<Caller, readonly Caller[]>> = {
  person: CALLERS,
  refresh: ['refresh', 'crawler', 'prefetch', 'job'],
  crawler: ['crawler', 'prefetch', 'job'],
  preview: ['crawler', 'prefetch', 'job'],
  prefetch: ['crawler', 'prefetch', 'job'],
  job: ['crawler', 'prefetch', 'job'],
}

describe('the failures of a caller', () => {
  for (const failing of CALLERS) {
    it(`${failing}: put a place into backoff for ${HOLDS_BACK[failing].join(', ')}, until any call succeeds`, () => {
      const backoff = createCallerBackoff(createTestClock())
      backoff.note('place', new ProviderFailure('timeout', 'late'), { caller: failing })
      const backedOff = () => CALLERS.filter((caller) => backoff.failureOf('place', { caller }) !== undefined)
      assert.deepEqual(backedOff(), HOLDS_BACK[failing])
      backoff.clear('place')
      assert.deepEqual(backedOff(), [])
    })

    it(`${failing}: open the circuit breaker for ${HOLDS_BACK[failing].join(', ')}`, () => {
      const clock = createTestClock()
      const breakers = createCallerBreakers(() => createBreaker({ clock }))
      for (let i = 0; i < 20; i++) judgeCallerBreaker(breakers, failing, 'timeout', undefined)
      assert.deepEqual(
        CALLERS.filter((caller) => !selectCallerBreaker(breakers, caller).enter().allowed),
        HOLDS_BACK[failing],
      )
    })

    it(`${failing}: are forgotten by all breakers when the call of any caller succeeds`, () => {
      for (const succeeding of CALLERS) {
        const clock = createTestClock()
        const breakers = createCallerBreakers(() => createBreaker({ clock }))
        for (let i = 0; i < 4; i++) judgeCallerBreaker(breakers, failing, 'timeout', undefined)
        judgeCallerBreaker(breakers, succeeding, 'ok', undefined)
        judgeCallerBreaker(breakers, failing, 'timeout', undefined)
        for (const caller of CALLERS) assert.ok(selectCallerBreaker(breakers, caller).enter().allowed, `${succeeding}, ${caller}`)
      }
    })
  }
})

describe('a breaker', () => {
  /** Seconds for which it lets no call through after one outcome. */
  const secondsOpen = (kind: ProviderFailureKind, retryAfterSeconds?: number): number => {
    const breakers = createCallerBreakers(() => createBreaker({ clock: createTestClock() }))
    judgeCallerBreaker(breakers, 'person', kind, retryAfterSeconds)
    const entry = selectCallerBreaker(breakers, 'person').enter()
    return entry.allowed ? 0 : entry.retryAfterMs / 1_000
  }

  it('is open for a minute after what an operator must mend, and after a block for as long as the provider says', () => {
    assert.deepEqual([secondsOpen('refused_key'), secondsOpen('no_subscription'), secondsOpen('refused_key', 300)], [60, 60, 60])
    assert.deepEqual([secondsOpen('quota'), secondsOpen('quota', 30), secondsOpen('quota', 300)], [60, 60, 300])
    assert.deepEqual([secondsOpen('timeout'), secondsOpen('timeout', 300)], [0, 0])
  })

  it('takes a place without weather and a rejected request for signs of health', () => {
    for (const [kind, isHealthy] of [
      ['not_found', true],
      ['rejected', true],
      ['timeout', false],
      ['unavailable', false],
      ['invalid_body', false],
    ] as const) {
      const breakers = createCallerBreakers(() => createBreaker({ clock: createTestClock() }))
      for (let i = 0; i < 4; i++) judgeCallerBreaker(breakers, 'person', 'network', undefined)
      judgeCallerBreaker(breakers, 'person', kind, undefined)
      assert.equal(selectCallerBreaker(breakers, 'person').enter().allowed, isHealthy, kind)
    }
  })
})
