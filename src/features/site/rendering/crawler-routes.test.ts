import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { ask } from '../../../../test/helpers/edges.ts'
import { listen } from '../../../../test/helpers/http-server.ts'
import { isThorough } from '../../../../test/helpers/thorough.ts'
import { buildPages } from '../../../../tools/build/pages.ts'
import type { Actor } from '../../../admin/access/index.ts'
import type { TownList } from '../../weather/places/index.ts'
import { registerCrawlerRoutes } from './crawler-routes.ts'

const ORIGIN = 'https://weather.example'
const CRAWLER = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', accept: 'text/html' }
const EDITOR: Actor = { userId: null, name: 'ada@example.org', client: null, country: null, requestId: null }
const locations = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

describe('crawler files', () => {
  let app: TestApp
  before(async () => {
    await buildPages()
    app = await createTestApp({ env: { PUBLIC_URL: ORIGIN } })
  })
  after(() => app?.close())

  describe('/robots.txt', () => {
    it('200: keeps crawlers out of the API and the back office, and points to the sitemap', async () => {
      const { status, headers, text } = await app.get('/robots.txt')
      assert.deepEqual({ status, contentType: headers.get('content-type') }, { status: 200, contentType: 'text/plain; charset=utf-8' })
      for (const line of [
        'Disallow: /api/',
        'Allow: /api/docs',
        'Disallow: /admin',
        'Disallow: /preferences',
        `Sitemap: ${ORIGIN}/sitemap.xml`,
      ])
        assert.ok(text.split('\n').includes(line), line)
      assert.doesNotMatch(text, /Disallow: \/(?:weather|pages)?$/m)
    })
  })

  describe('/sitemap.xml', () => {
    it('200: lists existing files, each with at most 50,000 pages, no place twice', async () => {
      const index = await app.get('/sitemap.xml')
      assert.deepEqual(
        { status: index.status, contentType: index.headers.get('content-type') },
        { status: 200, contentType: 'application/xml; charset=utf-8' },
      )
      const files = locations(index.text)
      assert.equal(files[0], `${ORIGIN}/sitemaps/site.xml`)
      const all: string[] = []
      for (const file of files) {
        const { status, text } = await app.get(file.slice(ORIGIN.length))
        assert.equal(status, 200, file)
        const pages = locations(text)
        assert.ok(pages.length > 0 && pages.length <= 50_000 && pages.every((page) => page.startsWith(`${ORIGIN}/`)))
        assert.equal(text.match(/<urlset/g)?.length, text.match(/<\/urlset>/g)?.length)
        all.push(...pages)
      }
      assert.ok(all.length > 40_000, String(all.length))
      assert.equal(new Set(all).size, all.length)
      assert.equal(
        all.find((page) => page.includes('/weather/')),
        `${ORIGIN}/weather/shanghai-31.2222,121.4581`,
      )
    })

    it('304 if the client’s copy is current', async () => {
      for (const path of ['/sitemap.xml', '/sitemaps/site.xml', '/sitemaps/places-1.xml']) {
        const etag = (await app.get(path)).headers.get('etag') ?? ''
        assert.equal((await app.get(path, { 'if-none-match': etag })).status, 304, path)
      }
    })

    it('a changed list of as many places has another tag', async (t) => {
      const etags = await Promise.all(
        ['Berlin', 'Vienna'].map(async (name) => {
          const greatest = async () => [{ name, lat: 52.52, lon: 13.41, population: 1, country: 'DE' }] as unknown as TownList
          const { url } = await listen(
            t,
            (server) => registerCrawlerRoutes(server, { gazetteer: { greatest }, pages: { listIndexable: async () => [] } }),
            { publicUrl: ORIGIN },
          )
          return (await ask(Number(new URL(url).port), '/sitemaps/places-1.xml')).headers.etag
        }),
      )
      assert.notEqual(etags[0], etags[1])
    })

    it('404 for a file that it does not list', async () => {
      for (const name of ['places-0', 'places-99', 'places-01', 'places-1x', 'my-places-1', 'places'])
        assert.equal((await app.get(`/sitemaps/${name}.xml`)).status, 404, name)
    })
  })

  it('lists texts that may be indexed, with their languages and the time of their change', async () => {
    const { cms: pages } = app.services
    const text = { lang: 'en', title: 'T', body: 'B', action: 'publish' } as const
    await pages.edit({ ...text, slug: 'our-story' }, EDITOR)
    await pages.edit({ ...text, slug: 'hidden-story', indexable: false }, EDITOR)
    const { text: xml } = await app.get('/sitemaps/site.xml')
    assert.match(xml, new RegExp(`<loc>${ORIGIN}/pages/about</loc><xhtml:link rel="alternate" hreflang="en"`))
    assert.match(
      xml,
      new RegExp(`<loc>${ORIGIN}/pages/our-story</loc><lastmod>20\\d\\d-[^<]+Z</lastmod><xhtml:link [^>]*hreflang="en"[^>]*/></url>`),
    )
    assert.doesNotMatch(xml, /hidden-story/)
  })

  it('lists pages at their final addresses, and serves them without paid calls', async () => {
    const { text } = await app.get('/sitemaps/places-1.xml')
    app.simulator.reset()
    for (const place of locations(text).filter((_, i) => i % (isThorough ? 1_500 : 10_000) === 0)) {
      const { status, headers } = await app.get(place.slice(ORIGIN.length), CRAWLER)
      assert.deepEqual({ status, location: headers.get('location') }, { status: 200, location: null }, place)
    }
    await app.services.gateway.drain()
    assert.deepEqual(Object.keys(app.simulator.calls().byProvider), ['open-meteo'])
  })
})
