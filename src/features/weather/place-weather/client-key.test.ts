import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { withoutKey } from './client-key.ts'

const SECRET = 'S3CRET'

for (const [key, spellings] of [
  ['appid', ['APPID', 'AppId', 'myappid', '%61ppid', 'appi%64']],
  ['apikey', ['APIKEY', 'apiKey', 'myapikey', '%61pikey', 'apike%79']],
] as const) {
  const cleared = withoutKey(key)
  const name = fc.constantFrom(key, 'lat', 'q', ...spellings)
  const parameter = fc.tuple(name, fc.constantFrom('1', '', 'a%20b', 'a=b'))

  describe(`a URL without its ${key}`, () => {
    it('has none that a server would read, in any place, and all other parameters', () => {
      fc.assert(
        fc.property(fc.array(parameter, { maxLength: 6 }), (parameters) => {
          const isKey = (each: string) => decodeURIComponent(each).toLowerCase() === key
          const query = parameters.map(([each, value]) => `${each}=${isKey(each) ? SECRET : value}`).join('&')
          const url = cleared(`/data/3.0/onecall?${query}`)
          if (url === undefined) return assert.ok(parameters.some(([each]) => each.includes('%')))
          assert.ok(!url.includes(SECRET), url)
          const read = (text: string) => [...new URLSearchParams(text.split('?')[1])].filter(([each]) => each !== '' && !isKey(each))
          assert.deepEqual(read(url), read(`?${query}`))
        }),
      )
    })

    it('is the same for all keys of one place in a query', () => {
      assert.equal(cleared(`/w?${key}=a&lat=1`), cleared(`/w?${key}=bcd&lat=1`))
      assert.equal(cleared(`/w?lat=1&${key}=a`), cleared(`/w?lat=1&${key.toUpperCase()}`))
      assert.equal(cleared('/w?lat=1'), '/w?lat=1')
    })
  })
}
