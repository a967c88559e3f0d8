import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reader } from '../visit/reader.server.ts'
import { READER } from '../visit/testing/visit.ts'
import type { Coverage } from './collection.ts'
import { foldWarnings } from './fold.ts'
import { warning } from './testing/warning.ts'
import { countryViews, listView } from './view.server.ts'
import { zoneOf } from './zone.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')
const GERMAN = { ...READER, lang: 'de', locale: 'de-DE' } as const
const entriesOf = (change: Parameters<typeof warning>[0], reader: Reader = READER) =>
  listView(foldWarnings([warning(change)]), reader, NOON, 10).entries
const entryOf = (change: Parameters<typeof warning>[0], reader: Reader = READER) => entriesOf(change, reader)[0] ?? assert.fail('no entry')

describe('listView', () => {
  it('tells times in the zone of the country', () => {
    const entry = entryOf({ state: 'upcoming' })
    assert.match(entry.when, /14:00.*22:00/)
    assert.equal(entry.zone, 'CEST')
    assert.equal(entryOf({ country: null }).zone, 'UTC')
  })

  it('draws onset to end over the days of the list, an open end to its edge', () => {
    // From midnight to midnight two days later in Germany, where it is 14:00.
    const { bar } = entryOf({})
    assert.deepEqual([bar.from, bar.to, bar.now], [29.2, 45.8, 29.2])
    assert.deepEqual(bar.days, ['Wed', 'Thu'])
    assert.equal(entryOf({ end: null }).bar.to, 100)
    const long = entryOf({ start: '2026-06-20T00:00:00Z', end: '2026-07-20T00:00:00Z' }).bar
    assert.deepEqual([long.from, long.to, long.days.length], [0, 100, 5])
  })

  const TEXTS = [
    { language: 'fr', event: 'Tempête', description: 'Rafales.', instruction: 'Restez chez vous.', areas: ['Ain'] },
    { language: 'de-AT', event: 'Sturm', description: 'Böen.', instruction: null, areas: ['Ain (Frankreich)'] },
  ]

  it('has the reader’s language, and beside it the issuer’s own', () => {
    const entry = entryOf({ texts: TEXTS }, GERMAN)
    assert.deepEqual([entry.event, entry.lang, entry.areas, entry.instruction], ['Sturm', 'de-AT', 'Ain (Frankreich)', null])
    assert.deepEqual(entry.original, {
      label: 'Original (Französisch)',
      lang: 'fr',
      event: 'Tempête',
      description: 'Rafales.',
      instruction: 'Restez chez vous.',
    })
    const original = entryOf({ texts: TEXTS })
    assert.deepEqual([original.event, original.original], ['Tempête', null])
  })

  it('has what there is of a warning without texts', () => {
    const entry = entryOf({ texts: [], senderName: null, attribution: null, color: null, colorSource: null, severity: null })
    assert.deepEqual([entry.event, entry.areas, entry.description, entry.original], ['Storm', 'Barnim', '', null])
    assert.deepEqual([entry.issuer, entry.credit, entry.levelWord, entry.isGrave], [null, null, 'Severity not stated', false])
  })

  it('marks a level that is our estimate', () => {
    assert.equal(entryOf({ colorSource: 'level' }).levelWord, 'Orange')
    assert.equal(entryOf({ colorSource: 'derived' }).levelWord, 'Severe (our estimate)')
  })

  it('says how many it does not show', () => {
    const list = foldWarnings(Array.from({ length: 5 }, (_, i) => warning({ id: String(i), event: `Storm ${i}` })))
    assert.equal(listView(list, READER, NOON, 5).more, null)
    const cut = listView(list, READER, NOON, 3)
    assert.deepEqual([cut.entries.length, cut.more], [3, '2 more are not shown here.'])
  })
})

describe('countryViews', () => {
  const feed = (change: Partial<Coverage> = {}): Coverage => ({
    source: 'agency',
    name: 'Agency',
    country: 'DE',
    readAt: '2026-07-01T11:56:00Z',
    current: true,
    unlocated: 0,
    ...change,
  })

  it('counts by level, with the most severe country first', () => {
    const views = countryViews(
      [feed({ country: 'AT' }), feed(), feed({ country: 'FR' })],
      foldWarnings([
        warning({ color: 'yellow' }),
        warning({ id: '2', color: 'red', country: 'FR' }),
        warning({ id: '3', color: 'blue', country: 'FR' }),
      ]),
      READER,
      NOON,
    )
    assert.deepEqual(
      views.map(({ name, path, colors, isEmpty, ago }) => [name, path, colors.map(({ color, n }) => `${color} ${n}`).join(), isEmpty, ago]),
      [
        ['France', '/warnings/FR', 'red 1,blue 1', false, '4 minutes ago'],
        ['Germany', '/warnings/DE', 'yellow 1', false, '4 minutes ago'],
        ['Austria', '/warnings/AT', '', true, '4 minutes ago'],
      ],
    )
  })

  it('does not let an old or missing reading pass for an all-clear', () => {
    const [old] = countryViews([feed({ current: false })], [], READER, NOON)
    assert.match(old?.note ?? '', /no all-clear/)
    const [never] = countryViews([feed({ current: false, readAt: null })], [], READER, NOON)
    assert.equal(never?.read, 'Not read yet')
    const [other] = countryViews(
      [feed({ current: false }), feed({ source: 'collector', readAt: '2026-07-01T11:00:00Z' })],
      [],
      READER,
      NOON,
    )
    assert.deepEqual([other?.note, other?.ago], [null, '4 minutes ago'])
  })

  it('names a feed that is not one country’s', () => {
    const [view] = countryViews([feed({ country: null, name: 'Flood centre' })], foldWarnings([warning({ country: null })]), READER, NOON)
    assert.deepEqual([view?.name, view?.path, view?.total], ['Flood centre', null, '1 warning'])
  })
})

describe('zoneOf', () => {
  const table: readonly (readonly [country: string | null, zone: RegExp])[] = [
    ['DE', /^Europe\/Berlin$/],
    ['JP', /^Asia\/Tokyo$/],
    // Zones of different times.
    ['ES', /^UTC$/],
    ['US', /^UTC$/],
    [null, /^UTC$/],
    ['XX', /^UTC$/],
  ]
  for (const [country, zone] of table) it(`of ${country} is ${zone.source}`, () => assert.match(zoneOf(country, NOON), zone))
})
