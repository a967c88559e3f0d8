import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseProviderList, writeProviderList } from './list.ts'

const parsed = (text: string) => {
  const list = parseProviderList(text)
  return 'entries' in list ? list.entries : list.fault
}

describe('a list of providers', () => {
  it('is read in its order, and written as it was', () => {
    const text = 'openweather,met-norway@nordic,bright-sky@DE+AT,a1-2b'
    const entries = parsed(` ${text.replace(',', ' , ')} `)
    assert.deepEqual(entries, [
      { id: 'openweather', region: null },
      { id: 'met-norway', region: 'nordic' },
      { id: 'bright-sky', region: 'DE+AT' },
      { id: 'a1-2b', region: null },
    ])
    assert.ok(typeof entries !== 'string')
    assert.equal(writeProviderList(entries), text)
  })

  for (const [text, fault] of [
    ['', /^must be names/],
    ['a,,b', /^must be names/],
    ['A', /^must be names/],
    ['a-', /^must be names/],
    ['a@DE@AT', /^must be names/],
    ['a,b,a@DE', /^names a provider twice$/],
    ['a@atlantis', /^has an unknown region: known are .*nordic/],
    ['a@', /^has an unknown region/],
    [Array.from({ length: 100 }, (_, index) => `a${index}`).join(), /^names more than \d+ providers$/],
  ] as const)
    it(`is none: ${text.slice(0, 20)}`, () => assert.match(String(parsed(text)), fault))
})
