import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { LANGUAGES } from '../../../../src/messages/languages.ts'
import { getAreaMessages } from '../../../../src/messages/messages.ts'
import type { SeenDay } from '../view/notes.ts'
import { compareWithVisit, MAX_PLACES, type Visit, parseVisits, withVisit } from './since.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const HOUR = 3_600_000
const day = (date: string, high: number | null, amount: number | null): SeenDay => [
  date,
  `on ${date}`,
  high,
  `${high}°`,
  amount,
  `${amount} mm`,
]
const [A, B] = ['2026-11-21', '2026-11-22']
const seenOf = (...days: readonly SeenDay[]) => ({ key: 'k', least: { high: 3, amount: 5 }, days })
const visitOf = (hours: number, ...days: readonly SeenDay[]): Visit => ({ place: 'p', at: NOW - hours * HOUR, key: 'k', days })
const changed = (visit: Visit | undefined, ...days: readonly SeenDay[]) => compareWithVisit(visit, seenOf(...days), NOW)

describe('what has changed since the last visit', () => {
  it('is the greatest change, in multiples of the least that is mentioned', () => {
    assert.deepEqual(changed(visitOf(5, day(A, 8, 0), day(B, 9, 3)), day(A, 8, 0), day(B, 9, 16)), {
      what: 'amount',
      day: `on ${B}`,
      before: '3 mm',
      now: '16 mm',
    })
    assert.deepEqual(changed(visitOf(5, day(A, 8, 0), day(B, 9, 3)), day(A, 1, 6), day(B, 12, 3)), {
      what: 'high',
      day: `on ${A}`,
      before: '8°',
      now: '1°',
    })
  })

  it('is nothing below that, and from 1 to 48 hours only', () => {
    const [before, after] = [day(A, 8, 0), day(A, 11, 0)]
    for (const [hours, expected] of [
      [0.99, false],
      [1, true],
      [48, true],
      [48.01, false],
      [-1, false],
    ] as const)
      assert.equal(changed(visitOf(hours, before), after) !== null, expected, `${hours} h`)
    assert.equal(changed(visitOf(5, before), day(A, 10.9, 4.9)), null)
    assert.equal(changed(visitOf(5, before), day(A, null, null)), null)
    assert.equal(changed(visitOf(5, before), day(B, 20, 20)), null, 'another day')
    assert.equal(changed({ ...visitOf(5, before), key: 'other units' }, after), null)
    assert.equal(changed(undefined, after), null)
  })
})

describe('the visits', () => {
  it('keep the place’s last, but a look soon after is none', () => {
    const first = visitOf(5)
    assert.deepEqual(withVisit([first], visitOf(4.5)), [first])
    assert.deepEqual(withVisit([first], visitOf(4)), [visitOf(4)])
    assert.deepEqual(withVisit([first], { ...visitOf(4.5), key: 'other units' }).length, 1)
    const many = Array.from({ length: 30 }, (_, place) => ({ ...visitOf(1), place: String(place) }))
    const visits = many.reduce<readonly Visit[]>(withVisit, [])
    assert.deepEqual({ visits: visits.length, place: visits[0]?.place }, { visits: MAX_PLACES, place: '29' })
  })

  it('are read as they were written, and nothing else is', () => {
    const visits = [visitOf(1, day(A, 1, null))]
    assert.deepEqual(parseVisits(JSON.stringify(visits)), visits)
    for (const text of [null, '', '{', '{}', '[7]', '[{"place":"p","at":1,"key":"k","days":[[1]]}]'])
      assert.deepEqual(parseVisits(text), [])
    fc.assert(fc.property(fc.json(), (text) => parseVisits(text).length <= MAX_PLACES))
  })
})

it('has its places for the values in every language', () => {
  for (const language of LANGUAGES) {
    const { sinceHigh, sinceAmount } = getAreaMessages(language, 'cityPage')
    for (const text of [sinceHigh, sinceAmount])
      for (const place of ['{day}', '{before}', '{now}']) assert.ok(text.includes(place), `${language}: ${text}`)
  }
})
