import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clipLine, clipRing } from './clip.ts'
import { COARSE_SIZE, linesPath, planeLine, planeRing, project, ringsPath, unwrapped } from './path.ts'
import { simplify } from './simplify.ts'

type Degrees = readonly (readonly number[])[]
const WORLD = { minX: -COARSE_SIZE, maxX: 2 * COARSE_SIZE, minY: -1, maxY: COARSE_SIZE + 1 }
const linePath = (line: Degrees) => linesPath([planeLine(line, COARSE_SIZE)], WORLD)
const ringPath = (ring: Degrees) => ringsPath([planeRing(ring, COARSE_SIZE)], WORLD)

describe('project', () => {
  it('puts the corners of Web Mercator at the corners of the square', () => {
    assert.deepEqual(project([0, 0], COARSE_SIZE), [COARSE_SIZE / 2, COARSE_SIZE / 2])
    for (const [lon, lat, x, y] of [
      [-180, 90, 0, 0],
      [180, -90, COARSE_SIZE, COARSE_SIZE],
    ] as const) {
      const [atX, atY] = project([lon, lat], COARSE_SIZE)
      assert.ok(Math.abs(atX - x) < 0.01 && Math.abs(atY - y) < 0.01, `${atX}, ${atY}`)
    }
  })
})

describe('paths', () => {
  it('are relative after their first point, in whole units, without invisible detail', () => {
    assert.equal(
      linePath([
        [0, 0],
        [45, 0],
        [90, 0],
        [90, -66.513_26],
      ]),
      'M2048 2048l1024 0 0 1024',
    )
    assert.match(
      ringPath([
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
        [0, 0],
      ]),
      /^M2048 2048l114 0 0-114-114 0z$/,
    )
    assert.equal(
      ringPath([
        [0, 0],
        [0.05, 0],
        [0.05, 0.05],
        [0, 0],
      ]),
      '',
    )
  })

  it('continue across the antimeridian', () => {
    assert.deepEqual(
      unwrapped([
        [179, 1],
        [-179, 2],
        [-178, 3],
        [178, 4],
      ]),
      [
        [179, 1],
        [181, 2],
        [182, 3],
        [178, 4],
      ],
    )
  })

  it('are closed over the pole if they go around the Earth', () => {
    const around = Array.from({ length: 37 }, (_, i) => [i * 10 - 180 > 180 ? i * 10 - 540 : i * 10 - 180, -70 - (i % 2) * 5] as const)
    const path = ringPath([...around.slice(0, -1), [-180, -70]])
    assert.match(path, /l.* 0 .*z$/)
    assert.ok(path.includes('-4096 0'))
  })
})

describe('simplify', () => {
  it('keeps points farther out than the tolerance, and both ends', () => {
    assert.deepEqual(
      simplify(
        [
          [0, 0],
          [1, 0.4],
          [2, 3],
          [3, 0.2],
          [4, 0],
        ],
        1,
      ),
      [
        [0, 0],
        [2, 3],
        [4, 0],
      ],
    )
    assert.deepEqual(
      simplify(
        [
          [0, 0],
          [1, 0.4],
          [2, 0],
        ],
        1,
      ),
      [
        [0, 0],
        [2, 0],
      ],
    )
  })
})

describe('clipping', () => {
  const box = { minX: 0, maxX: 10, minY: 0, maxY: 10 }

  it('cuts a ring along the box, and leaves nothing of one beside it', () => {
    const inside = clipRing(
      [
        [-5, -5],
        [5, -5],
        [5, 5],
        [-5, 5],
      ],
      box,
    )
    assert.deepEqual(
      inside.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by),
      [
        [0, 0],
        [0, 5],
        [5, 0],
        [5, 5],
      ],
    )
    assert.deepEqual(
      clipRing(
        [
          [20, 0],
          [30, 0],
          [30, 9],
        ],
        box,
      ),
      [],
    )
  })

  it('keeps of a line the segments that may cross the box', () => {
    assert.deepEqual(
      clipLine(
        [
          [-9, 5],
          [-5, 5],
          [5, 5],
          [15, 5],
          [25, 5],
          [25, 8],
          [5, 8],
        ],
        box,
      ),
      [
        [
          [-5, 5],
          [5, 5],
          [15, 5],
        ],
        [
          [25, 8],
          [5, 8],
        ],
      ],
    )
  })
})
