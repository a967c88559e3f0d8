import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const SAMPLES = new URL('../../../../../shared/upstream-samples/air-quality/', import.meta.url)
const FILES = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((file) => file.startsWith('openmeteo')) : []
/** What the sources of this service do not have, or what is computed of the air as a whole only. */
const LACKING = /^(aerosol_optical_depth|ammonia|uv_index|european_aqi_\w+|us_aqi_\w+)$/

const CONCENTRATIONS = {
  pm2_5: 'pm25',
  pm10: 'pm10',
  nitrogen_dioxide: 'no2',
  ozone: 'o3',
  sulphur_dioxide: 'so2',
  carbon_monoxide: 'co',
  dust: 'dust',
}

const HOUR_MS = 3_600_000

type Columns = Readonly<Record<string, readonly (number | string | null)[]>>

describe('GET /v1/air-quality', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo' } })
  })
  after(() => app.close())

  it('says what /api/weather says, hour by hour, for one call', async () => {
    const ours = (await app.get('/api/weather?lat=52.52&lon=13.41&scope=air')).body
    const names = [...Object.keys(CONCENTRATIONS), 'european_aqi', 'us_aqi', 'grass_pollen'].join()
    const { hourly } = (await app.get(`/v1/air-quality?latitude=52.52&longitude=13.41&hourly=${names}&timeformat=unixtime&timezone=auto`))
      .body
    assert.equal(app.simulator.calls().total, 1)
    assert.equal(hourly.time.length, 5 * 24)
    for (const point of ours.points) {
      const at = hourly.time.indexOf(Date.parse(point.time) / 1_000)
      assert.ok(at >= 0)
      for (const [name, field] of Object.entries(CONCENTRATIONS)) assert.ok(Math.abs(hourly[name][at] - point[field]) < 0.0501, name)
      assert.equal(hourly.grass_pollen[at], point.pollen?.grass ?? null)
      assert.equal(hourly.european_aqi[at], point.europeanIndex?.value ?? null)
      assert.equal(hourly.us_aqi[at], point.usIndex?.value ?? null)
    }
    assert.ok(ours.points.length > 90)
  })

  it('has the air of the running hour as the current one', async () => {
    const { current } = (await app.get('/v1/air-quality?latitude=52.52&longitude=13.41&current=pm10,european_aqi&timeformat=unixtime')).body
    assert.deepEqual(
      { interval: current.interval, time: current.time },
      { interval: 3_600, time: Math.floor(app.clock.now() / 3_600_000) * 3_600 },
    )
    assert.equal(typeof current.pm10, 'number')
  })

  it('has the air of past hours that was archived while they were running', async () => {
    const query = '/v1/air-quality?latitude=48.21&longitude=16.37&hourly=pm10,us_aqi&timeformat=unixtime&past_days=1'
    const first = (await app.get(query)).body.hourly
    const at = Math.floor(app.clock.now() / HOUR_MS) * (HOUR_MS / 1_000)
    assert.equal(first.pm10[first.time.indexOf(at) - 1], null)
    await app.services.history.archive.flush()
    app.clock.advance({ hours: 5 })
    const later = (await app.get(query)).body.hourly
    assert.equal(later.pm10[later.time.indexOf(at)], first.pm10[first.time.indexOf(at)])
    assert.equal(later.us_aqi[later.time.indexOf(at)], first.us_aqi[first.time.indexOf(at)])
  })

  it('has no days, and is refused beyond a week', async () => {
    const answer = await app.get('/v1/air-quality?latitude=52.52&longitude=13.41&daily=pm10_max&hourly=pm10')
    assert.deepEqual([answer.status, 'daily' in answer.body], [200, false])
    const { body } = await app.get('/v1/air-quality?latitude=52.52&longitude=13.41&forecast_days=8')
    assert.equal(body.reason, 'Forecast days is invalid. Allowed range 0 to 7. Given 8.')
  })

  describe('a recorded answer', { skip: FILES.length > 0 ? false : `${SAMPLES.pathname} is missing` }, () => {
    for (const file of FILES) {
      it(`has the same fields, units and types: ${file}`, async () => {
        const recorded = JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8')) as Record<string, Columns>
        const names = (block: string) => Object.keys(recorded[block] ?? {}).filter((name) => !['time', 'interval'].includes(name))
        const { status, body } = await app.get(
          `/v1/air-quality?latitude=52.52&longitude=13.41&timezone=auto&current=${names('current').join()}&hourly=${names('hourly').join()}`,
        )
        assert.equal(status, 200)
        const blocks = Object.keys(recorded)
        assert.deepEqual(Object.keys(body), blocks)
        for (const block of blocks.filter((field) => field.endsWith('_units'))) {
          const [theirs, ours] = [recorded[block] as unknown as Record<string, string>, body[block] as Record<string, string>]
          assert.deepEqual(Object.keys(ours), Object.keys(theirs))
          for (const [name, unit] of Object.entries(theirs)) assert.equal(ours[name], LACKING.test(name) ? 'undefined' : unit, name)
        }
        for (const name of names('hourly')) {
          const types = (columns: Columns) => new Set((columns[name] ?? []).filter((value) => value !== null).map((value) => typeof value))
          if (LACKING.test(name)) assert.equal(types(body.hourly).size, 0, name)
          else
            assert.ok(
              [...types(body.hourly)].every((type) => type === 'number'),
              name,
            )
        }
      })
    }
  })
})
