import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GeocodedPlace, ProviderFailure } from '@isobar/providers/port'
import { createTestClock } from '../../../../../test/helpers/clock.ts'
import type { AppError } from '../../../../errors.ts'
import { BudgetSpent } from '../../../../gateway/index.ts'
import { createFreeMeter } from '../../../../gateway/testing/free-meter.ts'
import { createMemoryLevel } from '../../../../platform/cache/testing/memory-level.ts'
import type { GazetteerQuery } from '../gazetteer/find-places.ts'
import { createGeocodeCache } from './cache.ts'
import { createGeocodeFetch } from './fetch.ts'
import { addPlaceLabel } from './found-place.ts'
import { buildGeocodeKey, parseGeocodeQuery } from './query.ts'
import { createGeocodeService } from './service.ts'

const PERSON = { requestId: 'r', client: 'c', crawler: false }
const CRAWLER = { ...PERSON, crawler: true }
const place = (name: string, country = 'DE', lat = 48): GeocodedPlace => ({ name, country, state: null, lat, lon: 10, localNames: {} })

/** The search over a cache in memory, a provider that answers as `search` says, and a gazetteer that knows `towns`. */
function searching({
  search = async () => [],
  towns = [],
}: { search?: (name: string) => Promise<GeocodedPlace[]>; towns?: readonly string[] | 'unreadable' } = {}) {
  const clock = createTestClock()
  const asked: string[] = []
  const named: string[][] = []
  const fallbacks: string[][] = []
  const lookedUp: GazetteerQuery[] = []
  const level = createMemoryLevel()
  const meter = createFreeMeter()
  const errors: string[] = []
  const onError = (error: unknown): void => void errors.push(String(error))
  const cache = createGeocodeCache(level, clock)
  const fetcher = createGeocodeFetch({
    provider: {
      product: { id: 'p', weight: 1 },
      configured: () => true,
      async search({ name, country }) {
        asked.push(country === null ? name : `${name} in ${country}`)
        return search(name)
      },
    },
    cache,
    level,
    meter,
    clock,
    upstreamTimeoutMs: 1_000,
    onFound: async ({ places }) => void named.push(places.map(({ name }) => name)),
    onError,
  })
  const gazetteer = {
    async find(query: GazetteerQuery) {
      lookedUp.push(query)
      if (towns === 'unreadable') throw new Error('no memory')
      return towns.map((name) => addPlaceLabel({ name, country: 'DE', state: null, lat: 48, lon: 10 }))
    },
  }
  const service = createGeocodeService({
    cache,
    fetcher,
    gazetteer: gazetteer as never,
    clock,
    requestTimeoutMs: 60_000,
    databaseTimeoutMs: 60_000,
    onFallback: (places) => void fallbacks.push(places.map(({ name }) => name)),
    onError,
  })
  const find = async (q: string, client = PERSON, more = {}) => {
    const { places, layer, hasTowns } = await service.find(parseGeocodeQuery({ q, ...more }), client)
    return [layer, places.map(({ name }) => name).join(), hasTowns]
  }
  const callers = () => meter.contexts.map(({ caller }) => caller)
  return { find, service, fetcher, cache, clock, asked, callers, named, fallbacks, lookedUp, errors }
}

describe('what is asked of a provider', () => {
  it('is the folded name, then the typed one, until something is found', async () => {
    const { find, asked, service } = searching({ search: async (name) => (name === 'çiğli' ? [place('Çiğli', 'TR')] : []) })
    assert.deepEqual(await find('Çiğli'), ['upstream', 'Çiğli', false])
    assert.deepEqual(asked, ['cigli', 'çiğli'])
    await service.drain()
    await find('cigli')
    assert.equal(asked.length, 2)
    const first = searching({ search: async () => [place('Cigli')] })
    await first.find('Çiğli')
    assert.deepEqual(first.asked, ['cigli'])
  })

  it('is the name without its country, which would be taken for a state, and only places there count', async () => {
    const { find, asked } = searching({ search: async () => [place('Paris', 'US'), place('Paris', 'FR')] })
    assert.deepEqual(await find('Paris,fr', PERSON, { country: 'FR' }), ['upstream', 'Paris', false])
    await find('Paris,us', PERSON, { country: 'FR' })
    await find('Paris,us')
    assert.deepEqual(asked, ['paris in FR', 'paris,us in FR', 'paris,us'])
  })

  it('is, of an unknown name, four spellings at most', async () => {
    const { find, asked, clock } = searching()
    for (const q of ['Çığlı-Ova', 'Çigli-Ova', 'Cığlı-Ova', 'Çığli-Ova', 'Ciğli-Ova']) await find(q)
    assert.deepEqual(asked, ['cigli-ova', 'çığlı-ova', 'çigli-ova', 'cığlı-ova'])
    clock.advance({ hours: 1 })
    await find('Ciğli-Ova')
    assert.deepEqual(asked.slice(4), ['cigli-ova', 'ciğli-ova'])
  })

  it('names what it found', async () => {
    const { find, named, service } = searching({ search: async () => [place('Ulm'), place('Ulmen', 'DE', 50)] })
    await find('ulm')
    await service.drain()
    assert.deepEqual(named, [['Ulm', 'Ulmen']])
  })
})

describe('a result from the cache', () => {
  it('older than a week is served, and refreshed once in the background', async () => {
    const { find, asked, callers, clock, service } = searching({ search: async () => [place('Ulm')] })
    await find('ulm')
    await service.drain()
    clock.advance({ hours: 7 * 24, seconds: -1 })
    await find('ulm')
    assert.deepEqual(callers(), ['person'])
    clock.advance({ seconds: 1 })
    assert.deepEqual(
      await Promise.all([find('ulm'), find('ulm')]),
      [1, 2].map(() => ['memory', 'Ulm', false]),
    )
    await service.drain()
    assert.deepEqual({ callers: callers(), asked: asked.length }, { callers: ['person', 'refresh'], asked: 2 })
    await find('ulm')
    await service.drain()
    assert.equal(asked.length, 2)
  })

  it('is not refreshed for a crawler', async () => {
    const { find, asked, clock, service } = searching({ search: async () => [place('Ulm')] })
    await find('ulm')
    await service.drain()
    clock.advance({ hours: 8 * 24 })
    assert.deepEqual(await find('ulm', CRAWLER), ['memory', 'Ulm', false])
    await service.drain()
    assert.equal(asked.length, 1)
  })

  it('is refreshed for eight queries at once', async () => {
    const waiting = Promise.withResolvers<void>()
    let isSlow = false
    const { find, asked, clock, service } = searching({ search: async () => (isSlow && (await waiting.promise), [place('Ulm')]) })
    const queries = Array.from({ length: 10 }, (_, index) => `ulm ${index}`)
    for (const q of queries) await find(q)
    await service.drain()
    clock.advance({ hours: 8 * 24 })
    isSlow = true
    for (const q of queries) await find(q)
    waiting.resolve()
    await service.drain()
    assert.equal(asked.length, 18)
    for (const q of queries) await find(q)
    await service.drain()
    assert.equal(asked.length, 20)
  })
})

describe('the bundled towns', () => {
  it('answer a crawler without a call', async () => {
    const { find, asked } = searching({ towns: ['Ulm'] })
    assert.deepEqual(await find('ulm', CRAWLER), ['gazetteer', 'Ulm', true])
    assert.deepEqual(asked, [])
  })

  it('answer if the provider finds nothing, and are then named', async () => {
    const { find, fallbacks } = searching({ towns: ['Ulm'] })
    assert.deepEqual(await find('ulm'), ['gazetteer', 'Ulm', true])
    assert.deepEqual(fallbacks, [['Ulm']])
    // From the cached empty result.
    assert.deepEqual(await find('ulm'), ['gazetteer', 'Ulm', true])
    assert.equal(fallbacks.length, 1)
    const nothing = searching()
    assert.deepEqual([await nothing.find('ulm'), nothing.fallbacks], [['upstream', '', false], []])
  })

  it('come before a provider’s places of other names, if theirs is exact and elsewhere', async () => {
    const { find, lookedUp } = searching({ search: async () => [place('Ulmen', 'DE', 50)], towns: ['Ulm'] })
    assert.deepEqual(await find('ulm'), ['upstream', 'Ulm,Ulmen', true])
    assert.deepEqual(
      lookedUp.map(({ isExact }) => isExact),
      [true],
    )
    assert.deepEqual(await find('ulm', PERSON, { limit: 1 }), ['memory', 'Ulm', true])
    // The provider’s place is that town, under another name.
    const same = searching({ search: async () => [place('Ulm (Donau)')], towns: ['Ulm'] })
    assert.deepEqual(await same.find('ulm'), ['upstream', 'Ulm (Donau)', false])
    const exact = searching({ search: async () => [place('Ulm')], towns: ['Ulm'] })
    assert.deepEqual([await exact.find('ulm'), exact.lookedUp], [['upstream', 'Ulm', false], []])
  })

  it('answer while the provider fails; without them, its failure is the answer', async () => {
    const failing = (failure: Error, towns: readonly string[] = []) => searching({ search: () => Promise.reject(failure), towns })
    const down = new ProviderFailure('unavailable', 'down')
    const served = failing(down, ['Ulm'])
    assert.deepEqual([await served.find('ulm'), served.fallbacks], [['gazetteer', 'Ulm', true], [['Ulm']]])
    const codeOf = (failure: Error) =>
      failing(failure)
        .find('ulm')
        .catch((error: AppError) => error.code)
    assert.equal(await codeOf(down), 'upstream_error')
    // The provider's 404 is about a place's weather; a search that finds nothing is empty.
    assert.equal(await codeOf(new ProviderFailure('not_found', 'no')), 'upstream_error')
    // Without calls left, what the towns do not know is not found.
    assert.deepEqual(await codeOf(new BudgetSpent('p', 'person', 9)), ['gazetteer', '', false])
  })
})

describe('the bundled towns, when they cannot be read', () => {
  const towns = 'unreadable'

  it('are done without where the provider answers, and its failure is the answer otherwise', async () => {
    const nothing = searching({ towns })
    assert.deepEqual([await nothing.find('ulm'), nothing.errors], [['upstream', '', false], ['Error: no memory']])
    assert.deepEqual(await searching({ towns }).find('ulm', CRAWLER), ['gazetteer', '', false])
    const spent = searching({ towns, search: () => Promise.reject(new BudgetSpent('p', 'person', 9)) })
    await assert.rejects(spent.find('ulm'), { code: 'rate_limited' })
  })
})

describe('an answer', () => {
  it('says until when it may be cached: the provider’s for a week, that of the towns for a minute', async () => {
    const life = async (parts: Parameters<typeof searching>[0], q = 'ulm', client = PERSON) => {
      const { service, clock } = searching(parts)
      const { freshUntil, usableUntil } = await service.find(parseGeocodeQuery({ q }), client)
      return [freshUntil - clock.now(), usableUntil - clock.now()].map((ms) => ms / 60_000)
    }
    const [hour, week, month] = [60, 7 * 24 * 60, 30 * 24 * 60]
    assert.deepEqual(await life({ search: async () => [place('Ulm')] }), [week, month])
    assert.deepEqual(await life({}), [hour, hour])
    assert.deepEqual(await life({ towns: ['Ulm'] }, 'ulm', CRAWLER), [1, 1])
    assert.deepEqual(await life({}, '!!'), [hour, hour])
  })
})

describe('a fetch of places', () => {
  it('that only a client’s own share refused is made for those who wait with it, but not for a refresh', async () => {
    const share = { name: 'upstream-geocode', limit: 1, windowSeconds: 60 }
    let calls = 0
    const { fetcher } = searching({
      search: async () => {
        calls += 1
        if (calls === 1) throw new BudgetSpent('p', 'person', 9, share)
        return [place('Ulm')]
      },
    })
    const context = (caller: 'person' | 'refresh') =>
      ({
        cause: 'geocode',
        trigger: null,
        requestId: null,
        cellId: null,
        client: null,
        caller,
        spend: { calls: 0, closed: false },
      }) as const
    const query = parseGeocodeQuery({ q: 'ulm' })
    const outcomes = await Promise.allSettled(
      (['person', 'refresh', 'person'] as const).map((caller) => fetcher.fetch(query, context(caller))),
    )
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    )
    assert.equal(fetcher.isInFlight(buildGeocodeKey(query)), false)
  })
})
