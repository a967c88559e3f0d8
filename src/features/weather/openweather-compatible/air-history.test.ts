import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { archiveFetched } from '../history/testing/archive-fetched.ts'
import { buildTestAirHour } from '../history/testing/fetched.ts'

const HISTORY = '/data/2.5/air_pollution/history'
const PLACE = 'lat=52.52&lon=13.41'
const unix = (instant: string) => Date.parse(instant) / 1_000
const DAY = `start=${unix('2026-07-07T12:00:00Z')}&end=${unix('2026-07-08T12:00:00Z')}`

describe('OpenWeather’s air pollution of past hours', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: '2026-07-08T12:00:00Z' })
    const fetched = (instant: string, source: string, pm25: number | null) =>
      archiveFetched(app, {
        lat: 52.52,
        lon: 13.41,
        instant,
        parts: { current: null, hourly: [], daily: [], source, air: [buildTestAirHour(instant, { pm25, no2: 12.345 })] },
      })
    await fetched('2026-07-08T09:00:00Z', 'openweather', 30)
    await fetched('2026-07-08T08:00:00Z', 'openweather', 9.9)
    await fetched('2026-07-08T08:00:00Z', 'open-meteo', 80)
    await fetched('2026-07-06T08:00:00Z', 'openweather', 80)
  })
  after(() => app.close())

  it('200: the archived hours of the period, oldest first, of one source', async () => {
    const calls = app.simulator.calls().total
    const { status, body, headers } = await app.get(`${HISTORY}?${PLACE}&${DAY}&appid=key`)
    const components = { no2: 12.35 }
    assert.equal(status, 200)
    assert.deepEqual(body, {
      coord: { lon: 13.41, lat: 52.52 },
      list: [
        { main: { aqi: 1 }, components: { ...components, pm2_5: 9.9 }, dt: unix('2026-07-08T08:00:00Z') },
        { main: { aqi: 3 }, components: { ...components, pm2_5: 30 }, dt: unix('2026-07-08T09:00:00Z') },
      ],
    })
    assert.match(headers.get('link') ?? '', /title="OpenWeather"$/)
    assert.equal(app.simulator.calls().total, calls)
    assert.equal((await app.get(`${HISTORY}?${PLACE}&${DAY}`, { 'if-none-match': headers.get('etag') ?? '' })).status, 304)
  })

  it('200 with an empty list where nothing is archived', async () => {
    const { status, body, headers } = await app.get(`${HISTORY}?lat=1&lon=2&${DAY}`)
    assert.deepEqual(
      { status, body, link: headers.get('link') },
      { status: 200, body: { coord: { lon: 2, lat: 1 }, list: [] }, link: null },
    )
  })

  for (const [query, message] of [
    [`${PLACE}&start=2&end=1`, 'end must be after start'],
    [`${PLACE}&start=2&end=2`, 'end must be after start'],
    [`${PLACE}&start=x&end=2`, 'start must be a whole number'],
    [`${PLACE}&start=1&end=99999999999999`, 'end must be at most 7258118399'],
    [`${PLACE}&end=2`, 'start is required'],
    [`lat=91&lon=1&${DAY}`, 'wrong latitude'],
  ] as const) {
    it(`400 for ${query}`, async () => {
      const { status, body } = await app.get(`${HISTORY}?${query}`)
      assert.deepEqual({ status, body }, { status: 400, body: { cod: '400', message } })
    })
  }
})
