import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { buildPages } from '../../../../tools/build/pages.ts'

const BROWSER = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/150.0' }

describe('a visit', () => {
  let app: TestApp
  before(async () => {
    await buildPages()
    app = await createTestApp({ env: { RATE_LIMITS: 'weather=3,upstream=0,upstream-day=0', TRUST_PROXY: '1' } })
  })
  after(() => app?.close())

  const from = (address: string, headers: Record<string, string> = {}) => ({ ...BROWSER, 'x-forwarded-for': address, ...headers })

  /** Sends the path as it is; other clients normalise it first. */
  async function raw(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
    const asked = request({ host: '127.0.0.1', port: new URL(app.url).port, path, headers, agent: false }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    return answer
  }

  it('counts as one request of each limit, and beyond the limit loads nothing', async () => {
    for (const n of [1, 2, 3]) assert.equal((await app.get(`/weather/place-${n}.5,20.5`, from('192.0.2.1'))).status, 200)
    await app.services.gateway.drain()
    const calls = app.simulator.calls().total
    const refused = await app.get('/weather/place-4.5,20.5', from('192.0.2.1'))
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    await app.services.gateway.drain()
    assert.equal(app.simulator.calls().total, calls)
    assert.equal((await app.get('/weather/place-1.5,20.5', from('192.0.2.2'))).status, 200)
  })

  it('starts at the location that a trusted proxy states', async () => {
    const edge = { 'cf-ipcountry': 'DE', 'cf-ipcity': 'Hamburg', 'cf-iplatitude': '53.55', 'cf-iplongitude': '9.99' }
    assert.match((await app.get('/', from('192.0.2.3', edge))).text, /<h2[^>]*>Hamburg<\/h2>/)
  })

  it('has one address for each page, on this host', async () => {
    const moved = await fetch(`${app.url}/settings/?from=%2F`, { redirect: 'manual', headers: from('192.0.2.4') })
    assert.deepEqual({ status: moved.status, location: moved.headers.get('location') }, { status: 301, location: '/settings?from=%2F' })
    for (const path of ['//evil.example', '//evil.example/settings', '//evil.example/', '/\\evil.example/', '/nowhere//', '/Settings']) {
      const { statusCode, headers } = await raw(path, from('192.0.2.4'))
      assert.deepEqual({ statusCode, location: headers.location }, { statusCode: 404, location: undefined }, path)
    }
    assert.equal((await raw('//', from('192.0.2.4'))).statusCode, 200)
  })

  it('is redirected to the place that the search finds first under a name', async () => {
    const visitor = from('192.0.2.30')
    for (const path of ['/weather/berlin', '/weather/Berlin', '/weather/berlin,+germany']) {
      const { statusCode, headers } = await raw(`${path}?lang=de`, visitor)
      assert.equal(statusCode, 302, path)
      assert.match(String(headers.location), /^\/weather\/berlin-52\.5\d*,13\.\d+\?lang=de$/, path)
    }
    assert.equal((await app.get('/weather/berlin', from('192.0.2.31'))).status, 200)
    for (const path of ['/weather/qqqqqqqqxyz', '/weather/x']) {
      const { status, headers } = await app.get(path, from('192.0.2.32'))
      assert.deepEqual({ status, contentType: headers.get('content-type') }, { status: 404, contentType: 'text/html; charset=utf-8' }, path)
    }
  })

  it('is redirected to the address of the place, whatever the given name and decimals', async () => {
    const { statusCode, headers } = await raw('/weather/Foo-52.52000,13.410?lang=de', from('192.0.2.8'))
    assert.deepEqual({ statusCode, location: headers.location }, { statusCode: 301, location: '/weather/berlin-52.52,13.41?lang=de' })
    assert.equal(headers['content-type'], undefined)
    const bare = await raw('/weather/52.5200001,13.41', from('192.0.2.8'))
    assert.deepEqual(
      { statusCode: bare.statusCode, location: bare.headers.location },
      { statusCode: 301, location: '/weather/berlin-52.52,13.41' },
    )
  })

  it('shows no name that comes only from the address', async () => {
    for (const [text, to] of [
      ['london-48.8566,2.3522', '/weather/paris-48.8566,2.3522'],
      ['YOU-WON-A-PRIZE-48.8566,2.3522', '/weather/paris-48.8566,2.3522'],
    ]) {
      const { statusCode, headers } = await raw(`/weather/${text}`, from('192.0.2.9'))
      assert.deepEqual({ statusCode, location: headers.location }, { statusCode: 301, location: to })
    }
    const sea = await raw('/weather/call-us-now--48.88,-123.39', from('192.0.2.10'))
    // Not permanent: the place may get a name.
    assert.deepEqual(
      { statusCode: sea.statusCode, location: sea.headers.location },
      { statusCode: 302, location: '/weather/place--48.88,-123.39' },
    )
    const { text } = await app.get('/weather/place--48.88,-123.39', from('192.0.2.10'))
    assert.match(text, /<title>48\.88°\s[NS], 123\.39°\sW/)
  })

  it('is redirected to the place if a search finds exactly one', async () => {
    const { statusCode, headers } = await raw('/?q=Reykjavik', from('192.0.2.11'))
    assert.equal(statusCode, 302)
    assert.match(headers.location ?? '', /^\/weather\/reykjavik-64\.\d+,-21\.\d+/)
    assert.equal((await raw('/?q=Springfield', from('192.0.2.11'))).statusCode, 200)
  })

  it('finds an icon at the browsers’ default path', async () => {
    const { status, headers } = await app.get('/favicon.ico', from('192.0.2.12'))
    assert.deepEqual({ status, contentType: headers.get('content-type') }, { status: 200, contentType: 'image/vnd.microsoft.icon' })
  })

  it('answers an invalid form with a client error', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x'])
      for (const path of ['/settings', '/subscribe', '/weather/place-1.5,20.5']) {
        const { status } = await fetch(app.url + path, {
          method: 'POST',
          headers: { ...from('192.0.2.5'), 'content-type': type },
          body: '{}',
        })
        assert.equal(status, 400, `${path} ${type}`)
      }
    for (const origin of ['mailto:a@b.example', 'https://other.example/path']) {
      const headers = { ...from('192.0.2.6'), origin, 'sec-fetch-site': 'same-origin' }
      const { status } = await fetch(`${app.url}/settings`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams() })
      assert.ok(status < 500, origin)
    }
  })
})
