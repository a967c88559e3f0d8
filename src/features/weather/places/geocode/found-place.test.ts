import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GeocodedPlace } from '@isobar/providers/port'
import { listDistinctPlaces, isNear, addPlaceLabel, listSearchedPlaces, rankPlaces } from './found-place.ts'
import { parseGeocodeQuery } from './query.ts'

const place = (name: string, change: Partial<GeocodedPlace> = {}): GeocodedPlace => ({
  name,
  country: 'US',
  state: null,
  lat: 40,
  lon: -90,
  localNames: {},
  ...change,
})
const labels = (places: readonly GeocodedPlace[], lang = 'en') => listDistinctPlaces(places, lang, null).map(({ label }) => label)

describe('found places', () => {
  it('are one if name and country are the same, they are near, and no state tells them apart', () => {
    const near = { lat: 40.2 }
    assert.deepEqual(labels([place('York'), place('YORK', near)]), ['York, US'])
    assert.deepEqual(labels([place('York', { state: 'Maine' }), place('York', near)]), ['York, Maine, US'])
    assert.deepEqual(labels([place('York'), place('York', { ...near, state: 'Maine' })]), ['York, US'])
    const two = [
      [place('York', { state: 'Maine' }), place('York', { ...near, state: 'Ohio' })],
      [place('York'), place('York', { ...near, country: 'CA' })],
      [place('York'), place('Yorke', near)],
      [place('York'), place('York', { lat: 40.3 })],
    ]
    for (const places of two) assert.equal(labels(places).length, 2)
  })

  it('are near within 25 kilometres', () => {
    // A thousandth of a degree is 111 m.
    const north = (degrees: number) => isNear({ lat: 0, lon: 0 }, { lat: degrees, lon: 0 })
    assert.deepEqual([north(0.224), north(0.225)], [true, false])
  })

  it('are in the given order, or nearest first', () => {
    const places = [place('A', { lat: 44 }), place('B', { lat: 41 }), place('C', { lat: 50 })]
    const names = (bias: Parameters<typeof listDistinctPlaces>[2]) => listDistinctPlaces(places, 'en', bias).map(({ name }) => name)
    assert.deepEqual(
      [names(null), names({ lat: 49, lon: -90 })],
      [
        ['A', 'B', 'C'],
        ['C', 'A', 'B'],
      ],
    )
  })

  it('are named in the language, or in the one that it is a variant of', () => {
    const munich = place('Munich', { country: 'DE', localNames: { de: 'München', 'zh-tw': '慕尼黑' } })
    const name = (lang: string) => listDistinctPlaces([munich], lang, null)[0]?.name
    assert.deepEqual(['de', 'DE-at-x', 'zh-TW', 'zh', 'fr'].map(name), ['München', 'München', '慕尼黑', 'Munich', 'Munich'])
    // A name of every object is no name of a place.
    assert.equal(name('constructor'), 'Munich')
  })

  it('have a label with the state that tells them apart, by name, unless it is the same', () => {
    const label = (name: string, country: string, state: string | null) => addPlaceLabel({ name, country, state, lat: 1, lon: 2 }).label
    assert.equal(label('Springfield', 'US', 'IL'), 'Springfield, Illinois, US')
    assert.equal(label('Berlin', 'DE', 'berlin'), 'Berlin, DE')
    assert.equal(label('Ulm', 'DE', null), 'Ulm, DE')
  })
})

describe('the ranking of a provider’s places', () => {
  const query = parseGeocodeQuery({ q: 'St. Louis, Missouri' })
  const [exact, foreign, longer] = [
    place('St Louis'),
    place('Saint-Louis', { localNames: { xx: 'ST.-LOUIS' }, lat: 10 }),
    place('St Louis Park', { lat: 20 }),
  ]

  it('puts first those of exactly the town’s name in any language, however it is written', () => {
    assert.deepEqual(rankPlaces([longer, exact, foreign], query), { exact: [exact, foreign], others: [longer] })
    assert.deepEqual(
      listSearchedPlaces(rankPlaces([longer, exact, foreign], query), query).map(({ name }) => name),
      ['St Louis', 'Saint-Louis', 'St Louis Park'],
    )
    assert.deepEqual(
      listSearchedPlaces(rankPlaces([longer, exact, place('Mound City')], query), query).map(({ match }) => match),
      ['exact', 'partial', 'similar'],
    )
  })

  it('counts a place at a town of that name as one, whatever its names', () => {
    const unnamed = place('Mound City', { lat: 30 })
    assert.deepEqual(rankPlaces([unnamed, longer], query, [{ lat: 30.1, lon: -90 }]), { exact: [unnamed], others: [longer] })
    assert.deepEqual(rankPlaces([unnamed], query, [{ lat: 31, lon: -90 }]).exact, [])
  })
})
