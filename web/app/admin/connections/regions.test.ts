import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listRegionChoices, parseRegionPart, describeRegion } from './regions.ts'

const REGIONS = { nordic: ['NO', 'SE'], us: ['US', 'PR'] }

describe('the region of a provider', () => {
  it('is chosen from names of regions and countries of today', () => {
    const [names, countries] = listRegionChoices(REGIONS)
    assert.deepEqual(names?.items, [
      { value: 'nordic', label: 'nordic: the Nordic countries' },
      { value: 'us', label: 'us: the United States with territories' },
    ])
    const codes = new Set(countries?.items.map(({ value }) => value))
    assert.ok(codes.size > 230 && codes.size < 260, String(codes.size))
    for (const code of ['DE', 'AT', 'AX', 'US', 'PR']) assert.ok(codes.has(code), code)
    for (const code of ['DD', 'SU', 'YU', 'EU', 'UK', 'ZZ', 'QQ']) assert.ok(!codes.has(code), code)
    assert.deepEqual(countries?.items[0], { value: 'AF', label: 'Afghanistan (AF)' })
  })

  it('may be typed as people write it; what is unknown stays as it is', () => {
    const typed = ['de', ' Germany ', 'Germany (DE)', 'Nordic', 'NORDIC', 'US', 'us', 'QQ', 'atlantis']
    assert.deepEqual(
      typed.map((text) => parseRegionPart(text, REGIONS)),
      ['DE', 'DE', 'DE', 'nordic', 'nordic', 'US', 'us', 'QQ', 'atlantis'],
    )
  })

  it('is shown with the names of its countries', () => {
    assert.deepEqual([null, 'nordic+DE', 'QQ'].map(describeRegion), ['everywhere', 'in the Nordic countries and Germany', 'in QQ'])
  })
})
