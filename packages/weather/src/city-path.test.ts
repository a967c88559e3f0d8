import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toPlaceSlug, writeCityPath, parsePlaceAddress, formatPlaceSegment } from './city-path.ts'

describe('the address of a place', () => {
  it('has its name and its coordinates with at most four decimals', () => {
    assert.equal(writeCityPath({ name: 'Berlin', lat: 52.520_08, lon: 13.404_96 }), '/weather/berlin-52.5201,13.405')
    assert.equal(writeCityPath({ name: 'Null Island', lat: -0.000_01, lon: 0 }), '/weather/null-island-0,0')
    assert.equal(writeCityPath({ name: '東京', lat: 35, lon: 139 }), `/weather/${encodeURIComponent('東京')}-35,139`)
  })

  it('ends in a segment that is not encoded, and never has an exponent', () => {
    assert.equal(formatPlaceSegment({ name: 'São Tomé', lat: 0.000_000_1, lon: 6.733_33 }), 'sao-tome-0,6.7333')
    assert.equal(formatPlaceSegment({ name: '東京', lat: 35, lon: 139 }), '東京-35,139')
  })

  const names: readonly (readonly [name: string, slug: string])[] = [
    ['São Paulo', 'sao-paulo'],
    ['Weißwasser', 'weisswasser'],
    ['L’Aquila', 'laquila'],
    ["Coeur d'Alene", 'coeur-dalene'],
    ['  --St. Gallen--  ', 'st-gallen'],
    ['Ђаковица', 'ђаковица'],
    // A mark that is part of the word.
    ['दिल्ली', 'दिल्ली'],
    ['!?', 'place'],
    ['', 'place'],
    ['a'.repeat(80), 'a'.repeat(60)],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ]
  for (const [name, slug] of names) it(`names ${name.slice(0, 20)} ${slug.slice(0, 20)}`, () => assert.equal(toPlaceSlug(name), slug))

  const addresses: readonly (readonly [text: string, place: ReturnType<typeof parsePlaceAddress>])[] = [
    ['berlin-52.52,13.41', { name: 'berlin', lat: 52.52, lon: 13.41 }],
    ['são-paulo--23.55,-46.63', { name: 'são-paulo', lat: -23.55, lon: -46.63 }],
    ['52.52,13.41', { name: '', lat: 52.52, lon: 13.41 }],
    ['-33.87,151.21', { name: '', lat: -33.87, lon: 151.21 }],
    ['pole-90,180', { name: 'pole', lat: 90, lon: 180 }],
    ['pole--90,-180', { name: 'pole', lat: -90, lon: -180 }],
    ['map-52.520008123456,13.4', { name: 'map', lat: 52.520_008_123_456, lon: 13.4 }],
    ['beyond-90.01,0', null],
    ['beyond-0,180.01', null],
    ['berlin', null],
    ['berlin-52.52', null],
    ['berlin-52.,13', null],
    ['berlin-52.52,13.41x', null],
    ['berlin-552.52,13.41', null],
  ]
  for (const [text, place] of addresses) it(`reads ${text}`, () => assert.deepEqual(parsePlaceAddress(text), place))
})
