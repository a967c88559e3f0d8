import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { addShape, differencesButDecimals } from '../testing/shape.ts'
import { testSimulator } from '../testing/simulator.ts'

const simulator = testSimulator(() => Date.UTC(2025, 1, 12, 16, 7, 48))

describe('WeatherAPI.com', () => {
  it('has the shape of the recorded forecast', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const [sample] = recorded('others', /^weatherapi_forecast_oshawa/)
    const { body } = await get(simulator, '/v1/forecast.json?q=43.9,-78.87&days=2&key=k')
    assert.deepEqual(differencesButDecimals(addShape(new Map(), sample?.body), addShape(new Map(), body)), [])
  })

  it('refuses with its own codes, masks the key, and sends an unknown place as recorded', async (t) => {
    const answerOf = async (query: string) => {
      const { status, body } = await get(simulator, `/v1/forecast.json?${query}`)
      return [status, (body as { error?: { code: number } }).error?.code]
    }
    assert.deepEqual(await answerOf('q=1,2'), [401, 1002])
    assert.deepEqual(await answerOf('q=1,2&key=invalid-1'), [401, 2006])
    assert.deepEqual(await answerOf('q=1,2&key=blocked-1'), [403, 2007])
    assert.ok(simulator.calls().recent.every(({ url }) => !/invalid|blocked/.test(url)))
    const { body } = await get(simulator, '/v1/forecast.json?q=nowhere&key=k')
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    assert.deepEqual(body, recorded('others', /^weatherapi_error_400/)[0]?.body)
  })
})
