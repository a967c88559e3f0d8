import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { getWeatherOutcome } from './check-cell.ts'
import { type CellReading, listCellSources, createCellReader } from './readings.ts'
import { NOW } from './testing/events.ts'
import { fillScopes, createFakeGateway } from './testing/fake-gateway.ts'

const CELL = toCell(1, 2)
/** `a` passes on warnings and has air without pollen, `c` has air with pollen and the sea. */
const SOURCES = {
  weather: ['b', 'a', 'c'],
  delivering: (scope: string, measurement?: string) =>
    ['b', 'a', 'c'].filter((id) => `${id} ${measurement ?? scope}`.match(/^(?:a (?:alert|air)|c (?:air|pollen|marine))$/) !== null),
  feeds: ['nws', 'knmi'],
  warnings: ['stored'],
}

/** A reader of one weather source; jobs may make `left` calls to it, and each reading that may call makes `calls`. */
async function readerOf({ left = Infinity, mayCall = true, calls = 1, isDue = true } = {}) {
  const gateway = createFakeGateway(({ mayCall: may }) =>
    may === true
      ? { scopes: fillScopes({ hours: 0 }), calls }
      : { scopes: fillScopes({ hours: 9, ...(isDue ? { shortfall: { reason: 'deferred' } } : {}) }) },
  )
  const sources = { weather: ['a'], delivering: () => ['a'], feeds: [], warnings: [] }
  let remaining = left
  const reader = createCellReader(
    {
      gateway: { read: gateway.read, sources, jobCallsLeft: async () => remaining },
      clock: { now: () => NOW } as never,
      maxAgeMs: () => 1,
      timeoutMs: 1,
    },
    mayCall,
  )
  await reader.refill()
  return {
    reader,
    /** Reads places one after the other: `call` where a reading may call, `cache` where it reads the cache, in order. */
    async ways(places: number): Promise<string> {
      const before = gateway.queries.length
      for (let place = 0; place < places; place++) await reader.read(CELL, [])
      return gateway.queries
        .slice(before)
        .map(({ mayCall: may }) => (may === true ? 'call' : 'cache'))
        .join(' ')
    },
    refillTo(calls: number): Promise<void> {
      remaining = calls
      return reader.refill()
    },
  }
}

describe('the sources of a place', () => {
  it('are the weather providers and then the national feeds, in the gateway’s order', () => {
    assert.deepEqual(listCellSources({ sources: SOURCES }), [
      { id: 'b', kind: 'forecast' },
      { id: 'a', kind: 'relay' },
      { id: 'c', kind: 'forecast' },
      { id: 'nws', kind: 'feed' },
      { id: 'knmi', kind: 'feed' },
    ])
  })

  it('are read alone, each as old as its kind may be, and the stored warnings without an age or a budget', async () => {
    const gateway = createFakeGateway(() => ({ scopes: fillScopes({ hours: 0 }) }))
    const ages = { relay: 10, forecast: 20, feed: 5, air: 60, marine: 60 }
    const reader = createCellReader(
      {
        gateway: { read: gateway.read, sources: SOURCES, jobCallsLeft: async () => 100 },
        clock: { now: () => NOW } as never,
        maxAgeMs: (kind) => ages[kind],
        timeoutMs: 1,
      },
      false,
    )
    const { sources, stored } = await reader.read(CELL, ['wind', 'cold'])
    assert.deepEqual(
      sources.map(({ source, kind }) => `${source} ${kind}`),
      ['b forecast', 'a relay', 'c forecast', 'nws feed', 'knmi feed'],
    )
    assert.deepEqual(
      stored.map(({ source }) => source),
      ['stored'],
    )
    const asked = gateway.queries.map(({ sources: ids = [], mayCall, maxAgeMs }) => [
      ids.join(),
      mayCall,
      (maxAgeMs as { daily: number }).daily,
    ])
    assert.deepEqual(asked, [
      ['b', false, 20],
      ['a', false, 10],
      ['c', false, 20],
      ['nws', false, 5],
      ['knmi', false, 5],
      ['stored', true, 0],
    ])
  })
})

describe('the air and the sea of a place', () => {
  /** The sources asked for scopes of their own, as `c air`, when these hazards are asked about. */
  const asked = async (...hazards: Parameters<ReturnType<typeof createCellReader>['read']>[1]) => {
    const gateway = createFakeGateway(() => ({ scopes: fillScopes({ hours: 0 }), calls: 1 }))
    const reader = createCellReader(
      {
        gateway: { read: gateway.read, sources: SOURCES, jobCallsLeft: async () => 100 },
        clock: { now: () => NOW } as never,
        maxAgeMs: () => 1,
        timeoutMs: 1,
      },
      true,
    )
    const { sources } = await reader.read(CELL, hazards)
    const extra = gateway.queries.filter(({ scopes }) => !(scopes as readonly string[]).includes('hourly') && !scopes.includes('alert'))
    assert.deepEqual(
      sources.slice(5).map(({ source, kind }) => `${source} ${kind}`),
      extra.map(({ sources: [id] = [], scopes }) => `${id} ${scopes.join()}`),
    )
    return { extra: sources.slice(5).map(({ source, kind }) => `${source} ${kind}`), counts: reader.counts() }
  }

  it('are read only for those who ask about a hazard that they show, from whoever has it', async () => {
    assert.deepEqual((await asked()).extra, [])
    assert.deepEqual((await asked('wind', 'fog')).extra, [])
    assert.deepEqual((await asked('airQuality')).extra, ['a air', 'c air'])
    assert.deepEqual((await asked('pollen')).extra, ['c air'])
    assert.deepEqual((await asked('pollen', 'airQuality', 'marine')).extra, ['a air', 'c air', 'c marine'])
  })

  it('are counted apart from the weather of their source', async () => {
    const { counts } = await asked('marine')
    assert.deepEqual({ cOk: counts['c']?.ok, cMarineOk: counts['c/marine']?.ok }, { cOk: 1, cMarineOk: 1 })
  })
})

describe('the calls of a run', () => {
  it('are reserved: as long as there are 32, every place may call, then only those that need it', async () => {
    assert.equal(await (await readerOf({ left: 32 })).ways(1), 'call')
    assert.equal(await (await readerOf({ left: 31 })).ways(1), 'cache call')
    assert.equal(await (await readerOf({ left: 33 })).ways(3), 'call call cache call')
  })

  it('end with the budget, and cost nothing where the data is recent', async () => {
    assert.equal(await (await readerOf({ left: 2 })).ways(4), 'cache call cache call cache cache')
    assert.equal(await (await readerOf({ left: 0 })).ways(1), 'cache')
    assert.equal(await (await readerOf({ left: 1, isDue: false })).ways(3), 'cache cache cache')
  })

  it('are counted as made: a reading may cost none or several', async () => {
    assert.equal(await (await readerOf({ left: 2, calls: 0 })).ways(3), 'cache call cache call cache call')
    assert.equal(await (await readerOf({ left: 3, calls: 2 })).ways(3), 'cache call cache call cache')
  })

  it('never become more by asking again what is left', async () => {
    const { ways, refillTo } = await readerOf({ left: 1 })
    await refillTo(100)
    assert.equal(await ways(2), 'cache call cache')
    const other = await readerOf({ left: 100 })
    await other.refillTo(1)
    assert.equal(await other.ways(2), 'cache call cache')
  })

  it('are made by nobody in a dry run, which counts the places that would be called for', async () => {
    const { reader, ways } = await readerOf({ left: 2, mayCall: false })
    assert.equal(await ways(3), 'cache cache cache')
    assert.deepEqual(reader.counts(), { a: { ok: 0, failed: 0, deferred: 1, none: 0, due: 2 } })
    const [first, last] = [await (await readerOf({ left: 1, mayCall: false })).reader.read(CELL, []), await reader.read(CELL, [])]
    assert.deepEqual(
      { firstFirstSourcesWouldBeAsked: first.sources[0]?.wouldBeAsked, firstLastSourcesWouldBeAsked: last.sources[0]?.wouldBeAsked },
      { firstFirstSourcesWouldBeAsked: true, firstLastSourcesWouldBeAsked: undefined },
    )
  })

  it('and their outcomes are counted by source', async () => {
    const { reader, ways } = await readerOf({ left: 1 })
    await ways(2)
    assert.deepEqual(reader.counts(), { a: { ok: 1, failed: 0, deferred: 1, none: 0 } })
  })
})

describe('the turn of a place', () => {
  const reading = (change: Partial<CellReading>) => ({ kind: 'relay', outcome: 'ok', called: false, ...change }) as CellReading
  const turn = (...sources: Partial<CellReading>[]) => {
    const { hasPrimary, isWeatherRead } = getWeatherOutcome({ sources: sources.map(reading) })
    return [hasPrimary, isWeatherRead]
  }

  it('is over when the first provider answered or was called', () => {
    assert.deepEqual(turn({}), [true, true])
    assert.deepEqual(turn({ outcome: 'failed', called: true } as never), [false, true])
    assert.deepEqual(turn({ outcome: 'failed' } as never), [false, false])
    assert.deepEqual(turn({ outcome: 'deferred' }), [false, false])
    assert.deepEqual(turn({ isDue: true }), [true, false])
    assert.deepEqual(turn({ outcome: 'deferred', isDue: true, wouldBeAsked: true }), [true, false])
  })

  it('is at the next provider if the first has nothing for the place', () => {
    assert.deepEqual(turn({ outcome: 'none' }, { kind: 'forecast' }), [false, true])
    assert.deepEqual(turn({ outcome: 'none' }, { kind: 'forecast', outcome: 'deferred' }), [false, false])
    assert.deepEqual(turn({ outcome: 'none' }, { kind: 'feed' }), [false, false])
    assert.deepEqual(turn({ kind: 'feed' }, {}), [true, true])
    assert.deepEqual(turn({ outcome: 'none' }, { kind: 'air' }), [false, false])
    assert.deepEqual(turn(), [false, false])
  })
})
