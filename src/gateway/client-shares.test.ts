import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listClientShares, computeDayShare, computeMinuteShare } from './client-shares.ts'

describe('clientSharesOf', () => {
  const none = () => undefined
  const limitsOf = (shares: ReturnType<typeof listClientShares>) => Object.fromEntries(shares.map(({ name, limit }) => [name, limit]))

  it('is a third of the minute and a tenth of the day, in calls of their weight, and at least one', () => {
    assert.deepEqual(limitsOf(listClientShares('weather', { perMinute: 60, perDay: 1_000 }, 1, none)), {
      upstream: 20,
      'upstream-day': 100,
    })
    assert.deepEqual(limitsOf(listClientShares('weather', { perMinute: 600, perDay: 10_000 }, 5, none)), {
      upstream: 40,
      'upstream-day': 200,
    })
    assert.deepEqual(limitsOf(listClientShares('tiles', { perMinute: 2 }, 1, none)), { 'upstream-tiles': 1 })
  })

  it('is rounded down', () => {
    assert.deepEqual(limitsOf(listClientShares('weather', { perMinute: 62, perDay: 1_009 }, 1, none)), {
      upstream: 20,
      'upstream-day': 100,
    })
    assert.deepEqual(limitsOf(listClientShares('weather', { perMinute: 600, perDay: 10_000 }, 7, none)), {
      upstream: 28,
      'upstream-day': 142,
    })
    assert.deepEqual(
      [computeMinuteShare(2), computeMinuteShare(3), computeMinuteShare(8), computeDayShare(9), computeDayShare(19)],
      [1, 1, 2, 1, 1],
    )
  })

  it('is none of what has no limit; place names and tiles have none of the day', () => {
    assert.deepEqual(listClientShares('weather', {}, 1, none), [])
    assert.deepEqual(listClientShares('weather', { perDay: 100 }, 1, none), [{ name: 'upstream-day', windowSeconds: 86_400, limit: 10 }])
    assert.deepEqual(listClientShares('geocode', { perMinute: 30, perDay: 100 }, 1, none), [
      { name: 'upstream-geocode', windowSeconds: 60, limit: 10 },
    ])
  })

  it('is what the operator sets; 0 sets no limit', () => {
    const stated = (name: string) => ({ upstream: 0, 'upstream-day': 7 })[name]
    assert.deepEqual(limitsOf(listClientShares('weather', { perMinute: 60, perDay: 1_000 }, 1, stated)), { 'upstream-day': 7 })
  })
})
