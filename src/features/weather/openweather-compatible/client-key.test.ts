import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { withoutKey } from './client-key.ts'

const SECRET = 'S3CRET'
const name = fc.constantFrom('appid', 'APPID', 'AppId', 'lat', 'q', 'myappid', '%61ppid', 'appi%64')
const parameter = fc.tuple(name, fc.constantFrom('1', '', 'a%20b', 'a=b'))

describe('a URL without its key', () => {
  it('has none that a server would read, in any place, and all other parameters', () => {
    fc.assert(
      fc.property(fc.array(parameter, { maxLength: 6 }), (parameters) => {
        const isKey = (each: string) => decodeURIComponent(each).toLowerCase() === 'appid'
        const query = parameters.map(([key, value]) => `${key}=${isKey(key) ? SECRET : value}`).join('&')
        const url = withoutKey(`/data/3.0/onecall?${query}`)
        if (url === undefined) return assert.ok(parameters.some(([key]) => key.includes('%')))
        assert.ok(!url.includes(SECRET), url)
        const read = (text: string) => [...new URLSearchParams(text.split('?')[1])].filter(([key]) => key !== '' && !isKey(key))
        assert.deepEqual(read(url), read(`?${query}`))
      }),
    )
  })

  it('is the same for all keys of one place in a query', () => {
    assert.equal(withoutKey('/w?appid=a&lat=1'), withoutKey('/w?appid=bcd&lat=1'))
    assert.equal(withoutKey('/w?lat=1&appid=a'), withoutKey('/w?lat=1&APPID'))
    assert.equal(withoutKey('/w?lat=1'), '/w?lat=1')
  })
})
