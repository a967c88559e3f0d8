import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSavedPlaces } from '../components/places/saved.ts'
import { writeSavedPlacesAddress, labelPlace, parsePlaceList, movePlace, writePointsQuery } from './arrange.ts'

const [berlin, paris, oslo] = [
  { name: 'Berlin', lat: 52.52, lon: 13.41 },
  { name: 'Paris', lat: 48.85, lon: 2.35 },
  { name: 'Oslo', lat: 59.91, lon: 10.75 },
] as const
const LIST = [berlin, paris, oslo]

describe('moved', () => {
  it('puts a place elsewhere in the list', () => {
    assert.deepEqual(movePlace(LIST, 0, 2), [paris, oslo, berlin])
    assert.deepEqual(movePlace(LIST, 2, 0), [oslo, berlin, paris])
  })

  it('leaves the list if there is no such position', () => {
    for (const [from, to] of [
      [0, -1],
      [2, 3],
      [3, 0],
    ] as const)
      assert.equal(movePlace(LIST, from, to), LIST)
  })
})

describe('labelled', () => {
  it('names a place, and takes the name back', () => {
    const named = labelPlace(LIST, 1, '  Grandma ')
    assert.deepEqual(named, [berlin, { ...paris, label: 'Grandma' }, oslo])
    assert.deepEqual(labelPlace(named, 0, 'Home')[1], { ...paris, label: 'Grandma' })
    for (const none of ['', '  ', 'Paris']) assert.deepEqual(labelPlace(named, 1, none), LIST)
  })
})

describe('the list of another device', () => {
  const address = writeSavedPlacesAddress([{ ...paris, label: 'Grandma & Grandpa #1' }, oslo], 'https://weather.example/places')

  it('is in the fragment of an address, which is sent to no server', () => {
    const { pathname, search, hash } = new URL(address)
    assert.deepEqual({ pathname, search }, { pathname: '/places', search: '' })
    assert.deepEqual(parsePlaceList(hash), [{ ...paris, label: 'Grandma & Grandpa #1' }, oslo])
  })

  it('is empty for what is no list', () => {
    for (const fragment of [
      '',
      '#',
      '#list=',
      '#list=%',
      '#list={}',
      '#other=[]',
      `#list=${encodeURIComponent('[{"name":"x","lat":99,"lon":0}]')}`,
    ])
      assert.deepEqual(parsePlaceList(fragment), [], fragment)
  })
})

describe('pointsOf', () => {
  it('is the same whatever the order', () => {
    assert.equal(writePointsQuery(LIST), '48.85,2.35_52.52,13.41_59.91,10.75')
    assert.equal(writePointsQuery([oslo, paris, berlin]), writePointsQuery(LIST))
  })
})

describe('a saved list with names', () => {
  it('is read, each name within its limit; a version without names reads it, too', () => {
    const text = JSON.stringify([
      { ...berlin, label: 'x'.repeat(500) },
      { ...paris, label: 7 },
      { ...oslo, label: '' },
    ])
    assert.deepEqual(parseSavedPlaces(text), [{ ...berlin, label: 'x'.repeat(100) }, paris, oslo])
  })
})
