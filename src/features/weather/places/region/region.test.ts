import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EDGE_HEADERS, findRegionInHeaders } from './edge.ts'
import { type RawRegion, parseRawRegion, suggestLang, suggestUnits } from './region.ts'

const of = (raw: Partial<RawRegion>) => parseRawRegion({ country: 'DE', ...raw }, 'geoip')

describe('a region', () => {
  it('has a country: two letters that are one', () => {
    const countries = ['DE', ' de ', 'XX', 'ZZ', 'EU', 'AP', 'A1', 'A2', 'O1', 'T1', 'DEU', 'D', '', 5, null, undefined]
    assert.deepEqual(
      countries.map((country) => of({ country })?.country ?? null),
      ['DE', 'DE', ...Array(14).fill(null)],
    )
  })

  it('has both coordinates, as numbers or plain texts within the globe, or none', () => {
    const points = [
      [52.5, 13.4],
      ['52.5', ' -13.4 '],
      [90, -180],
      [90.1, 0],
      [0, 180.1],
      [52.5, undefined],
      [undefined, 13.4],
      ['1e1', 0],
      ['52.5°', 0],
      ['52.1234567890123', 0],
      ['0x10', 0],
      ['', 0],
      [Number.NaN, 0],
      [null, 0],
    ]
    assert.deepEqual(
      points.map(([lat, lon]) => [of({ lat, lon })?.lat, of({ lat, lon })?.lon]),
      [[52.5, 13.4], [52.5, -13.4], [90, -180], ...points.slice(3).map(() => [null, null])],
    )
    assert.ok(Object.is(of({ lat: -0, lon: 0 })?.lat, 0))
  })

  it('has names of at most a hundred printable characters', () => {
    const names = [' Köln ', 'x'.repeat(100), 'x'.repeat(101), '', '  ', 'a\nb', 7]
    for (const field of ['city', 'region'] as const)
      assert.deepEqual(
        names.map((name) => of({ [field]: name })?.[field]),
        ['Köln', 'x'.repeat(100), null, null, null, null, null],
      )
  })

  it('has a zone that exists', () => {
    const zones = ['Europe/Berlin', 'Etc/GMT+5', 'UTC', 'Mars/Olympus', '+01:00', 'x', '', 3]
    assert.deepEqual(
      zones.map((timezone) => of({ timezone })?.timezone),
      ['Europe/Berlin', 'Etc/GMT+5', 'UTC', null, null, null, null, null],
    )
  })
})

describe('the headers of an edge', () => {
  it('are those of the first network that names a country', () => {
    assert.equal(findRegionInHeaders({}), null)
    const headers = { 'cf-ipcountry': 'XX', 'cf-ipcity': 'Nowhere', 'x-vercel-ip-country': 'FR', 'x-geo-country': 'DE' }
    assert.deepEqual(
      { country: findRegionInHeaders(headers)?.country, city: findRegionInHeaders(headers)?.city },
      { country: 'FR', city: null },
    )
    assert.equal(EDGE_HEADERS.length, 24)
  })

  it('may be repeated, percent-encoded, UTF-8 or Latin-1', () => {
    const city = (value: string | string[]) => findRegionInHeaders({ 'cf-ipcountry': 'DE', 'cf-ipcity': value as string })?.city
    assert.equal(city(['Bonn', 'Ulm']), 'Bonn')
    assert.equal(city('K%C3%B6ln'), 'Köln')
    assert.equal(city(Buffer.from('Köln').toString('latin1')), 'Köln')
    assert.equal(city('Köln'), 'Köln')
    assert.equal(city('100%'), '100%')
  })

  it('give every field', () => {
    const region = {
      'x-geo-country': 'gb',
      'x-geo-region': 'England',
      'x-geo-city': 'London',
      'x-geo-latitude': '51.5',
      'x-geo-longitude': '-0.1',
      'x-geo-timezone': 'Europe/London',
    }
    assert.deepEqual(findRegionInHeaders(region), {
      country: 'GB',
      region: 'England',
      city: 'London',
      lat: 51.5,
      lon: -0.1,
      timezone: 'Europe/London',
      source: 'edge',
    })
  })
})

describe('what is suggested', () => {
  it('is the units of the country', () => {
    assert.deepEqual(['US', 'LR', 'MM', 'GB', 'DE', 'CA', null].map(suggestUnits), [
      'imperial',
      'imperial',
      'imperial',
      'uk',
      'metric',
      'metric',
      'metric',
    ])
  })

  it('is the first accepted language that the service has, else that of the country, else English', () => {
    const cases = [
      ['fr-CH, fr;q=0.9, en;q=0.8', 'DE', 'fr'],
      ['nl, it;q=0.8', 'DE', 'it'],
      ['nl', 'BR', 'pt'],
      ['nl', 'NL', 'en'],
      ['nl', null, 'en'],
      // Not a variant of Italian, only a longer code.
      ['ita', 'NL', 'en'],
      [undefined, 'JP', 'ja'],
    ] as const
    for (const [accept, country, lang] of cases) assert.equal(suggestLang(accept, country), lang, `${accept} ${country}`)
  })
})
