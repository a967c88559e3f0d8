import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createOrder, type Listed } from './source-order.ts'
import { createTestWeatherSource } from './testing/records.ts'

const NORTH = toCell(60, 10)
const SOUTH = toCell(-30, 10)

const everywhere = (id: string): Listed => ({ id, covers: () => true })
const inTheNorth = (id: string): Listed => ({ id, covers: ({ lat }) => lat > 0 })

describe('the order of sources', () => {
  const feed = createTestWeatherSource('feed', { kind: 'feed', groups: [['alert']] })
  const weather = [
    createTestWeatherSource('a'),
    createTestWeatherSource('b', { groups: [['current', 'hourly']] }),
    createTestWeatherSource('c'),
  ]
  const idsAt = (order: ReturnType<typeof createOrder>, cell: typeof NORTH) =>
    order
      .weather()
      .filter(({ covers }) => covers(cell))
      .map(({ id }) => id)

  it('is the list’s, without those outside their region: there the next one is the first', () => {
    const list = [inTheNorth('c'), everywhere('a'), everywhere('b')]
    const order = createOrder(() => list, weather, [feed])
    assert.deepEqual(
      [idsAt(order, NORTH), idsAt(order, SOUTH)],
      [
        ['c', 'a', 'b'],
        ['a', 'b'],
      ],
    )
    assert.deepEqual([order.primaryAt(NORTH)?.id, order.primaryAt(SOUTH)?.id], ['c', 'a'])
    assert.deepEqual([order.firstOf('current', NORTH), order.firstOf('current', SOUTH), order.firstOf('hourly', NORTH)], ['c', 'a', 'b'])
    assert.deepEqual(
      order.all().map(({ id }) => id),
      ['c', 'a', 'b', 'feed'],
    )
  })

  it('has no first provider where none is asked, and ignores names that it does not know', () => {
    const order = createOrder(() => LIST, weather, [])
    const LIST = [inTheNorth('a'), everywhere('nobody')]
    assert.deepEqual({ idsAt: idsAt(order, SOUTH), firstOf: order.firstOf('current', SOUTH) }, { idsAt: [], firstOf: undefined })
    assert.equal(order.primaryAt(SOUTH), undefined)
  })

  it('keeps a provider that cannot be called now as the first of the list, though people are shown the next one', () => {
    let isOn = false
    const list = [everywhere('a'), everywhere('b')]
    const order = createOrder(() => list, [createTestWeatherSource('a', { covers: () => isOn }), createTestWeatherSource('b')], [])
    assert.deepEqual({ id: order.primaryAt(NORTH)?.id, firstOf: order.firstOf('current', NORTH) }, { id: 'a', firstOf: 'b' })
    isOn = true
    assert.equal(order.firstOf('current', NORTH), 'a')
  })

  it('follows the list, and is the same object until that changes', () => {
    let list = [everywhere('a'), everywhere('b')]
    const order = createOrder(() => list, weather, [feed])
    const before = order.all()
    assert.equal(order.all(), before)
    list = [everywhere('b'), everywhere('a')]
    assert.notEqual(order.all(), before)
    assert.equal(order.firstOf('current', NORTH), 'b')
  })
})
