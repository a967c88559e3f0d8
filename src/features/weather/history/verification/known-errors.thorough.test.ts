import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { DAY_MS, HOUR_MS } from '../../../../time.ts'
import { runVerification } from '../testing/compared.ts'

const BERGEN = 'lat=60.39&lon=5.32'
const START = Date.parse('2026-01-01T00:00:00Z')
const DAYS = 75
/** Scores need thirty days; those of the air, of which 97 hours come each time, do without more. */
const AIR_DAYS = 40
const AIR = ['pm25', 'pm10', 'no2', 'o3'] as const

/** The errors that the simulator adds to its forecasts, unknown to the service. */
interface Known {
  readonly provider: 'openweather' | 'open-meteo'
  readonly bias: number
  readonly spread: number
  readonly airBias: number
  readonly airSpread: number
  readonly correlation: number
  readonly displacedDeg: number
  readonly seed: number
}

/** Requests the place every six hours, as visitors do, for `DAYS` days, then runs the comparison. */
async function scoresOf(known: Known) {
  const app = await createTestApp({ now: new Date(START).toISOString(), env: { WEATHER_PROVIDERS: known.provider } })
  try {
    app.simulator.setErrors([known])
    for (let at = START; at < START + DAYS * DAY_MS; at += 6 * HOUR_MS) {
      app.clock.set(new Date(at).toISOString())
      const isAirAsked = at >= START + (DAYS - AIR_DAYS) * DAY_MS
      for (const scope of isAirAsked ? ['hourly', 'air'] : ['hourly']) {
        const { status } = await app.get(`/api/weather?${BERGEN}&scope=${scope}`, { 'accept-encoding': 'identity' })
        assert.equal(status, 200)
      }
      // Air that is six hours old is answered at once and renewed in the background, which must not happen at a later hour.
      await app.services.gateway.drain()
    }
    app.clock.advance({ hours: 48 })
    return await compared(app)
  } finally {
    await app.close()
  }
}

async function compared(app: TestApp) {
  const { history, gateway } = app.services
  await gateway.drain()
  await history.archive.flush()
  await runVerification(app)
  return (await app.get(`/api/weather/accuracy?${BERGEN}`)).body.verification
}

const at = <Entry extends { readonly leadHours: number }>(entries: readonly Entry[], leadHours: number): Entry => {
  const found = entries.find((entry) => entry.leadHours === leadHours)
  assert.ok(found !== undefined)
  return found
}

describe('errors that the simulator adds', () => {
  const found: Record<string, number> = {}

  for (const known of [
    { provider: 'openweather', bias: -0.8, spread: 1.5, airBias: 8, airSpread: 2, correlation: 0.3, displacedDeg: 0, seed: 5 },
    { provider: 'open-meteo', bias: 1.2, spread: 2, airBias: 12, airSpread: 3, correlation: 0.5, displacedDeg: 25, seed: 6 },
  ] as const satisfies readonly Known[]) {
    it(`are found by the service in the forecasts of ${known.provider}, of weather and air, within its intervals`, async () => {
      const { quantities, amounts } = await scoresOf(known)
      for (const [variable, bias, spread, askedDays] of [
        ['temperature', known.bias, known.spread, DAYS],
        ...AIR.map((pollutant) => [pollutant, known.airBias, known.airSpread, AIR_DAYS] as const),
      ] as const) {
        const own = quantities.filter((each: { variable: string }) => each.variable === variable)
        // With a fetch every six hours for the same hours, the first forecast of a band is exactly 24 hours old.
        const { days, n, truth, scores } = at<{ leadHours: number; days: number; n: number; truth: object; scores: Scores }>(own, 24)
        assert.deepEqual(truth, { source: known.provider, kind: 'analysis', station: null, isOwn: true })
        assert.ok(days >= askedDays - 2, `${variable}: ${days}`)
        for (const [name, expected] of [
          ['bias', bias],
          ['rmse', Math.hypot(bias, spread)],
          ['mae', meanAbsolute(bias, spread)],
        ] as const) {
          const { value, low, high } = scores[name]
          assert.ok(low <= expected && expected <= high, `${variable}, ${name}: ${low} to ${high} does not contain ${expected}`)
          // An interval that contains everything would prove nothing.
          assert.ok(high - low < 2 * spread && Math.abs(value - expected) < spread, `${variable}, ${name}`)
        }
        assert.ok(scores.bias.low * scores.bias.high > 0, 'the bias is significant')
        assert.ok(scores.persistence !== null && scores.persistence.n > 0.9 * n, `${variable}: ${JSON.stringify(scores.persistence)}`)
      }
      const [trace] = at<{ leadHours: number; thresholds: { hits: number; misses: number; falseAlarms: number }[] }>(amounts, 24).thresholds
      assert.ok(trace !== undefined && trace.hits + trace.misses >= 20)
      found[known.provider] = trace.hits / (trace.hits + trace.misses + trace.falseAlarms)
    })
  }

  it('show in displaced rain: forecast elsewhere, it scores far fewer hits', () => {
    assert.ok((found['openweather'] ?? 0) > (found['open-meteo'] ?? 1) + 0.2, JSON.stringify(found))
  })
})

interface Scores extends Record<'bias' | 'mae' | 'rmse', { readonly value: number; readonly low: number; readonly high: number }> {
  readonly persistence: { readonly n: number } | null
}

/**
 * The mean of
 * X
 * for a normal distribution, by numerical integration.
 */
function meanAbsolute(mean: number, deviation: number): number {
  let [sum, weights] = [0, 0]
  for (let z = -6; z <= 6; z += 0.01) {
    const weight = Math.exp((-z * z) / 2)
    sum += weight * Math.abs(mean + deviation * z)
    weights += weight
  }
  return sum / weights
}
