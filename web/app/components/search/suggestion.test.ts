import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasOnlySimilarPlaces, findHit, type Suggestion, buildSuggestions } from './suggestion.ts'

const berlin = { name: 'Berlin', state: 'Berlin', country: 'DE', lat: 52.517, lon: 13.3889, label: 'Berlin, DE', match: 'exact' as const }

describe('suggestionsOf', () => {
  it('links to the page of the place, marked as from the search, and gives its location in the reader’s language', () => {
    assert.deepEqual(buildSuggestions([berlin], 'fr'), [
      { path: '/weather/berlin-52.517,13.3889?from=search', name: 'Berlin', where: 'Allemagne', lat: 52.517, lon: 13.3889, match: 'exact' },
    ])
  })

  it('tells namesakes apart as their labels do', () => {
    const [north, south] = ['40 km N of Austin', '25 km W of Corpus Christi']
    const georgetown = { ...berlin, name: 'Georgetown', state: 'Texas', country: 'US' }
    const where = (...labels: string[]) =>
      buildSuggestions(
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
      buildSuggestions(others, 'en').map((each) => each.where),
      ['Texas, United States', 'Texas, United States'],
    )
  })

  it('names the state unless it repeats the name, and only what is known', () => {
    const others = buildSuggestions(
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

const places = (...matches: readonly Suggestion['match'][]): Suggestion[] =>
  matches.map((match, lat) => ({ path: `/${lat}`, name: 'Place', where: '', lat, lon: 0, match }))

it('knows the place that was certainly meant', () => {
  const cases: readonly (readonly [readonly Suggestion['match'][], number | undefined])[] = [
    [[], undefined],
    [['exact'], 0],
    [['exact', 'partial', 'similar'], 0],
    [['partial', 'exact'], 1],
    [['exact', 'exact'], undefined],
    [['partial'], 0],
    [['partial', 'partial'], undefined],
    [['similar'], undefined],
  ]
  for (const [matches, expected] of cases) assert.equal(findHit(places(...matches))?.lat, expected, matches.join())
})

it('asks only if all places are merely similar', () => {
  assert.deepEqual([places(), places('similar', 'similar'), places('similar', 'partial'), places('exact')].map(hasOnlySimilarPlaces), [
    false,
    true,
    false,
    false,
  ])
})
