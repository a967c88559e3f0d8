import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { addShape, differencesButDecimals } from '../testing/shape.ts'
import { testSimulator } from '../testing/simulator.ts'

const simulator = testSimulator(() => Date.UTC(2026, 6, 15, 9, 23, 41))

const QUERY = 'lat=52.52&lon=13.41&date=2026-07-15T09:00Z'

describe('Bright Sky', () => {
  it('has the shape of the recorded forecast', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const [sample] = recorded('bright-sky', /^weather_berlin_24h/)
    const { body } = await get(simulator, `/weather?${QUERY}`)
    assert.deepEqual(differencesButDecimals(addShape(new Map(), sample?.body), addShape(new Map(), body)), [])
  })

  it('has a row for each hour to the last date, at most ten days ahead', async () => {
    const rowsOf = async (query: string) => ((await get(simulator, `/weather?${query}`)).body as { weather: unknown[] }).weather.length
    assert.equal(await rowsOf(QUERY), 25)
    assert.equal(await rowsOf(`${QUERY}&last_date=2026-07-17T09:00Z`), 49)
    assert.equal(await rowsOf(`${QUERY}&last_date=2026-08-17T09:00Z`), 241)
  })

  it('refuses a request without a place or a date', async () => {
    for (const query of ['lat=52.52&date=2026-07-15', 'lat=52.52&lon=13.41', `${QUERY}&units=si`])
      assert.equal((await get(simulator, `/weather?${query}`)).status, 422)
  })
})
