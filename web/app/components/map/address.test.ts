import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { writeViewFragment, LAYERS, MAX_ZOOM, MIN_ZOOM, parseViewFragment } from './address.ts'

describe('the address of a map', () => {
  it('is short, and continues around the world', () => {
    assert.equal(writeViewFragment({ zoom: 5, lat: 52.520_08, lon: 13.404_95, layer: 'clouds' }), '#5/52.52/13.4/clouds')
    assert.equal(writeViewFragment({ zoom: 2, lat: -0.001, lon: 190, layer: 'temp' }), '#2/0/-170/temp')
    assert.equal(writeViewFragment({ zoom: 2, lat: 1, lon: -550, layer: 'temp' }), '#2/1/170/temp')
  })

  it('names the view that it was made from', () => {
    const view = fc.record({
      zoom: fc.integer({ min: MIN_ZOOM, max: MAX_ZOOM }),
      lat: fc.integer({ min: -8_500, max: 8_500 }).map((value) => value / 100),
      lon: fc.integer({ min: -18_000, max: 17_999 }).map((value) => value / 100),
      layer: fc.constantFrom(...LAYERS),
    })
    fc.assert(fc.property(view, (each) => assert.deepEqual(parseViewFragment(writeViewFragment(each)), { ...each })))
  })

  const table: readonly (readonly [fragment: string, expected: ReturnType<typeof parseViewFragment>])[] = [
    ['', null],
    ['#content', null],
    ['#5/52', null],
    ['#5/52/191', null],
    ['#5/52/13/clouds/more', null],
    ['#5/5e1/13', null],
    ['#5/52/13', { zoom: 5, lat: 52, lon: 13, layer: LAYERS[0] }],
    ['#5/52/13/lava', { zoom: 5, lat: 52, lon: 13, layer: LAYERS[0] }],
    ['#99/89/-180/wind', { zoom: MAX_ZOOM, lat: 85, lon: -180, layer: 'wind' }],
    ['#0/-89.9/180/wind', { zoom: MIN_ZOOM, lat: -85, lon: 180, layer: 'wind' }],
  ]
  for (const [fragment, expected] of table)
    it(`${fragment === '' ? 'none' : fragment} is ${expected === null ? 'no view' : writeViewFragment(expected)}`, () =>
      assert.deepEqual(parseViewFragment(fragment), expected))

  it('has no layer that the map does not have', () => {
    for (const fragment of ['#5/52/13', '#5/52/13/clouds', '#5/52/13/none'])
      assert.equal(parseViewFragment(fragment, ['none'])?.layer, 'none')
  })
})
