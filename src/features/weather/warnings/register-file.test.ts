import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { readAliases, readAreas, UnusableRegister } from './register-file.ts'
import { writeFeatureCollection, buildTestFeature, ISLANDS, WEST } from './testing/register.ts'
import { buildRectangle } from './testing/warning.ts'

const SAMPLES = new URL('../../../../../shared/upstream-samples/cap/', import.meta.url)

const LAKE = buildTestFeature({ WARNCELLID: 201_068_000, NAME: 'A lake' }, buildRectangle(11, 51, 11.2, 51.2))

describe('a file of areas', () => {
  it('comes from MeteoAlarm or from the Deutscher Wetterdienst', () => {
    const file = writeFeatureCollection(WEST, ISLANDS, LAKE, buildTestFeature({ name: 'No code' }, buildRectangle(0, 0, 1, 1)), {
      type: 'Feature',
      properties: { code: 'XX003' },
    })
    const areas = readAreas(`\uFEFF${file}`)
    assert.deepEqual(
      areas.map(({ scheme, code, name, shape }) => [scheme, code, name, shape.polygons.length]),
      [
        ['EMMA_ID', 'XX001', 'West', 1],
        ['EMMA_ID', 'XX002', 'Islands', 2],
        ['WARNCELLID', '201068000', 'A lake', 1],
      ],
    )
  })
  it('has a table of other codes beside it', () => {
    assert.deepEqual(readAliases('\uFEFFCODE,ALIAS_CODE,ALIAS_TYPE\r\nXX001,XX1,NUTS2\r\nXX001,101,WARNCELL\r\n\r\n'), [
      { of: { scheme: 'EMMA_ID', code: 'XX001' }, alias: { scheme: 'NUTS2', code: 'XX1' } },
      { of: { scheme: 'EMMA_ID', code: 'XX001' }, alias: { scheme: 'WARNCELLID', code: '101' } },
    ])
  })
  for (const text of [
    '',
    '[]',
    '{"features":[]}',
    writeFeatureCollection({ type: 'Feature', properties: { code: 'A' }, geometry: { type: 'Polygon', coordinates: [[['x', 1]]] } }),
  ])
    it(`is not ${text.slice(0, 30)}`, () => assert.throws(() => readAreas(text), UnusableRegister))
  it('that is broken is refused with the place in it', () => {
    const nul = buildTestFeature({ code: 'XX\u0000', name: 'West' }, buildRectangle(10, 50, 12, 52))
    const named = buildTestFeature({ code: 'XX001', name: 'We\u0000st' }, buildRectangle(10, 50, 12, 52))
    for (const [text, message] of [
      ['{"features":[null]}', 'feature 1 is no object'],
      [writeFeatureCollection(WEST, [] as object), 'feature 2 is no object'],
      [writeFeatureCollection(WEST, nul), 'feature 2 contains a NUL character'],
      [writeFeatureCollection(named), 'feature 1 contains a NUL character'],
    ] as const)
      assert.throws(() => readAreas(text), { name: 'Error', message })
    for (const field of ['XX\u0000', 'XX1,NUTS\u0000'])
      assert.throws(() => readAliases(`CODE,ALIAS_CODE,ALIAS_TYPE\nXX001,XX1,NUTS2\nXX001,${field}`), {
        message: 'line 3 contains a NUL character',
      })
  })
  it('is read in the form in which it is published', async (t) => {
    const read = (name: string) => readFile(new URL(name, SAMPLES), 'utf8').catch(() => null)
    const files = await Promise.all(
      [
        'meteoalarm/emma_id_polygons_subset.geojson',
        'meteoalarm/emma_id_aliases.csv',
        'dwd/warncell_polygon_subset.geojson',
        'dwd/warncell_lakes_polygons.geojson',
      ].map(read),
    )
    if (files.includes(null)) return t.skip('../shared/upstream-samples is not there')
    const [emma, aliases, communes, lakes] = files as [string, string, string, string]
    assert.ok(readAreas(emma).length > 20)
    assert.equal(readAliases(aliases).length, 1_574)
    assert.deepEqual(
      { readAreasCommunes: readAreas(communes).length, readAreasLakes: readAreas(lakes).length },
      { readAreasCommunes: 2, readAreasLakes: 23 },
    )
  })

  it('has codes under the scheme that it names, or EMMA_ID; those of warning cells may be numbers or texts', () => {
    const scheme = (properties: object) =>
      readAreas(writeFeatureCollection(buildTestFeature(properties, buildRectangle(0, 0, 1, 1)))).map((area) => [
        area.scheme,
        area.code,
        area.name,
      ])
    assert.deepEqual(scheme({ code: 'A', type: 'NUTS3' }), [['NUTS3', 'A', '']])
    assert.deepEqual(scheme({ code: 'A', type: 7, name: 8, NAME: 'Name' }), [['EMMA_ID', 'A', 'Name']])
    assert.deepEqual(scheme({ WARNCELLID: '101', name: 'First', NAME: 'Second' }), [['WARNCELLID', '101', 'First']])
    assert.deepEqual(scheme({ code: '', WARNCELLID: 5 }), [['WARNCELLID', '5', '']])
    for (const properties of [{ code: '' }, { code: 5 }, { WARNCELLID: null }, {}])
      assert.throws(() => scheme(properties), UnusableRegister)
  })

  it('has areas of which broken polygons are left out, and all others stay', () => {
    const ring = buildRectangle(0, 0, 1, 1)[0]
    const polygons = (type: string, coordinates: unknown) => {
      const good = buildTestFeature({ code: 'GOOD' }, buildRectangle(5, 5, 6, 6))
      const areas = readAreas(writeFeatureCollection(good, { type: 'Feature', properties: { code: 'A' }, geometry: { type, coordinates } }))
      return areas.find(({ code }) => code === 'A')?.shape.polygons.length ?? 0
    }
    assert.equal(polygons('Polygon', [ring]), 1)
    assert.equal(polygons('MultiPolygon', [[ring], [ring?.slice(0, 3)], [], 'x', [ring]]), 2)
    for (const broken of [
      [],
      [ring?.slice(0, 3)],
      [[...(ring ?? []), [1]]],
      [[...(ring ?? []), ['1', 2]]],
      [[...(ring ?? []), [1, null]]],
      ['x'],
      'x',
      null,
    ])
      assert.equal(polygons('Polygon', broken), 0, JSON.stringify(broken))
    for (const [type, coordinates] of [
      ['MultiPolygon', 'x'],
      ['Point', [1, 2]],
      ['LineString', [ring]],
    ] as const)
      assert.equal(polygons(type, coordinates), 0, type)
    // Four positions are a triangle that is closed, and heights are allowed.
    assert.equal(
      polygons('Polygon', [
        [
          [0, 0, 9],
          [1, 0, 9],
          [0, 1, 9],
          [0, 0, 9],
        ],
      ]),
      1,
    )
    assert.equal(
      readAreas(
        writeFeatureCollection(WEST, { type: 'Feature', properties: { code: 'B' }, geometry: null }, { type: 'Feature', properties: null }),
      ).length,
      1,
    )
  })

  it('gives an area in one or several features', () => {
    const [area, ...others] = readAreas(
      writeFeatureCollection(WEST, buildTestFeature({ code: 'XX001', name: 'Second' }, buildRectangle(30, 50, 31, 51))),
    )
    assert.deepEqual({ name: area?.name, polygons: area?.shape.polygons.length, others }, { name: 'West', polygons: 2, others: [] })
    // The same code of another scheme is another area.
    assert.equal(
      readAreas(writeFeatureCollection(WEST, buildTestFeature({ code: 'XX001', type: 'NUTS2' }, buildRectangle(0, 0, 1, 1)))).length,
      2,
    )
  })

  it('says what is wrong with it', () => {
    for (const [text, message] of [
      ['', 'it is no JSON'],
      ['[]', 'it is no GeoJSON feature collection'],
      ['null', 'it is no GeoJSON feature collection'],
      ['{"features":{}}', 'it is no GeoJSON feature collection'],
      ['{"features":[]}', 'no feature has both a code and an area'],
    ] as const)
      assert.throws(() => readAreas(text), { message }, text)
    for (const text of ['', 'CODE,ALIAS_CODE\nA,B', 'XX001,XX1,NUTS2'])
      assert.throws(() => readAliases(text), { message: 'it does not begin with CODE,ALIAS_CODE,ALIAS_TYPE' })
  })

  it('has aliases of which incomplete lines are left out', () => {
    const aliases = readAliases('CODE,ALIAS_CODE,ALIAS_TYPE \n A , B , NUTS2 \nA,,NUTS2\nA,B,\n,B,NUTS2\nA\nC,D,WARNCELLID,more')
    assert.deepEqual(
      aliases.map(({ of, alias }) => `${of.code} ${alias.scheme} ${alias.code}`),
      ['A NUTS2 B', 'C WARNCELLID D'],
    )
  })
})
