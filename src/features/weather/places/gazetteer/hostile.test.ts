import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { processorMs } from '../../../../../test/helpers/processor-time.ts'
import { createGazetteer } from './gazetteer.ts'

const some = { country: null, bias: null, limit: 5 }

describe('whatever is searched for', () => {
  const gazetteer = createGazetteer()
  before(() => gazetteer.find({ ...some, name: 'Berlin' }))

  it('is answered with at most so many places, none of them twice', async () => {
    const word = fc.constantFrom(
      'st',
      'paris',
      'us',
      'new',
      'york',
      '#',
      '!',
      '#us',
      '!lhr',
      ',',
      '،',
      ' ',
      "'",
      '10115',
      '-',
      '東京',
      '\u0000',
      '\u{1F326}',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 100 }),
          fc.array(word, { maxLength: 12 }).map((parts) => parts.join('')),
        ),
        async (name) => {
          const found = await gazetteer.find({ ...some, name })
          assert.ok(found.length <= 5)
          assert.equal(new Set(found.map(({ lat, lon, label }) => `${label} ${lat} ${lon}`)).size, found.length)
          for (const { label, lat, lon } of found) {
            assert.doesNotMatch(label, /^[#!]/)
            assert.ok(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('costs little, however it is built', async () => {
    const names = [
      'a'.repeat(400),
      'st '.repeat(130),
      'a, '.repeat(130),
      'united states '.repeat(28),
      ',us'.repeat(130),
      '\u0301'.repeat(400),
      'ﷺ'.repeat(100),
      'sa',
      's',
    ]
    for (const name of names) {
      const began = processorMs()
      for (let i = 0; i < 5; i++) await gazetteer.find({ ...some, name })
      const ms = processorMs() - began
      assert.ok(ms < 2_000, `${name.slice(0, 20)}: ${ms} ms`)
    }
  })
})
