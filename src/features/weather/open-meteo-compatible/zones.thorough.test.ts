import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

/** Clocks that are not whole hours from UTC. */
const PLACES = {
  'Asia/Kolkata': [28.61, 77.21],
  'Asia/Kathmandu': [27.72, 85.32],
  'Asia/Tehran': [35.69, 51.39],
  'Asia/Yangon': [16.87, 96.2],
  'Australia/Adelaide': [-34.93, 138.6],
  'Australia/Eucla': [-31.68, 128.88],
  'America/St_Johns': [47.56, -52.71],
  'Pacific/Chatham': [-43.95, -176.56],
  'Pacific/Marquesas': [-9.8, -139.04],
} as const
const NAMES = 'temperature_2m,precipitation,relative_humidity_2m,pressure_msl'

describe('GET /v1/forecast from Open-Meteo itself', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo' } })
  })
  after(() => app.close())

  const whole = { 'America/New_York': [40.71, -74.01], 'Asia/Tokyo': [35.68, 139.69] }
  for (const [zone, [lat, lon]] of Object.entries({ ...PLACES, ...whole })) {
    it(`says for each hour of ${zone} what the original says`, async () => {
      const path = `/v1/forecast?latitude=${lat}&longitude=${lon}&hourly=${NAMES}&timezone=auto&forecast_days=7`
      const { status, body } = await app.get(path)
      const original = (await (await fetch(`${app.simulator.url}${path}`)).json()) as typeof body
      assert.deepEqual({ status, zone: body.timezone }, { status: 200, zone })
      for (const [name, column] of Object.entries(original.hourly)) assert.deepEqual(body.hourly[name], column, name)
    })
  }
})

describe('hours of a source', () => {
  for (const provider of ['open-meteo', 'openweather', 'met-norway', 'weatherapi', 'visual-crossing', 'tomorrow-io', 'pirate-weather']) {
    it(`that is ${provider} begin on full hours of UTC, whatever the clock of the place`, async () => {
      const app = await createTestApp({
        env: {
          WEATHER_PROVIDERS: provider,
          UPSTREAM_CONTACT: 'ops@weather.example',
          WEATHERAPI_API_KEY: 'k',
          VISUAL_CROSSING_API_KEY: 'k',
          TOMORROW_IO_API_KEY: 'k',
          PIRATE_WEATHER_API_KEY: 'k',
        },
      })
      try {
        for (const [zone, [lat, lon]] of Object.entries(PLACES)) {
          const { body } = await app.get(`/api/weather?lat=${lat}&lon=${lon}&scope=hourly&hours=24`)
          const times = body.points.map(({ time }: { time: string }) => time.slice(14))
          assert.deepEqual(
            { zone: body.timezone, hours: times.length, starts: [...new Set(times)] },
            { zone, hours: 24, starts: ['00:00Z'] },
          )
          const { hourly } = (
            await app.get(`/v1/forecast?latitude=${lat}&longitude=${lon}&hourly=temperature_2m&timezone=auto&forecast_hours=24`)
          ).body
          assert.equal(hourly.temperature_2m.filter((value: unknown) => value === null).length, 0, zone)
        }
      } finally {
        await app.close()
      }
    })
  }
})
