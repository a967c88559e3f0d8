import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '../../../src/time.ts'
import { ApiFailure } from '../api/ask.ts'
import { READER, Refusal, visitWith } from '../visit/testing/visit.ts'
import { buildTestCurrent, toScopeAnswer } from './testing/weather.ts'
import { readPageWeather, YOUNG_HISTORY_MS } from './weather.server.ts'

/** Half past midnight in Berlin: there, it is the next day already. */
const LATE = Date.parse('2026-11-21T23:30:00Z')

interface Service {
  readonly weather?: unknown
  readonly history?: unknown
  readonly normals?: unknown
  readonly extra?: (scope: string) => unknown
  readonly isBot?: boolean
  readonly hasNormals?: boolean
}

const WEATHER = { scopes: { current: toScopeAnswer(buildTestCurrent({ temperature: 4 })) } }
const QUANTITIES = [{ variable: 'temperature' }, { variable: 'wind' }]
const historyWith = (observationCount: number) => ({
  summary: { observationCount, verification: { quantities: QUANTITIES, probabilities: [{ variable: 'rain' }] } },
  units: { temperature: '°C' },
  timezone: 'Europe/Berlin',
  observations: [{}],
})
const DAY = { date: '11-22', temperatureMax: 8 }
const NORMALS = { days: [DAY], period: { from: 1991, to: 2020 }, units: { temperature: '°C' }, attribution: { text: 'ERA5' } }

/** A place that no other test has read. */
let latitude = 0
const elsewhere = () => ({ lat: (latitude += 1), lon: 13 })

function service({
  weather = WEATHER,
  history = historyWith(2),
  normals = NORMALS,
  extra = () => new Refusal(503),
  ...known
}: Service = {}) {
  const { context, asked } = visitWith(
    ({ path }) => {
      const { pathname, searchParams } = new URL(path, 'http://service')
      if (pathname === '/api/weather/history') return history
      if (pathname === '/api/normals') return normals
      return searchParams.getAll('scope').join() === 'air' || searchParams.get('scope') === 'marine'
        ? extra(searchParams.get('scope') ?? '')
        : weather
    },
    { now: LATE, isBot: false, hasNormals: true, ...known },
  )
  const queriesOf = (pathname: string) =>
    asked
      .map(({ path }) => new URL(path, 'http://service'))
      .filter((url) => url.pathname === pathname)
      .map((url) => url.searchParams)
  const read = (point: { lat: number; lon: number }, given: Partial<Parameters<typeof readPageWeather>[3]> = {}) =>
    readPageWeather(context, point, READER, { isFromSearch: false, withExtra: false, now: LATE, ...given })
  return { read, queriesOf }
}

describe('the weather of a page', () => {
  it('says whether a search led to it', async () => {
    const { read, queriesOf } = service()
    await read(elsewhere())
    await read(elsewhere(), { isFromSearch: true })
    assert.deepEqual(
      queriesOf('/api/weather').map((query) => query.get('trigger')),
      ['city_detail', 'search_select'],
    )
  })

  it('has air and sea only if they are wanted, the sea in units that formatters convert', async () => {
    const { read, queriesOf } = service({ extra: (scope) => (scope === 'air' ? { scope } : new Refusal(503)) })
    assert.equal('extra' in (await read(elsewhere())), false)
    const { extra } = await read(elsewhere(), { withExtra: true })
    assert.deepEqual(extra as unknown, { air: { scope: 'air' }, marine: null })
    const unitsOf = (scope: string) =>
      queriesOf('/api/weather')
        .find((query) => query.get('scope') === scope)
        ?.get('units')
    assert.deepEqual({ unitsOfAir: unitsOf('air'), unitsOfMarine: unitsOf('marine') }, { unitsOfAir: 'metric', unitsOfMarine: 'si' })
  })

  it('fails if none of its scopes can be had', async () => {
    await assert.rejects(service({ weather: new Refusal(503) }).read(elsewhere()), ApiFailure)
  })
})

describe('what is usual', () => {
  it('is asked for the day at the place', async () => {
    const { read, queriesOf } = service()
    const { usual } = await read(elsewhere())
    assert.equal(queriesOf('/api/normals')[0]?.get('date'), '2026-11-22')
    const { days: _, ...others } = NORMALS
    assert.deepEqual(usual as unknown, { day: DAY, ...others })
  })

  it('is asked for once in ten minutes', async () => {
    const { read, queriesOf } = service()
    const point = elsewhere()
    await read(point)
    await read(point)
    assert.equal(queriesOf('/api/normals').length, 1)
  })

  it('is not asked for by crawlers, nor where nothing is looked up', async () => {
    for (const known of [{ isBot: true }, { hasNormals: false }]) {
      const { read, queriesOf } = service(known)
      assert.deepEqual(
        { usual: (await read(elsewhere())).usual, queriesOf: queriesOf('/api/normals').length },
        { usual: null, queriesOf: 0 },
      )
    }
  })

  it('is unknown without a day, a period or a source, and when it cannot be had', async () => {
    for (const normals of [{ ...NORMALS, days: [] }, { ...NORMALS, period: null }, { ...NORMALS, attribution: null }, new Refusal(503)])
      assert.equal((await service({ normals }).read(elsewhere())).usual, null)
  })
})

describe('the history of a place', () => {
  it('has what the page shows, and no more', async () => {
    const { history } = await service().read(elsewhere())
    assert.deepEqual(history as unknown, {
      summary: { observationCount: 2, verification: { quantities: QUANTITIES.slice(0, 1), probabilities: [] } },
      units: { temperature: '°C' },
      timezone: 'Europe/Berlin',
      nextDays: [],
    })
  })

  it('is read again after ten minutes, after one where it has hardly begun', async () => {
    for (const [observations, forMs] of [
      [2, 10 * MINUTE_MS],
      [1, YOUNG_HISTORY_MS],
    ] as const) {
      const { read, queriesOf } = service({ history: historyWith(observations) })
      const point = elsewhere()
      for (const now of [LATE, LATE + forMs - 1]) await read(point, { now })
      assert.equal(queriesOf('/api/weather/history').length, 1)
      await read(point, { now: LATE + forMs })
      assert.equal(queriesOf('/api/weather/history').length, 2)
    }
  })

  it('is left out when it cannot be had', async () => {
    assert.equal((await service({ history: new Refusal(503) }).read(elsewhere())).history, null)
  })
})
