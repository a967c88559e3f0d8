import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { formatInstant, toCell } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { buildTestObservation, buildTestForecastDay, buildTestFetch, type FetchedParts, buildTestForecastHour } from './testing/fetched.ts'

describe('GET /api/weather/history as CSV', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: '2026-07-08T12:00:00Z' })
  })
  after(() => app.close())

  const history = (query: string) => app.get(`/api/weather/history?${query}`)

  async function fetched(lat: number, lon: number, instant: string, parts: FetchedParts): Promise<void> {
    app.services.history.archive.add(buildTestFetch(Date.parse(instant), { ...parts, cell: toCell(lat, lon).id }))
    await app.services.history.archive.flush()
  }

  describe('200', () => {
    it('is the whole period of one kind', async () => {
      for (let d = 1; d <= 28; d++) {
        const at = `2026-06-${String(d).padStart(2, '0')}T12:00:00Z`
        await fetched(37, 37, at, {
          current: buildTestObservation(at, { temperature: -d, condition: 'overcast' }),
          hourly: [buildTestForecastHour(at, { temperature: d })],
          daily: [buildTestForecastDay(at.slice(0, 10), { summary: '=1+1, "x"' })],
        })
      }
      const csv = async (query: string) => {
        const { status, headers, text } = await history(`lat=37&lon=37&from=2026-06-01&to=2026-06-30&format=csv${query}`)
        assert.equal(status, 200)
        assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
        assert.ok(!text.startsWith('\ufeff'), 'one mark, which a reader of text leaves out')
        const lines = text.split('\r\n')
        assert.equal(lines.pop(), '')
        const [header = '', ...rows] = lines
        return { headers, columns: header.split(','), rows }
      }
      const observations = await csv('')
      assert.equal(observations.headers.get('content-disposition'), 'attachment; filename="observations-37,37.csv"')
      assert.deepEqual(observations.columns, Object.keys((await history('lat=37&lon=37&from=2026-06-01')).body.observations[0]))
      assert.equal(observations.rows.length, 28)
      assert.ok(observations.rows[0]?.startsWith('2026-06-28T12:00:00Z,2026-06-28T12:00:00Z,openweather,-28,'))
      assert.ok(observations.rows[27]?.startsWith('2026-06-01T12:00:00Z,'))
      const hourly = await csv('&what=hourly&limit=3')
      assert.deepEqual(
        hourly.rows.map((row) => row.split(',').slice(0, 4).join()),
        ['01', '02', '03'].map((d) => `2026-06-${d}T12:00:00Z,2026-06-${d}T12:00:00Z,openweather,${Number(d)}`),
      )
      const daily = await csv('&what=daily')
      assert.equal(daily.rows.length, 28)
      assert.match(daily.rows[0] ?? '', /,"'=1\+1, ""x""",/)
    })

    it('has no limit of its own, unlike JSON, which has five hundred entries of each kind', async () => {
      for (const week of [0, 1, 2, 3]) {
        const issued = Date.parse('2026-06-01T00:00:00Z') + week * 7 * DAY_MS
        const hours = Array.from({ length: 7 * 24 }, (_, index) => buildTestForecastHour(formatInstant(issued + index * HOUR_MS)))
        await fetched(38, 38, formatInstant(issued), { current: null, hourly: hours, daily: [] })
      }
      const period = 'lat=38&lon=38&from=2026-06-01&to=2026-06-30'
      const { body } = await history(period)
      assert.deepEqual({ hourly: body.forecasts.hourly.length, truncated: body.truncated }, { hourly: 500, truncated: true })
      assert.equal((await history(`${period}&format=csv&what=hourly`)).text.trim().split('\r\n').length, 1 + 4 * 7 * 24)
    })

    it('is only a header if there is nothing', async () => {
      const { status, text } = await history('lat=0&lon=0&format=csv&what=hourly')
      assert.deepEqual([status, text.split('\r\n').length], [200, 2])
    })
  })
})
