import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { addShape, differencesButDecimals } from '../testing/shape.ts'
import { testSimulator } from '../testing/simulator.ts'

const PATH = '/VisualCrossingWebServices/rest/services/timeline/40.83,-73.93'
const simulator = testSimulator(() => Date.UTC(2024, 4, 19, 17, 10, 41))

describe('Visual Crossing', () => {
  it('has the shape of the recorded timeline', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const [sample] = recorded('others', /^visualcrossing_timeline_nyc_metric/)
    const { body } = await get(simulator, `${PATH}?unitGroup=metric&key=k`)
    const shapeOf = (answer: unknown) => {
      const { stations: _, alerts: __, ...rest } = answer as Record<string, unknown>
      return addShape(new Map(), rest)
    }
    // Which sources, types and stations a value has is the weather's.
    const found = differencesButDecimals(shapeOf(sample?.body), shapeOf(body)).filter((text) => !/\.(?:stations|preciptype)/.test(text))
    assert.deepEqual(found, [])
  })

  it('refuses keys, and masks them', async () => {
    const statusOf = async (query: string) => (await get(simulator, `${PATH}?unitGroup=metric${query}`)).status
    assert.deepEqual(
      {
        statusOf: await statusOf(''),
        statusOfKeyInvalid1: await statusOf('&key=invalid-1'),
        statusOfKeyBlocked1: await statusOf('&key=blocked-1'),
      },
      { statusOf: 401, statusOfKeyInvalid1: 401, statusOfKeyBlocked1: 429 },
    )
    assert.ok(simulator.calls().recent.every(({ url }) => !/invalid|blocked/.test(url)))
  })
})
