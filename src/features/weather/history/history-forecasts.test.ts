import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestAnswer, type TestApp } from '../../../../test/helpers/app.ts'
import { archiveFetched } from './testing/archive-fetched.ts'
import { putCompared } from './testing/compared.ts'
import { buildTestObservation, buildTestForecastDay, type FetchedParts, buildTestForecastHour } from './testing/fetched.ts'

describe('GET /api/weather/history: forecasts', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: '2026-07-08T12:00:00Z', env: { RATE_LIMITS: 'history=0' } })
  })
  after(() => app.close())

  const history = (query: string): Promise<TestAnswer> => app.get(`/api/weather/history?${query}`)
  const fetched = (lat: number, lon: number, instant: string, parts: FetchedParts) => archiveFetched(app, { lat, lon, instant, parts })

  it('summarises in the requested units, and rates no forecast after four readings', async () => {
    const quiet = { hourly: [], daily: [] }
    await fetched(20, 20, '2026-07-06T00:30:00Z', {
      current: null,
      daily: [],
      hourly: [
        buildTestForecastHour('2026-07-06T01:00:00Z', { temperature: 12, precipitation: 1 }),
        buildTestForecastHour('2026-07-06T06:00:00Z', { temperature: 9, precipitation: 1 }),
      ],
    })
    await fetched(20, 20, '2026-07-06T01:00:00Z', { current: buildTestObservation('2026-07-06T01:00:00Z', { temperature: 10 }), ...quiet })
    await fetched(20, 20, '2026-07-06T02:00:00Z', {
      current: buildTestObservation('2026-07-06T02:00:00Z', { temperature: 10, precipitation: 2.54 }),
      ...quiet,
    })
    await fetched(20, 20, '2026-07-06T06:00:00Z', { current: buildTestObservation('2026-07-06T06:00:00Z', { temperature: 10 }), ...quiet })
    await fetched(20, 20, '2026-07-06T07:00:00Z', {
      current: buildTestObservation('2026-07-06T07:00:00Z', { condition: 'clear' }),
      ...quiet,
    })
    const { body: metric } = await history('lat=20&lon=20')
    assert.deepEqual(metric.summary.accuracy, [])
    const { body: imperial } = await history('lat=20&lon=20&units=imperial')
    const { summary } = imperial
    assert.deepEqual(
      { mean: summary.temperature.mean, precipitationTotal: summary.precipitationTotal, temperature: imperial.units.temperature },
      { mean: null, precipitationTotal: null, temperature: '°F' },
    )
    const hourOf = await history('lat=20&lon=20&units=imperial&from=2026-07-06T01:00:00Z&to=2026-07-06T02:00:00Z')
    assert.deepEqual(
      { precipitationTotal: hourOf.body.summary.precipitationTotal, mean: hourOf.body.summary.temperature.mean },
      { precipitationTotal: 0.1, mean: 50 },
    )
    assert.equal(imperial.observations.at(-1).temperature, 50)
  })

  it('repeats the scores of verification under their former names, with their minimum', async () => {
    await putCompared(app, [
      { lat: 21, lon: 21, days: 40 },
      { lat: 22, lon: 22, days: 29 },
    ])
    const { summary } = (await history('lat=21&lon=21&units=imperial')).body
    const quantity = summary.verification.quantities.filter((each: { source: string }) => each.source === 'openweather')
    assert.deepEqual(
      summary.accuracy.map(({ leadHours, n, temperatureMae, temperatureBias }: Record<string, number>) => [
        leadHours,
        n,
        temperatureMae,
        temperatureBias,
      ]),
      quantity.map(({ leadHours, n, scores }: { leadHours: number; n: number; scores: Record<string, { value: number }> }) => [
        leadHours,
        n,
        scores['mae']?.value,
        scores['bias']?.value,
      ]),
    )
    assert.deepEqual(
      summary.accuracy.map(({ leadHours, n, precipitationN, precipitationHitRate }: Record<string, number>) => [
        leadHours,
        n,
        precipitationN,
        precipitationHitRate,
      ]),
      // 13 of the 20 wet days were forecast.
      [3, 24, 48].map((leadHours) => [leadHours, 40, 40, 0.65]),
    )
    assert.deepEqual((await history('lat=22&lon=22')).body.summary.accuracy, [])
  })

  it('returns the latest issue for each moment, or all issues', async () => {
    for (const issue of ['08', '09'])
      await fetched(30, 30, `2026-07-08T${issue}:00:00Z`, {
        current: null,
        hourly: [buildTestForecastHour('2026-07-08T10:00:00Z', { temperature: Number(issue) })],
        daily: [buildTestForecastDay('2026-07-09')],
      })
    const latest = (await history('lat=30&lon=30')).body.forecasts
    const all = (await history('lat=30&lon=30&issues=all')).body.forecasts
    assert.deepEqual(
      [latest.hourly, latest.daily].map((list) => list.map((each: { issuedAt: string }) => each.issuedAt)),
      [['2026-07-08T09:00:00Z'], ['2026-07-08T09:00:00Z']],
    )
    assert.deepEqual(
      all.hourly.map((each: { issuedAt: string; temperature: number }) => [each.issuedAt, each.temperature]),
      [
        ['2026-07-08T09:00:00Z', 9],
        ['2026-07-08T08:00:00Z', 8],
      ],
    )
    assert.equal(all.daily.length, 2)
  })

  it('separates forecasts from observations', async () => {
    await fetched(31, 31, '2026-07-08T10:00:00Z', {
      current: null,
      hourly: [buildTestForecastHour('2026-07-08T10:00:00Z'), buildTestForecastHour('2026-07-08T11:00:00Z')],
      daily: [],
    })
    const { body } = await history('lat=31&lon=31')
    assert.deepEqual(
      { observations: body.observations, observationCount: body.summary.observationCount, hourly: body.forecasts.hourly.length },
      { observations: [], observationCount: 0, hourly: 2 },
    )
  })

  it('looks a week ahead by default, or as far as requested', async () => {
    const days = Array.from({ length: 10 }, (_, i) => buildTestForecastDay(`2026-07-${String(9 + i).padStart(2, '0')}`))
    await fetched(32, 32, '2026-07-08T10:00:00Z', { current: null, hourly: [], daily: days })
    const dates = async (query: string) =>
      (await history(`lat=32&lon=32${query}`)).body.forecasts.daily.map(({ date }: { date: string }) => date.slice(8))
    assert.deepEqual(await dates(''), ['09', '10', '11', '12', '13', '14', '15'])
    assert.deepEqual(await dates('&from=2026-07-16'), [])
    assert.deepEqual(await dates('&from=2026-07-16&to=2026-07-31'), ['16', '17', '18'])
    assert.deepEqual(await dates('&to=2026-07-10'), ['09', '10'])
  })
})
