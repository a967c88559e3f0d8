import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reader } from '../visit/reader.server.ts'
import { READER } from '../visit/testing/visit.ts'
import type { Coverage } from './collection.ts'
import { foldWarnings } from './fold.ts'
import { buildTestStormWarning } from './testing/warning.ts'
import { buildCountryViews, buildListView } from './view.server.ts'
import { chooseCountryZone } from './zone.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')
const GERMAN = { ...READER, lang: 'de', locale: 'de-DE' } as const
const entriesOf = (change: Parameters<typeof buildTestStormWarning>[0], reader: Reader = READER) =>
  buildListView(foldWarnings([buildTestStormWarning(change)]), reader, NOON, 10).entries
const entryOf = (change: Parameters<typeof buildTestStormWarning>[0], reader: Reader = READER) =>
  entriesOf(change, reader)[0] ?? assert.fail('no entry')

describe('listView', () => {
  it('tells times in the zone of the area, where a country has several', () => {
    const at = (timezone: string) => entryOf({ state: 'upcoming', country: 'US', timezone })
    assert.match(at('America/Denver').when, /06:00.*14:00/)
    assert.match(at('America/New_York').when, /08:00.*16:00/)
    assert.notEqual(at('America/Denver').zone, 'UTC')
  })

  it('tells times in the zone of the country, without an outline', () => {
    const entry = entryOf({ state: 'upcoming' })
    assert.match(entry.when, /14:00.*22:00/)
    assert.equal(entry.zone, 'CEST')
    assert.equal(entryOf({ country: null }).zone, 'UTC')
  })

  it('draws onset to end over the days of the list, an open end to its edge', () => {
    // From midnight to midnight two days later in Germany, where it is 14:00.
    const { bar } = entryOf({})
    assert.deepEqual({ from: bar.from, to: bar.to, now: bar.now }, { from: 29.2, to: 45.8, now: 29.2 })
    assert.deepEqual(bar.days, ['Wed', 'Thu'])
    assert.equal(entryOf({ end: null }).bar.to, 100)
    const long = entryOf({ start: '2026-06-20T00:00:00Z', end: '2026-07-20T00:00:00Z' }).bar
    assert.deepEqual({ from: long.from, to: long.to, days: long.days.length }, { from: 0, to: 100, days: 5 })
  })

  const TEXTS = [
    { language: 'fr', event: 'Tempête', description: 'Rafales.', instruction: 'Restez chez vous.', areas: ['Ain'] },
    { language: 'de-AT', event: 'Sturm', description: 'Böen.', instruction: null, areas: ['Ain (Frankreich)'] },
  ]

  it('has the reader’s language, and beside it the issuer’s own', () => {
    const entry = entryOf({ texts: TEXTS }, GERMAN)
    assert.deepEqual(
      { event: entry.event, lang: entry.lang, areas: entry.areas, instruction: entry.instruction },
      { event: 'Sturm', lang: 'de-AT', areas: 'Ain (Frankreich)', instruction: null },
    )
    assert.deepEqual(entry.original, {
      label: 'Original (Französisch)',
      lang: 'fr',
      event: 'Tempête',
      description: 'Rafales.',
      instruction: 'Restez chez vous.',
    })
    const original = entryOf({ texts: TEXTS })
    assert.deepEqual({ event: original.event, original: original.original }, { event: 'Tempête', original: null })
  })

  it('has what there is of a warning without texts', () => {
    const entry = entryOf({ texts: [], senderName: null, attribution: null, color: null, colorSource: null, severity: null })
    assert.deepEqual(
      { event: entry.event, areas: entry.areas, description: entry.description, original: entry.original },
      { event: 'Storm', areas: 'Barnim', description: '', original: null },
    )
    assert.deepEqual(
      { issuer: entry.issuer, credit: entry.credit, levelWord: entry.levelWord, isGrave: entry.isGrave },
      { issuer: null, credit: null, levelWord: 'Severity not stated', isGrave: false },
    )
  })

  it('marks a level that is our estimate', () => {
    assert.equal(entryOf({ colorSource: 'level' }).levelWord, 'Orange')
    assert.equal(entryOf({ colorSource: 'derived' }).levelWord, 'Severe (our estimate)')
  })

  it('says how many it does not show', () => {
    const list = foldWarnings(Array.from({ length: 5 }, (_, i) => buildTestStormWarning({ id: String(i), event: `Storm ${i}` })))
    assert.equal(buildListView(list, READER, NOON, 5).more, null)
    const cut = buildListView(list, READER, NOON, 3)
    assert.deepEqual({ entries: cut.entries.length, more: cut.more }, { entries: 3, more: '2 more are not shown here.' })
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
    const views = buildCountryViews(
      [feed({ country: 'AT' }), feed(), feed({ country: 'FR' })],
      foldWarnings([
        buildTestStormWarning({ color: 'yellow' }),
        buildTestStormWarning({ id: '2', color: 'red', country: 'FR' }),
        buildTestStormWarning({ id: '3', color: 'blue', country: 'FR' }),
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
    const [old] = buildCountryViews([feed({ current: false })], [], READER, NOON)
    assert.match(old?.note ?? '', /Where none is shown, there may be one/)
    const [never] = buildCountryViews([feed({ current: false, readAt: null })], [], READER, NOON)
    assert.equal(never?.read, 'Not read yet')
    const [other] = buildCountryViews(
      [feed({ current: false }), feed({ source: 'collector', readAt: '2026-07-01T11:00:00Z' })],
      [],
      READER,
      NOON,
    )
    assert.deepEqual({ note: other?.note, ago: other?.ago }, { note: null, ago: '4 minutes ago' })
  })

  it('names a feed that is not one country’s', () => {
    const [view] = buildCountryViews(
      [feed({ country: null, name: 'Flood centre' })],
      foldWarnings([buildTestStormWarning({ country: null })]),
      READER,
      NOON,
    )
    assert.deepEqual({ name: view?.name, path: view?.path, total: view?.total }, { name: 'Flood centre', path: null, total: '1 warning' })
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
  for (const [country, zone] of table) it(`of ${country} is ${zone.source}`, () => assert.match(chooseCountryZone(country, NOON), zone))
})
