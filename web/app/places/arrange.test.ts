import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { savedIn } from '../components/places/saved.ts'
import { addressOf, labelled, listIn, moved, pointsOf } from './arrange.ts'

const [berlin, paris, oslo] = [
  { name: 'Berlin', lat: 52.52, lon: 13.41 },
  { name: 'Paris', lat: 48.85, lon: 2.35 },
  { name: 'Oslo', lat: 59.91, lon: 10.75 },
] as const
const LIST = [berlin, paris, oslo]

describe('moved', () => {
  it('puts a place elsewhere in the list', () => {
    assert.deepEqual(moved(LIST, 0, 2), [paris, oslo, berlin])
    assert.deepEqual(moved(LIST, 2, 0), [oslo, berlin, paris])
  })

  it('leaves the list if there is no such position', () => {
    for (const [from, to] of [
      [0, -1],
      [2, 3],
      [3, 0],
    ] as const)
      assert.equal(moved(LIST, from, to), LIST)
  })
})

describe('labelled', () => {
  it('names a place, and takes the name back', () => {
    const named = labelled(LIST, 1, '  Grandma ')
    assert.deepEqual(named, [berlin, { ...paris, label: 'Grandma' }, oslo])
    assert.deepEqual(labelled(named, 0, 'Home')[1], { ...paris, label: 'Grandma' })
    for (const none of ['', '  ', 'Paris']) assert.deepEqual(labelled(named, 1, none), LIST)
  })
})

describe('the list of another device', () => {
  const address = addressOf([{ ...paris, label: 'Grandma & Grandpa #1' }, oslo], 'https://weather.example/places')

  it('is in the fragment of an address, which is sent to no server', () => {
    const { pathname, search, hash } = new URL(address)
    assert.deepEqual([pathname, search], ['/places', ''])
    assert.deepEqual(listIn(hash), [{ ...paris, label: 'Grandma & Grandpa #1' }, oslo])
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
      assert.deepEqual(listIn(fragment), [], fragment)
  })
})

describe('pointsOf', () => {
  it('is the same whatever the order', () => {
    assert.equal(pointsOf(LIST), '48.85,2.35_52.52,13.41_59.91,10.75')
    assert.equal(pointsOf([oslo, paris, berlin]), pointsOf(LIST))
  })
})

describe('a saved list with names', () => {
  it('is read, each name within its limit; a version without names reads it, too', () => {
    const text = JSON.stringify([
      { ...berlin, label: 'x'.repeat(500) },
      { ...paris, label: 7 },
      { ...oslo, label: '' },
    ])
    assert.deepEqual(savedIn(text), [{ ...berlin, label: 'x'.repeat(100) }, paris, oslo])
  })
})
