import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { airAt } from '../climate/air.ts'
import { createAirErrors, createErrors } from '../climate/errors.ts'
import { siteAt } from '../climate/geography.ts'
import { TRUTH, weatherAt } from '../climate/weather.ts'
import { get, put } from '../testing/client.ts'
import { testSimulator } from '../testing/simulator.ts'

const NOW = Date.UTC(2026, 6, 15, 9, 0, 0)
const NONE = { bias: 0, spread: 0, airBias: 0, airSpread: 0, correlation: 0, displacedDeg: 0, seed: 3 }

describe('errors that were set', () => {
  const simulator = testSimulator(() => NOW)
  afterEach(() => simulator.reset())

  const temperatures = async () => {
    const { body } = await get(simulator, '/data/3.0/onecall?lat=52.52&lon=13.4&appid=k&units=metric')
    const { current, hourly } = body as { current: { temp: number }; hourly: { temp: number }[] }
    return { now: current.temp, tomorrow: hourly[24]?.temp ?? NaN }
  }

  it('apply to one provider, and only to its forecasts', async () => {
    const none = await put(simulator, 'errors', { errors: [{ provider: 'openweather' }] })
    assert.equal(none.status, 200)
    const right = await temperatures()
    await put(simulator, 'errors', { errors: [{ provider: 'openweather', bias: 3 }] })
    const warm = await temperatures()
    assert.equal(warm.now, right.now)
    assert.ok(Math.abs(warm.tomorrow - right.tomorrow - 3) < 0.011)
    await put(simulator, 'errors', { errors: [{ provider: 'open-meteo', bias: 9 }] })
    assert.ok(Math.abs((await temperatures()).tomorrow - right.tomorrow) < 8, 'those of the climate')
  })

  it('have the bias, spread and correlation that were set', () => {
    const site = siteAt(52.52, 13.4)
    const model = { ...NONE, bias: 1, spread: 2, correlation: 0.6 }
    const withErrors = createErrors(site, model)
    const errors = Array.from({ length: 4_000 }, (_, day) => {
      const t = 500_000 + 24 * day
      return withErrors(t, 24).temperature - weatherAt(site, t, TRUTH).temperature
    })
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    const variance = errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / errors.length
    const next = errors.slice(1).reduce((sum, error, i) => sum + (error - mean) * ((errors[i] ?? 0) - mean), 0) / errors.length / variance
    assert.ok(
      Math.abs(mean - 1) < 0.15 && Math.abs(Math.sqrt(variance) - 2) < 0.1 && Math.abs(next - 0.6) < 0.05,
      `${mean} ${variance} ${next}`,
    )
  })

  it('of the air are those that were set, in every concentration, and leave its analysis as it is', () => {
    const site = siteAt(52.52, 13.4)
    const withErrors = createAirErrors(site, { ...NONE, airBias: 20, airSpread: 2 })
    const actual = (t: number) => airAt(site, t * 3_600_000, weatherAt(site, t, TRUTH))
    assert.deepEqual(withErrors(500_000, 0), actual(500_000))
    const errors = Array.from({ length: 2_000 }, (_, day) => {
      const t = 500_000 + 24 * day
      const [stated, was] = [withErrors(t, 24), actual(t)]
      assert.ok(Math.abs(stated.o3 - was.o3 - (stated.pm25 - was.pm25)) < 1e-9)
      assert.deepEqual(stated.pollen, was.pollen)
      return stated.pm25 - was.pm25
    })
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    const spread = Math.sqrt(errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / errors.length)
    assert.ok(Math.abs(mean - 20) < 0.15 && Math.abs(spread - 2) < 0.1, `${mean} ${spread}`)
    assert.equal(createAirErrors(site, { ...NONE, airBias: -9_999 })(500_000, 24).pm10, 0)
  })

  it('displace rain to the west of where it falls', () => {
    const [here, east] = [siteAt(10, 179), siteAt(10, -179)]
    const stated = createErrors(here, { ...NONE, displacedDeg: 2 })(500_000, 24)
    assert.equal(stated.precipitation, weatherAt(east, 500_000, TRUTH).precipitation)
    assert.equal(stated.temperature, weatherAt(here, 500_000, TRUTH).temperature)
  })

  it('are refused where they make no sense', async () => {
    for (const errors of [
      [{ provider: 'eccc' }],
      [{ provider: 'openweather', correlation: 1 }],
      [{ provider: 'openweather', spread: -1 }],
      {},
    ])
      assert.equal((await put(simulator, 'errors', { errors })).status, 400)
  })
})
