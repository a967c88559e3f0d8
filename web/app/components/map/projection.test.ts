import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { copiesOf, spotOf, TILE_SIZE, tilesOf, viewOf, worldSize } from './projection.ts'

const near = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 1e-6, `${actual}, not ${expected}`)

describe('spotOf', () => {
  it('is Web Mercator (EPSG:3857) as a fraction of the world', () => {
    near(spotOf(0, 0).x, 0.5)
    near(spotOf(0, 0).y, 0.5)
    near(spotOf(85.051_129, 180).x, 1)
    near(spotOf(85.051_129, 180).y, 0)
    // Tile 8/137/83 begins at 52.48278, 12.65625 (OpenStreetMap’s slippy map formula).
    near(spotOf(52.482_780_222, 12.656_25).x * 256, 137)
    assert.equal(Math.round(spotOf(52.482_780_222, 12.656_25).y * 256 * 1e4), 840_000)
  })

  it('ends at the edge of the map', () => {
    assert.deepEqual(spotOf(90, 0), spotOf(85.051_129, 0))
  })
})

describe('viewOf', () => {
  it('puts the spot where it is wanted', () => {
    const spot = spotOf(52.52, 13.41)
    const view = viewOf(spot, 4, { width: 1000, height: 400 }, 0.6)
    near(spot.x * worldSize(4) - view.left, 600)
    near(spot.y * worldSize(4) - view.top, 200)
  })

  it('stays between the poles', () => {
    assert.equal(viewOf(spotOf(89, 0), 2, { width: 500, height: 400 }, 0.5).top, 0)
    assert.equal(viewOf(spotOf(-89, 0), 2, { width: 500, height: 400 }, 0.5).top, worldSize(2) - 400)
  })
})

describe('tilesOf', () => {
  it('covers the view, with columns that continue across the antimeridian', () => {
    const tiles = tilesOf(viewOf(spotOf(0, 179.9), 2, { width: 1000, height: 400 }, 0.5))
    assert.deepEqual(new Set(tiles.map(({ x }) => x)), new Set([3, 0]))
    for (const { x, y } of tiles) assert.ok(x >= 0 && x < 4 && y >= 0 && y < 4)
    assert.ok(Math.min(...tiles.map(({ left }) => left)) <= 0)
    assert.ok(Math.max(...tiles.map(({ left }) => left)) + TILE_SIZE >= 1000)
  })

  it('requests few, starting in the middle', () => {
    const tiles = tilesOf(viewOf(spotOf(52.52, 13.41), 4, { width: 1088, height: 420 }, 0.64))
    assert.ok(tiles.length <= 8, String(tiles.length))
    const [first, last] = [tiles[0], tiles.at(-1)]
    assert.ok(first && last && Math.abs(first.left - 288) <= Math.abs(last.left - 288) + TILE_SIZE / 2)
  })
})

describe('copiesOf', () => {
  it('includes every visible world, and the one before', () => {
    assert.deepEqual(copiesOf({ left: 10, top: 0, width: 500, height: 400, zoom: 3 }), [-1, 0])
    assert.deepEqual(copiesOf({ left: -10, top: 0, width: 500, height: 400, zoom: 3 }), [-2, -1, 0])
  })
})
