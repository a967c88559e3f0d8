import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Group, listChoiceGroups, findHighlightIndex } from './choices.ts'
import type { Suggestion } from './suggestion.ts'
import type { Search } from './use-suggestions.ts'

const paris = { name: 'Paris', where: 'France', lat: 48.85, lon: 2.35 }
const aarhus = { name: 'Århus', where: 'Denmark', lat: 56.16, lon: 10.2 }
const [rome, oslo] = [
  { name: 'Rome', lat: 41.89, lon: 12.48 },
  { name: 'Oslo', lat: 59.91, lon: 10.75 },
]
const words = { didYouMean: 'Did you mean', recent: 'Recent', saved: 'Saved' }
const found = (match: Suggestion['match'], asked = 'berln'): Search => ({
  state: 'found',
  asked,
  places: [{ path: '/weather/berlin', name: 'Berlin', where: 'Germany', lat: 52.5, lon: 13.4, match }],
})
const offer = (typed: string, search: Search = { state: 'none' }) =>
  listChoiceGroups({ typed, search, recent: [paris, aarhus], saved: [rome, { ...paris, name: 'My Paris' }, oslo], words }).map(
    ({ title, choices }: Group) => `${title}: ${choices.map(({ name }) => name).join()}`,
  )

describe('the list of the search', () => {
  it('offers recent and saved places before anything is typed, each once', () => {
    assert.deepEqual(offer(''), ['Recent: Paris,Århus', 'Saved: Rome,Oslo'])
    assert.deepEqual(
      listChoiceGroups({ typed: '', search: { state: 'none' }, recent: [paris], saved: [rome], words }).flatMap(({ choices }) => choices),
      [
        { path: '/weather/paris-48.85,2.35', ...paris },
        { path: '/weather/rome-41.89,12.48', ...rome, where: '' },
      ],
    )
  })

  it('keeps those whose names begin with what is typed, while there is no answer or none can be had', () => {
    for (const state of ['none', 'asking', 'offline', 'failed'] as const) {
      assert.deepEqual(offer(' AR', { state }), ['Recent: Århus'])
      assert.deepEqual(offer('ro', { state }), ['Saved: Rome'])
      assert.deepEqual(offer('x', { state }), [])
    }
  })

  it('offers what was found instead, as a question if it is merely similar', () => {
    assert.deepEqual(offer('par', found('partial', 'par')), ['null: Berlin'])
    assert.deepEqual(offer('berln', found('similar')), ['Did you mean: Berlin'])
    assert.deepEqual(offer('par', { state: 'found', asked: 'par', places: [] }), [])
  })
})

it('highlights the first place if it is exactly what is typed now', () => {
  const cases: readonly (readonly [Search, string, number])[] = [
    [found('exact', 'berlin'), ' berlin ', 0],
    [found('exact', 'berlin'), 'berlin m', -1],
    [found('partial', 'berlin'), 'berlin', -1],
    [found('similar'), 'berln', -1],
    [{ state: 'found', asked: 'x', places: [] }, 'x', -1],
    [{ state: 'asking' }, 'berlin', -1],
  ]
  for (const [search, typed, expected] of cases)
    assert.equal(findHighlightIndex(search, typed), expected, `${typed} ${JSON.stringify(search)}`)
})
