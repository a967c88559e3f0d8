import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Absence, continueAbsence, isConclusiveAbsence } from './alert-absence.ts'
import { MINUTE_MS } from './time.ts'

const FIRST = Date.parse('2026-07-01T12:00:00Z')

/** After readings without the alert, so many minutes after the first one. */
const absentIn = (...minutes: readonly number[]): Absence =>
  minutes.reduce<Absence | undefined>((former, minute) => continueAbsence(former, FIRST + minute * MINUTE_MS), undefined) as Absence

describe('an absence', () => {
  it('is counted from its first reading to its latest', () => {
    assert.deepEqual(absentIn(0), { since: '2026-07-01T12:00:00Z', latest: '2026-07-01T12:00:00Z', readings: 1 })
    assert.deepEqual(absentIn(0, 5, 20), { since: '2026-07-01T12:00:00Z', latest: '2026-07-01T12:20:00Z', readings: 3 })
  })

  it('does not count a reading again, nor an earlier one', () => {
    const absence = absentIn(0, 5)
    assert.equal(continueAbsence(absence, FIRST + 5 * MINUTE_MS), absence)
    assert.equal(continueAbsence(absence, FIRST), absence)
  })

  const table: readonly (readonly [minutes: readonly number[], proves: boolean])[] = [
    [[0], false],
    [[0, 45], false],
    [[0, 10, 29], false],
    [[0, 10, 30], true],
    [[0, 10, 20, 30], true],
    [[0, 1, 2, 3, 4], false],
  ]
  for (const [minutes, proves] of table)
    it(`in readings after ${minutes.join(', ')} minutes ${proves ? 'means' : 'does not mean'} that the alert is called off`, () =>
      assert.equal(isConclusiveAbsence(absentIn(...minutes)), proves))
})
