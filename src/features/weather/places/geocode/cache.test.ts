import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SecondLevel } from '../../../../platform/cache/second-level.ts'
import { createGeocodeCache } from './cache.ts'

describe('the cache of found places', () => {
  it('does not replace an entry in memory with one from the second level while its write is pending', async () => {
    const written = new Map<string, Buffer>()
    let end: () => void = () => undefined
    const level = {
      get: async (keys: readonly string[]) => keys.map((key) => written.get(key)),
      async put(entries: readonly { key: string; value: Buffer }[]) {
        if (written.size > 0) await new Promise<void>((resolve) => (end = resolve))
        for (const { key, value } of entries) written.set(key, value)
      },
    } as unknown as SecondLevel
    let now = Date.parse('2026-11-22T12:00:00Z')
    const cache = createGeocodeCache(level, { now: () => now })
    const first = { places: [], spellings: ['cigli'], fetchedAt: now }
    await cache.store('a', first)
    const second = { ...first, spellings: ['cigli', 'çiğli'] }
    const storing = cache.store('a', second)
    assert.deepEqual(await cache.load('a'), second)
    assert.deepEqual(cache.memory('a'), second)
    end()
    await storing
    // An expired entry is not preferred.
    now += 3_600_001
    assert.equal(await cache.load('a'), undefined)
  })
})
