import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findWarnedBox } from './warned-box.ts'

const area = (west: number, south: number, color: 'red' | 'yellow' | null = 'yellow', size = 2) => ({
  color,
  outline: [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south],
  ] as const,
})

it('is around all warnings of a country', () => {
  assert.deepEqual(findWarnedBox([area(8, 48), area(12, 52)]), { south: 48, west: 8, north: 54, east: 14 })
  assert.deepEqual(findWarnedBox([area(-124, 45), area(-70, 25)]), { south: 25, west: -124, north: 47, east: -68 })
})

it('of two continents is around the one with more of them, not around the sea between', () => {
  assert.deepEqual(findWarnedBox([area(-95, 35), area(-98, 33), area(12, 52)]), { south: 33, west: -98, north: 37, east: -93 })
})

it('is rather where a severe one is than where many of the lowest level are', () => {
  assert.deepEqual(findWarnedBox([area(-95, 35), area(-98, 33), area(12, 52, 'red')]), { south: 52, west: 12, north: 54, east: 14 })
})

it('is not wider than a part of the world, at its edges too', () => {
  assert.deepEqual(findWarnedBox([area(177, -40), area(-179, 60)])?.west, 177)
  assert.deepEqual(findWarnedBox([area(177, 87)]), { south: 87, west: 177, north: 89, east: 179 })
})

it('is nowhere without outlines', () => {
  assert.equal(findWarnedBox([]), null)
  assert.equal(findWarnedBox([{ outline: [], color: 'red' }]), null)
})
