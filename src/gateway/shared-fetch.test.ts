import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure } from '@isobar/providers/port'
import { createMemoryLevel, type MemoryLevel } from '../platform/cache/testing/memory-level.ts'
import { createSharedFetch, type FetchWork } from './shared-fetch.ts'

interface Value {
  readonly of: string
}

/** One node; its errors are collected. */
function node(level: MemoryLevel = createMemoryLevel(), leaseMs = 10_000) {
  const errors: string[] = []
  const shared = createSharedFetch<Value, string>({
    level,
    name: 'fetch:a',
    leaseMs,
    isLeadersOwn: (_error, leader, joiner) => leader === 'cheap' && joiner !== 'cheap',
    onError: (error, what) => errors.push(`${what}: ${(error as Error).message}`),
    what: 'weather',
  })
  return { level, errors, shared }
}

const work = (fetch: FetchWork<Value>['fetch'], more: Partial<FetchWork<Value>> = {}): FetchWork<Value> => ({
  find: async () => undefined,
  fetch,
  ...more,
})
const never = (): never => assert.fail('fetched')
const down = new ProviderFailure('unavailable', 'down')

describe('a shared fetch', () => {
  it('is made once for all who want the key meanwhile, and again for the next', async () => {
    const { shared } = node()
    const { promise, resolve } = Promise.withResolvers<Value>()
    let fetches = 0
    const once = work(() => ((fetches += 1), promise))
    const all = ['first', 'second', 'third'].map((who) => shared.get('k', who, once))
    const other = shared.get(
      'other',
      'x',
      work(async () => ({ of: 'other' })),
    )
    assert.deepEqual(await other, { value: { of: 'other' }, leader: 'x' })
    assert.deepEqual(
      { isInFlightK: shared.isInFlight('k'), isInFlightOther: shared.isInFlight('other') },
      { isInFlightK: true, isInFlightOther: false },
    )
    resolve({ of: 'k' })
    for (const each of all) assert.deepEqual(await each, { value: { of: 'k' }, leader: 'first' })
    assert.deepEqual({ fetches, isInFlight: shared.isInFlight('k') }, { fetches: 1, isInFlight: false })
    await shared.get(
      'k',
      'later',
      work(async () => ((fetches += 1), { of: 'k' })),
    )
    assert.equal(fetches, 2)
  })

  it('is not made if the value is known, here or by what another node stored', async () => {
    const { shared, level } = node()
    const known = { of: 'memory' }
    assert.deepEqual(await shared.get('k', 'me', work(never, { known: () => known })), { value: known, leader: 'me' })
    assert.equal(level.leased.size, 0)
    const found = { of: 'elsewhere' }
    assert.deepEqual((await shared.get('k', 'me', work(never, { find: async () => found }))).value, found)
    assert.equal(level.leased.size, 0)
  })

  it('that another caller found is not enough for one who knew as much before', async () => {
    const { shared } = node()
    const [old, fresh] = [{ of: 'old' }, { of: 'fresh' }]
    const finding = Promise.withResolvers<Value>()
    const first = shared.get('k', 'first', work(never, { find: () => finding.promise }))
    const fetching = async () => fresh
    const content = shared.get('k', 'content', work(never))
    const other = shared.get('k', 'other', work(fetching, { accepts: ({ of }) => of !== 'old' }))
    finding.resolve(old)
    assert.deepEqual({ firstValue: (await first).value, contentValue: (await content).value }, { firstValue: old, contentValue: old })
    assert.deepEqual(await other, { value: fresh, leader: 'other' })
  })

  it('fails for all who joined, but not for those whom the failure does not concern', async () => {
    const { shared } = node()
    const failing = Promise.withResolvers<Value>()
    const led = shared.get(
      'k',
      'person',
      work(() => failing.promise),
    )
    const joined = shared.get('k', 'other', work(never))
    failing.reject(down)
    await assert.rejects(led, down)
    await assert.rejects(joined, down)

    const cheap = Promise.withResolvers<Value>()
    const ofCheap = shared.get(
      'k',
      'cheap',
      work(() => cheap.promise),
    )
    const alike = shared.get('k', 'cheap', work(never))
    const ofPerson = shared.get(
      'k',
      'person',
      work(async () => ({ of: 'person' })),
    )
    cheap.reject(down)
    await assert.rejects(ofCheap, down)
    await assert.rejects(alike, down)
    assert.deepEqual(await ofPerson, { value: { of: 'person' }, leader: 'person' })
  })

  it('holds its lease until what is written behind it has ended', async () => {
    const { shared, level, errors } = node()
    const writing = Promise.withResolvers<void>()
    const { value } = await shared.get(
      'k',
      'me',
      work(async (behind, isAlone) => {
        assert.equal(isAlone(), true)
        behind(writing.promise)
        return { of: 'k' }
      }),
    )
    assert.deepEqual([value, [...level.leased]], [{ of: 'k' }, ['fetch:a:k']])
    let isDrained = false
    const draining = shared.drain().then(() => (isDrained = true))
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(isDrained, false)
    writing.reject(new Error('disk full'))
    await draining
    assert.deepEqual({ leased: level.leased.size, errors }, { leased: 0, errors: ['writing fetched weather: disk full'] })
  })

  it('says if another node may have fetched the same meanwhile', async () => {
    const { shared, level } = node()
    await shared.get(
      'k',
      'me',
      work(async (_behind, isAlone) => {
        level.leased.clear()
        assert.equal(isAlone(), false)
        return { of: 'k' }
      }),
    )
  })

  it('releases its lease after a failure', async () => {
    const { shared, level } = node()
    await assert.rejects(
      shared.get(
        'k',
        'me',
        work(() => Promise.reject(down)),
      ),
      down,
    )
    await shared.drain()
    assert.equal(level.leased.size, 0)
  })

  it('waits for another node’s, and no longer than a lease lives', async () => {
    const level = createMemoryLevel()
    const [here, elsewhere] = [node(level, 60), node(level)]
    const { promise, resolve } = Promise.withResolvers<Value>()
    const theirs = elsewhere.shared.get(
      'k',
      'they',
      work(() => promise),
    )
    await new Promise((resolve) => setImmediate(resolve))
    await assert.rejects(here.shared.get('k', 'me', work(never)), (error) => error instanceof ProviderFailure && error.kind === 'timeout')
    let looks = 0
    const waiting = here.shared.get('k', 'me', work(never, { find: async () => ((looks += 1) > 1 ? { of: 'theirs' } : undefined) }))
    assert.deepEqual((await waiting).value, { of: 'theirs' })
    resolve({ of: 'k' })
    await theirs
  })

  it('is made without a lease if the second level is down', async () => {
    const level = { ...createMemoryLevel(), lease: () => Promise.reject(new Error('no connection')) }
    const { shared, errors } = node(level)
    let isAlone: boolean | undefined
    const { value } = await shared.get(
      'k',
      'me',
      work(async (_behind, alone) => ((isAlone = alone()), { of: 'k' })),
    )
    assert.deepEqual(
      { value, isAlone, errors },
      { value: { of: 'k' }, isAlone: true, errors: ['leasing the fetch of weather: no connection'] },
    )
  })

  it('is drained with the work that it started, whose errors are reported', async () => {
    const { shared, errors } = node()
    const following = Promise.withResolvers<void>()
    shared.track(following.promise)
    let isDrained = false
    const draining = shared.drain().then(() => (isDrained = true))
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(isDrained, false)
    following.reject(new Error('x'))
    await draining
    assert.deepEqual(errors, ['writing fetched weather: x'])
  })
})
