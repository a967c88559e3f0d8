import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { ALERT_COLORS, COLOR_PALETTE } from '../alert-color.ts'
import type { Alert } from '../alert.ts'
import { gradeAlert } from './grading.ts'
import { chooseAlertMark, mergeAlertMarks } from './mark.ts'
import { buildTestAlert } from './testing/alert.ts'

/** An alert graded as its reader would, from what the source states. */
function graded(fields: Partial<Alert>, stated: unknown = null): Alert {
  const alert = buildTestAlert(fields)
  return { ...alert, ...gradeAlert(stated, alert) }
}

const GERMANY = { source: 'openweather', senderName: 'Deutscher Wetterdienst' }
const level = (name: string) => ({ name, color: null })

describe('the colour of an alert', () => {
  const CASES: readonly (readonly [what: string, alert: Alert, color: string | null, source: string | null])[] = [
    [
      'a US Tornado Warning states extreme and no colour',
      graded({ source: 'nws', event: 'Tornado Warning' }, 'Extreme'),
      'red',
      'severity',
    ],
    ['a US Winter Weather Advisory', graded({ source: 'nws', event: 'Winter Weather Advisory' }, 'Minor'), 'blue', 'severity'],
    ['a Red Flag Warning is a name', graded({ source: 'nws', event: 'Red Flag Warning' }, 'Severe'), 'orange', 'severity'],
    ['a level in a field', graded({ source: 'meteoalarm', event: 'Vent', level: level('orange') }, 'severe'), 'orange', 'level'],
    [
      'a level beside a milder severity',
      graded({ source: 'cap-nz', event: 'snow', level: level('orange') }, 'Moderate'),
      'orange',
      'level',
    ],
    ['a level in the agency’s spelling', graded({ source: 'cap-x', event: 'x', level: level('Amber') }, 'Minor'), 'orange', 'level'],
    ['an unknown level', graded({ source: 'cap-x', event: 'x', level: level('watch') }, 'Severe'), 'orange', 'severity'],
    ['a level in the title', graded({ source: 'openweather', event: 'Orange Fog Warning' }), 'orange', 'level'],
    ['a level in the title beside a severity', graded({ source: 'cap-x', event: 'Orange Fog Warning' }, 'Extreme'), 'orange', 'level'],
    ['violet in the title', graded({ source: 'openweather', event: 'Vigilance violette canicule' }), 'violet', 'level'],
    ['a Chinese level', graded({ source: 'openweather', event: '大风蓝色预警信号' }), 'blue', 'level'],
    [
      'a German level in the text',
      graded({ ...GERMANY, event: 'gale-force gusts', description: 'Gusts (Level 2 of 4).' }),
      'orange',
      'level',
    ],
    ['a German product without a level', graded({ ...GERMANY, event: 'ORKANBÖEN' }), 'red', 'derived'],
    ['the German service’s feed', graded({ source: 'dwd', event: 'FROST', level: level('yellow') }, 'Minor'), 'yellow', 'level'],
    ['a wording', graded({ source: 'openweather', event: 'Unwetterwarnung vor Starkregen' }), 'orange', 'derived'],
    ['Orkanböen of another agency', graded({ source: 'openweather', event: 'Orkanböen' }), 'orange', 'derived'],
    ['nothing', graded({ source: 'openweather', event: 'Air Quality Alert' }), null, null],
  ]
  for (const [what, alert, color, colorSource] of CASES) it(what, () => assert.deepEqual(chooseAlertMark(alert), { color, colorSource }))

  it('of one event in several alerts is the highest of those with the best source, in any order', () => {
    const orange = graded({ id: 'a', event: 'Vent', level: level('orange') })
    const yellow = graded({ id: 'b', event: 'Vent', level: level('yellow') })
    const extreme = graded({ id: 'c', event: 'Wind' }, 'Extreme')
    for (const alerts of [
      [orange, yellow, extreme],
      [extreme, yellow, orange],
    ])
      assert.deepEqual(mergeAlertMarks(alerts), { color: 'orange', colorSource: 'level' })
    assert.deepEqual(mergeAlertMarks([graded({ event: 'ORKANBÖEN' }), extreme]), { color: 'red', colorSource: 'severity' })
    assert.deepEqual(mergeAlertMarks([]), { color: null, colorSource: null })
  })

  it('of one message from two feeds is the same, though they grade it differently', () => {
    const own = graded({ source: 'dwd', event: 'STURMBÖEN', level: level('orange') }, 'Moderate')
    const relayed = graded({ source: 'meteoalarm', event: 'STURMBÖEN', level: level('orange') }, 'severe')
    assert.deepEqual(chooseAlertMark(own), chooseAlertMark(relayed))
  })
})

describe('the palette', () => {
  const luminance = (hex: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }

  it('is readable, and the same on pages and in mails', () => {
    const tokens = readFileSync(new URL('../../../../web/app/styles/tokens.css', import.meta.url), 'utf8')
    for (const name of [...ALERT_COLORS, 'unknown'] as const) {
      const { back, front } = COLOR_PALETTE[name]
      const [high = 0, low = 0] = [luminance(back), luminance(front)].toSorted((a, b) => b - a)
      assert.ok((high + 0.05) / (low + 0.05) >= 4.5, name)
      const token = name === 'unknown' ? 'ungraded' : name
      assert.match(tokens, new RegExp(`--${token}: ${back};\\s+--on-${token}: ${front};`), name)
    }
  })
})
