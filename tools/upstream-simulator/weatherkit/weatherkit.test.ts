import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { addShape, differencesButDecimals } from '../testing/shape.ts'
import { testSimulator } from '../testing/simulator.ts'

const NOW = Date.UTC(2024, 4, 30, 1, 40, 41)
const simulator = testSimulator(() => NOW)
const PATH =
  '/api/v1/weather/en/40.83/-73.93?dataSets=currentWeather,forecastDaily,forecastHourly,forecastNextHour&timezone=America/New_York'
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The header of a call by a team; the signature is one in length only. */
function headers(iss: string, { alg = 'ES256', exp = NOW / 1_000 + 3_600 } = {}) {
  const claims = part({ iss, sub: 'com.example', iat: Math.floor(NOW / 1_000), exp })
  return {
    authorization: `Bearer ${part({ alg, kid: 'K', id: `${iss}.com.example` })}.${claims}.${Buffer.alloc(64).toString('base64url')}`,
  }
}

describe('WeatherKit', () => {
  it('has the shape of the recorded answer', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const [sample] = recorded('others', /^weatherkit_nyc_rain/)
    const { weatherAlerts: _, ...body } = { ...(sample?.body as object), weatherAlerts: null }
    const answer = await get(simulator, PATH, headers('TEAM'))
    assert.deepEqual(differencesButDecimals(addShape(new Map(), body), addShape(new Map(), answer.body)), [])
  })

  it('has the data sets that are asked for, and days of the zone that is named', async () => {
    const { body } = await get(simulator, '/api/v1/weather/en/40.83/-73.93?dataSets=forecastDaily,weatherAlerts', headers('TEAM'))
    const { forecastDaily, ...rest } = body as { forecastDaily: { days: { forecastStart: string }[] } }
    assert.deepEqual(rest, {})
    assert.equal(forecastDaily.days[0]?.forecastStart, '2024-05-30T00:00:00Z')
  })

  it('refuses a call without a valid token', async () => {
    const statusOf = async (sent: Record<string, string>) => (await get(simulator, PATH, sent)).status
    assert.deepEqual(
      [
        await statusOf({}),
        await statusOf({ authorization: 'Bearer x.y.z' }),
        await statusOf(headers('TEAM', { alg: 'HS256' })),
        await statusOf(headers('TEAM', { exp: NOW / 1_000 - 1 })),
        await statusOf(headers('invalid-1')),
        await statusOf(headers('blocked-1')),
      ],
      [401, 401, 401, 401, 401, 429],
    )
  })

  it('has errors as recorded', async (t) => {
    const { body, status } = await get(simulator, '/api/v1/weather/en/91.5/500', headers('TEAM'))
    assert.equal(status, 400)
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const [sample] = recorded('others', /^weatherkit_error_400/)
    assert.deepEqual(differencesButDecimals(addShape(new Map(), sample?.body), addShape(new Map(), body)), [])
  })
})
