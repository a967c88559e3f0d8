import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Alert } from '../alert.ts'
import { endReplaced, isNoNews, isSameEvent } from './same-event.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')

function alertOf(change: Partial<Alert> = {}): Alert {
  return {
    id: 'a',
    source: 'meteoalarm',
    senderName: 'Institute',
    event: 'Yellow wind warning',
    start: '2026-07-01T10:00:00Z',
    end: '2026-07-01T20:00:00Z',
    description: '',
    instruction: null,
    severity: 'moderate',
    severitySource: 'stated',
    urgency: 'unknown',
    certainty: 'unknown',
    tags: ['Wind'],
    areas: [],
    cancelled: false,
    ...change,
  }
}

describe('isSameEvent', () => {
  const one = alertOf()
  const table: readonly (readonly [string, Partial<Alert>, boolean])[] = [
    ['another level', { event: 'Red wind warning', severity: 'extreme' }, true],
    ['the level elsewhere in the title', { event: 'Wind Orange Warning' }, true],
    ['an announcement of its end', { event: 'Wind warning cancelled' }, true],
    ['a part of its time', { start: '2026-07-01T19:59:00Z', end: '2026-07-02T20:00:00Z' }, true],
    ['the time after it', { start: '2026-07-01T20:00:00Z', end: '2026-07-02T20:00:00Z' }, false],
    ['another sender', { senderName: 'Other' }, false],
    ['another source', { source: 'dwd' }, false],
    ['another kind', { event: 'Yellow rain warning', tags: ['Rain'] }, false],
    ['a watch', { event: 'Yellow wind watch' }, false],
    ['a number of its own', { isNumbered: true }, false],
  ]
  for (const [what, change, expected] of table)
    it(`${expected ? 'is true of' : 'is false of'} ${what}`, () => {
      assert.equal(isSameEvent(one, alertOf(change)), expected)
      assert.equal(isSameEvent(alertOf(change), one), expected)
    })

  it('is true of another sender’s update of the same message', () => {
    const updates = (id: string, senderName: string) => alertOf({ messages: [id, 'first'], senderName })
    assert.equal(isSameEvent(updates('a', 'Institute'), updates('b', 'Other')), true)
    assert.equal(isSameEvent(updates('a', 'Institute'), alertOf({ messages: ['b', 'another'], senderName: 'Other' })), false)
    assert.equal(isSameEvent(updates('a', 'Institute'), { ...updates('b', 'Other'), event: 'Yellow rain warning' }), false)
  })

  it('compares the titles of one language', () => {
    const titled = (language: string, event: string) => ({
      texts: [{ language, event, headline: null, description: '', instruction: null, areas: [] }],
    })
    assert.equal(isSameEvent(alertOf(titled('fr-CA', 'Avertissement de vent')), alertOf(titled('fr', 'Avertissement de vent'))), true)
    assert.equal(isSameEvent(alertOf(titled('de', 'Sturm')), alertOf(titled('en', 'Sturm'))), false)
  })

  it('leaves colours in names', () => {
    assert.equal(isSameEvent(alertOf({ event: 'Red River flood warning' }), alertOf({ event: 'River flood warning' })), false)
  })

  it('tells the alerts of the National Weather Service apart by their numbers, but not its marine ones', () => {
    const nws = (event: string, change: Partial<Alert> = {}) => alertOf({ source: 'nws', event, ...change })
    assert.equal(isSameEvent(nws('Tornado Warning'), nws('Tornado Warning')), false)
    assert.equal(isSameEvent(nws('Gale Warning'), nws('Gale Warning')), true)
    assert.equal(
      isSameEvent(nws('Special Weather Statement', { isNumbered: false }), nws('Special Weather Statement', { isNumbered: false })),
      true,
    )
  })
})

describe('isNoNews', () => {
  it('is true without a higher severity and a later end', () => {
    const one = alertOf()
    assert.equal(isNoNews(alertOf({ severity: 'minor', end: '2026-07-01T20:14:00Z' }), one), true)
    assert.equal(isNoNews(alertOf({ severity: 'severe' }), one), false)
    assert.equal(isNoNews(alertOf({ end: '2026-07-01T20:15:00Z' }), one), false)
    assert.equal(isNoNews(alertOf({ end: null }), one), false)
    assert.equal(isNoNews(one, alertOf({ end: null })), true)
  })
})

describe('endReplaced', () => {
  const off = alertOf({ cancelled: true, sent: '2026-07-01T09:00:00Z' })
  const other = (change: Partial<Alert>) => alertOf({ id: 'b', event: 'Red wind warning', sent: '2026-07-01T09:00:00Z', ...change })
  const stateOf = (change: Partial<Alert>, ended: Readonly<Record<string, number>> = { a: NOON - 60_000, b: NOON }) => {
    const [first] = endReplaced([off, other(change)], NOON, ({ id }) => ended[id] ?? NOON)
    return [first?.cancelled, first?.end]
  }

  it('ends what another alert of its event outlasts, without an all-clear', () => {
    const replaced = [false, '2026-07-01T11:59:00Z']
    assert.deepEqual(stateOf({}), replaced)
    assert.deepEqual(stateOf({ start: '2026-07-01T18:00:00Z' }), replaced)
    assert.deepEqual(stateOf({ cancelled: true }), replaced)
  })

  it('leaves what nothing outlasts called off', () => {
    const calledOff = [true, off.end]
    assert.deepEqual(stateOf({ event: 'Red rain warning' }), calledOff)
    assert.deepEqual(stateOf({ end: '2026-07-01T11:00:00Z' }), calledOff)
    assert.deepEqual(stateOf({ cancelled: true }, { a: NOON, b: NOON }), calledOff)
    assert.deepEqual(stateOf({ cancelled: true, sent: '2026-07-01T11:59:30Z' }), calledOff)
  })
})
