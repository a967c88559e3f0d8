import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure } from '@isobar/providers/port'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { BudgetSpent } from '../../../gateway/index.ts'
import { createFreeMeter } from '../../../gateway/testing/free-meter.ts'
import { createMemoryLevel } from '../../../platform/cache/testing/memory-level.ts'
import { toTileError } from './service.ts'
import type { StoredTile } from './store.ts'
import { createTileFetch } from './tile-fetch.ts'

const ADDRESS = { layer: 'wind', z: 3, x: 4, y: 2 } as const
const SHARE = { name: 'upstream-tiles', limit: 5, windowSeconds: 60 }
const PNG = Buffer.from('png')
const FRESH_MS = 600_000

/** Tile fetches over a store in memory and a provider that does what `answer` says for each client. */
function fetching(answer: (client: string | null) => Promise<Buffer>) {
  const clock = createTestClock('2026-07-01T12:00:00Z')
  const stored: StoredTile[] = []
  const askedSince: number[] = []
  const meter = createFreeMeter()
  const clients = () => meter.contexts.map(({ client }) => client)
  const fetch = createTileFetch({
    tiles: { fetch: () => answer(clients().at(-1) ?? null) } as never,
    store: {
      async findTile(_address, sinceMs) {
        askedSince.push(sinceMs)
        return stored.find(({ fetchedAt }) => fetchedAt > sinceMs)
      },
      async putTile(_address, tile) {
        stored.push(tile)
      },
      evict: async () => 0,
    },
    meter,
    level: createMemoryLevel(),
    clock,
    freshMs: FRESH_MS,
    upstreamTimeoutMs: 1_000,
    onError: (error) => assert.fail(String(error)),
  })
  return { fetch, clock, stored, clients, askedSince }
}
const by = (client: string) => ({ requestId: 'r', client })

describe('fetching a tile', () => {
  it('does not refuse others because the leader has used up its own share, but the same client', async () => {
    const spent = new BudgetSpent('openweather/tiles', 'person', 30, SHARE)
    const { fetch, clients } = fetching(async (client) => (client === 'greedy' ? Promise.reject(spent) : PNG))
    const [leader, same, other] = await Promise.allSettled(['greedy', 'greedy', 'modest'].map((client) => fetch.fetch(ADDRESS, by(client))))
    assert.deepEqual(
      { leaderStatus: leader?.status, sameStatus: same?.status, otherStatus: other?.status },
      { leaderStatus: 'rejected', sameStatus: 'rejected', otherStatus: 'fulfilled' },
    )
    assert.deepEqual(clients(), ['greedy', 'modest'])
  })

  it('fails all who wait if the whole budget is spent, or the provider fails', async () => {
    for (const failure of [new BudgetSpent('openweather/tiles', 'person', 30), new ProviderFailure('unavailable', 'down')]) {
      const { fetch, clients } = fetching(() => Promise.reject(failure))
      const outcomes = await Promise.allSettled(['one', 'other'].map((client) => fetch.fetch(ADDRESS, by(client))))
      assert.ok(outcomes.every(({ status }) => status === 'rejected'))
      assert.deepEqual(clients(), ['one'])
    }
  })

  it('is not tried again at once after a failure of the provider, and then stored', async () => {
    let isDown = true
    const { fetch, clients, clock, stored } = fetching(async () =>
      isDown ? Promise.reject(new ProviderFailure('unavailable', 'down')) : PNG,
    )
    await assert.rejects(fetch.fetch(ADDRESS, by('one')))
    isDown = false
    await assert.rejects(fetch.fetch(ADDRESS, by('one')))
    assert.equal(clients().length, 1)
    clock.advance({ seconds: 10 })
    const { tile, by: source } = await fetch.fetch(ADDRESS, by('one'))
    await fetch.drain()
    assert.deepEqual({ tile, source, stored }, { tile: { png: PNG, fetchedAt: clock.now() }, source: 'provider', stored: [tile] })
  })

  it('is not done if another node has just stored a fresh tile', async () => {
    const { fetch, clients, clock, stored, askedSince } = fetching(async () => PNG)
    const tile = { png: PNG, fetchedAt: clock.now() - FRESH_MS + 1 }
    stored.push(tile)
    assert.deepEqual(await fetch.fetch(ADDRESS, by('one')), { tile, by: 'another node' })
    assert.deepEqual({ clients: clients(), askedSince }, { clients: [], askedSince: [clock.now() - FRESH_MS] })
  })
})

describe('why there is no tile', () => {
  const cases: readonly (readonly [name: string, failure: unknown, code: string, retryAfterSeconds: number | undefined])[] = [
    ['the provider is slow', undefined, 'upstream_error', undefined],
    ['the cache is not reachable', new Error('gone'), 'service_unavailable', 5],
    ['the budget is spent', new BudgetSpent('openweather/tiles', 'person', 30), 'rate_limited', 30],
    ['the budget is spent, for an unknown time', new ProviderFailure('budget_spent', 'spent'), 'rate_limited', 60],
    ['the share of the client is spent', new BudgetSpent('openweather/tiles', 'person', 20, SHARE), 'rate_limited', 20],
    ['there is no key', new ProviderFailure('not_configured', 'no key'), 'service_unavailable', undefined],
    ['the key is refused', new ProviderFailure('refused_key', 'no'), 'service_unavailable', undefined],
    ['the plan has no tiles', new ProviderFailure('no_subscription', 'no'), 'service_unavailable', undefined],
    ['the provider fails', new ProviderFailure('quota', 'busy', { retryAfterSeconds: 7 }), 'upstream_error', 7],
  ]
  for (const [name, failure, code, retryAfterSeconds] of cases)
    it(`is stated by its code: ${name}`, () => {
      const error = toTileError(failure)
      assert.deepEqual({ code: error.code, retryAfterSeconds: error.retryAfterSeconds }, { code, retryAfterSeconds })
    })

  it('names the share that is spent, which is not the budget of the service', () => {
    assert.deepEqual(toTileError(new BudgetSpent('openweather/tiles', 'person', 20, SHARE)).spent, SHARE)
    assert.equal(toTileError(new BudgetSpent('openweather/tiles', 'person', 20)).spent, undefined)
  })
})
