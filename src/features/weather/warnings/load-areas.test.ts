import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import type { OfficialWarning, WarningArea } from '../../../domain/official-warning.ts'
import { createTestFeed, type TestFeed } from './testing/feed.ts'
import { officialWarning, rectangle } from './testing/warning.ts'
import { loadAreas } from './load-areas.ts'
import { readAliases, readAreas, UnusableRegister } from './register-file.ts'

const SAMPLES = new URL('../../../../../shared/upstream-samples/cap/', import.meta.url)

const feature = (properties: object, ...polygons: ReturnType<typeof rectangle>[]) => ({
  type: 'Feature',
  properties,
  geometry: polygons.length === 1 ? { type: 'Polygon', coordinates: polygons[0] } : { type: 'MultiPolygon', coordinates: polygons },
})
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })

const WEST = feature({ code: 'XX001', type: 'EMMA_ID', name: 'West', country: 'XX' }, rectangle(10, 50, 12, 52))
const ISLANDS = feature({ code: 'XX002', name: 'Islands' }, rectangle(20, 50, 21, 51), rectangle(22, 50, 23, 51))
const LAKE = feature({ WARNCELLID: 201_068_000, NAME: 'A lake' }, rectangle(11, 51, 11.2, 51.2))

describe('a file of areas', () => {
  it('comes from MeteoAlarm or from the Deutscher Wetterdienst', () => {
    const areas = readAreas(
      collection(WEST, ISLANDS, LAKE, feature({ name: 'No code' }, rectangle(0, 0, 1, 1)), {
        type: 'Feature',
        properties: { code: 'XX003' },
      }),
    )
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
    collection({ type: 'Feature', properties: { code: 'A' }, geometry: { type: 'Polygon', coordinates: [[['x', 1]]] } }),
  ])
    it(`is not ${text.slice(0, 30)}`, () => assert.throws(() => readAreas(text), UnusableRegister))
  it('that is broken is refused with the place in it', () => {
    const nul = feature({ code: 'XX\u0000', name: 'West' }, rectangle(10, 50, 12, 52))
    const named = feature({ code: 'XX001', name: 'We\u0000st' }, rectangle(10, 50, 12, 52))
    for (const [text, message] of [
      ['{"features":[null]}', 'feature 1 is no object'],
      [collection(WEST, [] as object), 'feature 2 is no object'],
      [collection(WEST, nul), 'feature 2 contains a NUL character'],
      [collection(named), 'feature 1 contains a NUL character'],
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
    assert.deepEqual([readAreas(communes).length, readAreas(lakes).length], [2, 23])
  })
})

describe('loading areas', () => {
  let app: TestApp
  let feed: TestFeed
  before(async () => {
    feed = createTestFeed({ covers: () => true })
    app = await createTestApp({ warningFeeds: [feed], env: { WEATHER_PROVIDERS: 'open-meteo' } })
  })
  after(() => app.close())

  const coded = (...codes: [scheme: string, code: string][]): WarningArea => ({
    name: 'By code',
    polygons: [],
    circles: [],
    codes: codes.map(([scheme, code]) => ({ scheme, code })),
  })
  const about = (event: string, areas: readonly WarningArea[]) =>
    officialWarning({
      key: event,
      messageId: event,
      areas,
      texts: [{ language: 'en', event, headline: null, description: '', instruction: null }],
    })
  const publish = async (...warnings: OfficialWarning[]) => {
    feed.publish(warnings)
    app.clock.advance({ minutes: 3 })
    await app.services.warnings.readDue()
    await app.services.changes.check()
  }
  const eventsAt = async (lat: number, lon: number): Promise<string[]> => {
    app.clock.advance({ seconds: 20 })
    const { alerts } = await app.services.warnings.kept.find({ id: 1, lat, lon }, app.clock.now())
    return alerts.map(({ event }) => event).toSorted()
  }
  const load = (areas: string, aliases = 'CODE,ALIAS_CODE,ALIAS_TYPE') =>
    loadAreas(app.services.storage.database.kysely, { areas: readAreas(areas), aliases: readAliases(aliases) }, app.clock.now())
  const unlocated = async () => (await app.services.warnings.status())[0]?.unlocated

  it('locates warnings that could not be located before, and counts those that still cannot', async () => {
    await publish(about('A', [coded(['EMMA_ID', 'XX001']), coded(['EMMA_ID', 'XX002'])]), about('B', [coded(['EMMA_ID', 'XX999'])]))
    assert.deepEqual([await eventsAt(51, 11), await unlocated()], [[], 3])
    const loaded = await load(collection(WEST))
    assert.deepEqual(loaded, { areas: 1, aliases: 0, unknownAliases: 0, register: [{ scheme: 'EMMA_ID', areas: 1 }] })
    assert.deepEqual([await eventsAt(51, 11), await eventsAt(50.5, 20.5), await unlocated()], [['A'], [], 2])
    await load(collection(ISLANDS))
    assert.deepEqual(
      [await eventsAt(50.5, 20.5), await eventsAt(50.5, 22.5), await eventsAt(50.5, 21.5), await unlocated()],
      [['A'], ['A'], [], 1],
    )
  })

  it('replaces an area, and accepts other codes for it', async () => {
    await publish(about('C', [coded(['NUTS2', 'XX1'])]))
    const moved = feature({ code: 'XX001', name: 'West' }, rectangle(30, 50, 32, 52))
    const loaded = await load(collection(moved), 'CODE,ALIAS_CODE,ALIAS_TYPE\nXX001,XX1,NUTS2\nXX888,XX8,NUTS2')
    assert.deepEqual([loaded.aliases, loaded.unknownAliases], [1, 1])
    assert.deepEqual([await eventsAt(51, 31), await eventsAt(51, 11)], [['A', 'C'], []])
  })

  it('treats codes of one scheme as parts, and those of another as equivalent', async () => {
    await publish(about('D', [coded(['NUTS2', 'XX1'], ['EMMA_ID', 'XX002'], ['EMMA_ID', 'XX777'])]))
    assert.deepEqual(
      [await eventsAt(50.5, 20.5), await eventsAt(51, 31)],
      [
        ['A', 'D'],
        ['A', 'C'],
      ],
    )
  })
})
