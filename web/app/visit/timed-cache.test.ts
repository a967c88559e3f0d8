import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTimedCache } from './timed-cache.ts'

describe('what visitors share', () => {
  it('is there until its time is over, and never before it was stored', () => {
    const cache = createTimedCache<string | null>(1_000, 10)
    cache.set('a', null, 5_000)
    assert.deepEqual(
      [4_999, 5_000, 5_999, 6_000].map((now) => cache.get('a', now)),
      [undefined, null, null, undefined],
    )
    assert.equal(cache.get('b', 5_000), undefined)
    cache.delete('a')
    assert.equal(cache.get('a', 5_000), undefined)
  })

  it('is stored for as long as is said with it', () => {
    const cache = createTimedCache<string>(1_000, 10)
    cache.set('a', 'x', 5_000, 100)
    assert.deepEqual([cache.get('a', 5_099), cache.get('a', 5_100)], ['x', undefined])
  })

  it('is limited', () => {
    const cache = createTimedCache<number>(1_000, 2)
    for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index, 0)
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => cache.get(key, 0)),
      [undefined, undefined, 2],
    )
  })
})
