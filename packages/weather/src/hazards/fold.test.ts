import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Alert } from '../alert.ts'
import { foldOfficial, chooseQuotedAlert } from './fold.ts'
import { buildTestAlert } from './testing/alert.ts'

const nws = (fields: Partial<Alert>) => buildTestAlert({ source: 'nws', severity: 'severe', ...fields })
const relay = (fields: Partial<Alert>) => buildTestAlert({ source: 'openweather', senderName: 'NWS Norman (Oklahoma)', ...fields })
const german = (fields: Partial<Alert>) => buildTestAlert({ source: 'openweather', senderName: 'Deutscher Wetterdienst', ...fields })

/** The folded ids, by their leads. */
const groups = (...alerts: Alert[]) => foldOfficial(alerts).map(({ members }) => members.map(({ id }) => id))

describe('foldOfficial', () => {
  it('folds a relay into the issuer’s alert, the issuer first', () => {
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
    [
      'two without an end that start at different times',
      nws({ id: 'a', event: 'Flood Warning', end: null }),
      relay({ id: 'b', event: 'Flood Warning', start: '2026-07-01T15:00:00Z', end: null }),
    ],
    [
      'one that ends when the other starts, within the hour',
      nws({ id: 'a', event: 'Flood Warning', end: '2026-07-01T12:30:00Z' }),
      relay({ id: 'b', event: 'Flood Warning', start: '2026-07-01T12:30:00Z' }),
    ],
    ['similar hazards in one language', nws({ id: 'a', event: 'Flood Warning' }), relay({ id: 'b', event: 'Flash Flood Warning' })],
    [
      'one issuer, one language, consecutive periods',
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
      'unknown languages',
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
      'starts exactly an hour apart',
      nws({ id: 'a', event: 'Flood Warning' }),
      relay({ id: 'b', event: 'Flood Warning', start: '2026-07-01T13:00:00Z', end: '2026-07-01T19:00:00Z' }),
    ],
    [
      'equal ends despite hours of difference',
      nws({ id: 'a', event: 'Flood Warning', start: '2026-07-01T06:00:00Z' }),
      relay({ id: 'b', event: 'Flood Warning', start: '2026-07-01T12:00:00Z' }),
    ],
    [
      'an alert without an end, whose relay gives the end of its message',
      nws({
        id: 'a',
        event: 'Air Quality Alert',
        severity: null,
        start: '2026-07-01T15:00:00Z',
        end: null,
        expires: '2026-07-02T04:00:00Z',
      }),
      relay({ id: 'b', event: 'Air Quality Alert', start: '2026-07-01T12:00:00Z', end: '2026-07-02T04:00:00Z' }),
    ],
    [
      'the same start, whatever the ends',
      nws({ id: 'a', event: 'Air Quality Alert', severity: null, end: null, expires: '2026-07-02T04:00:00Z' }),
      relay({ id: 'b', event: 'Air Quality Alert', end: '2026-07-03T04:00:00Z' }),
    ],
    [
      'a relay that has only a tag',
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

  it('pairs two tornadoes with their relays one to one', () => {
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

  it('pairs those closest in time, counting both start and end', () => {
    const event = 'Flood Warning'
    const own = nws({ id: 'a', event, start: '2026-07-01T12:00:00Z', end: '2026-07-01T18:00:00Z' })
    // Both start within the hour; the one that starts later ends at the same moment.
    const [near, far] = [
      relay({ id: 'near', event, start: '2026-07-01T12:20:00Z', end: '2026-07-01T18:00:00Z' }),
      relay({ id: 'far', event, start: '2026-07-01T12:10:00Z', end: '2026-07-02T18:00:00Z' }),
    ]
    assert.deepEqual(groups(far, near, own).toSorted(), [['a', 'near'], ['far']])
    const endless = nws({ id: 'a', event, start: '2026-07-01T12:00:00Z', end: null })
    assert.deepEqual(groups(far, near, endless).toSorted(), [['a', 'far'], ['near']])
  })

  it('folds translations only if they name the same hazards', () => {
    const [wind, rainAndWind] = [german({ id: 'a', event: 'STURMBÖEN' }), german({ id: 'b', event: 'wind and heavy rain' })]
    assert.deepEqual(groups(wind, rainAndWind).toSorted(), [['a'], ['b']])
    const [own, relayed] = [
      nws({ id: 'c', event: 'Wind Advisory' }),
      relay({ id: 'd', event: 'Viento', senderName: null, description: 'El viento de la costa es fuerte en las islas' }),
    ]
    assert.deepEqual(groups(own, relayed), [['c', 'd']])
  })

  it('takes an alert that names its areas for the issuer’s own', () => {
    const [vague, exact] = [
      relay({ id: 'a', event: 'Flood Warning' }),
      nws({ id: 'b', event: 'Flood Warning', severity: null, areas: ['X'] }),
    ]
    assert.equal(foldOfficial([vague, exact])[0]?.lead.id, 'b')
  })

  it('has a severity if one of its members states it', () => {
    const [folded] = foldOfficial([relay({ event: 'Flood Warning' }), nws({ event: 'Flood Warning', severity: 'extreme' })])
    assert.equal(folded?.severity, 'extreme')
    assert.equal(foldOfficial([relay({ event: 'Flood Warning' })])[0]?.severity, null)
  })

  it('counts an alert that was read twice once', () => {
    const [folded, ...others] = foldOfficial([nws({ id: 'a' }), nws({ id: 'a', end: '2026-07-01T20:00:00Z' }), nws({ id: 'a' })])
    assert.deepEqual(
      { end: folded?.lead.end, members: folded?.members.length, others: others.length },
      { end: '2026-07-01T20:00:00Z', members: 1, others: 0 },
    )
  })

  it('follows the issuer’s cancellation even if a relay still lists the alert', () => {
    const [folded] = foldOfficial([relay({ id: 'b', event: 'Tornado Watch' }), nws({ id: 'a', event: 'Tornado Watch', cancelled: true })])
    assert.equal(folded?.lead.cancelled, true)
  })

  it('leads with the issuer, then the language of the reader, then English', () => {
    const [de, en] = [german({ id: 'b', event: 'STURMBÖEN' }), german({ id: 'c', event: 'gale-force gusts' })]
    const leadFor = (lang: string | undefined, ...alerts: Alert[]) => foldOfficial(alerts, lang).map(({ lead }) => lead.id)
    assert.deepEqual(
      {
        leadForDe: leadFor('de', de, en),
        leadForEn: leadFor('en', de, en),
        leadForFr: leadFor('fr', de, en),
        leadForUndefined: leadFor(undefined, de, en),
      },
      { leadForDe: ['b'], leadForEn: ['c'], leadForFr: ['c'], leadForUndefined: ['c'] },
    )
    const own = nws({ id: 'z', event: 'Tornado Warning' })
    assert.deepEqual(leadFor('es', relay({ id: 'a', event: 'Tornado Warning', description: 'El tornado es la causa de los daños' }), own), [
      'z',
    ])
  })

  const doubtful: readonly (readonly [string, Alert, Alert])[] = [
    [
      'two that follow each other within the hour',
      nws({ id: 'a', event: 'Tornado Warning', start: '2026-07-01T12:00:00Z', end: '2026-07-01T12:20:00Z' }),
      relay({ id: 'b', event: 'Tornado Warning', start: '2026-07-01T12:30:00Z', end: '2026-07-01T13:00:00Z' }),
    ],
    [
      'a yellow and a red one',
      german({ id: 'a', event: 'Gelbe Windwarnung', severity: 'moderate' }),
      german({ id: 'b', event: 'Red wind warning', severity: 'extreme' }),
    ],
    [
      'a watch and a warning in two languages',
      german({ id: 'a', event: 'Vorabinformation Sturm' }),
      german({ id: 'b', event: 'storm warning' }),
    ],
    [
      'air quality on two overlapping days',
      nws({
        id: 'a',
        event: 'Air Quality Alert',
        severity: null,
        start: '2026-07-01T15:00:00Z',
        end: null,
        expires: '2026-07-03T04:00:00Z',
      }),
      relay({ id: 'b', event: 'Air Quality Alert', start: '2026-07-01T06:00:00Z', end: '2026-07-02T04:00:00Z' }),
    ],
    [
      'the services of two countries',
      nws({ id: 'a', event: 'Wind Warning' }),
      relay({ id: 'b', event: 'Wind Warning', senderName: 'Environment Canada' }),
    ],
  ]
  for (const [what, a, b] of doubtful) it(`keeps apart ${what}`, () => assert.equal(foldOfficial([a, b]).length, 2))
})

describe('the alert quoted to a reader', () => {
  const issued = {
    en: german({ id: 'en', event: 'gale-force gusts', description: 'Gusts.' }),
    de: german({ id: 'de', event: 'STURMBÖEN', description: 'Es treten Sturmböen auf. '.repeat(20) }),
    fr: german({ id: 'fr', event: 'Vent violent', description: 'Rafales.' }),
  }
  const { en, de, fr } = issued
  const table: readonly (readonly [lang: string, alerts: readonly [Alert, ...Alert[]], id: string])[] = [
    ['fr', [de, en, fr], 'fr'],
    ['fr-CA', [de, en, fr], 'fr'],
    ['ja', [de, en, fr], 'en'],
    ['ja', [de, fr], 'de'],
    ['en', [de, en], 'en'],
  ]
  for (const [lang, alerts, id] of table)
    it(`in ${lang} of ${alerts.map((alert) => alert.id).join(', ')} is the one in ${id}, however long the texts are`, () =>
      assert.equal(chooseQuotedAlert(alerts, lang).id, id))
})
