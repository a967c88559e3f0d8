import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { createPhotoAllowance } from './photo-allowance.ts'

it('uses four fifths of fifty calls an hour until the service states another quota', () => {
  const clock = createTestClock()
  const allowance = createPhotoAllowance(clock)
  for (let i = 0; i < 38; i++) allowance.spend()
  assert.deepEqual([allowance.has(2), allowance.has(3)], [true, false])
  clock.advance({ minutes: 59, seconds: 59 })
  assert.equal(allowance.has(3), false)
  clock.advance({ seconds: 1 })
  assert.deepEqual([allowance.has(40), allowance.has(41)], [true, false])
})

it('follows the quota and the calls of all nodes that a response states', () => {
  const allowance = createPhotoAllowance(createTestClock())
  allowance.learn({ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '400' })
  assert.deepEqual([allowance.has(200), allowance.has(201)], [true, false])
  // An answer that was on its way counts fewer calls.
  allowance.learn({ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '900' })
  assert.equal(allowance.has(201), false)
})

it('learns nothing from headers that are missing or no numbers', () => {
  const allowance = createPhotoAllowance(createTestClock())
  for (const [limit, remaining] of [
    [undefined, '0'],
    ['1000', undefined],
    ['-1', '0'],
    ['1e3', '0'],
    ['1000', 'x0'],
    ['1234567890', '0'],
    [['1000'], '0'],
  ] as const)
    allowance.learn({ 'x-ratelimit-limit': limit as string | undefined, 'x-ratelimit-remaining': remaining })
  assert.deepEqual([allowance.has(40), allowance.has(41)], [true, false])
})
