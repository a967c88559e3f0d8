import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { createGapTemplate } from './gap-template.ts'

describe('createGapTemplate', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { minLength: 1, maxLength: 12 })
  const fillings = fc
    .integer({ min: 1, max: 60 })
    .chain((length) => fc.tuple(fc.constant(length), fc.array(fc.string({ minLength: length, maxLength: length }), { minLength: 1 })))

  it('fills all gaps, for any texts, however often', () => {
    fc.assert(
      fc.property(texts, fillings, (pieces, [length, drawn]) => {
        const template = createGapTemplate(pieces, length)
        for (const filling of drawn) {
          const expected = pieces.join(filling)
          assert.equal(template.plain(filling).toString(), expected)
          assert.equal(gunzipSync(template.gzip(filling)).toString(), expected)
        }
      }),
    )
  })

  it('fills gaps of the most bytes', () => {
    const filling = 'f'.repeat(65_535)
    const template = createGapTemplate(['a', 'b', 'c'], filling.length)
    assert.equal(gunzipSync(template.gzip(filling)).toString(), `a${filling}b${filling}c`)
  })

  it('rejects a filling of another length', () => {
    assert.throws(() => createGapTemplate(['a', 'b'], 3).plain('four'), RangeError)
  })
})
