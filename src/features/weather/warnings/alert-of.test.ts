import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WarningArea } from '@isobar/weather'
import { toAlertDraft } from './alert-of.ts'
import { toArrival, type StoredWarning } from './stored-warning.ts'
import { buildRectangleArea, buildOfficialWarning } from './testing/warning.ts'

function alertWith(areas: readonly WarningArea[], areaNames?: readonly string[]) {
  const [text] = buildOfficialWarning().texts
  const warning = buildOfficialWarning({ areas, texts: text === undefined ? [] : [{ ...text, ...(areaNames && { areaNames }) }] })
  const { message, digest } = toArrival(warning)
  const kept: StoredWarning = { key: 'A', message, digest, state: 'running', stateAt: 0, simulated: false, absence: null }
  return toAlertDraft(
    kept,
    'dwd',
    areas.map((_, index) => index),
  )
}

describe('the alert of a place', () => {
  const area = { ...buildRectangleArea(13, 52, 14, 53), name: 'Oberallgäu' }

  it('names the altitudes it is for: the summits are not the valley', () => {
    assert.deepEqual(alertWith([{ ...area, height: { from: 1_500, to: null } }]).areas, ['Oberallgäu (≥ 1500 m)'])
    assert.deepEqual(alertWith([{ ...area, height: { from: 0, to: 800 } }]).areas, ['Oberallgäu (≤ 800 m)'])
    assert.deepEqual(alertWith([{ ...area, height: { from: 800, to: 1_500 } }, area], ['Upper Allgäu', 'Upper Allgäu']).texts?.[0]?.areas, [
      'Upper Allgäu (800–1500 m)',
      'Upper Allgäu',
    ])
    assert.deepEqual(alertWith([area]).areas, ['Oberallgäu'])
  })

  it('names its messages, by which other sources know it', () => {
    assert.deepEqual(alertWith([area]).messages, ['A.1'])
  })

  it('ends when another took its place, unless it had ended before; only its issuer calls it off', () => {
    const at = (state: StoredWarning['state'], stateAt: string, end: string | null = '2026-07-01T20:00:00Z') => {
      const { message } = toArrival(buildOfficialWarning({ end }))
      const alert = toAlertDraft({ message, state, stateAt: Date.parse(stateAt) }, 'dwd', [0])
      return [alert.end, alert.cancelled]
    }
    assert.deepEqual(at('running', '2026-07-01T15:00:00Z'), ['2026-07-01T20:00:00Z', false])
    assert.deepEqual(at('replaced', '2026-07-01T15:00:00Z'), ['2026-07-01T15:00:00Z', false])
    assert.deepEqual(at('replaced', '2026-07-01T21:00:00Z'), ['2026-07-01T20:00:00Z', false])
    assert.deepEqual(at('replaced', '2026-07-01T15:00:00Z', null), ['2026-07-01T15:00:00Z', false])
    assert.deepEqual(at('ended', '2026-07-01T15:00:00Z'), ['2026-07-01T20:00:00Z', true])
  })

  it('names the latest messages before its own, at most eight', () => {
    const replaces = Array.from({ length: 10 }, (_, index) => `A.${index}`)
    const { message } = toArrival(buildOfficialWarning({ messageId: 'A.10', replaces }))
    const { messages } = toAlertDraft({ message, state: 'running', stateAt: 0 }, 'dwd', [])
    assert.deepEqual(messages, ['A.10', 'A.2', 'A.3', 'A.4', 'A.5', 'A.6', 'A.7', 'A.8', 'A.9'])
  })

  it('names only the areas that hold the place, each once, in the order of its message', () => {
    const { message } = toArrival(buildOfficialWarning({ areas: ['West', 'Elsewhere', 'East', 'West'].map((name) => ({ ...area, name })) }))
    assert.deepEqual(toAlertDraft({ message, state: 'running', stateAt: 0 }, 'dwd', [0, 2, 3]).areas, ['West', 'East'])
  })

  it('states an expiry and a level only if its message does', () => {
    const alert = (change: Parameters<typeof buildOfficialWarning>[0]) =>
      toAlertDraft({ message: toArrival(buildOfficialWarning(change)).message, state: 'running', stateAt: 0 }, 'dwd', [])
    const [stated, silent] = [alert({ expires: '2026-07-01T18:00:00Z' }), alert({ level: null })]
    assert.deepEqual({ expires: stated.expires, name: stated.level?.name }, { expires: '2026-07-01T18:00:00Z', name: 'orange' })
    assert.deepEqual(['expires' in silent, 'level' in silent], [false, false])
  })
})
