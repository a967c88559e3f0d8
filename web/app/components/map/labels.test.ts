import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  selectDistinctTowns,
  isCountryNamed,
  isSameTown,
  getMinThousands,
  listViewTiles,
  listLargeTowns,
  selectVisibleLabels,
} from './labels.ts'

const VIEW = { width: 600, height: 400 }
const town = (text: string, x: number, y: number) => ({ text, x, y, isCountry: false })

describe('visibleLabels', () => {
  const names = (...labels: Parameters<typeof selectVisibleLabels>[0]) => selectVisibleLabels(labels, VIEW, 10).map(({ text }) => text)

  it('leaves out what would cover a more important label', () => {
    assert.deepEqual(names(town('Berlin', 300, 200), town('Potsdam', 310, 205), town('Leipzig', 300, 260)), ['Berlin', 'Leipzig'])
  })

  it('leaves out what is out of view, but not what reaches into it', () => {
    assert.deepEqual(names(town('Hamburg', -90, 50), town('Bremen', -10, 50), town('Kiel', 300, 430), town('Mainz', 300, 395)), [
      'Bremen',
      'Mainz',
    ])
  })

  it('gives wide characters more room', () => {
    assert.deepEqual(names(town('東京都心', 300, 200), town('abcd', 350, 200)), ['東京都心'])
    assert.deepEqual(names(town('abcd', 300, 200), town('abcd', 350, 200)), ['abcd', 'abcd'])
  })

  it('shows no more than wanted', () => {
    const many = Array.from({ length: 9 }, (_, i) => town(String(i), 60 * i + 30, 100))
    assert.deepEqual(
      selectVisibleLabels(many, VIEW, 3).map(({ text }) => text),
      ['0', '1', '2'],
    )
  })
})

describe('labels by zoom', () => {
  it('names smaller towns the closer the map', () => {
    const least = [2, 3, 4, 5, 6, 7, 8, 9].map(getMinThousands)
    assert.deepEqual(
      least,
      least.toSorted((a, b) => b - a),
    )
    assert.equal(getMinThousands(9), 15)
    assert.equal(getMinThousands(12), 15)
  })

  it('names countries where their name fits', () => {
    assert.equal(isCountryNamed(160, 2), true)
    assert.equal(isCountryNamed(9, 2), false)
    assert.equal(isCountryNamed(9, 4), true)
    assert.equal(isCountryNamed(58, 8), false)
  })
})

describe('towns', () => {
  const berlin = { name: 'Berlin', lat: 52.52, lon: 13.41, thousands: 3_600 }

  it('are one if they are near each other in both directions', () => {
    assert.equal(isSameTown(berlin, { lat: 52.66, lon: 13.27 }), true)
    assert.equal(isSameTown(berlin, { lat: 52.68, lon: 13.41 }), false)
    assert.equal(isSameTown(berlin, { lat: 52.52, lon: 13.57 }), false)
    assert.equal(isSameTown(berlin, { lat: -52.52, lon: 13.41 }), false)
    assert.equal(isSameTown(berlin, { lat: 52.52, lon: -13.41 }), false)
    assert.deepEqual(
      selectDistinctTowns([berlin, { lat: 48.85, lon: 2.35 }, { ...berlin, lat: 52.6, name: 'Pankow' }]).map(({ lat }) => lat),
      [52.52, 48.85],
    )
  })

  it('of overlapping parts are there once, if they are large enough, the largest first', () => {
    const [small, large] = [
      { ...berlin, name: 'Potsdam', lat: 52.4, thousands: 180 },
      { ...berlin, name: 'London', lat: 51.5, thousands: 9_000 },
    ]
    const parts = [{ towns: [berlin, small] }, { towns: [large, berlin] }]
    const names = (least: number) => listLargeTowns(parts, least).map(({ name }) => name)
    assert.deepEqual(
      [names(180), names(181)],
      [
        ['London', 'Berlin', 'Potsdam'],
        ['London', 'Berlin'],
      ],
    )
  })
})

describe('tilesIn', () => {
  const tiles = (min: [number, number], max: [number, number], zoom = 2) =>
    listViewTiles({ min: { x: min[0], y: min[1] }, max: { x: max[0], y: max[1] } }, zoom).map(({ z, x, y }) => `${z}/${x}/${y}`)

  it('has each tile that is in view, column by column', () => {
    assert.deepEqual(tiles([256, 100], [513, 257]), ['2/1/0', '2/1/1', '2/2/0', '2/2/1'])
    assert.deepEqual(tiles([256, 0], [512, 256]), ['2/1/0'])
  })

  it('begins anew beyond the antimeridian, and ends at the poles', () => {
    assert.deepEqual(tiles([-300, -300], [10, 100]), ['2/2/0', '2/3/0', '2/0/0'])
    assert.deepEqual(tiles([1_000, 900], [1_030, 2_000]), ['2/3/3', '2/0/3'])
  })

  it('has none of a map that is not shown', () => {
    assert.deepEqual(listViewTiles({}, 2), [])
  })
})
