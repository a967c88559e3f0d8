import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { formatInstant, toCell } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { putCompared } from '../../weather/history/testing/compared.ts'
import { buildTestObservation, buildTestFetch } from '../../weather/history/testing/fetched.ts'
import { lookUpLima, listOutboxRows, readPlacePart, resetDigests, runDigestJob } from './testing/runs.ts'
import { BERLIN, insertTestSubscriptions, TOKYO, TULSA } from './testing/subscribers.ts'

describe('weekly digests', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(() => resetDigests(app))

  it('show the next seven days of the place as the provider has them', async () => {
    await insertTestSubscriptions(app, { email: 'ann@example.com', place: TOKYO })
    const shown = (await app.get(`/api/weather?lat=${TOKYO.lat}&lon=${TOKYO.lon}&scope=daily&units=si`)).body
    await runDigestJob(app)
    const part = await readPlacePart(app, TOKYO)
    assert.equal(part.days.length, 7)
    assert.deepEqual(
      { timezone: part.timezone, source: part.source, fetchedAt: part.fetchedAt, simulated: part.simulated },
      { timezone: 'Asia/Tokyo', source: 'openweather', fetchedAt: shown.fetchedAt, simulated: true },
    )
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

  it('show air and sea to those who want to be alerted of them there, and read them only for these', async () => {
    const now = app.clock.now()
    const mild = { windSpeed: 1, windGust: 2, temperature: 20, precipitation: 0 }
    app.simulator.setConditions([{ ...BERLIN, radiusDeg: 0.3, from: now - 86_400_000, to: now + 5 * 86_400_000, weather: mild }])
    try {
      await insertTestSubscriptions(
        app,
        { email: 'ann@example.com' },
        { email: 'ann@example.com', type: 'city_alerts', prefs: { pollen: { minLevel: 1 }, airQuality: true } },
        { email: 'bob@example.com' },
        { email: 'eve@example.com', place: TOKYO },
        { email: 'eve@example.com', place: TOKYO, type: 'city_alerts', prefs: { marine: { minWaveM: 3 } }, confirmed: false },
      )
      await runDigestJob(app)
      const limits = Object.fromEntries((await listOutboxRows(app)).map(({ address, data }) => [address, data.cities[0]?.limits]))
      assert.deepEqual(limits, { 'ann@example.com': { pollen: 1 }, 'bob@example.com': undefined, 'eve@example.com': undefined })
      const { extras } = await readPlacePart(app, BERLIN)
      assert.ok(extras?.pollen !== undefined && extras.pollen.length >= 3)
      assert.equal((await readPlacePart(app, TOKYO)).extras, undefined)
    } finally {
      app.simulator.setConditions([])
    }
  })

  it('show the warnings in force or to come, the worst first', async () => {
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
      await insertTestSubscriptions(app, { email: 'ann@example.com' })
      await runDigestJob(app)
      const events = (await readPlacePart(app, BERLIN)).alerts?.map(({ event }) => event) ?? []
      assert.deepEqual(events.filter((event) => ['Frost', 'Orkan', 'Vorbei', 'Ferne'].includes(event)).toSorted(), ['Frost', 'Orkan'])
    } finally {
      app.simulator.setConditions([])
    }
  })

  it('show a warning once if both the issuer and a relay carry it', async () => {
    const at = (hours: number) => new Date(app.clock.now() + hours * 3_600_000).toISOString()
    app.simulator.setConditions([
      { ...TULSA, alert: { event: 'Tornado Warning', severity: 'Extreme', start: at(-0.5), end: at(1), description: 'Take cover.' } },
    ])
    try {
      await insertTestSubscriptions(app, { email: 'ann@example.com', place: TULSA })
      // The national feed is read along with a person’s request, never for a digest.
      await app.get(`/api/weather?lat=${TULSA.lat}&lon=${TULSA.lon}&scope=current`)
      await app.services.gateway.drain()
      const { alertIds } = (await app.get(`/api/weather?lat=${TULSA.lat}&lon=${TULSA.lon}&scope=current`)).body
      await runDigestJob(app)
      const { alerts, alertCredits } = await readPlacePart(app, TULSA)
      assert.deepEqual(
        alertCredits?.map(({ url }) => url),
        ['https://www.weather.gov/'],
      )
      const tornados = (alerts ?? []).filter(({ event }) => event === 'Tornado Warning')
      assert.equal(alertIds.length, new Set(alertIds).size)
      assert.deepEqual(
        tornados.map(({ severity, source }) => [severity, source]),
        [['extreme', 'nws']],
      )
    } finally {
      app.simulator.setConditions([])
    }
  })

  it('show how the past week was', async () => {
    await insertTestSubscriptions(app, { email: 'ann@example.com' })
    const put = (hours: number) => {
      for (let hour = 1; hour <= hours; hour++) {
        const ms = app.clock.now() - hour * 3_600_000
        const weather = buildTestObservation(formatInstant(ms), { temperature: hour % 24, precipitation: 0 })
        app.services.history.archive.add(
          buildTestFetch(ms, { cell: toCell(BERLIN.lat, BERLIN.lon).id, current: weather, hourly: [], daily: [] }),
        )
      }
    }
    put(167)
    await app.get(`/api/weather?lat=${BERLIN.lat}&lon=${BERLIN.lon}&scope=daily`)
    await app.services.gateway.drain()
    // The archive is written after the answers. Everything is fresh for the run, so that it adds nothing to the archive.
    await app.services.history.archive.flush()
    const { summary } = (await app.get(`/api/weather/history?lat=${BERLIN.lat}&lon=${BERLIN.lon}&units=si&limit=1`)).body
    const calls = app.simulator.calls().total
    await runDigestJob(app)
    const { pastWeek, accuracy } = await readPlacePart(app, BERLIN)
    assert.equal(app.simulator.calls().total, calls)
    assert.deepEqual(pastWeek && [pastWeek.observationCount, summary.observationCount], [168, 168])
    assert.deepEqual(
      { temperatureMin: pastWeek?.temperatureMin, temperatureMax: pastWeek?.temperatureMax },
      { temperatureMin: summary.temperature.min, temperatureMax: summary.temperature.max },
    )
    assert.ok(summary.temperature.max >= 23)
    // One day is too few to rate forecasts.
    assert.deepEqual(accuracy, [])
  })

  it('show how good the forecasts of the year were if there are enough days', async () => {
    await insertTestSubscriptions(app, { email: 'ann@example.com' })
    await putCompared(app, [{ lat: BERLIN.lat, lon: BERLIN.lon, days: 40 }])
    await runDigestJob(app)
    const { source, accuracy } = await readPlacePart(app, BERLIN)
    assert.equal(source, 'openweather')
    const ahead = accuracy.find(({ leadHours }) => leadHours === 24)
    assert.deepEqual(
      {
        days: ahead?.days,
        maeToFixed: ahead?.mae?.toFixed(1),
        persistenceMaeToFixed: ahead?.persistenceMae?.toFixed(1),
        isMeasured: ahead?.isMeasured,
      },
      { days: 40, maeToFixed: '2.4', persistenceMaeToFixed: '4.8', isMeasured: false },
    )
  })

  const newsletterNames = async () =>
    (await listOutboxRows(app)).map(({ data }) =>
      (data.newsletter?.places ?? [])
        .map(({ name }) => name)
        .toSorted()
        .join(),
    )

  it('show in a newsletter what people look up, if its weather is cached', async () => {
    await insertTestSubscriptions(app, { email: 'ann@example.com', type: 'newsletter' })
    // A point without a known name belongs in no newsletter.
    await app.get(`/api/weather?lat=-45.12&lon=-120.34&scope=daily&trigger=search_select`)
    const lima = await lookUpLima(app)
    const calls = app.simulator.calls().total
    const { skipped, enqueued } = await runDigestJob(app)
    assert.deepEqual({ skipped, enqueued }, { skipped: 0, enqueued: 1 })
    assert.deepEqual(await newsletterNames(), ['Lima'])
    assert.equal((await readPlacePart(app, lima)).days.length, 7)
    assert.equal(app.simulator.calls().total, calls)
  })

  it('show in a newsletter the towns that several people follow if nobody looks anything up, under their common names', async () => {
    const place = { name: 'Free money at example.com', lat: TOKYO.lat, lon: TOKYO.lon }
    await insertTestSubscriptions(
      app,
      ...['a', 'b', 'c'].map((name) => ({ email: `${name}@example.com`, place })),
      { email: 'home@example.com', place: { name: 'Home', lat: 48.21, lon: 16.37 } },
      { email: 'reader@example.com', type: 'newsletter' as const },
    )
    await runDigestJob(app)
    assert.deepEqual(
      (await newsletterNames()).filter((names) => names !== ''),
      ['Tokyo'],
    )
  })

  it('show in a newsletter the largest towns of the reader’s country', async () => {
    const newsletter = (name: string, settings: object) => ({ email: `${name}@example.com`, type: 'newsletter' as const, ...settings })
    await insertTestSubscriptions(app, newsletter('ann', { timezone: 'Europe/Vienna' }), newsletter('bob', { lang: 'pt-BR' }))
    const { status, enqueued } = await runDigestJob(app)
    assert.deepEqual({ status, enqueued }, { status: 'completed', enqueued: 2 })
    const [ann = '', bob = ''] = await newsletterNames()
    assert.match(ann, /Graz.*Wien|Graz.*Vienna/)
    assert.match(bob, /São Paulo/)
  })

  it('hold a newsletter back until it has weather to show, and the run reports it', async () => {
    await insertTestSubscriptions(app, { email: 'ann@example.com', type: 'newsletter' })
    app.simulator.setFaults([{ kind: 'status', status: 503 }])
    const { status, enqueued, failed } = await runDigestJob(app)
    assert.deepEqual({ status, enqueued, failed }, { status: 'partial', enqueued: 0, failed: 1 })
    app.simulator.setFaults([])
  })
})
