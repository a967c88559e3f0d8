import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { suggestionsOf } from './suggestion.ts'

const berlin = { name: 'Berlin', state: 'Berlin', country: 'DE', lat: 52.517, lon: 13.3889, label: 'Berlin, DE' }

describe('suggestionsOf', () => {
  it('links to the page of the place, marked as from the search, and gives its location in the reader’s language', () => {
    assert.deepEqual(suggestionsOf([berlin], 'fr'), [
      { path: '/weather/berlin-52.517,13.3889?from=search', name: 'Berlin', where: 'Allemagne', lat: 52.517, lon: 13.3889 },
    ])
  })

  it('tells namesakes apart as their labels do', () => {
    const [north, south] = ['40 km N of Austin', '25 km W of Corpus Christi']
    const georgetown = { ...berlin, name: 'Georgetown', state: 'Texas', country: 'US' }
    const where = (...labels: string[]) =>
      suggestionsOf(
        labels.map((label) => ({ ...georgetown, label })),
        'en',
      ).map((each) => each.where)
    assert.deepEqual(where(`Georgetown, Texas, US (${north})`, `Georgetown, Texas, US (${south})`), [
      `Texas, United States (${north})`,
      `Texas, United States (${south})`,
    ])
    assert.deepEqual(where('Georgetown, Texas, US'), ['Texas, United States'])
    assert.deepEqual(where(`Georgetown, Texas, US (${north})`), ['Texas, United States'])
    const others = [
      { ...georgetown, label: `Georgetown, Texas, US (${north})` },
      { ...georgetown, name: 'Austin', label: `Austin, Texas, US (${south})` },
    ]
    assert.deepEqual(
      suggestionsOf(others, 'en').map((each) => each.where),
      ['Texas, United States', 'Texas, United States'],
    )
  })

  it('names the state unless it repeats the name, and only what is known', () => {
    const others = suggestionsOf(
      [
        { ...berlin, state: 'New Hampshire', country: 'US' },
        { ...berlin, state: null },
        { ...berlin, country: 'not a code' },
        { ...berlin, name: '40.5, -40.25', state: null, country: 'ZZ' },
      ],
      'en',
    )
    assert.deepEqual(
      others.map(({ where }) => where),
      ['New Hampshire, United States', 'Germany', 'not a code', ''],
    )
  })
})
