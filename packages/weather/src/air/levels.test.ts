import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EUROPEAN_CATEGORIES, US_CATEGORIES } from './air.ts'
import { toAirLevel, toAirCategory, gradePollen, findWorstPollen } from './levels.ts'

const NOTHING = { alder: null, birch: null, grass: null, mugwort: null, olive: null, ragweed: null }

describe('the level of bad air', () => {
  it('is a band of either index', () => {
    assert.deepEqual(EUROPEAN_CATEGORIES.map(toAirLevel), [0, 0, 1, 2, 3, 4])
    assert.deepEqual(US_CATEGORIES.map(toAirLevel), [0, 1, 2, 3, 4, 4])
  })

  it('begins where the agencies begin the band', () => {
    const begins = (index: 'europeanIndex' | 'usIndex') =>
      [1, 2, 3, 4].map((level) => Array.from({ length: 501 }, (_, value) => toAirLevel(toAirCategory(index, value))).indexOf(level as 1))
    assert.deepEqual(begins('europeanIndex'), [41, 61, 81, 101])
    assert.deepEqual(begins('usIndex'), [51, 101, 151, 201])
  })
})

describe('the level of pollen', () => {
  it('begins where the National Allergy Bureau begins it', () => {
    const table = {
      alder: [1, 15, 90, 1_500],
      olive: [1, 15, 90, 1_500],
      grass: [1, 5, 20, 200],
      ragweed: [1, 10, 50, 500],
      mugwort: [1, 10, 50, 500],
    }
    for (const [plant, begins] of Object.entries(table)) {
      const levels = begins.flatMap((grains) => [grains - 0.1, grains]).map((grains) => gradePollen(plant as 'alder', grains))
      assert.deepEqual(levels, [0, 1, 1, 2, 2, 3, 3, 4], plant)
    }
  })

  it('is that of the worst plant, which need not be the one with the most grains', () => {
    assert.deepEqual(findWorstPollen({ ...NOTHING, birch: 80, grass: 25 }), { plant: 'grass', grains: 25, level: 3 })
    assert.deepEqual(findWorstPollen({ ...NOTHING, birch: 95, alder: 120 }), { plant: 'alder', grains: 120, level: 3 })
    assert.deepEqual(findWorstPollen({ ...NOTHING, birch: 0 }), { plant: 'birch', grains: 0, level: 0 })
    assert.equal(findWorstPollen(NOTHING), null)
  })
})
