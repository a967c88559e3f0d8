import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure } from '@isobar/providers/port'
import { rebuildError, toPlainFailure, takePortion } from './feed-thread.ts'
import { toArrival } from './stored-warning.ts'
import { buildRectangleArea, buildOfficialWarning } from './testing/warning.ts'

describe('what the thread of the feeds passes on at once', () => {
  const warning = (key: string, areas = [buildRectangleArea(13, 52, 14, 53)]) => buildOfficialWarning({ key, messageId: key, areas })
  const portions = (warnings: ReturnType<typeof warning>[]) => {
    const sizes: number[] = []
    while (warnings.length > 0) sizes.push(takePortion(warnings).length)
    return sizes
  }

  it('is fifty warnings, in their order, and none twice', () => {
    const keys = Array.from({ length: 120 }, (_, index) => `W${index}`)
    const warnings = keys.map((key) => warning(key))
    const passed: string[] = []
    for (const size of [50, 50, 20, 0]) {
      const portion = takePortion(warnings)
      assert.equal(portion.length, size)
      passed.push(...portion.map(({ message }) => message.key))
    }
    assert.deepEqual(passed, keys)
  })

  it('is no more than half a million characters of geometry, but for the last', () => {
    // More than a quarter of a million characters in each.
    const circles = Array.from({ length: 6_200 }, (_, index) => ({ lat: 10 + index / 10_000, lon: 20.123_456, radiusKm: 1 }))
    const large = (key: string) =>
      warning(key, [{ name: key, polygons: [], circles: [{ lat: key.length, lon: 0, radiusKm: 1 }, ...circles], codes: [] }])
    const [length = 0] = [...toArrival(large('L')).shapes.values()].map((geometry) => geometry.length)
    assert.ok(length > 250_000 && length < 300_000, String(length))
    assert.deepEqual(portions(['a', 'b', 'c', 'd', 'e'].map(large)), [2, 2, 1])
    assert.deepEqual(portions([warning('small'), large('a'), large('b'), warning('last')]), [3, 1])
  })
})

describe('an error between threads', () => {
  it('is the same failure of the provider, with what it says about a retry', () => {
    const failure = new ProviderFailure('quota', 'busy', { status: 429, retryAfterSeconds: 7 })
    const passed = rebuildError(structuredClone(toPlainFailure(failure)))
    assert.ok(passed instanceof ProviderFailure)
    const { kind, message, status, retryAfterSeconds } = passed
    assert.deepEqual({ kind, message, status, retryAfterSeconds }, { kind: 'quota', message: 'busy', status: 429, retryAfterSeconds: 7 })
  })

  it('is no failure of the provider if it is a defect, and says where', () => {
    const passed = rebuildError(structuredClone(toPlainFailure(new TypeError('defect'))))
    assert.ok(!(passed instanceof ProviderFailure))
    assert.match(passed.message, /TypeError: defect\n.*feed-thread\.test/s)
    assert.equal(rebuildError(toPlainFailure('thrown')).message, 'thrown')
  })
})
