import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Sample } from './sample.ts'
import { line, trendsOf } from './slope.ts'

const hour = (heap: (minute: number) => number): Sample[] =>
  Array.from({ length: 240 }, (_, i) => ({
    seconds: i * 15,
    heap: heap(i / 4),
    external: 0,
    cached: 0,
    rss: 300e6,
    handles: 20 + (i % 3),
    eventLoopDelayMs: 5,
    disk: 0,
    tables: {},
  }))
const isHeapRising = (heap: (minute: number) => number): boolean | undefined =>
  trendsOf(hour(heap)).find(({ measure }) => measure === 'heap')?.isRising

describe('a trend', () => {
  it('rises with a leak beneath the sawtooth of the garbage collector', () => {
    assert.equal(
      isHeapRising((minute) => 100e6 + minute * 1e6 + (minute % 1) * 30e6),
      true,
    )
  })

  it('does not rise with a sawtooth, while warming up, or with noise', () => {
    assert.equal(
      isHeapRising((minute) => 100e6 + (minute % 1) * 30e6),
      false,
    )
    assert.equal(
      isHeapRising((minute) => 100e6 + Math.min(minute, 15) * 5e6),
      false,
    )
    assert.equal(
      isHeapRising((minute) => 100e6 + minute * 0.1e6),
      false,
    )
  })

  it('follows the points', () => {
    const { slope, fit, mean } = line([0, 1, 2, 3].map((x) => ({ x, y: 2 * x + 1 })))
    assert.deepEqual({ slope, fit, mean }, { slope: 2, fit: 1, mean: 4 })
  })
})
