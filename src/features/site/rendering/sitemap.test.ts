import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TownList } from '../../weather/places/index.ts'
import { buildWebManifest } from './file-routes.ts'
import { countPlaceFiles, writePlaceSitemap, PLACES_PER_FILE, writeRobotsTxt, writePageSitemap, writeSitemapIndex } from './sitemap.ts'

const ORIGIN = 'https://weather.example'
const towns = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    name: `Town ${id}`,
    lat: id / 1_000,
    lon: 13.41,
    population: 1,
    country: 'DE',
  })) as unknown as TownList
const locations = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

describe('what crawlers are given', () => {
  it('keeps them out of what acts, signs in or is somebody’s own', () => {
    assert.equal(
      writeRobotsTxt(ORIGIN),
      `User-agent: *
Allow: /api/docs
Disallow: /api/
Disallow: /admin
Disallow: /login
Disallow: /forgot-password
Disallow: /invite/
Disallow: /setup/
Disallow: /reset-password/
Disallow: /preferences
Disallow: /unsubscribe
Disallow: /settings
Disallow: /subscribe

Sitemap: ${ORIGIN}/sitemap.xml
`,
    )
  })

  it('lists as many files as there are places for', () => {
    assert.deepEqual(
      [0, 1, PLACES_PER_FILE, PLACES_PER_FILE + 1].map((count) => countPlaceFiles(towns(count))),
      [0, 1, 1, 2],
    )
    assert.deepEqual(
      locations(writeSitemapIndex(ORIGIN, 2)),
      ['site', 'places-1', 'places-2'].map((name) => `${ORIGIN}/sitemaps/${name}.xml`),
    )
  })

  it('has each place once, in pieces of 500', () => {
    for (const [count, file, pieces, places] of [
      [1_200, 1, 4, 1_200],
      [1_000, 1, 4, 1_000],
      [PLACES_PER_FILE + 3, 2, 2, 3],
    ] as const) {
      const all = [...writePlaceSitemap(ORIGIN, towns(count), file)]
      const found = locations(all.join(''))
      assert.deepEqual(
        { all: all.length, distinctFound: new Set(found).size, found: found.length },
        { all: pieces, distinctFound: places, found: places },
      )
      assert.match(all.join(''), /^<\?xml [^>]+\?>\n<urlset [^>]+>\n(?:<url><loc>[^<]+<\/loc><\/url>\n)+<\/urlset>\n$/)
    }
  })

  it('names the languages of the site’s own pages, and when a text was changed, but not that of a shipped one', () => {
    const xml = writePageSitemap(
      ORIGIN,
      ['en', 'de'],
      [
        { slug: 'about', languages: ['en'], publishedAt: null },
        { slug: 'story', languages: ['de'], publishedAt: Date.parse('2026-11-20T06:00:00Z') },
      ],
    )
    assert.deepEqual(
      locations(xml),
      ['/', '/map', '/warnings', '/api/docs', '/pages/about', '/pages/story'].map((path) => ORIGIN + path),
    )
    assert.match(
      xml,
      /<loc>https:\/\/weather\.example\/map<\/loc><xhtml:link rel="alternate" hreflang="en" href="https:\/\/weather\.example\/map"\/>/,
    )
    assert.match(xml, /hreflang="de" href="https:\/\/weather\.example\/map\?lang=de"/)
    assert.match(xml, /pages\/story<\/loc><lastmod>2026-11-20T06:00:00Z<\/lastmod>/)
    assert.equal(xml.match(/<lastmod>/g)?.length, 1)
  })
})

it('the web app manifest installs the site under its name, with icons for every use', () => {
  const { name, short_name: short, start_url: start, display, icons } = buildWebManifest('The weather of the coast')
  assert.deepEqual(
    { name, short, start, display },
    { name: 'The weather of the coast', short: 'The weather ', start: '/', display: 'standalone' },
  )
  assert.deepEqual(
    icons.map(({ src, sizes, purpose = 'any' }) => [src, sizes, purpose]),
    [
      ['/icons/icon.svg', 'any', 'any'],
      ['/icons/192.png', '192x192', 'any'],
      ['/icons/512.png', '512x512', 'any'],
      ['/icons/maskable-512.png', '512x512', 'maskable'],
    ],
  )
})
