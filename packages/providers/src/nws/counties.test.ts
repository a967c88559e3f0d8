import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import pointInPolygon from 'point-in-polygon-hao'
import { readSampleFile, withoutSamples } from '../cap/testing/samples.ts'
import { readFields, readObjects, readTexts } from '../json.ts'
import type { NamedArea } from '../provider.ts'
import { readCounties } from './counties.ts'

describe('the outlines of counties', () => {
  let areas: readonly NamedArea[] = []
  before(async () => {
    areas = await readCounties()
  })
  const holding = (lat: number, lon: number) =>
    areas
      .filter(({ polygons }) => polygons.some((rings) => pointInPolygon([lon, lat], rings as unknown as [number, number][][]) !== false))
      .map(({ code, name }) => `${code} ${name}`)

  it('hold the places of the county, and no other does', () => {
    assert.deepEqual(holding(32.38, -86.31), ['001101 Montgomery'])
    assert.deepEqual(holding(40.78, -73.97), ['036061 New York'])
    assert.deepEqual(holding(61.2, -149.5), ['002020 Anchorage'])
    assert.deepEqual(holding(21.31, -157.85), ['015003 Honolulu'])
    assert.deepEqual(holding(18.43, -66.07), ['072127 San Juan'])
    assert.deepEqual(holding(49.5, -100), [])
  })

  it('are closed rings of at least four points, each code once', () => {
    assert.ok(areas.length > 3_200, `${areas.length}`)
    assert.equal(new Set(areas.map(({ code }) => code)).size, areas.length)
    for (const { code, polygons } of areas) assert.ok(polygons.length > 0, code)
    for (const { code, polygons } of areas)
      for (const ring of polygons.flat()) {
        assert.ok(ring.length >= 4, code)
        assert.deepEqual(ring[0], ring.at(-1), code)
      }
  })

  it('are those of the recorded warnings on land', { skip: withoutSamples }, () => {
    const known = new Set(areas.map(({ code }) => code))
    const { features } = JSON.parse(readSampleFile('nws/alerts_active_all_2025-12-15_529_alerts.json').toString()) as { features: unknown }
    const codes = new Set(
      readObjects(features).flatMap(({ properties }) => readTexts(readFields(readFields(properties)['geocode'])['SAME'])),
    )
    // 057 to 098 and beyond are waters.
    const unknown = [...codes].filter((code) => !known.has(code) && Number(code.slice(1, 3)) <= 56)
    assert.deepEqual(unknown, [])
  })
})
