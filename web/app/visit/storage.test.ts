import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseList, readStoredText, storeText } from './storage.ts'

describe('parseList', () => {
  it('is a stored list, and empty for anything else', () => {
    assert.deepEqual(parseList('[1,"two",null]'), [1, 'two', null])
    for (const text of [null, '', '{}', '7', '[1', '"[]"']) assert.deepEqual(parseList(text), [], String(text))
  })
})

describe('without storage, as on the server', () => {
  it('nothing is stored, and nothing fails', () => {
    storeText('some key', 'a text')
    assert.equal(readStoredText('some key'), null)
  })
})
