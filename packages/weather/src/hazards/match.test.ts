import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Alert } from '../alert.ts'
import { foldOfficial } from './fold.ts'
import { isAlertDue, matchOfficial } from './match.ts'
import { completePreferences } from './preferences.ts'
import { compareSeverity, rankSeverity } from './severity.ts'
import { buildTestAlert } from './testing/alert.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const folded = (alert: Partial<Alert>) => {
  const [only] = foldOfficial([buildTestAlert(alert)])
  assert.ok(only !== undefined)
  return only
}
const match = (alert: Partial<Alert>, preferences: object) =>
  matchOfficial(folded(alert), completePreferences(preferences, { alertOnRain: false, alertOnStorm: false }))

describe('matchOfficial', () => {
  it('names the hazards that match', () => {
    assert.deepEqual(match({ event: 'Blizzard Warning' }, { snow: true, ice: true }), { hazards: ['snow'], official: false })
    assert.deepEqual(match({ event: 'Blizzard Warning' }, { wind: true, official: true }), { hazards: ['wind'], official: true })
    assert.equal(match({ event: 'Blizzard Warning' }, { ice: true }), null)
  })
  it('by default accepts any official warning from moderate on', () => {
    const taken = (['minor', null, 'moderate', 'extreme'] as const).map(
      (severity) => match({ event: 'Red Flag Warning', severity }, {}) !== null,
    )
    assert.deepEqual(taken, [false, true, true, true])
  })
  it('applies the least severity to hazards too', () => {
    assert.equal(match({ event: 'Wind Advisory', severity: 'moderate' }, { wind: true, minSeverity: 'severe' }), null)
    assert.notEqual(match({ event: 'Wind Advisory', severity: 'minor' }, { wind: true }), null)
  })
  it('accepts no test and no green level', () => {
    assert.equal(match({ event: 'Test', severity: 'extreme' }, {}), null)
    assert.equal(match({ source: 'openweather', event: 'Green Wind Warning' }, { wind: true, official: true }), null)
  })
  it('ignores the time', () => {
    assert.notEqual(match({ event: 'Wind Advisory', cancelled: true, end: '2020-01-01T00:00:00Z' }, { wind: true }), null)
  })
})

describe('isDue', () => {
  const cases: readonly (readonly [string, Partial<Alert>, boolean])[] = [
    ['running', {}, true],
    ['at the end of the lead time', { start: '2026-07-01T15:00:00Z' }, true],
    ['beyond the lead time', { start: '2026-07-01T15:00:01Z' }, false],
    ['over', { start: '2026-07-01T06:00:00Z', end: '2026-07-01T12:00:00Z' }, false],
    ['without an end', { start: '2026-06-01T06:00:00Z', end: null }, true],
    ['without an end, after its message has expired', { start: '2026-06-01T06:00:00Z', end: null, expires: '2026-07-01T11:00:00Z' }, false],
    ['cancelled', { cancelled: true }, false],
    ['with urgency past', { urgency: 'past' }, false],
    ['with certainty unlikely', { certainty: 'unlikely' }, false],
    ['possible', { certainty: 'possible', urgency: 'future' }, true],
  ]
  for (const [what, alert, expected] of cases)
    it(`${what}: ${expected}`, () => assert.equal(isAlertDue(folded(alert), { leadHours: 3 }, NOW), expected))
})

describe('severity', () => {
  it('unknown counts as moderate', () => {
    assert.equal(rankSeverity(null), rankSeverity('moderate'))
    assert.deepEqual((['extreme', 'minor', 'severe', 'moderate'] as const).toSorted(compareSeverity), [
      'minor',
      'moderate',
      'severe',
      'extreme',
    ])
  })
})
