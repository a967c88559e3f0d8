import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Circle, Polygon } from '@isobar/weather'
import fc from 'fast-check'
import { createShapeTest, type Shape } from './shape.ts'
import { computeTileRange, listTileRanges, listPointTiles, listShapeTiles } from './tiles.ts'

const box = (west: number, south: number, east: number, north: number) =>
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const
const polygon = (...rings: Polygon): Shape => ({ polygons: [rings], circles: [] })
const circle = (lat: number, lon: number, radiusKm: number): Shape => ({ polygons: [], circles: [{ lat, lon, radiusKm }] })

/** Around the pole at 80° N, westwards and eastwards. */
const CAP = Array.from({ length: 13 }, (_, step) => [((step * 30 + 180) % 360) - 180, 80] as const)

describe('a shape holds', () => {
  const cases: readonly (readonly [
    name: string,
    shape: Shape,
    inside: readonly (readonly number[])[],
    outside: readonly (readonly number[])[],
  ])[] = [
    [
      'what is in it, and its border',
      polygon(box(9, 50, 11, 52)),
      [
        [51, 10],
        [50, 9],
        [51, 11],
      ],
      [
        [51, 11.01],
        [49.99, 10],
      ],
    ],
    [
      'nothing of a hole but the border, and an island in it',
      { polygons: [[box(0, 0, 10, 10), box(3, 3, 7, 7)], [box(4.5, 4.5, 5.5, 5.5)]], circles: [] },
      [
        [1, 1],
        [3, 5],
        [5, 5],
      ],
      [
        [4, 4],
        [6, 6],
      ],
    ],
    [
      'both sides of the date line',
      polygon(box(177, -20, -178, -16)),
      [
        [-18, 179],
        [-18, -179],
        [-18, -180],
      ],
      [
        [-18, 176],
        [-18, -177],
        [-18, 0],
      ],
    ],
    [
      'the same, drawn beyond 180',
      polygon(box(177, -20, 182, -16)),
      [
        [-18, 179],
        [-18, -179],
      ],
      [
        [-18, 176],
        [-18, -177],
      ],
    ],
    [
      'nothing of a hole beyond the date line',
      polygon(box(170, 0, -170, 10), box(-176, 3, -172, 7)),
      [
        [5, -179],
        [5, 175],
        [5, -171],
      ],
      [[5, -174]],
    ],
    [
      'nothing of a hole that is drawn on the other side of the date line',
      polygon(box(170, 0, 190, 10), box(-176, 3, -172, 7)),
      [
        [5, -179],
        [5, -171],
      ],
      [[5, -174]],
    ],
    [
      'a band around the world',
      polygon(box(-180, 60, 180, 70)),
      [
        [65, 0],
        [65, -180],
        [65, 179.99],
      ],
      [
        [59, 0],
        [71, 0],
      ],
    ],
    [
      'the pole that its ring goes around',
      polygon(CAP),
      [
        [85, 0],
        [90, 0],
        [85, -180],
        [81, 123],
      ],
      [
        [79, 0],
        [-85, 0],
      ],
    ],
    [
      'the same the other way',
      polygon(CAP.toReversed()),
      [
        [85, 0],
        [90, 77],
        [85, 179.99],
      ],
      [
        [79, 0],
        [-85, 0],
      ],
    ],
    [
      'a circle',
      circle(-36, 179.9, 50),
      [
        [-36, 179.9],
        [-36, -179.8],
      ],
      [
        [-36, -179],
        [-37, 179.9],
      ],
    ],
    ['a point', circle(51.504, 7.496, 0), [[51.5, 7.5]], [[51.52, 7.5]]],
    [
      'nothing of a line',
      polygon([
        [5, 5],
        [6, 6],
        [5, 5],
      ]),
      [],
      [[5, 6]],
    ],
  ]
  for (const [name, shape, inside, outside] of cases)
    it(name, () => {
      const holds = createShapeTest(shape)
      for (const [lat = 0, lon = 0] of inside) assert.ok(holds(lat, lon), `${lat}, ${lon} is in it`)
      for (const [lat = 0, lon = 0] of outside) assert.ok(!holds(lat, lon), `${lat}, ${lon} is not in it`)
    })
})

describe('tiles', () => {
  const shapes = fc.oneof(
    fc
      .array(fc.tuple(fc.double({ min: 0.1, max: 14, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true })), {
        minLength: 3,
        maxLength: 12,
      })
      .chain((spokes) => fc.tuple(fc.constant(spokes), fc.integer({ min: -75, max: 75 }), fc.integer({ min: -180, max: 179 })))
      .map(([spokes, lat, lon]): Shape => {
        const total = spokes.reduce((sum, [, angle]) => sum + angle, 0)
        let angle = 0
        const ring = spokes.map(([radius, step]) => {
          angle += (step / total) * 2 * Math.PI
          const x = lon + radius * Math.cos(angle)
          return [x > 180 ? x - 360 : x < -180 ? x + 360 : x, lat + radius * Math.sin(angle)] as const
        })
        return polygon([...ring, ring[0] as (typeof ring)[number]])
      }),
    fc
      .record({
        lat: fc.integer({ min: -90, max: 90 }),
        lon: fc.integer({ min: -180, max: 179 }),
        radiusKm: fc.double({ min: 0, max: 1_500, noNaN: true }),
      })
      .map((one: Circle): Shape => ({ polygons: [], circles: [one] })),
  )

  it('cover every point of a shape, and those marked as inside lie entirely within it', () => {
    fc.assert(
      fc.property(
        shapes,
        fc.array(fc.tuple(fc.double({ min: -15, max: 15, noNaN: true }), fc.double({ min: -15, max: 15, noNaN: true })), {
          minLength: 40,
          maxLength: 40,
        }),
        (shape, offsets) => {
          const tiles = new Map(listShapeTiles(shape).map(({ tile, isInside }) => [tile, isInside]))
          const holds = createShapeTest(shape)
          const [centreLon = 0, centreLat = 0] = shape.circles[0]
            ? [shape.circles[0].lon, shape.circles[0].lat]
            : (shape.polygons[0]?.[0]?.[0] ?? [])
          for (const [dLat, dLon] of offsets) {
            const lat = Math.max(-90, Math.min(90, centreLat + dLat))
            const lon = ((((centreLon + dLon + 180) % 360) + 360) % 360) - 180
            const around = listPointTiles(lat, lon).flatMap((tile) => tiles.get(tile) ?? [])
            if (around.includes(true)) assert.ok(holds(lat, lon), `${lat}, ${lon} is in a tile marked as inside`)
            if (holds(lat, lon)) assert.ok(around.length > 0, `${lat}, ${lon} is in a tile`)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('of a large shape are few', () => {
    assert.ok(listShapeTiles(polygon(box(-180, 0, 180, 60))).length < 16_000)
    assert.ok(listShapeTiles(polygon(box(8, 48, 12, 54))).length < 300)
  })

  it('on a border are those that its line runs through, no more; the others are entirely inside', () => {
    const corners = [
      [0.11, 0.13],
      [9.87, 3.31],
      [2.23, 8.79],
      [0.11, 0.13],
    ] as const
    const crossed = new Set<number>()
    for (const [index, [x, y]] of corners.slice(0, 3).entries()) {
      const [toX, toY] = corners[index + 1] as (typeof corners)[number]
      for (let step = 0; step <= 100_000; step++) {
        const share = step / 100_000
        crossed.add(listPointTiles(y + share * (toY - y), x + share * (toX - x))[0] as number)
      }
    }
    const tiles = listShapeTiles(polygon(corners))
    assert.deepEqual(new Set(tiles.flatMap(({ tile, isInside }) => (isInside ? [] : tile))), crossed)
    // The triangle's area in tiles, of which about half a tile for each on the border.
    const covered = tiles.reduce((sum, { tile, isInside }) => {
      const [first, last] = computeTileRange(tile)
      return sum + (isInside ? last - first + 1 : 0.5)
    }, 0)
    const area = Math.abs((9.87 - 0.11) * (8.79 - 0.13) - (2.23 - 0.11) * (3.31 - 0.13)) / 2 / 0.25 ** 2
    assert.ok(Math.abs(covered - area) < 0.02 * area, `${covered} of ${area}`)
  })

  it('of a circle are inside it as far as its border', () => {
    const tiles = listShapeTiles(circle(50.1, 10.1, 200))
    const inside = new Set(tiles.flatMap(({ tile, isInside }) => (isInside ? tile : [])))
    const isInside = (lat: number, lon: number) => listPointTiles(lat, lon).some((tile) => inside.has(tile))
    // A degree of latitude is 111 km.
    assert.deepEqual([isInside(50.1, 10.1), isInside(51.4, 10.1), isInside(51.85, 10.1)], [true, true, false])
  })

  it('at the edges of the map are its first and last', () => {
    assert.deepEqual(listPointTiles(90, 180), listPointTiles(89.9, 179.9))
    assert.deepEqual(listPointTiles(-90, -180), listPointTiles(-89.9, -179.9))
    assert.notDeepEqual(listPointTiles(89.7, 179.9), listPointTiles(89.9, 179.9))
    assert.equal(listPointTiles(-90, -180)[0], 0)
  })

  it('of a shape over the date line are on both of its sides', () => {
    const inside = listShapeTiles(polygon(box(177, -20, -178, -16))).filter(({ isInside }) => isInside)
    const numbers = new Set(inside.flatMap(({ tile }) => tile))
    for (const lon of [178.1, -178.9])
      assert.ok(
        listPointTiles(-18.1, lon).some((tile) => numbers.has(tile)),
        String(lon),
      )
  })

  it('are ranges of the smallest tiles', () => {
    const [smallest = 0, ...larger] = listPointTiles(52.52, 13.41)
    assert.deepEqual(computeTileRange(smallest), [smallest, smallest])
    for (const tile of larger) {
      const [first, last] = computeTileRange(tile)
      assert.ok(first <= smallest && smallest <= last)
    }
  })
})

describe('the tiles of a box', () => {
  const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })
  const ordered = (a: number, b: number) => [Math.min(a, b), Math.max(a, b)] as const
  const holds = (ranges: ReturnType<typeof listTileRanges>, tile: number) => ranges.some(([first, last]) => first <= tile && tile <= last)

  it('include those of every shape that meets it', () => {
    fc.assert(
      fc.property(degrees(90), degrees(180), degrees(90), degrees(180), degrees(1), degrees(1), (lat1, lon1, lat2, lon2, up, right) => {
        const [[south, north], [west, east]] = [ordered(lat1, lat2), ordered(lon1, lon2)]
        const ranges = listTileRanges({ south, west, north, east })
        const [lat, lon] = [south + (north - south) * Math.abs(up), west + (east - west) * Math.abs(right)]
        for (const tile of listPointTiles(lat, lon)) assert.ok(holds(ranges, tile), `${lat},${lon}`)
        const area = polygon(box(Math.max(-180, lon - 0.3), Math.max(-90, lat - 0.3), Math.min(180, lon + 0.3), Math.min(90, lat + 0.3)))
        assert.ok(listShapeTiles(area).some(({ tile }) => holds(ranges, tile)))
      }),
    )
  })
  it('are few, for the whole world, too', () => {
    fc.assert(
      fc.property(degrees(90), degrees(180), degrees(90), degrees(180), (lat1, lon1, lat2, lon2) => {
        const [[south, north], [west, east]] = [ordered(lat1, lat2), ordered(lon1, lon2)]
        assert.ok(listTileRanges({ south, west, north, east }).length <= 64 * 7)
      }),
    )
    assert.ok(listTileRanges({ south: -90, west: -180, north: 90, east: 180 }).length <= 64 * 7)
  })
  it('leave out what is far', () => {
    const ranges = listTileRanges({ south: 52, west: 13, north: 53, east: 14 })
    for (const [lat, lon] of [
      [52.5, 16],
      [50, 13.5],
      [-52.5, 13.5],
      [52.5, -13.5],
    ] as const)
      assert.ok(!holds(ranges, listPointTiles(lat, lon)[0] as number), `${lat},${lon}`)
  })
})
