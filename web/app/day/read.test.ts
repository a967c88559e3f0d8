import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '../../../src/time.ts'
import { createApi } from '../api/ask.ts'
import { YOUNG_HISTORY_MS } from '../city/weather.server.ts'
import { readDayHistory, readIssues, readMonth } from './read.server.ts'

const READING = { units: 'metric', lang: 'en' } as const

/** An archive that has this many observations, and every query to it. */
function archive(observationCount = 2) {
  const asked: Record<string, string>[] = []
  const api = createApi(async ({ path }) => {
    asked.push(Object.fromEntries(new URL(path, 'http://service').searchParams))
    const body = {
      units: { temperature: '°C' },
      summary: { observationCount, days: [{ date: '2026-02-01', temperatureMax: 5, forecastMax: 6, temperatureMin: 1 }] },
      forecasts: { daily: [{ date: '2026-02-01', temperatureMax: 7, issuedAt: 'x' }] },
      observations: [],
    }
    return { status: 200, headers: {}, body }
  })
  return { api, asked }
}

/** A place that no other test has read. */
let latitude = 0
const elsewhere = () => ({ lat: (latitude += 1), lon: 8 })

describe('the month of a day', () => {
  it('is asked for from its first day to its last, and only what a calendar shows is held', async () => {
    const { api, asked } = archive()
    const point = elsewhere()
    const month = await readMonth(api, point, '2028-02-17', READING, 0)
    assert.deepEqual(asked, [
      { lat: String(point.lat), lon: '8', units: 'metric', lang: 'en', from: '2028-02-01', to: '2028-02-29', limit: '31' },
    ])
    assert.deepEqual(month as unknown, {
      units: { temperature: '°C' },
      summary: { days: [{ date: '2026-02-01', temperatureMax: 5, forecastMax: 6 }] },
      forecasts: { daily: [{ date: '2026-02-01', temperatureMax: 7 }] },
    })
    await readMonth(api, point, '2026-12-31', READING, 0)
    assert.deepEqual({ from: asked[1]?.from, to: asked[1]?.to }, { from: '2026-12-01', to: '2026-12-31' })
  })

  it('is shared for ten minutes by the days of that month, at that place, in those units', async () => {
    const { api, asked } = archive()
    const point = elsewhere()
    await readMonth(api, point, '2026-02-01', READING, 0)
    await readMonth(api, point, '2026-02-28', { ...READING, lang: 'de' }, 10 * MINUTE_MS - 1)
    assert.equal(asked.length, 1)
    await readMonth(api, point, '2026-03-01', READING, 0)
    await readMonth(api, point, '2026-02-01', { ...READING, units: 'si' }, 0)
    await readMonth(api, elsewhere(), '2026-02-01', READING, 0)
    assert.equal(asked.length, 4)
    await readMonth(api, point, '2026-02-01', READING, 10 * MINUTE_MS)
    assert.equal(asked.length, 5)
  })

  it('is read again soon where the archive has hardly begun', async () => {
    for (const [observations, reads] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const { api, asked } = archive(observations)
      const point = elsewhere()
      for (const now of [0, YOUNG_HISTORY_MS - 1, YOUNG_HISTORY_MS]) await readMonth(api, point, '2026-02-01', READING, now)
      assert.deepEqual({ observations, asked: asked.length }, { observations, asked: reads })
    }
  })
})

describe('a day', () => {
  it('is asked for with all its observations, and with every forecast that was made of it', async () => {
    const { api, asked } = archive()
    await readDayHistory(api, { lat: 1, lon: 2 }, '2026-02-03', READING)
    const issues = await readIssues(api, { lat: 1, lon: 2 }, '2026-02-03', READING)
    const query = { lat: '1', lon: '2', units: 'metric', lang: 'en', from: '2026-02-03', to: '2026-02-03' }
    assert.deepEqual(asked, [
      { ...query, limit: '600' },
      { ...query, limit: '336', issues: 'all' },
    ])
    assert.deepEqual(issues.length, 1)
  })
})
