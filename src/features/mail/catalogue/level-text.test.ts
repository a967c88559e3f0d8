import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatExtraValue, formatLevelLimit, formatLimit } from './level-text.ts'
import { buildMeasures } from './measures.ts'
import { getMailWords } from './words.ts'

const WORDS = getMailWords('en')
const MEASURES = buildMeasures(WORDS, 'metric')

describe('the text of a limit', () => {
  it('that is a level is its word: of pollen, or of the US index of the air', () => {
    const texts = (hazard: 'pollen' | 'airQuality') => [1, 2, 3, 4].map((level) => formatLevelLimit(hazard, level, WORDS))
    assert.deepEqual(texts('pollen'), ['from “low” on', 'from “moderate” on', 'from “high” on', 'from “very high” on'])
    assert.deepEqual(texts('airQuality'), [
      'from “moderate” on',
      'from “unhealthy for sensitive groups” on',
      'from “unhealthy” on',
      'from “very unhealthy” on',
    ])
  })

  it('follows its number with the unit, an inch written out', () => {
    assert.equal(formatLimit('wind', { unit: 'mph' }, WORDS), 'mph or more')
    assert.equal(formatLimit('rain', { unit: 'mm' }, WORDS), 'mm an hour or more')
    assert.equal(formatLimit('rain', { unit: 'in' }, WORDS), 'inches an hour or more')
    assert.equal(formatLimit('uv', { unit: null }, WORDS), 'or more')
  })
})

it('what is expected of the air or the sea is a height, an index with its category, or a plant with its level', () => {
  const text = (hazard: Parameters<typeof formatExtraValue>[0], of?: 'europeanIndex' | 'usIndex' | 'birch', value = 0) =>
    formatExtraValue(hazard, { value: 3.14, detail: of === undefined ? undefined : { of, value } }, WORDS, MEASURES)?.replaceAll(/\s/g, ' ')
  assert.equal(text('marine'), 'waves of 3.1 m')
  assert.equal(text('airQuality', 'europeanIndex', 72.4), 'European AQI 72 (poor)')
  assert.equal(text('airQuality', 'usIndex', 151), 'US AQI 151 (unhealthy)')
  assert.equal(text('pollen', 'birch', 200), 'birch: high')
  assert.equal(text('airQuality'), undefined)
})
