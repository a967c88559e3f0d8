import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/helpers/any-character.ts'
import {
  ALERT_ID_PATTERN,
  type AlertDraft,
  continueIdentities,
  chooseEarlierStart,
  identifyAlerts,
  inheritIdentities,
} from './alert-identity.ts'
import type { Alert } from './alert.ts'

const DRAFT: AlertDraft = {
  source: 'openweather',
  senderName: 'Deutscher Wetterdienst',
  event: 'gale-force gusts',
  start: '2026-01-01T00:00:00Z',
  end: '2026-01-01T06:00:00Z',
  description: 'Gusts of 70 km/h.',
  instruction: null,
  severity: null,
  severitySource: null,
  urgency: 'unknown',
  certainty: 'unknown',
  tags: [],
  areas: [],
  cancelled: false,
}

const CELL = 4_711
const draft = (change: Partial<AlertDraft> = {}): AlertDraft => ({ ...DRAFT, ...change })
const ids = (...drafts: AlertDraft[]) => identifyAlerts(drafts, CELL).map((alert) => alert.id)

describe('identifyAlerts', () => {
  it('keeps the id over refreshes, extensions and rewording', () => {
    const [id] = ids(draft())
    assert.deepEqual(ids(draft({ end: '2026-01-02T00:00:00Z', description: 'Gusts of 80 km/h.', severity: 'severe', tags: ['Wind'] })), [
      id,
    ])
    assert.deepEqual(ids(draft({ end: null })), [id])
  })

  it('is the start of a SHA-256, the same for ever: ids are stored and linked', () => {
    const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (key) =>
        assert.deepEqual(ids(draft({ key })), [`openweather-${digest(JSON.stringify([CELL, 'openweather', key]))}`]),
      ),
    )
  })

  it('distinguishes source, sender, event and start', () => {
    const variants = [{}, { source: 'nws' }, { senderName: null }, { senderName: 'x' }, { event: 'x' }, { start: '2026-01-01T06:00:00Z' }]
    assert.equal(new Set(ids(...variants.map(draft))).size, variants.length)
  })

  it('distinguishes places, whatever identifies the alert', () => {
    for (const change of [{}, { key: 'KMOB.TO.A.0641' }])
      assert.notEqual(identifyAlerts([draft(change)], CELL)[0]?.id, identifyAlerts([draft(change)], CELL + 1)[0]?.id)
  })

  it('uses only the key if there is one', () => {
    const key = 'KMOB.TO.A.0641'
    assert.deepEqual(ids(draft({ key })), ids(draft({ key, event: 'reworded', start: '2026-01-01T01:00:00Z' })))
    assert.notDeepEqual(ids(draft({ key })), ids(draft({ key: 'KMOB.TO.A.0642' })))
    assert.equal('key' in (identifyAlerts([draft({ key })], CELL)[0] ?? {}), false)
  })

  it('distinguishes equal alerts of one list by their text', () => {
    const twins = ids(draft({ description: 'North coast' }), draft({ description: 'South coast' }))
    assert.equal(new Set(twins).size, 2)
    assert.deepEqual(ids(draft({ description: 'South coast' }), draft({ description: 'North coast' })), twins)
    assert.deepEqual(ids(draft({ description: 'North coast' })), [twins[0]])
  })

  it('gives two ids to twins in two languages, because their titles differ', () => {
    assert.equal(
      new Set(ids(draft({ senderName: null, event: 'Wind', description: '' }), draft({ senderName: null, event: 'Ветер' }))).size,
      2,
    )
  })

  it('merges alerts whose text is equal too', () => {
    const merged = identifyAlerts(
      [draft({ end: '2026-01-01T03:00:00Z', areas: ['A'], tags: ['Wind'], cancelled: true }), draft({ areas: ['B', 'A'] })],
      CELL,
    )
    assert.equal(merged.length, 1)
    assert.deepEqual(
      { end: merged[0]?.end, areas: merged[0]?.areas, tags: merged[0]?.tags, cancelled: merged[0]?.cancelled },
      { end: DRAFT.end, areas: ['A', 'B'], tags: ['Wind'], cancelled: false },
    )
    assert.equal(identifyAlerts([draft({ end: null }), draft()], CELL)[0]?.end, null)
  })

  it('gives a merged alert the fields of the one that ends last', () => {
    const [merged] = identifyAlerts([draft({ severity: 'severe' }), draft({ end: '2026-01-01T09:00:00Z', severity: 'minor' })], CELL)
    assert.deepEqual({ end: merged?.end, severity: merged?.severity }, { end: '2026-01-01T09:00:00Z', severity: 'minor' })
    const cancelled = identifyAlerts([draft({ cancelled: true }), draft({ end: null, cancelled: true })], CELL)
    assert.deepEqual(
      cancelled.map((alert) => [alert.end, alert.cancelled]),
      [[null, true]],
    )
  })

  it('names the source in the id, which is short however long the source', () => {
    assert.match(ids(draft({ source: 'a/b c' }))[0] ?? '', /^a_b_c-[\w-]{22}$/)
    assert.equal(ids(draft({ source: 's'.repeat(200) }))[0]?.length, 64 + 1 + 22)
  })

  it('accepts empty senders and any text', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 30 })
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

describe('continueIdentities', () => {
  const list = (...texts: string[]) =>
    identifyAlerts(
      texts.map((description) => draft({ description })),
      CELL,
    )
  const byText = (alerts: readonly Alert[]) => Object.fromEntries(alerts.map(({ description, id }) => [description, id]))

  it('keeps the id of an alert when an equal twin appears or leaves', () => {
    const alone = list('B')
    const twins = continueIdentities(alone, list('A', 'B'))
    assert.equal(byText(twins)['B'], alone[0]?.id)
    assert.notEqual(byText(twins)['A'], alone[0]?.id)
    assert.equal(continueIdentities(twins, list('A'))[0]?.id, byText(twins)['A'])
  })

  it('keeps it when one or both of two twins are reworded', () => {
    const twins = list('A', 'B')
    assert.deepEqual(byText(continueIdentities(twins, list('B', 'a'))), { B: byText(twins)['B'], a: byText(twins)['A'] })
    assert.deepEqual(byText(continueIdentities(twins, list('A', '0'))), { A: byText(twins)['A'], 0: byText(twins)['B'] })
    const reworded = continueIdentities(twins, list('C', 'D'))
    assert.deepEqual(new Set(reworded.map(({ id }) => id)), new Set(twins.map(({ id }) => id)))
  })

  it('does not give a new alert the id of a text that another has had', () => {
    const reworded = continueIdentities(list('A', 'B'), list('A', 'C'))
    const three = continueIdentities(reworded, list('A', 'B', 'C'))
    assert.deepEqual({ a: byText(three)['A'], c: byText(three)['C'] }, { a: byText(reworded)['A'], c: byText(reworded)['C'] })
    assert.equal(new Set(three.map(({ id }) => id)).size, 3)
  })

  it('keeps the earliest start that was known under an id', () => {
    const startOf = (former: string, now: string) =>
      continueIdentities(
        identifyAlerts([draft({ key: 'k', start: former })], CELL),
        identifyAlerts([draft({ key: 'k', start: now })], CELL),
      )[0]?.start
    assert.equal(startOf('2026-01-01T00:00:00Z', '2026-01-01T03:00:00Z'), '2026-01-01T00:00:00Z')
    assert.equal(startOf('2026-01-01T03:00:00Z', '2026-01-01T00:00:00Z'), '2026-01-01T00:00:00Z')
    assert.equal(chooseEarlierStart('2026-01-01T03:00:00Z', undefined), '2026-01-01T03:00:00Z')
    // Compared as moments, not as texts.
    assert.equal(chooseEarlierStart('2026-01-01T03:00:00+02:00', '2026-01-01T02:00:00Z'), '2026-01-01T03:00:00+02:00')
  })

  it('leaves alerts with a key alone, whatever else they share', () => {
    const keyed = (...keys: [key: string, description: string][]) =>
      identifyAlerts(
        keys.map(([key, description]) => draft({ key, description })),
        CELL,
      )
    const next = keyed(['1', 'y'], ['2', 'x'])
    assert.deepEqual(continueIdentities(keyed(['1', 'x'], ['2', 'y']), next), next)
    assert.deepEqual(continueIdentities(keyed(['1', 'x']), keyed(['2', 'x'])), keyed(['2', 'x']))
  })

  it('never changes the id of an unchanged alert, nor gives one id to two, over any refreshes in any order', () => {
    const one = fc.record({ event: fc.constantFrom('Wind', 'Frost'), description: fc.constantFrom('', 'a', 'b', 'c', 'd', 'e') }).map(draft)
    const refresh = fc
      .array(one, { maxLength: 8 })
      .chain((drafts) => fc.tuple(fc.constant(drafts), fc.shuffledSubarray(drafts, { minLength: drafts.length })))
    const nameOf = ({ event, description }: Alert) => `${event} ${description}`
    const names = (alerts: readonly Alert[]) => new Map(alerts.map((alert) => [nameOf(alert), alert.id]))
    fc.assert(
      fc.property(fc.array(refresh, { maxLength: 8 }), (refreshes) => {
        let previous: readonly Alert[] = []
        for (const [drafts, shuffled] of refreshes) {
          const next = continueIdentities(previous, identifyAlerts(drafts, CELL))
          assert.equal(new Set(next.map(({ id }) => id)).size, next.length)
          assert.equal(next.length, new Set(drafts.map(({ event, description }) => `${event} ${description}`)).size)
          const [before, after] = [names(previous), names(next)]
          for (const [name, id] of before) if (after.has(name)) assert.equal(after.get(name), id)
          for (const id of after.values()) assert.match(id, ALERT_ID_PATTERN)
          // A former id is only given up by an alert without an equal successor.
          for (const event of ['Wind', 'Frost']) {
            const idsOf = (alerts: readonly Alert[]) => new Set(alerts.filter((alert) => alert.event === event).map(({ id }) => id))
            assert.equal(idsOf(previous).intersection(idsOf(next)).size, Math.min(idsOf(previous).size, idsOf(next).size))
          }
          assert.deepEqual(names(continueIdentities(previous.toReversed(), identifyAlerts(shuffled, CELL))), new Map(after))
          previous = next
        }
      }),
    )
  })
})

describe('inheritIdentities', () => {
  const [former] = identifyAlerts([draft()], CELL)
  assert.ok(former)
  const update = (change: Partial<AlertDraft>) => identifyAlerts([draft(change)], CELL)[0] as Alert
  const inherits = (change: Partial<AlertDraft>, running: readonly Alert[] = [former]) =>
    inheritIdentities(running, [update(change)])[0]?.id === former.id

  const table: readonly (readonly [what: string, change: Partial<AlertDraft>, inherits: boolean])[] = [
    ['a later start', { start: '2026-01-01T03:00:00Z' }, true],
    ['a start in the last second of the former', { start: '2026-01-01T05:59:59Z' }, true],
    ['a start at the end of the former', { start: '2026-01-01T06:00:00Z' }, false],
    ['an earlier start', { start: '2025-12-31T23:59:59Z' }, false],
    ['another title', { start: '2026-01-01T03:00:00Z', event: 'frost' }, false],
    ['another sender', { start: '2026-01-01T03:00:00Z', senderName: null }, false],
    ['another source', { start: '2026-01-01T03:00:00Z', source: 'nws' }, false],
  ]
  for (const [what, change, expected] of table)
    it(`${expected ? 'passes an id on to' : 'gives no id to'} an alert with ${what}`, () => assert.equal(inherits(change), expected))

  it('takes no id of an alert that is still listed, and none from an alert that has one', () => {
    const later = update({ start: '2026-01-01T03:00:00Z' })
    assert.deepEqual(inheritIdentities([former], [former, later]), [former, later])
    assert.deepEqual(inheritIdentities([former, later], [later]), [later])
  })

  it('passes each id on once, by the order of the starts', () => {
    const [second, third, fourth] = ['01', '02', '03'].map((hour) => update({ start: `2026-01-01T${hour}:00:00Z` }))
    assert.ok(second && third && fourth)
    assert.deepEqual(
      inheritIdentities([second, former], [fourth, third]).map(({ id }) => id),
      [second.id, former.id],
    )
    assert.deepEqual(
      inheritIdentities([former], [fourth, third]).map(({ id }) => id),
      [fourth.id, former.id],
    )
  })
})
