import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ALERT_ID_PATTERN, identifyAlerts } from './alert-identity.ts'
import type { AlertDraft } from './alert-identity.ts'

const DRAFT: AlertDraft = {
  source: 'openweather',
  senderName: 'Deutscher Wetterdienst',
  event: 'gale-force gusts',
  start: '2026-01-01T00:00:00Z',
  end: '2026-01-01T06:00:00Z',
  description: 'Gusts of 70 km/h.',
  instruction: null,
  severity: 'unknown',
  urgency: 'unknown',
  certainty: 'unknown',
  tags: [],
  areas: [],
  cancelled: false,
}

const draft = (change: Partial<AlertDraft> = {}): AlertDraft => ({ ...DRAFT, ...change })
const ids = (...drafts: AlertDraft[]) => identifyAlerts(drafts).map((alert) => alert.id)

describe('identifyAlerts', () => {
  it('keeps the id over refreshes, extensions and rewording', () => {
    const [id] = ids(draft())
    assert.deepEqual(ids(draft({ end: '2026-01-02T00:00:00Z', description: 'Gusts of 80 km/h.', severity: 'severe', tags: ['Wind'] })), [
      id,
    ])
    assert.deepEqual(ids(draft({ end: null })), [id])
  })

  it('tells source, sender, event and start apart', () => {
    const variants = [{}, { source: 'nws' }, { senderName: null }, { senderName: 'x' }, { event: 'x' }, { start: '2026-01-01T06:00:00Z' }]
    assert.equal(new Set(ids(...variants.map(draft))).size, variants.length)
  })

  it('goes by the key alone where there is one', () => {
    const key = 'KMOB.TO.A.0641'
    assert.deepEqual(ids(draft({ key })), ids(draft({ key, event: 'reworded', start: '2026-01-01T01:00:00Z' })))
    assert.notDeepEqual(ids(draft({ key })), ids(draft({ key: 'KMOB.TO.A.0642' })))
    assert.equal('key' in (identifyAlerts([draft({ key })])[0] ?? {}), false)
  })

  it('tells equal ones of one list apart by their text', () => {
    const twins = ids(draft({ description: 'North coast' }), draft({ description: 'South coast' }))
    assert.equal(new Set(twins).size, 2)
    assert.deepEqual(ids(draft({ description: 'South coast' }), draft({ description: 'North coast' })), twins.toReversed())
  })

  it('keeps two ids for twins in two languages, whose titles differ', () => {
    assert.equal(
      new Set(ids(draft({ senderName: null, event: 'Wind', description: '' }), draft({ senderName: null, event: 'Ветер' }))).size,
      2,
    )
  })

  it('makes one alert of those that are equal in their text too', () => {
    const merged = identifyAlerts([
      draft({ end: '2026-01-01T03:00:00Z', areas: ['A'], tags: ['Wind'], cancelled: true }),
      draft({ areas: ['B', 'A'] }),
    ])
    assert.equal(merged.length, 1)
    assert.deepEqual([merged[0]?.end, merged[0]?.areas, merged[0]?.tags, merged[0]?.cancelled], [DRAFT.end, ['A', 'B'], ['Wind'], false])
    assert.equal(identifyAlerts([draft({ end: null }), draft()])[0]?.end, null)
  })

  it('takes empty senders and texts, and any text at all', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 })
    const start = fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((date) => `${date.toISOString().slice(0, 19)}Z`)
    const arbitrary = fc.record({ source: text, senderName: fc.option(text), event: text, start, description: text }).map(draft)
    fc.assert(
      fc.property(fc.array(arbitrary, { maxLength: 8 }), fc.integer({ min: 0, max: 7 }), (drafts, turn) => {
        const found = ids(...drafts)
        for (const id of found) assert.match(id, ALERT_ID_PATTERN)
        assert.equal(new Set(found).size, found.length)
        const turned = [...drafts.slice(turn), ...drafts.slice(0, turn)]
        assert.deepEqual(ids(...turned).toSorted(), found.toSorted())
        assert.deepEqual(ids(...drafts.map((one) => ({ ...one, end: null }))).toSorted(), found.toSorted())
      }),
    )
  })
})
