import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldWarnings } from './fold.ts'
import { buildTestStormWarning } from './testing/warning.ts'

const events = (...list: Parameters<typeof buildTestStormWarning>[0][]) =>
  foldWarnings(list.map((change) => buildTestStormWarning(change))).map(({ event }) => event)

describe('foldWarnings', () => {
  it('makes warnings of the same words and times one, with the areas of all in each language', () => {
    const texts = (name: string) => [
      { language: 'de', event: 'Sturm', description: 'Böen.', instruction: null, areas: [`Kreis ${name}`] },
      { language: 'en', event: 'Storm', description: 'Gusts.', instruction: null, areas: [name] },
    ]
    const [first, ...others] = foldWarnings([
      buildTestStormWarning({ id: 'a', areas: ['Uckermark'], texts: texts('Uckermark') }),
      buildTestStormWarning({ id: 'b', areas: ['Barnim'], texts: texts('Barnim') }),
      buildTestStormWarning({ id: 'c', areas: ['Barnim'], texts: texts('Barnim') }),
    ])
    assert.deepEqual(others, [])
    assert.deepEqual({ ids: first?.ids, areas: first?.areas }, { ids: ['a', 'b', 'c'], areas: ['Uckermark', 'Barnim'] })
    assert.deepEqual(
      first?.texts.map(({ areas }) => areas),
      [
        ['Kreis Uckermark', 'Kreis Barnim'],
        ['Uckermark', 'Barnim'],
      ],
    )
  })

  for (const [what, change] of Object.entries({
    'another level': { color: 'red' },
    'another end': { end: '2026-07-02T00:00:00Z' },
    'no end': { end: null },
    'another start': { start: '2026-07-01T13:00:00Z' },
    'another event': { event: 'Hail' },
    'another issuer': { senderName: 'Flood centre' },
    'another feed': { source: 'other' },
    'another country': { country: 'FR' },
    'other words': { texts: [{ language: 'en', event: 'Storm', description: 'More gusts.', instruction: null, areas: [] }] },
    'other advice': { texts: [{ language: 'en', event: 'Storm', description: 'Gusts.', instruction: 'Leave.', areas: [] }] },
  } as const))
    it(`keeps warnings apart by ${what}`, () =>
      assert.equal(foldWarnings([buildTestStormWarning(), buildTestStormWarning({ id: 'b', ...change })]).length, 2))

  it('puts the most severe first, and what nobody grades before the least', () => {
    const list = (['blue', null, 'yellow', 'violet', 'orange', 'red'] as const).map((color) => ({ color, event: String(color) }))
    assert.deepEqual(events(...list), ['violet', 'red', 'orange', 'yellow', 'null', 'blue'])
  })

  it('puts the issuer’s own level before our estimate, what is in force before what comes, and then the earlier', () => {
    assert.deepEqual(
      events(
        { event: 'late', state: 'upcoming', start: '2026-07-03T00:00:00Z' },
        { event: 'estimate', colorSource: 'derived', state: 'active' },
        { event: 'soon', state: 'upcoming', start: '2026-07-02T00:00:00Z' },
        { event: 'stated', colorSource: 'severity', state: 'active' },
        { event: 'now', state: 'active' },
      ),
      ['now', 'soon', 'late', 'stated', 'estimate'],
    )
  })
})
