import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createAnswerCache } from './answer-cache.ts'

const answer = (text: string) => ({ etag: `"${text}"`, text })

describe('the cache of answers', () => {
  it('drops the one that was not used for the longest time', () => {
    const cache = createAnswerCache(9)
    for (const url of ['/a', '/b', '/c']) cache.set(url, answer('1'))
    assert.equal(cache.get('/a')?.text, '1')
    cache.set('/d', answer('1'))
    assert.deepEqual(
      ['/a', '/b', '/c', '/d'].map((url) => cache.get(url)?.text),
      ['1', undefined, '1', '1'],
    )
  })

  it('does not store what is larger than itself, and forgets what that replaces', () => {
    const cache = createAnswerCache(9)
    cache.set('/a', answer('1'))
    cache.set('/b', answer('1'))
    cache.set('/a', answer('12345678'))
    assert.deepEqual({ a: cache.get('/a'), text: cache.get('/b')?.text }, { a: undefined, text: '1' })
  })

  it('holds the last answers that fit, whatever is set and read', () => {
    const url = fc.constantFrom('/a', '/b', '/c', '/d')
    const step = fc.oneof(fc.tuple(url, fc.string({ maxLength: 8 })), fc.tuple(url))
    fc.assert(
      fc.property(fc.array(step), fc.nat(30), (steps, size) => {
        const cache = createAnswerCache(size)
        /** The same, plainly: the last used at the end. */
        let expected: (readonly [url: string, text: string])[] = []
        for (const [url, text] of steps) {
          const known = expected.find(([other]) => other === url)
          const used = text === undefined ? known : ([url, text] as const)
          if (text === undefined) assert.equal(cache.get(url)?.text, known?.[1])
          else cache.set(url, answer(text))
          expected = expected.filter(([other]) => other !== url)
          if (used !== undefined && url.length + used[1].length <= size) expected.push(used)
          while (expected.reduce((sum, [url, text]) => sum + url.length + text.length, 0) > size) expected.shift()
        }
        for (const [url, text] of expected) assert.equal(cache.get(url)?.text, text)
      }),
    )
  })
})
