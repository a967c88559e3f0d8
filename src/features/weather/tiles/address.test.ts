import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { AppError } from '../../../errors.ts'
import { LAYER_NAMES, MAX_ZOOM, TILE_LAYERS, parseTileAddress, formatTileKey } from './address.ts'

const layer = fc.constantFrom(...LAYER_NAMES)
const place = fc
  .integer({ min: 0, max: MAX_ZOOM })
  .chain((z) => fc.record({ z: fc.constant(z), x: fc.nat(2 ** z - 1), y: fc.nat(2 ** z - 1), suffix: fc.constantFrom('', '.png') }))

describe('tile addresses', () => {
  it('accept every tile of the map, by either name of the layer, with or without suffix', () => {
    fc.assert(
      fc.property(layer, place, (name, { z, x, y, suffix }) => {
        const address = parseTileAddress({ layer: name, z, x, y: `${y}${suffix}` })
        assert.deepEqual({ z: address.z, x: address.x, y: address.y }, { z, x, y })
        assert.ok((TILE_LAYERS as readonly string[]).includes(address.layer))
        assert.ok(name === address.layer || name === `${address.layer}_new`)
      }),
    )
  })

  it('refuse every place outside the map, and name the invalid parameters', () => {
    const beyond = fc.record({ z: fc.integer({ min: 0, max: MAX_ZOOM - 1 }), x: fc.nat(2 ** MAX_ZOOM - 1), y: fc.nat(999_999) })
    fc.assert(
      fc.property(layer, beyond, (name, { z, x, y }) => {
        const outside = [...(x >= 2 ** z ? ['x'] : []), ...(y >= 2 ** z ? ['y'] : [])]
        fc.pre(outside.length > 0)
        assert.throws(
          () => parseTileAddress({ layer: name, z, x, y: String(y) }),
          (error: unknown) => {
            assert.ok(error instanceof AppError && error.code === 'invalid_request')
            assert.deepEqual(
              error.details?.map((detail) => detail.path),
              outside,
            )
            return true
          },
        )
      }),
    )
  })

  it('have one key each: two names of one tile share it, two tiles never do', () => {
    fc.assert(
      fc.property(layer, place, layer, place, (nameA, a, nameB, b) => {
        const one = parseTileAddress({ layer: nameA, z: a.z, x: a.x, y: `${a.y}${a.suffix}` })
        const two = parseTileAddress({ layer: nameB, z: b.z, x: b.x, y: `${b.y}${b.suffix}` })
        const isSame = one.layer === two.layer && a.z === b.z && a.x === b.x && a.y === b.y
        assert.equal(formatTileKey(one) === formatTileKey(two), isSame)
        assert.equal(formatTileKey(one), formatTileKey(parseTileAddress({ layer: `${one.layer}_new`, z: a.z, x: a.x, y: `${a.y}.png` })))
      }),
    )
  })
})
