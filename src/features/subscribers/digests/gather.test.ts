import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { AppError } from '../../../errors.ts'
import type { ScopeRecord } from '../../../gateway/index.ts'
import { buildScopeRecord } from '../../../gateway/testing/records.ts'
import { DAY_MS } from '../../../time.ts'
import { readPlaceDays } from '../../weather/place-weather/index.ts'
import { NO_STATION } from '../../weather/stations/index.ts'
import { createGatherer, type GatherOptions } from './gather.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const CELL = toCell(1, 2)
const credit = (source: string) => ({ name: source, text: `by ${source}`, url: 'https://x.example/', license: '' })
const jsonOf = (...dates: string[]) => Buffer.from(JSON.stringify({ available: true, points: dates.map((date) => ({ date })) }))
const daily = (change: Partial<ScopeRecord<'daily'>> = {}) =>
  buildScopeRecord('daily', 'openweather', { fetchedAt: NOW, json: jsonOf('2026-07-01'), ...change })
const limited = (seconds?: number) => new AppError('rate_limited', 'wait', seconds === undefined ? {} : { retryAfterSeconds: seconds })

/** A gatherer whose provider gives these answers in turn, then the last one for ever. */
function gathererOf(answers: readonly (Error | object)[], change: Partial<GatherOptions> = {}, stop = new AbortController()) {
  const errors: string[] = []
  const asked: number[] = []
  const windows = { daily: { freshSeconds: 60 }, alert: { staleSeconds: 60 } }
  const gatherer = createGatherer(
    {
      gateway: {
        async weather({ maxAgeMs }: { maxAgeMs: number }) {
          asked.push(maxAgeMs)
          const answer = answers[Math.min(asked.length, answers.length) - 1]
          if (answer instanceof Error) throw answer
          return { record: answer, supplements: [], alerts: [] }
        },
        peekCells: async () => new Map([[CELL.id, daily()]]),
        peek: async () => ({ alerts: [] }),
      } as never,
      watchedExtras: async () => [],
      history: { pastOf: async () => ({ observed: { observationCount: 0 }, verification: null }) } as never,
      placeWeather: {
        readDays: async (_cell, served, now) =>
          readPlaceDays({ ...served, station: NO_STATION }, now, { attributionOf: credit, correctsHeight: false }),
      },
      attributionOf: credit,
      windows: () => windows as never,
      onError: (_, doing) => void errors.push(doing),
      ...change,
    },
    NOW,
    stop.signal,
  )
  return { gatherer, errors, asked, stop }
}

describe('the weather of a place for a digest', () => {
  it('is as fresh as its window wants it, for one question', async () => {
    const { gatherer, asked } = gathererOf([daily()])
    assert.deepEqual({ days: (await gatherer.gather(CELL))?.days.length, asked }, { days: 1, asked: [60_000] })
  })

  it('waits for the budget of the minute, but not for longer', async () => {
    const waiting = gathererOf([limited(0), daily()])
    assert.equal((await waiting.gatherer.gather(CELL))?.source, 'openweather')
    for (const error of [limited(61), limited(), new AppError('upstream_error', 'down')]) {
      const { gatherer, asked, errors } = gathererOf([error, daily()])
      assert.deepEqual({ gather: await gatherer.gather(CELL), asked: asked.length, errors }, { gather: null, asked: 1, errors: [] })
    }
    const stop = new AbortController()
    const minute = gathererOf([limited(60), daily()], {}, stop)
    let isWaiting = true
    const gathered = minute.gatherer.gather(CELL).finally(() => (isWaiting = false))
    await new Promise(setImmediate)
    assert.deepEqual({ asked: minute.asked.length, isWaiting }, { asked: 1, isWaiting: true })
    stop.abort()
    assert.deepEqual(
      { gathered: await gathered, asked: minute.asked.length },
      { gathered: null, asked: 1 },
      'a whole minute is waited for, unless the service stops',
    )
  })

  it('is given up after fifteen waits of a run; places that wait at the same time share one', async () => {
    const { gatherer, asked } = gathererOf([limited(0)])
    assert.equal(await gatherer.gather(CELL), null)
    assert.equal(asked.length, 16)
    assert.equal(await gatherer.gather(CELL), null)
    assert.equal(asked.length, 17)
    const shared = gathererOf([limited(0)])
    assert.deepEqual(await Promise.all([1, 2].map(() => shared.gatherer.gather(CELL))), [null, null])
    assert.equal(shared.asked.length, 32)
  })

  it('is missing after a failure that is none of the provider’s, which is reported', async () => {
    const { gatherer, errors } = gathererOf([new TypeError('a defect')])
    assert.deepEqual(
      { gather: await gatherer.gather(CELL), errors },
      { gather: null, errors: ['gathering the weather of a place for a digest'] },
    )
    const broken = gathererOf([daily({ json: Buffer.from('{') })])
    assert.deepEqual(
      { gather: await broken.gatherer.gather(CELL), errors: broken.errors },
      { gather: null, errors: ['making the part of a place for a digest'] },
    )
  })

  it('comes without its past if the archive cannot be read, which is reported', async () => {
    const { gatherer, errors } = gathererOf([daily()], { history: { pastOf: () => Promise.reject(new Error('gone')) } as never })
    assert.deepEqual(
      { pastWeek: (await gatherer.gather(CELL))?.pastWeek, errors },
      { pastWeek: null, errors: ['reading the past week of a place for a digest'] },
    )
  })

  it('has the week before the run as its past', async () => {
    const asked: object[] = []
    const history = {
      pastOf: async (_: unknown, period: object) => (asked.push(period), { observed: { observationCount: 0 }, verification: null }),
    }
    await gathererOf([daily()], { history: history as never }).gatherer.gather(CELL)
    assert.deepEqual(asked, [{ fromMs: NOW - 7 * DAY_MS, toMs: NOW }])
  })

  it('says that it is simulated, in the part and in its credit', async () => {
    const part = await gathererOf([daily({ simulated: true })]).gatherer.gather(CELL)
    assert.equal(part?.simulated, true)
    assert.notDeepEqual(part.attribution, credit('openweather'))
    assert.deepEqual((await gathererOf([daily()]).gatherer.gather(CELL))?.attribution, credit('openweather'))
  })
})

describe('air and sea of a place for a digest', () => {
  const windows = {
    daily: { freshSeconds: 60 },
    alert: { staleSeconds: 60 },
    air: { freshSeconds: 3_600 },
    marine: { freshSeconds: 3_600 },
  }
  const extrasOf = async (wanted: readonly ('air' | 'marine')[], { peek = false, isBroken = false, delivering = ['open-meteo'] } = {}) => {
    const queries: unknown[] = []
    const gateway = {
      weather: async () => ({ record: daily(), supplements: [], alerts: [] }),
      peekCells: async () => new Map([[CELL.id, daily()]]),
      peek: async () => ({ alerts: [] }),
      sources: {
        delivering: (_: string, measurement?: string) => (measurement === 'pollen' ? delivering : ['openweather', ...delivering]),
      },
      async read({
        scopes: [scope],
        sources,
        maxAgeMs,
        mayCall,
      }: {
        scopes: string[]
        sources: string[]
        maxAgeMs: number
        mayCall: boolean
      }) {
        queries.push([scope, sources, maxAgeMs, mayCall])
        if (isBroken) throw new Error('gone')
        return { scopes: { [scope as string]: { record: undefined } } }
      },
    }
    const { gatherer, errors } = gathererOf([], {
      gateway: gateway as never,
      windows: () => windows as never,
      watchedExtras: async () => wanted,
    })
    const part = peek ? (await gatherer.peek([CELL])).get(CELL.id) : await gatherer.gather(CELL)
    return { queries, errors, days: part?.days.length }
  }

  it('are read only where they are wanted, from a source with pollen if there is one', async () => {
    assert.deepEqual((await extrasOf([])).queries, [])
    assert.deepEqual((await extrasOf(['air', 'marine'])).queries, [
      ['air', ['open-meteo'], 3_600_000, true],
      ['marine', ['openweather', 'open-meteo'], 3_600_000, true],
    ])
    assert.deepEqual((await extrasOf(['air'], { delivering: [] })).queries, [['air', ['openweather'], 3_600_000, true]])
  })

  it('cost no call in a part of what is cached', async () => {
    assert.deepEqual((await extrasOf(['marine'], { peek: true })).queries, [['marine', ['openweather', 'open-meteo'], 3_600_000, false]])
  })

  it('are left out if they cannot be read, which is reported', async () => {
    const { days, errors } = await extrasOf(['air'], { isBroken: true })
    assert.deepEqual({ days, errors }, { days: 1, errors: ['reading air and sea of a place for a digest'] })
  })
})

it('what is cached of several places costs nothing; a place without useful data is left out', async () => {
  const { gatherer, asked } = gathererOf([daily()])
  const parts = await gatherer.peek([CELL, toCell(3, 4)])
  assert.deepEqual([[...parts.keys()], asked], [[CELL.id], []])
  const past = gathererOf([], {
    gateway: {
      peekCells: async () => new Map([[CELL.id, daily({ json: jsonOf('2026-06-30') })]]),
      peek: async () => ({ alerts: [] }),
    } as never,
  })
  assert.equal((await past.gatherer.peek([CELL])).size, 0)
})
