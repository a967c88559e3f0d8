import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { addShape, differencesButDecimals } from '../testing/shape.ts'
import { testSimulator } from '../testing/simulator.ts'

const simulator = testSimulator(() => Date.UTC(2026, 1, 6, 21, 45, 41))

describe('Pirate Weather', () => {
  it('has the shape of the recorded forecast', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const [sample] = recorded('pirate-weather', /^forecast_newyork_si/)
    const { alerts: _, flags: __, ...expected } = (sample?.body ?? {}) as Record<string, unknown>
    const { body } = await get(simulator, '/forecast/some-key/40.7128,-74.006?units=si&exclude=alerts')
    const { flags, ...answer } = body as Record<string, unknown>
    assert.equal((flags as { units: string }).units, 'si')
    assert.deepEqual(differencesButDecimals(addShape(new Map(), expected), addShape(new Map(), answer)), [])
  })

  it('takes the key from the path or the header, and masks it', async () => {
    const statusOf = async (key: string, headers = {}) => (await get(simulator, `/forecast/${key}/40.7,-74?units=si`, headers)).status
    assert.deepEqual(
      [await statusOf('invalid-1'), await statusOf('blocked-1'), await statusOf('key'), await statusOf('key', { apikey: 'k' })],
      [403, 429, 403, 200],
    )
    assert.ok(simulator.calls().recent.every(({ url }) => url.startsWith('/forecast/***/')))
  })
})
