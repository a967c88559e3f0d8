import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const LISTS = ['openweather,open-meteo', 'open-meteo', 'met-norway,open-meteo'] as const
const PLACES = {
  newYork: 'latitude=40.71&longitude=-74.01',
  tokyo: 'latitude=35.68&longitude=139.69',
  berlin: 'latitude=52.52&longitude=13.41',
}
/** One moment in each place's morning, afternoon and night. */
const HOURS_OF_DAY = [1, 9, 17]

describe('GET /v1/forecast, whole days', () => {
  const services = new Map<string, TestApp>()
  before(async () => {
    for (const list of LISTS) {
      const env = { WEATHER_PROVIDERS: list, UPSTREAM_CONTACT: 'ops@weather.example', RATE_LIMITS: 'weather=0,upstream=0,upstream-day=0' }
      services.set(list, await createTestApp({ now: '2026-07-01T01:20:00Z', env }))
    }
  })
  after(async () => {
    for (const app of services.values()) await app.close()
  })
  beforeEach(async () => {
    for (const app of services.values()) await app.services.gateway.drain()
  })

  const HOURLY = 'temperature_2m,weather_code,wind_speed_10m,relative_humidity_2m'
  const nulls = (values: readonly (number | null)[]) => values.filter((value) => value === null).length

  for (const list of LISTS) {
    it(`has every hour and every day of a week that a source of the list has: ${list}`, async () => {
      const app = services.get(list) ?? assert.fail(list)
      for (const hour of HOURS_OF_DAY) {
        app.clock.set(`2026-07-${String(2 + hour).padStart(2, '0')}T${String(hour).padStart(2, '0')}:20:00Z`)
        for (const [name, place] of Object.entries(PLACES)) {
          const { status, body } = await app.get(`/v1/forecast?${place}&hourly=${HOURLY}&daily=temperature_2m_max&timezone=GMT`)
          assert.equal(status, 200)
          assert.equal(body.hourly.time.length, 168)
          // The hours of today that have passed are known where the source that comes first has them, or the next one.
          assert.deepEqual(
            HOURLY.split(',').map((variable) => [variable, nulls(body.hourly[variable])]),
            HOURLY.split(',').map((variable) => [variable, 0]),
            `${name} at ${hour}`,
          )
          assert.equal(nulls(body.daily.temperature_2m_max), 0, `days of ${name} at ${hour}`)
        }
      }
    })
  }

  it('has sixteen days but for the last hours of a model', async () => {
    const app = services.get('openweather,open-meteo') ?? assert.fail()
    const { body } = await app.get(`/v1/forecast?${PLACES.berlin}&hourly=temperature_2m,precipitation&forecast_days=16&timezone=auto`)
    // What no model reaches is absent, not null.
    assert.ok(body.hourly.time.length > 380 && body.hourly.time.length <= 384, String(body.hourly.time.length))
    assert.ok(nulls(body.hourly.temperature_2m) <= 1 && nulls(body.hourly.precipitation) <= 1)
  })
})
