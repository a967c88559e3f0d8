import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { buildPackage } from '../../tools/build/package.ts'
import { NO_SHARES } from '../helpers/app.ts'
import { openSite } from './browser.ts'

/** The page of the package's README, from another origin than the service’s. */
describe('the client package in a browser', () => {
  const site = openSite({ env: { RATE_LIMITS: `weather=0,region=1,${NO_SHARES}` } })
  let folder: string
  let server: Server
  let origin: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'isobar-in-browser-'))
    await buildPackage('client', folder)
    const readme = await readFile(join(folder, 'README.md'), 'utf8')
    const page = /```html\n(.*?)```/s.exec(readme)?.[1]?.replace('https://weather.example.org', site.app.url)
    assert.ok(page?.includes('./client/dist/index.js'))
    const script = await readFile(join(folder, 'dist', 'index.js'))
    server = createServer(({ url }, response) => {
      const isModule = url === '/client/dist/index.js'
      response.writeHead(isModule || url === '/' ? 200 : 204, { 'content-type': isModule ? 'text/javascript' : 'text/html; charset=utf-8' })
      response.end(isModule ? script : url === '/' ? page : undefined)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('shows the weather', async () => {
    const page = await site.visit(`${origin}/`, { bare: true })
    assert.notEqual(origin, site.app.url)
    await page.locator('output', { hasText: /^-?[\d.]+ °C$/ }).waitFor()
  })

  it('asks for a batch, aborts, and reads a refusal with the time to wait', async () => {
    // The browser notes every refusal in its console.
    const page = await site.visit(`${origin}/`, { bare: true, expected: /status of 4\d\d/ })
    const said = await page.evaluate(`(async () => {
      const { createClient, IsobarError } = await import('/client/dist/index.js')
      const client = createClient({ url: ${JSON.stringify(site.app.url)}, maxWaitMs: 0 })
      const cities = await client.batch(Array.from({ length: 60 }, (_, i) => ({ id: String(i), lat: i % 3, lon: 10 })))
      const refused = await client.weather({ lat: 91, lon: 0, scope: 'current' }).catch((error) => error)
      const aborted = await client.weather({ lat: 1, lon: 0, scope: 'current' }, { signal: AbortSignal.abort('left') }).catch((reason) => reason)
      await client.region()
      const limited = await client.region().catch((error) => error)
      return {
        ids: cities.map(({ id }) => id).join(),
        refused: [refused instanceof IsobarError, refused.status, refused.code, refused.problem.details.length],
        aborted,
        limited: [limited.status, limited.code, limited.retryAfterSeconds > 0],
      }
    })()`)
    assert.deepEqual(said, {
      ids: Array.from({ length: 60 }, (_, i) => String(i)).join(),
      refused: [true, 400, 'invalid_request', 1],
      aborted: 'left',
      limited: [429, 'rate_limited', true],
    })
  })

  it('leaves repeated answers to the browser’s cache, without a preflight', async () => {
    const page = await site.visit(`${origin}/`, { bare: true })
    // An answer that costs a call is not for caches: the page has paid for this place.
    await page.locator('output', { hasText: '°C' }).waitFor()
    const requests: string[] = []
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    devtools.on('Network.requestWillBeSent', ({ request }) => requests.push(request.method))
    devtools.on('Network.responseReceived', ({ response }) => requests.push(response.fromDiskCache === true ? 'cache' : 'network'))
    const same = await page.evaluate(`(async () => {
      const { createClient } = await import('/client/dist/index.js')
      const client = createClient({ url: ${JSON.stringify(site.app.url)} })
      const answers = []
      for (let i = 0; i < 3; i++) answers.push(await client.weather({ lat: 52.52, lon: 13.41, scope: 'daily' }))
      return answers.every(({ fetchedAt }) => fetchedAt === answers[0].fetchedAt)
    })()`)
    assert.equal(same, true)
    assert.deepEqual(requests, ['GET', 'network', 'GET', 'cache', 'GET', 'cache'])
  })
})
