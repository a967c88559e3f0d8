import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { hasTakenKey, findPresentedKey, takeClientKey } from './client-key.ts'

const SECRET = 'S3CRET'
const OURS = 'isobar_abc'

function requestOf(url: string, headers: Record<string, string> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  Object.assign(request.headers, headers)
  request.url = url
  takeClientKey(request)
  return request
}

describe('a URL without its keys', () => {
  const name = fc.constantFrom('appid', 'apikey', 'lat', 'q', 'APPID', 'apiKey', 'myappid', 'apikeys', '%61ppid', 'apike%79', 'a%20b')
  const parameter = fc.tuple(name, fc.constantFrom('1', '', 'a%20b', 'a=b'))
  const isKey = (each: string) => ['appid', 'apikey'].includes(decodeURIComponent(each).toLowerCase())

  it('has none that a server would read, in any place, and all other parameters', () => {
    fc.assert(
      fc.property(fc.array(parameter, { maxLength: 6 }), (parameters) => {
        const query = parameters.map(([each, value]) => `${each}=${isKey(each) ? SECRET : value}`).join('&')
        const { url = '' } = requestOf(`/data/3.0/onecall?${query}`)
        assert.ok(!url.includes(SECRET), url)
        const read = (text = '') => [...new URLSearchParams(text)].filter(([each]) => each !== '' && !isKey(each))
        assert.deepEqual(read(url.split('?')[1]), read(query))
      }),
    )
  })

  it('is the same for all keys of one request', () => {
    const urls = ['/w?appid=a&lat=1', '/w?appid=bcd&lat=1', '/w?lat=1&apikey=a', '/w?lat=1&APPID', '/w?APIkey=&lat=1&appid=b', '/w?lat=1']
    assert.deepEqual([...new Set(urls.map((url) => requestOf(url).url))], ['/w?lat=1'])
    assert.equal(requestOf('/w?appid=a').url, '/w')
  })

  it('keeps what only looks like one', () => {
    for (const url of [
      '/appid=1',
      '/w?lat=1&q=appid=2',
      '/w?%=1&%ff=appid',
      '/w?appids=1',
      '/w?q=1?appid=2',
      '/w?app=1&lat=%20',
      '/w%20',
      '/w',
      '',
    ])
      assert.equal(requestOf(url).url, url)
  })
})

describe('the key that a request presents', () => {
  it('is the first of ours among bearer token, header and parameters', () => {
    const [a, b, c] = [`${OURS}A`, `${OURS}B`, `${OURS}C`]
    const url = `/w?appid=other&apikey=${c}&appid=${OURS}D`
    const bearer = { authorization: `bearer  ${a}` }
    assert.equal(findPresentedKey(requestOf(url, { ...bearer, 'x-api-key': b })), a)
    assert.equal(findPresentedKey(requestOf(url, { authorization: 'Bearer other', 'x-api-key': b })), b)
    for (const authorization of [`Basic ${a}`, `Bearer ${a} x`, `Bearer${a}`, `x Bearer ${a}`])
      assert.equal(findPresentedKey(requestOf(url, { authorization })), c, authorization)
    assert.equal(findPresentedKey(requestOf(`/w?apikey=isobar%5Fabc`)), OURS)
  })

  it('is none of another service', () => {
    const request = requestOf('/w?appid=0123456789abcdef', { authorization: 'Bearer token', 'x-api-key': 'Isobar_abc' })
    assert.deepEqual(
      { presentedKey: findPresentedKey(request), hasTakenKey: hasTakenKey(request) },
      { presentedKey: undefined, hasTakenKey: false },
    )
    assert.equal(findPresentedKey(requestOf('/w')), undefined)
  })
})
