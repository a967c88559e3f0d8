import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { packed, unpacked } from './packed.ts'

describe('packed', () => {
  it('unpacks to the original, except for separators', () => {
    const rows = [
      ['10:00', '', '–'],
      ['a', 'b', 'c'],
    ]
    assert.deepEqual(unpacked(packed(rows)), rows)
    assert.deepEqual(unpacked(packed([['a|b', 'c\nd']])), [['a b', 'c d']])
    assert.deepEqual(unpacked(packed([])), [])
  })
})
