import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WarningArea } from '../../../domain/official-warning.ts'
import { alertOf } from './alert-of.ts'
import { arrivalOf, type StoredWarning } from './stored-warning.ts'
import { areaOf, officialWarning } from './testing/warning.ts'

function told(areas: readonly WarningArea[], areaNames?: readonly string[]) {
  const [text] = officialWarning().texts
  const warning = officialWarning({ areas, texts: text === undefined ? [] : [{ ...text, ...(areaNames && { areaNames }) }] })
  const { message, digest } = arrivalOf(warning)
  const kept: StoredWarning = { key: 'A', message, digest, state: 'running', stateAt: 0, simulated: false, absence: null }
  return alertOf(
    kept,
    'dwd',
    areas.map((_, index) => index),
  )
}

describe('the alert of a place', () => {
  const area = { ...areaOf(13, 52, 14, 53), name: 'Oberallgäu' }

  it('names the altitudes it is for: the summits are not the valley', () => {
    assert.deepEqual(told([{ ...area, height: { from: 1_500, to: null } }]).areas, ['Oberallgäu (≥ 1500 m)'])
    assert.deepEqual(told([{ ...area, height: { from: 0, to: 800 } }]).areas, ['Oberallgäu (≤ 800 m)'])
    assert.deepEqual(told([{ ...area, height: { from: 800, to: 1_500 } }, area], ['Upper Allgäu', 'Upper Allgäu']).texts?.[0]?.areas, [
      'Upper Allgäu (800–1500 m)',
      'Upper Allgäu',
    ])
    assert.deepEqual(told([area]).areas, ['Oberallgäu'])
  })

  it('names its messages, by which other sources know it', () => {
    assert.deepEqual(told([area]).messages, ['A.1'])
  })
})
