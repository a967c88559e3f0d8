import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { REGIONS, parseRegionCountries } from '@isobar/providers/port'
import { createRegion, listTimeZones } from './regions.ts'

const PLACES = {
  oslo: [59.91, 10.75],
  longyearbyen: [78.22, 15.65],
  torshavn: [62.01, -6.77],
  copenhagen: [55.68, 12.57],
  mariehamn: [60.1, 19.94],
  reykjavik: [64.15, -21.94],
  flensburg: [54.78, 9.43],
  tallinn: [59.44, 24.75],
  salzburg: [47.8, 13.04],
  freilassing: [47.84, 12.98],
  kyiv: [50.45, 30.52],
  pristina: [42.66, 21.17],
  moscow: [55.75, 37.62],
  detroit: [42.33, -83.05],
  windsor: [42.3, -83.02],
  honolulu: [21.31, -157.86],
  sanJuan: [18.47, -66.11],
  nuuk: [64.18, -51.72],
  northSea: [57, 3],
} as const

function placesIn(region: string): string[] {
  const isIn = createRegion(parseRegionCountries(region) ?? [])
  return Object.entries(PLACES).flatMap(([name, [lat, lon]]) => (isIn({ lat, lon }) ? [name] : []))
}

describe('a region', () => {
  it('has the places of its countries, up to their borders and under whichever name their zones have', () => {
    assert.deepEqual(placesIn('nordic'), ['oslo', 'longyearbyen', 'torshavn', 'copenhagen', 'mariehamn', 'reykjavik'])
    assert.deepEqual(placesIn('us'), ['detroit', 'honolulu', 'sanJuan'])
    assert.deepEqual(placesIn('canada'), ['windsor'])
    assert.deepEqual(placesIn('DE'), ['flensburg', 'freilassing'])
    assert.deepEqual(placesIn('DE+AT'), ['flensburg', 'salzburg', 'freilassing'])
    assert.deepEqual(placesIn('GL+UA'), ['kyiv', 'nuuk'])
  })

  it('of Europe has neither Moscow, nor Greenland, nor the open sea', () => {
    const outside = Object.keys(PLACES).filter((name) => !placesIn('europe').includes(name))
    assert.deepEqual(outside, ['moscow', 'detroit', 'windsor', 'honolulu', 'sanJuan', 'nuuk', 'northSea'])
  })

  it('names countries that have time zones', () => {
    for (const code of new Set(Object.values(REGIONS).flat())) assert.ok(listTimeZones(code).length > 0, code)
  })

  it('is a name or codes of countries, joined by plus', () => {
    assert.deepEqual(parseRegionCountries('nordic+EE+NO'), [...REGIONS.nordic, 'EE'])
    for (const wrong of ['', 'Nordic', 'de', 'atlantis', 'DE,AT', 'DE+', 'toString']) assert.equal(parseRegionCountries(wrong), null, wrong)
  })
})
