import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMemoryLevel } from '../../../../platform/cache/testing/memory-level.ts'
import { createGeocodeCache, isCurrentMiss, computeGeocodeLifetime } from './cache.ts'

describe('the cache of found places', () => {
  it('does not replace an entry in memory with one from the second level while its write is pending', async () => {
    let end: () => void = () => undefined
    const level = createMemoryLevel()
    const { put } = level
    level.put = async (entries) => {
      if (level.entries.size > 0) await new Promise<void>((resolve) => (end = resolve))
      await put(entries)
    }
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

describe('a result', () => {
  const NOW = Date.parse('2026-11-22T12:00:00Z')
  const [DAY, HOUR] = [86_400_000, 3_600_000]
  const places = [{ name: 'Ulm', country: 'DE', state: null, lat: 48.4, lon: 10, localNames: {} }]
  const record = (found = places) => ({ places: found, spellings: ['ulm'], fetchedAt: NOW })

  /** A cache over a level in memory, and a clock. */
  function caching() {
    const level = createMemoryLevel()
    const state = { now: NOW }
    return { cache: createGeocodeCache(level, { now: () => state.now }), level, state }
  }

  it('is fresh for a week and usable for a month; an empty one is both for an hour', () => {
    assert.deepEqual(computeGeocodeLifetime(record()), { freshUntil: NOW + 7 * DAY, usableUntil: NOW + 30 * DAY })
    assert.deepEqual(computeGeocodeLifetime(record([])), { freshUntil: NOW + HOUR, usableUntil: NOW + HOUR })
    const isMiss = (found: typeof places, now: number) => isCurrentMiss(record(found), now)
    assert.deepEqual(
      [isMiss([], NOW + HOUR - 1), isMiss([], NOW + HOUR), isMiss(places, NOW), isCurrentMiss(undefined, NOW)],
      [true, false, false, false],
    )
  })

  it('is used from either level until it is no longer usable', async () => {
    const { cache, level, state } = caching()
    await cache.store('a', record())
    assert.deepEqual(
      [...level.entries.values()].map(({ expiresAt }) => expiresAt),
      [NOW + 30 * DAY],
    )
    const restarted = createGeocodeCache(level, { now: () => state.now })
    state.now = NOW + 30 * DAY - 1
    assert.deepEqual(
      { cacheMemory: cache.memory('a'), load: await restarted.load('a'), restartedMemory: restarted.memory('a') },
      { cacheMemory: record(), load: record(), restartedMemory: record() },
    )
    state.now += 1
    assert.deepEqual(
      { memory: cache.memory('a'), load: await createGeocodeCache(level, { now: () => state.now }).load('a') },
      { memory: undefined, load: undefined },
    )
  })

  it('is read from the second level if another node has found it again', async () => {
    const { cache, level, state } = caching()
    await cache.store('a', record())
    const later = { ...record(), fetchedAt: NOW + 5 }
    await createGeocodeCache(level, { now: () => state.now }).store('a', later)
    assert.deepEqual(
      [cache.memory('a')?.fetchedAt, (await cache.load('a'))?.fetchedAt, cache.memory('a')?.fetchedAt],
      [NOW, NOW + 5, NOW + 5],
    )
  })

  it('that another release wrote, or that is damaged, counts as missing', async () => {
    const { cache, level } = caching()
    assert.equal(await cache.load('none'), undefined)
    await cache.store('a', record())
    const { shape, ...rest } = JSON.parse(String(level.entries.get('a')?.value))
    const store = (key: string, text: string) => level.put([{ key, value: Buffer.from(text), expiresAt: NOW + DAY }])
    await store('b', JSON.stringify({ ...rest, shape: shape - 1 }))
    await store('c', '{"places":')
    await store('d', JSON.stringify({ ...rest, shape }))
    assert.deepEqual(
      { loadB: await cache.load('b'), loadC: await cache.load('c'), loadD: await cache.load('d') },
      { loadB: undefined, loadC: undefined, loadD: record() },
    )
  })
})
