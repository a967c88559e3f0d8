import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../test/helpers/app.ts'
import { outbox, partAt, reset, run } from './testing/runs.ts'
import { BERLIN, LIMA, subscribe, TOKYO } from './testing/subscribers.ts'

describe('what weekly digests', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(() => reset(app))

  it('tell the coming seven days of the place as the provider has them', async () => {
    await subscribe(app, { email: 'ann@example.com', place: TOKYO })
    const shown = (await app.get(`/api/weather?lat=${TOKYO.lat}&lon=${TOKYO.lon}&scope=daily&units=si`)).body
    await run(app)
    const part = await partAt(app, TOKYO)
    assert.equal(part.days.length, 7)
    assert.deepEqual([part.timezone, part.source, part.fetchedAt, part.simulated], ['Asia/Tokyo', 'openweather', shown.fetchedAt, true])
    assert.deepEqual(
      part.days.map(({ date, temperatureMax, precipitation }) => ({ date, temperatureMax, precipitation })),
      shown.points
        .slice(0, 7)
        .map(({ date, temperatureMax, precipitation }: Record<string, unknown>) => ({ date, temperatureMax, precipitation })),
    )
    assert.equal(
      part.days[0]?.date,
      Temporal.Instant.fromEpochMilliseconds(app.clock.now()).toZonedDateTimeISO('Asia/Tokyo').toPlainDate().toString(),
    )
  })

  it('tell the warnings that run or come, the worst first', async () => {
    const at = (hours: number) => new Date(app.clock.now() + hours * 3_600_000).toISOString()
    const alert = (event: string, severity: string, start: number, end: number) => ({
      ...BERLIN,
      alert: { event, severity, start: at(start), end: at(end), sender: 'DWD', description: event },
    })
    app.simulator.setConditions([
      alert('Frost', 'Minor', -1, 10),
      alert('Orkan', 'Extreme', 20, 30),
      alert('Vorbei', 'Severe', -20, -2),
      alert('Ferne', 'Severe', 24 * 8, 24 * 9),
    ])
    try {
      await subscribe(app, { email: 'ann@example.com' })
      await run(app)
      const events = (await partAt(app, BERLIN)).alerts?.map(({ event }) => event) ?? []
      assert.deepEqual(events.filter((event) => ['Frost', 'Orkan', 'Vorbei', 'Ferne'].includes(event)).toSorted(), ['Frost', 'Orkan'])
    } finally {
      app.simulator.setConditions([])
    }
  })

  it('tell how the past week was, and how good its forecasts were', async () => {
    await subscribe(app, { email: 'ann@example.com' })
    for (let hour = 0; hour < 24; hour++) {
      app.clock.advance({ hours: 1, minutes: 1 })
      await app.get(`/api/weather?lat=${BERLIN.lat}&lon=${BERLIN.lon}&scope=current`)
      await app.services.gateway.settled()
    }
    // The archive is written behind the answers. The run finds everything fresh, so that it adds nothing to it.
    await app.services.history.archive.flush()
    const { summary } = (await app.get(`/api/weather/history?lat=${BERLIN.lat}&lon=${BERLIN.lon}&units=si&limit=1`)).body
    const calls = app.simulator.calls().total
    await run(app)
    const { pastWeek, accuracy } = await partAt(app, BERLIN)
    assert.equal(app.simulator.calls().total, calls)
    assert.deepEqual(pastWeek && [pastWeek.observationCount, summary.observationCount], [24, 24])
    assert.equal(pastWeek?.temperatureMax, summary.temperature.max)
    assert.equal(pastWeek?.temperatureMin, summary.temperature.min)
    assert.ok(accuracy.length > 0 && accuracy.every(({ n, temperatureMae }) => n >= 10 && temperatureMae !== null))
  })

  it('show in a newsletter what people look up, as far as its weather is held', async () => {
    await subscribe(app, { email: 'ann@example.com', type: 'newsletter' })
    await app.get('/api/geocode?q=Lima')
    await app.get(`/api/weather?lat=${LIMA.lat}&lon=${LIMA.lon}&scope=daily&trigger=search_select`)
    await app.services.gateway.settled()
    const calls = app.simulator.calls().total
    let places: readonly { part: string | null }[] = []
    // Searches are counted behind the answer.
    for (let tries = 0; tries < 100 && places.length === 0; tries++) {
      await app.database.pool.query('truncate mail_outbox, digest_delivery')
      app.clock.advance({ seconds: 3 })
      await run(app)
      places = (await outbox(app))[0]?.data.newsletter?.places ?? []
    }
    assert.equal(places.length, 1)
    assert.equal((await partAt(app, LIMA)).days.length, 7)
    assert.equal(app.simulator.calls().total, calls)
  })
})
