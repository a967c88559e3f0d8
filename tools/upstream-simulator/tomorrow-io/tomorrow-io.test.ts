import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { addShape, differencesButDecimals, type Shape } from '../testing/shape.ts'
import { testSimulator } from '../testing/simulator.ts'

const simulator = testSimulator(() => Date.UTC(2025, 0, 15, 21, 42, 10))
const PLACE = 'location=42.35,-71.05&units=metric'

describe('Tomorrow.io', () => {
  for (const [path, names] of [
    ['forecast', /^tomorrowio_forecast/],
    ['realtime', /^tomorrowio_realtime/],
  ] as const)
    it(`has the shape of the recorded ${path}`, async (t) => {
      if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
      const { body } = await get(simulator, `/v4/weather/${path}?${PLACE}&apikey=k`)
      const shape: Shape = new Map()
      for (const sample of recorded('others', names)) addShape(shape, sample.body)
      // A place by name has more; whether there are clouds is the weather's.
      const found = differencesButDecimals(shape, addShape(new Map(), body))
      assert.deepEqual(
        found.filter((text) => !/location\.(?:name|type)|\.cloud(?:Base|Ceiling)/.test(text)),
        [],
      )
    })

  it('refuses keys and places with codes that begin with the status, and masks the keys', async () => {
    const answerOf = async (query: string) => {
      const { status, body } = await get(simulator, `/v4/weather/forecast?${query}`)
      return [status, (body as { code?: number }).code]
    }
    assert.deepEqual(await answerOf(PLACE), [401, 401_001])
    assert.deepEqual(await answerOf(`${PLACE}&apikey=invalid-1`), [401, 401_001])
    assert.deepEqual(await answerOf(`${PLACE}&apikey=blocked-1`), [429, 429_001])
    assert.deepEqual(await answerOf('location=nowhere&apikey=k'), [400, 400_002])
    assert.deepEqual(await answerOf('location=1,2&units=imperial&apikey=k'), [400, 400_002])
    assert.ok(simulator.calls().recent.every(({ url }) => !/invalid|blocked/.test(url)))
  })
})
