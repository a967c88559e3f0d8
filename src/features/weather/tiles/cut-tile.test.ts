import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PNG } from 'pngjs'
import { cutTile } from './cut-tile.ts'

const SIZE = 256
type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** A tile painted by a function of its pixels. */
function paint(colour: (x: number, y: number) => Colour): Buffer {
  const image = new PNG({ width: SIZE, height: SIZE })
  for (let y = 0; y < SIZE; y++) for (let x = 0; x < SIZE; x++) image.data.set(colour(x, y), (y * SIZE + x) * 4)
  return PNG.sync.write(image)
}

const from = (z: number, x: number, y: number) => ({ layer: 'clouds', z, x, y }) as const

async function cut(tile: Buffer, to: ReturnType<typeof from>) {
  const { width, height, data } = PNG.sync.read(await cutTile(tile, from(1, 0, 0), to))
  return { width, height, at: (x: number, y: number) => [...data.subarray((y * SIZE + x) * 4, (y * SIZE + x) * 4 + 4)] }
}

describe('a part of a tile', () => {
  it('is the part that the other tile covers, in its size', async () => {
    // Red grows to the east, green to the south.
    const tile = paint((x, y) => [x, y, 0, 255])
    for (const [z, x, y] of [
      [2, 0, 0],
      [2, 1, 1],
      [3, 2, 1],
      [5, 15, 9],
      [12, 2 ** 11 - 1, 0],
    ] as const) {
      const part = await cut(tile, from(z, x, y))
      assert.deepEqual({ width: part.width, height: part.height }, { width: SIZE, height: SIZE })
      const across = SIZE / 2 ** (z - 1)
      const expected = (column: number, row: number) => [Math.floor((x + column) * across), Math.floor((y + row) * across)]
      for (const [column, row] of [
        [0, 0],
        [0.5, 0.5],
        [1, 1],
      ] as const) {
        const [red = 0, green = 0, blue, alpha] = part.at(Math.min(255, column * 256), Math.min(255, row * 256))
        const [east = 0, south = 0] = expected(column, row)
        assert.ok(Math.abs(red - east) <= 1 && Math.abs(green - south) <= 1, `${z}/${x}/${y} at ${column}: ${red}, ${green}`)
        assert.deepEqual({ blue, alpha }, { blue: 0, alpha: 255 })
      }
    }
  })

  it('has smooth transitions, without the colour of what is transparent', async () => {
    const tile = paint((x) => (x < 64 ? [0, 255, 0, 0] : [200, 0, 100, 255]))
    const part = await cut(tile, from(3, 1, 0))
    const row = Array.from({ length: SIZE }, (_, x) => part.at(x, 128))
    const edge = await cut(tile, from(3, 0, 0))
    assert.deepEqual(row[128], [200, 0, 100, 255])
    // The last pixel before the edge is a mixture in alpha only.
    const [red, green, blue, alpha = 0] = edge.at(255, 9)
    assert.deepEqual({ red, green, blue }, { red: 200, green: 0, blue: 100 })
    assert.ok(alpha > 0 && alpha < 255)
  })

  it('needs a tile that can be read', async () => {
    for (const broken of [Buffer.alloc(0), Buffer.from('no picture'), paint(() => [1, 2, 3, 255]).subarray(0, 300)])
      await assert.rejects(cutTile(broken, from(1, 0, 0), from(2, 0, 0)))
  })
})
