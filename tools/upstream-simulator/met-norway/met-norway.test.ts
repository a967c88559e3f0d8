import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { addShape, differencesButDecimals } from '../testing/shape.ts'
import { testSimulator } from '../testing/simulator.ts'

const NOW = Date.UTC(2026, 6, 15, 9, 23, 41)
const FORECAST = '/weatherapi/locationforecast/2.0/complete'
const NOWCAST = '/weatherapi/nowcast/2.0/complete'
const simulator = testSimulator(() => NOW)

interface Step {
  readonly time: string
  readonly data: {
    readonly instant: { readonly details: Record<string, number> }
    readonly next_1_hours?: { readonly details: Record<string, number> }
    readonly next_6_hours?: { readonly details: Record<string, number> }
  }
}
const stepsOf = (body: unknown) => (body as { properties: { timeseries: Step[] } }).properties.timeseries

describe('Locationforecast', () => {
  it('has the shape of the recorded answer', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const [sample] = recorded('met-norway', /^locationforecast_complete_london/)
    const { body } = await get(simulator, `${FORECAST}?lat=51.5&lon=-0.1&altitude=25`)
    assert.deepEqual(differencesButDecimals(addShape(new Map(), sample?.body), addShape(new Map(), body)), [])
  })

  it('has hourly steps, then steps of six hours; its windows agree with each other', async () => {
    const steps = stepsOf((await get(simulator, `${FORECAST}?lat=51.5&lon=-0.1`)).body)
    const gaps = steps.slice(1).map(({ time }, index) => (Date.parse(time) - Date.parse(steps[index]?.time ?? '')) / 3_600_000)
    const turn = gaps.indexOf(6)
    assert.ok(turn > 50 && gaps.slice(0, turn).every((gap) => gap === 1) && gaps.slice(turn).every((gap) => gap === 6))
    assert.deepEqual(Object.keys(steps.at(-1)?.data ?? {}), ['instant'])
    const amount = (step: Step | undefined, hours: 1 | 6) =>
      step?.data[`next_${hours}_hours`]?.details['precipitation_amount'] ?? Number.NaN
    const six = steps.slice(0, 6).reduce((sum, step) => sum + amount(step, 1), 0)
    assert.ok(Math.abs(six - amount(steps[0], 6)) <= 0.35, `${six} and ${amount(steps[0], 6)}`)
  })

  it('says until when it is valid, and that nothing has changed since', async () => {
    const { headers } = await get(simulator, `${FORECAST}?lat=59.91&lon=10.75`)
    assert.deepEqual(
      { lastModified: headers.get('last-modified'), expires: headers.get('expires') },
      { lastModified: 'Wed, 15 Jul 2026 09:00:00 GMT', expires: 'Wed, 15 Jul 2026 09:30:00 GMT' },
    )
    const unchanged = await get(simulator, `${FORECAST}?lat=59.91&lon=10.75`, { 'if-modified-since': headers.get('last-modified') ?? '' })
    assert.deepEqual({ status: unchanged.status, text: unchanged.text }, { status: 304, text: '' })
  })

  it('refuses more than four decimals, no identification, and no place', async () => {
    const statusOf = async (query: string, headers = {}) => (await get(simulator, `${FORECAST}?${query}`, headers)).status
    assert.equal(await statusOf('lat=59.91234&lon=10.75'), 403)
    assert.equal(await statusOf('lat=59.91&lon=10.75', { 'user-agent': ' ' }), 403)
    assert.equal(await statusOf('lat=59.91'), 400)
  })
})

describe('Nowcast', () => {
  it('has the shape of the recorded answer', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const [sample] = recorded('met-norway', /^nowcast_/)
    const { body } = await get(simulator, `${NOWCAST}?lat=69.6827&lon=18.9427`)
    assert.deepEqual(differencesButDecimals(addShape(new Map(), sample?.body), addShape(new Map(), body)), [])
    assert.equal(stepsOf(body).length, 23)
  })

  it('is 422 elsewhere', async () => {
    assert.equal((await get(simulator, `${NOWCAST}?lat=51.5&lon=-0.1`)).status, 422)
  })
})
