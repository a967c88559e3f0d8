import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Alert } from '../alert.ts'
import { classifyOfficial } from './classify.ts'
import { foldOfficial } from './fold.ts'
import { alertWith } from './testing/alert.ts'

const nws = (told: Partial<Alert>) => alertWith({ source: 'nws', severity: 'severe', ...told })
const relay = (told: Partial<Alert>) => alertWith({ source: 'openweather', senderName: 'NWS Norman (Oklahoma)', ...told })
const german = (told: Partial<Alert>) => alertWith({ source: 'openweather', senderName: 'Deutscher Wetterdienst', ...told })

/** The ids that are folded, by their leads. */
const groups = (...alerts: Alert[]) => foldOfficial(alerts).map(({ members }) => members.map(({ id }) => id))

describe('foldOfficial', () => {
  it('folds what a relay repeats, the issuer first', () => {
    const [own, repeated] = [
      nws({ id: 'a', event: 'Tornado Warning' }),
      relay({ id: 'b', event: 'TORNADO WARNING', start: '2026-07-01T12:30:00Z' }),
    ]
    assert.deepEqual(foldOfficial([repeated, own]), [
      {
        lead: own,
        members: [own, repeated],
        sources: ['nws', 'openweather'],
        hazards: ['thunderstorm', 'tornado'],
        severity: 'severe',
        severitySource: 'stated',
        isWarning: true,
      },
    ])
  })

  const apart: readonly (readonly [string, Alert, Alert])[] = [
    ['two tornadoes of one source', nws({ id: 'a', event: 'Tornado Warning' }), nws({ id: 'b', event: 'Tornado Warning' })],
    ['a watch and a warning', nws({ id: 'a', event: 'Tornado Warning' }), relay({ id: 'b', event: 'Tornado Watch' })],
    [
      'the same, more than an hour later',
      nws({ id: 'a', event: 'Flood Warning' }),
      relay({ id: 'b', event: 'Flood Warning', start: '2026-07-01T13:00:01Z', end: '2026-07-01T19:00:00Z' }),
    ],
    ['hazards alike in one language', nws({ id: 'a', event: 'Flood Warning' }), relay({ id: 'b', event: 'Flash Flood Warning' })],
    [
      'one issuer, one language, periods that follow',
      german({ id: 'a', event: 'wind gusts', start: '2026-07-01T12:00:00Z', end: '2026-07-01T18:00:00Z' }),
      german({ id: 'b', event: 'wind gusts', start: '2026-07-01T18:00:00Z', end: '2026-07-01T23:00:00Z' }),
    ],
    [
      'two issuers, two languages',
      german({ id: 'a', event: 'STURMBÖEN' }),
      german({ id: 'b', event: 'wind gusts', senderName: 'Met Office' }),
    ],
    ['one issuer, two languages, two hazards', german({ id: 'a', event: 'STURMBÖEN' }), german({ id: 'b', event: 'heavy rain' })],
    [
      'languages that are not known',
      german({ id: 'a', event: 'Orkaanivaroitus', tags: ['Wind'] }),
      german({ id: 'b', event: 'Viharjelzés', tags: ['Wind'] }),
    ],
  ]
  for (const [what, a, b] of apart) it(`keeps apart ${what}`, () => assert.deepEqual(groups(a, b).toSorted(), [['a'], ['b']]))

  const together: readonly (readonly [string, Alert, Alert])[] = [
    ['one issuer in two languages', german({ id: 'a', event: 'STURMBÖEN' }), german({ id: 'b', event: 'gale-force gusts' })],
    [
      'one title, the texts in two languages',
      german({ id: 'a', event: 'FROST', description: 'Es tritt leichter Frost auf. In der Nacht ist es kalt.' }),
      german({ id: 'b', event: 'frost', description: 'There is a risk of frost.' }),
    ],
    [
      'equal ends over hours of difference',
      nws({ id: 'a', event: 'Flood Warning', start: '2026-07-01T06:00:00Z' }),
      relay({ id: 'b', event: 'Flood Warning', start: '2026-07-01T12:00:00Z' }),
    ],
    [
      'a relay that has a tag only',
      nws({ id: 'a', event: 'Extreme Heat Warning' }),
      relay({ id: 'b', event: 'Extreme high temperature', tags: ['Extreme high temperature'] }),
    ],
  ]
  for (const [what, a, b] of together)
    it(`folds ${what}`, () =>
      assert.deepEqual(
        groups(a, b).map((ids) => ids.toSorted()),
        [['a', 'b']],
      ))

  it('pairs two tornadoes and their relays one to one', () => {
    const [first, second] = [{ start: '2026-07-01T12:00:00Z' }, { start: '2026-07-01T12:20:00Z' }]
    const event = 'Tornado Warning'
    const found = groups(
      relay({ id: 'v', event, ...second }),
      nws({ id: 'a', event, ...first }),
      relay({ id: 'w', event, ...first }),
      nws({ id: 'b', event, ...second }),
    )
    assert.deepEqual(found, [
      ['a', 'w'],
      ['b', 'v'],
    ])
  })

  it('has a severity where one of them states it', () => {
    const [folded] = foldOfficial([relay({ event: 'Flood Warning' }), nws({ event: 'Flood Warning', severity: 'extreme' })])
    assert.equal(folded?.severity, 'extreme')
    assert.equal(foldOfficial([relay({ event: 'Flood Warning' })])[0]?.severity, null)
  })

  it('takes an alert that was read twice once', () => {
    const [folded, ...others] = foldOfficial([nws({ id: 'a' }), nws({ id: 'a', end: '2026-07-01T20:00:00Z' }), nws({ id: 'a' })])
    assert.deepEqual([folded?.lead.end, folded?.members.length, others.length], ['2026-07-01T20:00:00Z', 1, 0])
  })

  it('calls off with its issuer what a relay still has', () => {
    const [folded] = foldOfficial([relay({ id: 'b', event: 'Tornado Watch' }), nws({ id: 'a', event: 'Tornado Watch', cancelled: true })])
    assert.equal(folded?.lead.cancelled, true)
  })

  it('loses none, joins no two of one source and language, and does not heed the order', () => {
    const alert = fc.record({
      source: fc.constantFrom('nws', 'openweather', 'third'),
      event: fc.constantFrom('Wind Advisory', 'wind gusts', 'WINDBÖEN', 'Ветер', 'Wind', 'Tornado Warning', 'Notice'),
      senderName: fc.constantFrom('NWS Norman OK', 'Deutscher Wetterdienst'),
      start: fc.integer({ min: 10, max: 15 }).map((hour) => `2026-07-01T${hour}:00:00Z`),
      end: fc.constantFrom('2026-07-01T16:00:00Z', '2026-07-01T18:00:00Z', null),
    })
    const alerts = fc.array(alert, { maxLength: 9 }).map((list) => list.map((told, index) => alertWith({ ...told, id: `id-${index}` })))
    const shuffled = alerts.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        const folded = foldOfficial(list)
        assert.deepEqual(foldOfficial(other), folded)
        assert.deepEqual(folded.flatMap(({ members }) => members.map(({ id }) => id)).toSorted(), list.map(({ id }) => id).toSorted())
        for (const { members } of folded)
          for (const [index, a] of members.entries())
            for (const b of members.slice(index + 1)) {
              const [mine, others] = [classifyOfficial(a).languages, classifyOfficial(b).languages]
              assert.ok(a.source !== b.source || !mine.some((language) => others.includes(language)))
            }
      }),
      { numRuns: 300 },
    )
  })
})
