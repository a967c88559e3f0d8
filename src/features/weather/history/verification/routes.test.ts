import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { putCompared } from '../testing/compared.ts'

const BERLIN = 'lat=52.52&lon=13.41'

describe('GET /api/weather/accuracy', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: '2026-07-08T15:00:00Z', env: { RATE_LIMITS: 'history=4' } })
    await putCompared(app, [
      { lat: 52.52, lon: 13.41, days: 40 },
      { lat: -33.87, lon: 151.21, days: 10 },
    ])
  })
  after(() => app.close())

  /** The request limit is not tested here. */
  const accuracy = (query: string) => {
    app.clock.advance({ minutes: 2 })
    return app.get(`/api/weather/accuracy?${query}`)
  }
  const temperature = (body: { verification: { quantities: Entry[] } }, source: string) =>
    body.verification.quantities.find((each) => each.source === source && each.variable === 'temperature' && each.leadHours === 24)

  describe('200', () => {
    it('returns the scores of a place by source, against a named truth', async () => {
      const { status, body, headers } = await accuracy(BERLIN)
      assert.equal(status, 200)
      assert.match(headers.get('cache-control') ?? '', /^public, max-age=600/)
      const { from, to, places, simulated } = body.verification
      assert.deepEqual({ from, to, places, simulated }, { from: '2026-05-28', to: '2026-07-06', places: 1, simulated: true })
      const second = temperature(body, 'open-meteo')
      assert.deepEqual(second?.truth, { source: 'openweather', kind: 'analysis', station: null, isOwn: false })
      assert.deepEqual(
        { leadAboveHours: second?.leadAboveHours, n: second?.n, days: second?.days },
        { leadAboveHours: 12, n: 40, days: 40 },
      )
      assert.ok(Math.abs((second?.scores?.mae.value ?? 0) - 3.4) < 0.01)
      assert.equal(temperature(body, 'openweather')?.truth.isOwn, true)
      assert.deepEqual(
        body.attributions.map(({ source }: { source: string }) => source),
        ['open-meteo', 'openweather'],
      )
    })

    it('uses the requested units', async () => {
      const { body } = await accuracy(`${BERLIN}&units=imperial`)
      assert.equal(body.units.temperature, '°F')
      assert.ok(Math.abs((temperature(body, 'open-meteo')?.scores?.mae.value ?? 0) - 6.12) < 0.01)
    })

    it('returns counts but no scores below thirty days', async () => {
      const { body } = await accuracy('lat=-33.87&lon=151.21')
      const entry = temperature(body, 'openweather')
      assert.deepEqual({ n: entry?.n, days: entry?.days, scores: entry?.scores }, { n: 10, days: 10, scores: null })
      assert.ok(
        body.verification.amounts.every(({ thresholds }: { thresholds: { scores: unknown }[] }) =>
          thresholds.every(({ scores }) => scores === null),
        ),
      )
      assert.ok(body.verification.probabilities.every(({ scores }: { scores: unknown }) => scores === null))
    })

    it('returns the scores of all places together if no point is given', async () => {
      const { body } = await accuracy('')
      assert.equal(body.verification.places, 2)
      assert.deepEqual({ n: temperature(body, 'openweather')?.n, days: temperature(body, 'openweather')?.days }, { n: 50, days: 40 })
    })

    it('is empty if nothing was compared', async () => {
      const { status, body } = await accuracy('lat=1&lon=1')
      assert.deepEqual(
        { status, from: body.verification.from, quantities: body.verification.quantities, attributions: body.attributions },
        { status: 200, from: null, quantities: [], attributions: [] },
      )
    })

    it('is also part of the history of the place: of its weather, and of its air', async () => {
      const { verification } = (await accuracy(BERLIN)).body
      app.clock.advance({ minutes: 2 })
      const { body: weather } = await app.get(`/api/weather/history?${BERLIN}`)
      const isOfAir = ({ variable }: Entry) => variable === 'pm25'
      const quantities = verification.quantities.filter((each: Entry) => !isOfAir(each))
      assert.deepEqual(weather.summary.verification, { ...verification, quantities })
      app.clock.advance({ minutes: 2 })
      const { body: air } = await app.get(`/api/weather/history?${BERLIN}&scope=air`)
      const own = verification.quantities.filter(isOfAir)
      assert.deepEqual(
        own.map(({ source, truth }: Entry) => [source, truth.isOwn]),
        LEADS.map(() => ['openweather', true]),
      )
      assert.deepEqual(air.summary.verification, { ...verification, quantities: own, amounts: [], probabilities: [] })
    })
  })

  it('400 for half a point', async () => {
    const { status, body } = await accuracy('lat=1')
    assert.deepEqual({ status, error: body.error }, { status: 400, error: 'invalid_request' })
  })

  it('429 beyond the limit that it shares with the history', async () => {
    const answers = []
    for (let i = 0; i < 6; i += 1) answers.push(await app.get('/api/weather/accuracy'))
    assert.ok(answers.some(({ status, headers }) => status === 429 && headers.get('retry-after') !== null))
  })
})

const LEADS = [3, 24, 48]

interface Entry {
  readonly variable: string
  readonly source: string
  readonly truth: { readonly isOwn: boolean }
  readonly leadHours: number
  readonly leadAboveHours: number
  readonly n: number
  readonly days: number
  readonly scores: { readonly mae: { readonly value: number } } | null
}
