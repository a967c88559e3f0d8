import assert from 'node:assert/strict'
import { it } from 'node:test'
import { classifyWind } from './wind.ts'

it('a wind has the class of its whole km/h', () => {
  assert.deepEqual([0, 19.4, 19.5, 38.4, 39, 61, 62, 88, 89, 240].map(classifyWind), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
})
