import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parsePlaceQuery } from './place-query.ts'

describe('a query', () => {
  for (const [text, key, within] of [
    ['Toronto', 'toronto', []],
    ['Toronto,ON,CA', 'toronto', ['ON', 'CA']],
    [' St.-Denis , Réunion ', 'st denis', ['Réunion']],
    ['القاهرة، مصر', 'القاهرة', ['مصر']],
    ['東京、日本', '東京', ['日本']],
    ['北京，中国', '北京', ['中国']],
    ['Berlin, ,, !,DE', 'berlin', ['DE']],
    [', Germany', '', ['Germany']],
  ] as const)
    it(`${text} is a name and what it lies in`, () => assert.deepEqual(parsePlaceQuery(text), { key, within }))

  it('of any text has few parts, none of them empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aé ,،，、.-\u{1F326}東') }), (text) => {
        const { within } = parsePlaceQuery(text)
        assert.ok(within.length <= 5)
        assert.ok(within.every((part) => /[\p{L}\p{N}]/u.test(part)))
      }),
    )
  })
})
