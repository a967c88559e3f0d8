import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isCovered } from './coverage.ts'

describe('isCovered', () => {
  it('needs four fifths of the hours for a sum, and nine tenths for an extreme', () => {
    assert.deepEqual([isCovered('sum', 8, 10), isCovered('sum', 79, 100)], [true, false])
    assert.deepEqual([isCovered('extremes', 9, 10), isCovered('extremes', 89, 100)], [true, false])
  })

  it('is never true of no hours', () => {
    assert.equal(isCovered('sum', 0, 0), false)
    assert.equal(isCovered('sum', 1, 1), true)
  })
})
