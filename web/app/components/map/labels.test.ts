import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { visibleLabels, isCountryNamed, leastThousands } from './labels.ts'

const VIEW = { width: 600, height: 400 }
const town = (text: string, x: number, y: number) => ({ text, x, y, isCountry: false })

describe('visibleLabels', () => {
  const names = (...labels: Parameters<typeof visibleLabels>[0]) => visibleLabels(labels, VIEW, 10).map(({ text }) => text)

  it('leaves out what would cover a more important label', () => {
    assert.deepEqual(names(town('Berlin', 300, 200), town('Potsdam', 310, 205), town('Leipzig', 300, 260)), ['Berlin', 'Leipzig'])
  })

  it('leaves out what is out of view, but not what reaches into it', () => {
    assert.deepEqual(names(town('Hamburg', -90, 50), town('Bremen', -10, 50), town('Kiel', 300, 430), town('Mainz', 300, 395)), [
      'Bremen',
      'Mainz',
    ])
  })

  it('gives wide characters more room', () => {
    assert.deepEqual(names(town('東京都心', 300, 200), town('abcd', 350, 200)), ['東京都心'])
    assert.deepEqual(names(town('abcd', 300, 200), town('abcd', 350, 200)), ['abcd', 'abcd'])
  })

  it('shows no more than wanted', () => {
    const many = Array.from({ length: 9 }, (_, i) => town(String(i), 60 * i + 30, 100))
    assert.deepEqual(
      visibleLabels(many, VIEW, 3).map(({ text }) => text),
      ['0', '1', '2'],
    )
  })
})

describe('labels by zoom', () => {
  it('names smaller towns the closer the map', () => {
    const least = [2, 3, 4, 5, 6, 7, 8, 9].map(leastThousands)
    assert.deepEqual(
      least,
      least.toSorted((a, b) => b - a),
    )
    assert.equal(leastThousands(9), 15)
    assert.equal(leastThousands(12), 15)
  })

  it('names countries where their name fits', () => {
    assert.equal(isCountryNamed(160, 2), true)
    assert.equal(isCountryNamed(9, 2), false)
    assert.equal(isCountryNamed(9, 4), true)
    assert.equal(isCountryNamed(58, 8), false)
  })
})
