import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PublicScope, buildFreshnessWindows } from '@isobar/weather'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { AppError } from '../../../errors.ts'
import { NO_SUPPLEMENTS, type Gateway } from '../../../gateway/index.ts'
import { buildAlertRecord } from '../../../gateway/record.ts'
import { buildTestObservation, buildTestForecastHour } from '../history/testing/fetched.ts'
import { createPlaceReader } from '../place-weather/reader.ts'
import { NO_STATION } from '../stations/index.ts'
import { type Answer, type ScopeAnswer, listServedScopes, type WeatherRequest } from './answer.ts'
import { type BatchCity, runBatch } from './batch.ts'
import { createRenderings } from './rendering.ts'
import { createForecastService, type ForecastService } from './service.ts'
import { buildTestScopeRecord } from './testing/record.ts'
import { ATTRIBUTION, buildWeatherRequest } from './testing/request.ts'

const NOON = '2026-07-01T12:00:00Z'
const CURRENT = buildTestScopeRecord({ current: buildTestObservation(NOON, { temperature: 20 }) }, NOON)
const HOURS = [NOON, '2026-07-01T13:00:00Z', '2026-07-01T14:00:00Z'].map((time) => buildTestForecastHour(time))
const HOURLY = buildTestScopeRecord({ hourly: { available: true, points: HOURS } }, NOON)
const ALERTS = [buildAlertRecord({ alerts: [], simulated: false }, 'nws', Date.parse(NOON))]
const NOTHING = new AppError('location_not_found', 'Nothing there.')
const REQUESTER = { cause: 'request', trigger: 'unspecified', requestId: 'r', client: 'c', caller: 'person' } as const

/** The service over a gateway that has the same records for every place. */
function serving(records: Partial<Record<PublicScope, typeof CURRENT>> = { current: CURRENT, hourly: HOURLY }) {
  const clock = createTestClock(NOON)
  const state = { windows: buildFreshnessWindows(), queries: [] as object[] }
  const gateway = {
    peekFresh: (_: unknown, scope: PublicScope) => {
      const record = records[scope]
      return record === undefined ? undefined : { record, alerts: ALERTS, supplements: NO_SUPPLEMENTS }
    },
    async scopesOf({ cell: _cell, requester: _requester, ...query }: { cell: unknown; requester: unknown; scopes: PublicScope[] }) {
      state.queries.push(query)
      const found = query.scopes.map((scope) => {
        const record = records[scope]
        return [scope, record && { record, supplements: NO_SUPPLEMENTS, layer: 'upstream', freshness: 'fresh' }] as const
      })
      return {
        scopes: Object.fromEntries(found.filter(([, served]) => served !== undefined)),
        failures: Object.fromEntries(found.flatMap(([scope, served]) => (served ? [] : [[scope, NOTHING]]))),
        alerts: ALERTS,
        cacheHit: false,
        tokensUsed: 1,
      }
    },
  } as unknown as Gateway
  const windows = () => state.windows
  const renderings = createRenderings({
    maxBytes: 1_000_000,
    alertStaleSeconds: () => 7_200,
    attributionOf: () => ATTRIBUTION,
    correctsHeight: true,
  })
  const forecast = createForecastService({
    reader: createPlaceReader({ clock, gateway, stations: { peek: () => NO_STATION, find: async () => NO_STATION } }),
    renderings,
    windows,
    attributionOf: () => ATTRIBUTION,
    clock,
  })
  return { forecast, clock, state }
}

/** The scope of an answer with one. */
function only(answer: Answer | undefined): ScopeAnswer {
  const [scope, ...others] = answer === undefined ? [] : listServedScopes(answer)
  assert.ok(scope !== undefined && others.length === 0)
  return scope
}

describe('a repeated request', () => {
  it('gets the same answer while nothing has changed', () => {
    const { forecast, clock } = serving()
    const first = forecast.peek(buildWeatherRequest({ scopes: ['hourly'] }))
    assert.equal(only(first).layer, 'memory')
    assert.equal(forecast.peek(buildWeatherRequest({ scopes: ['hourly'] }), first), first)
    // The first hour is over.
    clock.advance({ hours: 1 })
    const next = forecast.peek(buildWeatherRequest({ scopes: ['hourly'] }), first)
    assert.notEqual(next, first)
    assert.deepEqual(
      [first, next].map((answer) => JSON.parse(`{${only(answer).rendering.tail}`).points.length),
      [3, 2],
    )
  })

  it('gets a new one if an admin has changed the window, and after one that a caller paid for', async () => {
    const { forecast, state } = serving()
    const paid = await forecast.answer(buildWeatherRequest(), REQUESTER)
    const free = forecast.peek(buildWeatherRequest(), paid)
    assert.deepEqual(
      { onlyPaidTokensUsed: only(paid).tokensUsed, onlyFreeTokensUsed: only(free).tokensUsed, cacheHit: only(free).cacheHit },
      { onlyPaidTokensUsed: 1, onlyFreeTokensUsed: 0, cacheHit: true },
    )
    state.windows = buildFreshnessWindows(1_200)
    const widened = forecast.peek(buildWeatherRequest(), free)
    assert.equal(only(widened).expiresAt - only(free).expiresAt, 600_000)
  })

  it('waits for the gateway if it limits the age, or nothing is fresh', () => {
    const { forecast } = serving({ current: CURRENT })
    assert.equal(forecast.peek(buildWeatherRequest({ maxAgeMs: 0 })), undefined)
    assert.equal(forecast.peek(buildWeatherRequest({ scopes: ['hourly'] })), undefined)
  })

  it('is rendered once for each unit system and language', () => {
    const { forecast } = serving()
    const tails = [
      buildWeatherRequest(),
      buildWeatherRequest(),
      buildWeatherRequest({ units: 'si' }),
      buildWeatherRequest({ lang: 'de' }),
    ].map((each) => only(forecast.peek(each)).rendering.tail)
    assert.equal(tails[0], tails[1])
    assert.equal(new Set(tails).size, 3)
  })
})

describe('an answer of several scopes', () => {
  it('is read at once, has its cost once, and the error of what cannot be had', async () => {
    const { forecast, state } = serving()
    const { results, etag } = await forecast.answer(buildWeatherRequest({ scopes: ['hourly', 'air', 'current'] }), REQUESTER)
    assert.deepEqual(state.queries, [{ scopes: ['hourly', 'air', 'current'] }])
    assert.deepEqual(
      results.map((result) => (result instanceof AppError ? result.code : [result.tokensUsed, result.cacheHit])),
      [[1, false], 'location_not_found', [0, false]],
    )
    assert.equal(etag, undefined)
  })

  it('is the same while all its scopes are, and comes from memory only whole', () => {
    const { forecast, clock } = serving()
    const both = buildWeatherRequest({ scopes: ['current', 'hourly'] })
    const first = forecast.peek(both)
    assert.ok(first?.etag !== undefined && forecast.peek(both, first) === first)
    assert.equal(forecast.peek(buildWeatherRequest({ scopes: ['current', 'daily'] })), undefined)
    // The first hour is over; the current weather is what it was.
    clock.advance({ hours: 1 })
    const next = forecast.peek(both, first)
    const [before, now] = [first, next].map((answer) => (answer === undefined ? [] : listServedScopes(answer)))
    assert.equal(now?.[0]?.rendering, before?.[0]?.rendering)
    assert.notEqual(now?.[1]?.rendering, before?.[1]?.rendering)
  })
})

describe('an answer', () => {
  it('lists alerts with the current weather only', () => {
    const { forecast } = serving()
    assert.deepEqual(
      [buildWeatherRequest(), buildWeatherRequest({ scopes: ['hourly'] })].map((each) => only(forecast.peek(each)).rendering.alertIds),
      [[], null],
    )
  })

  it('marks the credit of simulated data, and of that alone', () => {
    assert.equal(only(serving().forecast.peek(buildWeatherRequest())).attribution, ATTRIBUTION)
    const simulated = serving({ current: buildTestScopeRecord({ current: buildTestObservation(NOON) }, NOON, true) }).forecast.peek(
      buildWeatherRequest(),
    )
    assert.match(only(simulated).attribution.text, /^Simulated weather.* Weather by A$/)
  })

  it('passes the limits of its request to the gateway, and no others', async () => {
    const { forecast, state } = serving()
    await forecast.answer(buildWeatherRequest(), REQUESTER)
    await forecast.answer(buildWeatherRequest({ maxAgeMs: 0 }), REQUESTER, 700)
    assert.deepEqual(state.queries, [{ scopes: ['current'] }, { scopes: ['current'], maxAgeMs: 0, timeoutMs: 700 }])
  })

  it('is rendered anew if its hour ends before it is sent', async () => {
    const { forecast, clock } = serving()
    const answer = await forecast.answer(buildWeatherRequest({ scopes: ['hourly'] }), REQUESTER)
    assert.equal(forecast.renewed(answer), answer)
    clock.advance({ hours: 1 })
    const renewed = forecast.renewed(answer)
    assert.notEqual(only(renewed).rendering, only(answer).rendering)
    assert.deepEqual({ tokensUsed: only(renewed).tokensUsed, layer: only(renewed).layer }, { tokensUsed: 1, layer: 'upstream' })
  })
})

describe('a batch', () => {
  const city = (lat: number, change: Partial<BatchCity> = {}): BatchCity => ({
    ...buildWeatherRequest({ lat }),
    id: undefined,
    scopes: ['current'],
    ...change,
  })
  const requester = { cause: 'request', requestId: 'r', client: 'c', forCrawler: false } as const
  const bodyOf = (parts: Awaited<ReturnType<typeof runBatch>>['parts']) =>
    JSON.parse(Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : part.plain))).toString())

  function running(
    answer: (request: WeatherRequest, timeoutMs: number) => Promise<void>,
    fresh: (request: WeatherRequest) => boolean = () => false,
  ) {
    const { forecast, clock } = serving()
    const asked: { lat: number; caller: string; timeoutMs: number }[] = []
    const answered: string[] = []
    const cold: ForecastService = {
      ...forecast,
      peek: (each) => (fresh(each) ? forecast.peek(each) : undefined),
      async answer(each, { caller }, timeoutMs = Number.NaN) {
        asked.push({ lat: each.lat, caller, timeoutMs })
        await answer(each, timeoutMs)
        return forecast.answer(each, REQUESTER)
      },
    }
    const run = (cities: readonly BatchCity[], forCrawler = false) =>
      runBatch(
        cities,
        { ...requester, forCrawler },
        {
          forecast: cold,
          clock,
          timeoutMs: 5_000,
          onAnswer: (answer) => {
            for (const { rendering, layer } of listServedScopes(answer))
              answered.push(`${answer.request.lat} ${rendering.record.scope} ${layer}`)
          },
        },
      )
    return { run, asked, answered }
  }

  it('lets sixteen cities wait for a provider at once', async () => {
    let [now, most] = [0, 0]
    const { run, asked } = running(async () => {
      most = Math.max(most, (now += 1))
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
    })
    await run(Array.from({ length: 40 }, (_, index) => city(index)))
    assert.deepEqual({ most, asked: asked.length }, { most: 16, asked: 40 })
  })

  it('keeps the order, and gives each scope its data or its own error', async () => {
    const { run, answered } = running(async ({ lat }) => {
      if (lat === 2) throw new AppError('rate_limited', 'Too much.', { retryAfterSeconds: 9 })
    })
    const cities = [city(1, { id: 'a', scopes: ['hourly', 'current'] }), city(2), city(3)]
    const { parts, answered: found } = await run(cities)
    const body = bodyOf(parts)
    assert.deepEqual(
      body.cities.map(({ id, lat, scopes }: { id?: string; lat: number; scopes: object }) => [id, lat, Object.keys(scopes)]),
      [
        ['a', 1, ['hourly', 'current']],
        [undefined, 2, ['current']],
        [undefined, 3, ['current']],
      ],
    )
    assert.deepEqual(body.cities[1].scopes.current, { error: 'rate_limited', message: 'Too much.', retryAfterSeconds: 9 })
    assert.deepEqual(found, [cities[0], cities[2]])
    assert.deepEqual(answered, ['1 hourly upstream', '1 current upstream', '3 current upstream'])
  })

  it('counts a city as answered if one of its scopes was', async () => {
    const { run } = running(async ({ lat }) => {
      if (lat === 3) throw new AppError('upstream_error', 'Late.')
    })
    const { parts, answered } = await run([city(1, { scopes: ['air', 'current'] }), city(2, { scopes: ['air'] }), city(3)])
    assert.deepEqual(
      answered.map(({ lat }) => lat),
      [1],
    )
    const errors = bodyOf(parts).cities.map(({ scopes }: { scopes: object }) => Object.values(scopes).map(({ error }) => error))
    assert.deepEqual(errors, [['location_not_found', undefined], ['location_not_found'], ['upstream_error']])
  })

  it('fails as a whole with a defect, which is no error of a scope', async () => {
    for (const error of [new TypeError('defect'), new AppError('internal_error', 'Defect.')]) {
      const { run } = running(() => Promise.reject(error))
      await assert.rejects(run([city(1)]), error)
    }
  })

  it('asks nobody for what is fresh, and for the rest within what is left of its time', async () => {
    const { run, asked, answered } = running(
      async () => undefined,
      ({ lat }) => lat === 1,
    )
    await run([city(1), city(2)])
    assert.deepEqual(answered, ['1 current memory', '2 current upstream'])
    const [only, ...others] = asked
    assert.deepEqual({ lat: only?.lat, caller: only?.caller, others }, { lat: 2, caller: 'person', others: [] })
    assert.ok(only !== undefined && only.timeoutMs <= 5_000 && only.timeoutMs > 0, String(only?.timeoutMs))
  })

  it('asks as the caller that its trigger and its visitor make', async () => {
    const { run, asked } = running(async () => undefined)
    await run([city(1, { trigger: 'prefetch' })])
    await run([city(2)], true)
    assert.deepEqual(
      asked.map(({ caller }) => caller),
      ['prefetch', 'crawler'],
    )
  })
})
