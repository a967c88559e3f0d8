import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Attribution } from '@isobar/providers/port'
import { COLOR_PALETTE } from '@isobar/weather'
import { getMailWords } from '../catalogue/index.ts'
import {
  listDistinctCredits,
  formatDistinctPlace,
  type LevelData,
  buildLevelMark,
  formatMailPlace,
  formatSpanInZone,
  formatZoneNote,
} from './phrases.ts'

const words = getMailWords('en')

describe('the level of a warning', () => {
  const shown = (data: LevelData) => {
    const { word, color, textColor } = buildLevelMark(data, words)
    const [name] = Object.entries(COLOR_PALETTE).find(([, { back, front }]) => back === color && front === textColor) ?? ['none']
    return [word, name]
  }

  it('is the colour that the issuer states, in its words and on its colour', () => {
    assert.deepEqual(shown({ severity: 'severe', color: 'red', colorSource: 'level' }), [words.t('level.red'), 'red'])
  })

  it('is else the severity; a derived one is marked as ours', () => {
    const severe = words.t('severity.severe')
    assert.deepEqual(shown({ severity: 'severe', color: 'red', colorSource: 'severity' }), [severe, 'red'])
    assert.deepEqual(shown({ severity: 'severe', color: 'red', colorSource: 'derived' }), [
      words.t('severity.derived', { severity: severe }),
      'red',
    ])
    assert.notEqual(words.t('severity.derived', { severity: severe }), severe)
  })

  it('has the colour of its severity in mails of former releases, and none if nothing is known', () => {
    assert.deepEqual(shown({ severity: 'severe' }), [words.t('severity.severe'), 'orange'])
    assert.deepEqual(shown({ severity: null }), [words.t('severity.unknown'), 'unknown'])
    assert.deepEqual(shown({ severity: null, color: null, colorSource: 'level' }), [words.t('severity.unknown'), 'unknown'])
  })
})

it('a span without an end says when it begins', () => {
  const start = '2026-11-24T06:05:00Z'
  assert.equal(formatSpanInZone(start, '2026-11-24T17:30:00Z', 'UTC', words), words.moments(start, '2026-11-24T17:30:00Z', 'UTC'))
  assert.equal(formatSpanInZone(start, null, 'UTC', words), words.t('time.from', { start: words.moment(start, 'UTC') }))
  assert.match(formatZoneNote(start, 'Europe/Berlin', words), /Central European Standard Time/)
})

it('a place is named by its coordinates if it has no name, and by both beside another of its name', () => {
  const at = { lat: 52.5163, lon: -13.4 }
  assert.deepEqual(
    [' Berlin ', ' ', null].map((name) => [formatMailPlace({ name, ...at }), formatDistinctPlace({ name, ...at })]),
    [
      ['Berlin', 'Berlin (52.52, -13.40)'],
      ['52.52, -13.40', '52.52, -13.40'],
      ['52.52, -13.40', '52.52, -13.40'],
    ],
  )
})

it('each credit is given once, in order; the same text with another address is another', () => {
  const credit = (text: string, url: string): Attribution => ({ name: 'A', text, url, license: 'CC-BY-4.0' })
  const [a, b, c] = [credit('A', 'https://a.example'), credit('B', 'https://a.example'), credit('A', 'https://c.example')]
  assert.deepEqual(listDistinctCredits([a, b, { ...a }, c, b]), [a, b, c])
})
