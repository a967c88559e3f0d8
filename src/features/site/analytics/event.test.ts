import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { classifyBrowser, findReferrerHost, toStoredPath } from './event.ts'

describe('a stored path', () => {
  it('has no query, no fragment and nothing personal', () => {
    const cases: Record<string, string> = {
      '/': '/',
      '/weather/berlin-52.52,13.41': '/weather/berlin-52.52,13.41',
      '/weather/52.5163456,13.3777012': '/weather/52.52,13.38',
      '/weather/here-52.5163456,-13.3777012': '/weather/here-52.52,-13.38',
      '/weather/-33.8688197,151.2092955': '/weather/-33.87,151.21',
      '/search?q=my+home': '/search',
      '/a#b?c': '/a',
      '/a?b#c': '/a',
      '/?token=abc': '/',
      '/invite/Zm9vYmFy': '/invite/{token}',
      '/reset-password/Zm9v/YmFy': '/reset-password/{token}',
      '/mail/0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10/open': '/mail/{id}/open',
    }
    for (const [path, kept] of Object.entries(cases)) assert.equal(toStoredPath(path), kept, path)
  })

  it('never contains what followed a question mark or a hash', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.constantFrom('?', '#'), fc.string(), (path, mark, secret) => {
        assert.equal(toStoredPath(`/${path}${mark}${secret}`), toStoredPath(`/${path}`))
      }),
    )
  })

  it('is limited in length', () => {
    assert.equal(toStoredPath(`/${'x'.repeat(255)}`)?.length, 256)
    assert.equal(toStoredPath(`/${'x'.repeat(256)}`), null)
    assert.equal(toStoredPath(`/x?${'x'.repeat(600)}`), '/x')
  })
})

describe('a stored referrer', () => {
  it('is a host of up to 253 characters', () => {
    const host = (length: number) => `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(length - 191)}.example`
    assert.equal(findReferrerHost(`https://${host(253)}/`, [])?.length, 253)
    assert.equal(findReferrerHost(`https://${host(254)}/`, []), null)
  })

  it('is another port of our own host, too, since another site may be there', () => {
    assert.equal(findReferrerHost('http://localhost:8080/', ['localhost:3000']), 'localhost')
  })

  it('is the host of another site', () => {
    const own = ['weather.example', 'localhost:3000']
    assert.equal(findReferrerHost('https://www.Search.example/find?q=secret#x', own), 'www.search.example')
    assert.equal(findReferrerHost('http://user:password@other.example:8080/', own), 'other.example')
    for (const none of [
      undefined,
      '',
      'about:blank',
      'android-app://com.example',
      'nonsense',
      'https://weather.example/a',
      'http://localhost:3000/',
    ])
      assert.equal(findReferrerHost(none, own), null, String(none))
  })
})

describe('a stored browser', () => {
  const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'
  const cases: readonly (readonly [userAgent: string, device: string, family: string])[] = [
    [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'desktop', 'chrome'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`, 'desktop', 'edge'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'mobile', 'chrome'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`, 'tablet', 'chrome'],
    [
      `Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'mobile',
      'samsung',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'mobile',
      'safari',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
      'tablet',
      'chrome',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'desktop', 'firefox'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'mobile', 'firefox'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 OPR/120.0.0.0`, 'desktop', 'opera'],
    ['Something else', 'desktop', 'other'],
  ]
  for (const [userAgent, device, family] of cases)
    it(`is ${family} on a ${device}`, () => assert.deepEqual(classifyBrowser(userAgent), { device, family }))
})
