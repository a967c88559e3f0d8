import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OfficialWarning } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { loadAreas } from '../load-areas.ts'
import { readAreas } from '../register-file.ts'
import { createTestFeed, type TestFeed } from '../testing/feed.ts'
import { publishOnly } from '../testing/read-feeds.ts'
import { writeFeatureCollection, WEST } from '../testing/register.ts'
import { buildRectangleArea, buildOfficialWarning } from '../testing/warning.ts'
import type { WarningFeature } from './schemas.ts'

const coded = (code: string) => ({ name: code, polygons: [], circles: [], codes: [{ scheme: 'EMMA_ID', code }] })

describe('GET /api/alerts, by the areas of warnings,', () => {
  let app: TestApp
  let agency: TestFeed
  before(async () => {
    agency = createTestFeed({ id: 'agency', parts: ['DE'], partsAreCountries: true })
    app = await createTestApp({ warningFeeds: [agency], env: { RATE_LIMITS: 'alerts=0' } })
  })
  after(() => app.close())

  const publish = (...warnings: OfficialWarning[]) => publishOnly(app, agency, warnings)
  const ask = (query: string) => app.get(`/api/alerts?${query}`)
  const eventsAt = async (query: string) =>
    (await ask(query)).body.features.map(({ properties }: WarningFeature) => properties.event).toSorted() as string[]

  it('lists what has an area in the box, wherever its tiles are', async () => {
    const at = (event: string, ...areas: OfficialWarning['areas']) =>
      buildOfficialWarning({
        key: event,
        messageId: event,
        areas,
        texts: [{ language: 'en', event, headline: null, description: '', instruction: null }],
      })
    await publish(
      at('near', buildRectangleArea(13, 52, 14, 53)),
      at('beside', buildRectangleArea(14.05, 52, 14.1, 53)),
      at('two', buildRectangleArea(-20, 0, -19, 1), buildRectangleArea(13.9, 52.9, 14.3, 53.3)),
      at('vast', buildRectangleArea(-30, 30, 60, 70)),
      at('pacific', {
        ...buildRectangleArea(170, -20, -170, -10),
        polygons: [
          [
            [
              [170, -20],
              [-170, -20],
              [-170, -10],
              [170, -10],
              [170, -20],
            ],
          ],
        ],
      }),
      at('round', { name: 'Round', polygons: [], circles: [{ lat: 10, lon: 10, radiusKm: 50 }], codes: [] }),
      at('nowhere', coded('DE999')),
    )
    assert.deepEqual(await eventsAt('bbox=13,52,14,53'), ['near', 'two', 'vast'])
    assert.deepEqual(await eventsAt('bbox=14.02,52.5,14.03,52.5'), ['vast'])
    assert.deepEqual(await eventsAt('bbox=-20,0,-10,10'), ['two'])
    assert.deepEqual(await eventsAt('bbox=175,-15,-175,-12'), ['pacific'])
    assert.deepEqual(await eventsAt('bbox=10.4,10,11,11'), ['round'])
    assert.deepEqual(await eventsAt('bbox=-180,-90,180,90'), ['beside', 'near', 'pacific', 'round', 'two', 'vast'])
    const all = await ask('country=DE')
    assert.equal(all.body.features.length, 7)
    assert.equal(all.body.coverage[0].unlocated, 1)
    const lost = all.body.features.find(({ properties }: WarningFeature) => properties.event === 'nowhere')
    assert.deepEqual(
      { geometry: lost.geometry, outlines: lost.properties.outlines, unlocatedAreas: lost.properties.unlocatedAreas },
      { geometry: null, outlines: null, unlocatedAreas: ['DE999'] },
    )
  })

  it('cuts outlines at the date line, counterclockwise, and draws circles with 24 corners', async () => {
    const { features } = (await ask('bbox=175,-15,-175,-12')).body
    assert.equal(features[0].geometry.type, 'MultiPolygon')
    const halves = features[0].geometry.coordinates.map(([ring]: number[][][]) => ring)
    assert.deepEqual(
      halves.map((ring: number[][]) => [Math.min(...ring.map(([x = 0]) => x)), Math.max(...ring.map(([x = 0]) => x))]).toSorted(),
      [
        [-180, -170],
        [170, 180],
      ],
    )
    for (const ring of halves) assert.ok(areaOfRing(ring) > 0)
    const circle = (await ask('bbox=10,10,10,10')).body.features[0].geometry
    assert.deepEqual({ type: circle.type, firstCoordinates: circle.coordinates[0].length }, { type: 'Polygon', firstCoordinates: 25 })
  })

  it('bounds the points of outlines', async () => {
    const ring = Array.from({ length: 4_000 }, (_, index): [number, number] => {
      const turn = (index / 4_000) * 2 * Math.PI
      return [10 + 3 * Math.cos(turn), 50 + 2 * Math.sin(turn)]
    })
    await publish(
      buildOfficialWarning({
        key: 'long',
        areas: [{ ...buildRectangleArea(0, 0, 1, 1), polygons: [[[...ring, ring[0] as [number, number]]]] }],
      }),
    )
    const { features } = (await ask('bbox=10,50,10,50')).body
    const [outline] = features[0].geometry.coordinates as [number[][]]
    assert.ok(outline.length > 100 && outline.length <= 400, String(outline.length))
    const span = outline.map(([x = 0]) => x)
    assert.ok(Math.max(...span) > 12.9 && Math.min(...span) < 7.1)
  })

  it('takes the outlines of codes from the register, and says so', async () => {
    const register = { areas: readAreas(writeFeatureCollection(WEST)), aliases: [] }
    await loadAreas(app.database.kysely as Parameters<typeof loadAreas>[0], register, app.clock.now())
    await publish(buildOfficialWarning({ key: 'coded', areas: [coded('XX001'), coded('XX404')] }))
    const { features } = (await ask('bbox=10,50,10,50')).body
    const { geometry, properties } = features.find((each: WarningFeature) => each.properties.outlines === 'register')
    assert.deepEqual(
      { type: geometry.type, areas: properties.areas, unlocatedAreas: properties.unlocatedAreas },
      { type: 'Polygon', areas: ['XX001', 'XX404'], unlocatedAreas: ['XX404'] },
    )
  })
})

/** Positive if the ring is counterclockwise. */
function areaOfRing(ring: readonly number[][]): number {
  return ring.slice(1).reduce((sum, [x = 0, y = 0], index) => {
    const [fromX = 0, fromY = 0] = ring[index] ?? []
    return sum + fromX * y - x * fromY
  }, 0)
}
