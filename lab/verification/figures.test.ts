import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { figures } from './figures.ts'
import { hasSets, WITHOUT_SETS } from './sets.ts'

describe('the scores of the shared sets', { skip: hasSets ? false : WITHOUT_SETS }, () => {
  it('match their authors, to the last decimal that they published', () => {
    const all = figures()
    const wrong = all.filter(({ ours, authors, decimals }) => !(Math.abs(ours - authors) <= 0.500_1 * 10 ** -decimals))
    assert.deepEqual(wrong, [])
    assert.ok(all.length > 180, `${all.length} figures`)
  })
})
