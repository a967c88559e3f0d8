import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OfficialWarning, WarningArea } from '@isobar/weather'
import { createTestServices, type TestServices } from '../../../../test/helpers/app.ts'
import { loadAreas, loadBundledAreas } from './load-areas.ts'
import { readAliases, readAreas } from './register-file.ts'
import { createTestFeed, type TestFeed } from './testing/feed.ts'
import { writeFeatureCollection, buildTestFeature, ISLANDS, WEST } from './testing/register.ts'
import { buildOfficialWarning, buildRectangle } from './testing/warning.ts'

describe('loading areas', () => {
  let app: TestServices
  let feed: TestFeed
  before(async () => {
    feed = createTestFeed({ covers: () => true })
    app = await createTestServices({ warningFeeds: [feed], env: { WEATHER_PROVIDERS: 'open-meteo' } })
  })
  after(() => app.close())

  const coded = (...codes: [scheme: string, code: string][]): WarningArea => ({
    name: 'By code',
    polygons: [],
    circles: [],
    codes: codes.map(([scheme, code]) => ({ scheme, code })),
  })
  const about = (event: string, areas: readonly WarningArea[]) =>
    buildOfficialWarning({
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
    const { alerts } = await app.services.warnings.stored.find({ id: 1, lat, lon }, app.clock.now())
    return alerts.map(({ event }) => event).toSorted()
  }
  const load = (areas: string, aliases = 'CODE,ALIAS_CODE,ALIAS_TYPE') =>
    loadAreas(app.services.storage.database.kysely, { areas: readAreas(areas), aliases: readAliases(aliases) }, app.clock.now())
  const unlocated = async () => (await app.services.warnings.status())[0]?.unlocated

  it('locates warnings that could not be located before, and counts those that still cannot', async () => {
    await publish(about('A', [coded(['EMMA_ID', 'XX001']), coded(['EMMA_ID', 'XX002'])]), about('B', [coded(['EMMA_ID', 'XX999'])]))
    assert.deepEqual({ eventsAt: await eventsAt(51, 11), unlocated: await unlocated() }, { eventsAt: [], unlocated: 3 })
    const loaded = await load(writeFeatureCollection(WEST))
    assert.deepEqual(loaded, { areas: 1, aliases: 0, unknownAliases: 0, register: [{ scheme: 'EMMA_ID', areas: 1 }] })
    assert.deepEqual([await eventsAt(51, 11), await eventsAt(50.5, 20.5), await unlocated()], [['A'], [], 2])
    await load(writeFeatureCollection(ISLANDS))
    assert.deepEqual(
      [await eventsAt(50.5, 20.5), await eventsAt(50.5, 22.5), await eventsAt(50.5, 21.5), await unlocated()],
      [['A'], ['A'], [], 1],
    )
  })

  it('replaces an area, and accepts other codes for it', async () => {
    await publish(about('C', [coded(['NUTS2', 'XX1'])]))
    const moved = buildTestFeature({ code: 'XX001', name: 'West' }, buildRectangle(30, 50, 32, 52))
    const loaded = await load(writeFeatureCollection(moved), 'CODE,ALIAS_CODE,ALIAS_TYPE\nXX001,XX1,NUTS2\nXX888,XX8,NUTS2')
    assert.deepEqual({ aliases: loaded.aliases, unknownAliases: loaded.unknownAliases }, { aliases: 1, unknownAliases: 1 })
    assert.deepEqual([await eventsAt(51, 31), await eventsAt(51, 11)], [['A', 'C'], []])
  })

  it('of a feed that brings its own is done once, and leaves alone a scheme that the register has', async () => {
    let reads = 0
    const feedOf = (scheme: string) => {
      const read = async () => {
        reads += 1
        return [{ scheme, code: 'Q1', name: 'Brought', polygons: [buildRectangle(60, 50, 62, 52)] }]
      }
      return { capability: { ...feed.capability, areas: { scheme, read } } }
    }
    const { kysely } = app.services.storage.database
    const loadBundled = () => loadBundledAreas(kysely, [feedOf('SAME'), feedOf('EMMA_ID')], app.clock.now())
    await loadBundled()
    await loadBundled()
    assert.equal(reads, 1)
    await publish(about('Q', [coded(['SAME', 'Q1'])]), about('R', [coded(['EMMA_ID', 'Q1'])]))
    assert.deepEqual(await eventsAt(51, 61), ['Q'])
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
