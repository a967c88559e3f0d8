import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderFailure } from '@isobar/providers/port'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { assertPrompt } from '../../../../test/helpers/prompt.ts'
import { createFreeMeter } from '../../../gateway/testing/free-meter.ts'
import { createMemoryLevel } from '../../../platform/cache/testing/memory-level.ts'
import { DAY_MS } from '../../../time.ts'
import { createTileService } from './service.ts'
import type { StoredTile } from './store.ts'

const ADDRESS = { layer: 'wind', z: 2, x: 2, y: 1 } as const
const PERSON = { requestId: 'r', client: 'c', crawler: false }
const CRAWLER = { ...PERSON, crawler: true }

/** The service over a database that holds one tile, and a provider that answers as `fetch` says. */
function serving({
  fetch = async () => Buffer.from('new'),
  isConfigured = true,
}: { fetch?: () => Promise<Buffer>; isConfigured?: boolean } = {}) {
  const clock = createTestClock()
  const state = {
    stored: undefined as StoredTile | undefined,
    isDown: false,
    calls: 0,
    errors: 0,
    askedSince: [] as number[],
    evicted: [] as number[],
  }
  const tiles = createTileService({
    tiles: {
      configured: () => isConfigured,
      fetch: () => {
        state.calls += 1
        return fetch()
      },
    } as never,
    isSwitchedOff: () => false,
    store: {
      async findTile({ z }, sinceMs) {
        if (z !== ADDRESS.z) return undefined
        state.askedSince.push(sinceMs)
        if (state.isDown) throw new Error('the database is down')
        return state.stored !== undefined && state.stored.fetchedAt > sinceMs ? state.stored : undefined
      },
      putTile: async (_address, tile) => void (state.stored = tile),
      evict: async (...limits) => (state.evicted.push(...limits), 3),
    },
    meter: createFreeMeter(),
    level: createMemoryLevel(),
    clock,
    upstreamTimeoutMs: 100,
    requestTimeoutMs: 80,
    memoryBytes: 1_000_000,
    storedBytes: 5_000,
    onError: () => (state.errors += 1),
  })
  const ask = async (requester = PERSON) => {
    const { tile, layer, isStale, ageSeconds } = await tiles.tile(ADDRESS, ADDRESS.z, requester)
    return [tile.png.toString(), layer, isStale, ageSeconds]
  }
  return { tiles, clock, state, ask, png: (text: string, ageMs: number) => ({ png: Buffer.from(text), fetchedAt: clock.now() - ageMs }) }
}

describe('a tile', () => {
  it('is fresh for ten minutes: from memory, then from the database, then from the provider', async () => {
    const { ask, state, clock, tiles, png } = serving()
    state.stored = png('stored', 599_000)
    assert.deepEqual(await ask(), ['stored', 'database', false, 599])
    assert.deepEqual(await ask(), ['stored', 'memory', false, 599])
    assert.equal(tiles.peek(ADDRESS, ADDRESS.z, clock.now())?.layer, 'memory')
    assert.equal(state.askedSince.length, 1)
    clock.advance({ seconds: 1 })
    assert.equal(tiles.peek(ADDRESS, ADDRESS.z, clock.now()), undefined)
    assert.deepEqual({ ask: await ask(), calls: state.calls }, { ask: ['new', 'upstream', false, 0], calls: 1 })
  })

  it('is the newer of memory and the database, where another node may have renewed it', async () => {
    const { ask, state, clock, tiles, png } = serving()
    await ask()
    await tiles.drain()
    clock.advance({ minutes: 11 })
    state.stored = png('by another node', 0)
    assert.deepEqual({ ask: await ask(), calls: state.calls }, { ask: ['by another node', 'database', false, 0], calls: 1 })
    // Only a newer one is of use.
    assert.equal(state.askedSince.at(-1), clock.now() - 11 * 60_000)
  })

  it('is not asked for in the database if it is older than a day', async () => {
    const { ask, state, clock } = serving()
    await ask()
    assert.equal(state.askedSince[0], clock.now() - DAY_MS)
  })

  it('has no negative age, although clocks of nodes differ', async () => {
    const { ask, state, png } = serving()
    state.stored = png('of the future', -5_000)
    assert.deepEqual(await ask(), ['of the future', 'database', false, 0])
  })

  it('is served without the database', async () => {
    const { ask, state, clock } = serving()
    state.isDown = true
    assert.deepEqual([await ask(), state.errors > 0], [['new', 'upstream', false, 0], true])
    clock.advance({ minutes: 11 })
    assert.deepEqual(await ask(CRAWLER), ['new', 'memory', true, 660])
  })

  it('needs a provider that may be called', async () => {
    const { tiles, clock } = serving({ isConfigured: false })
    await assert.rejects(tiles.tile(ADDRESS, ADDRESS.z, PERSON), { code: 'service_unavailable' })
    assert.equal(tiles.peek(ADDRESS, ADDRESS.z, clock.now()), undefined)
  })
})

describe('an old tile', () => {
  const down = () => Promise.reject(new ProviderFailure('unavailable', 'down'))

  it('is served for a day while the provider fails, and to crawlers, for whom nothing is called', async () => {
    const aged = async (ageMs: number, requester = PERSON) => {
      const { ask, state, png } = serving({ fetch: down })
      state.stored = png('old', ageMs)
      const outcome = await ask(requester).catch((error: { code: string; retryAfterSeconds?: number }) => [
        error.code,
        error.retryAfterSeconds,
      ])
      return [...outcome.slice(0, 2), state.calls]
    }
    assert.deepEqual(await aged(DAY_MS - 1_000), ['old', 'database', 1])
    assert.deepEqual(await aged(DAY_MS), ['upstream_error', undefined, 1])
    assert.deepEqual(await aged(DAY_MS - 1_000, CRAWLER), ['old', 'database', 0])
    assert.deepEqual(await aged(DAY_MS, CRAWLER), ['service_unavailable', 3_600, 0])
  })

  it('in memory is not usable after a day either', async () => {
    let fails = false
    const { ask, state, clock, tiles } = serving({ fetch: async () => (fails ? down() : Buffer.from('new')) })
    await ask()
    await tiles.drain()
    state.stored = undefined
    fails = true
    clock.advance({ hours: 24, seconds: -1 })
    assert.deepEqual(await ask(), ['new', 'memory', true, 86_399])
    clock.advance({ seconds: 30 })
    await assert.rejects(ask(), { code: 'upstream_error' })
  })

  it('is served after half the provider’s time; what comes later is there for the next', async () => {
    const slow = Promise.withResolvers<Buffer>()
    const { ask, state, clock, tiles, png } = serving({ fetch: () => slow.promise })
    state.stored = png('old', 700_000)
    const started = performance.now()
    assert.deepEqual((await ask())[0], 'old')
    const waited = performance.now() - started
    assert.ok(waited > 40, String(waited))
    assertPrompt(started, 2_000, 'the provider was waited for')
    slow.resolve(Buffer.from('late'))
    await tiles.drain()
    await sleep(0)
    assert.equal(tiles.peek(ADDRESS, ADDRESS.z, clock.now())?.tile.png.toString(), 'late')
  })

  it('that does not exist is waited for as long as the request may take', async () => {
    const { ask } = serving({ fetch: () => new Promise(() => undefined) })
    const alive = setInterval(() => undefined, 1_000)
    await assert.rejects(ask(), { code: 'upstream_error', message: 'The map tile provider did not respond in time.' })
    clearInterval(alive)
  })

  it('is evicted after a day, and the oldest beyond the size', async () => {
    const { tiles, state, clock } = serving()
    assert.equal(await tiles.evict(), 3)
    assert.deepEqual(state.evicted, [clock.now() - DAY_MS, 5_000])
  })
})
