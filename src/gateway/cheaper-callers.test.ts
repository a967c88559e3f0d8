import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestServices, type TestServices } from '../../test/helpers/app.ts'
import { readTestSource } from '../features/subscribers/alerting/testing/read-source.ts'
import { readActiveAlertIds } from '../features/weather/place-weather/index.ts'
import { type Answer, askGateway, CHEAP, ENV, FOR_EVER, PERSON, READING } from './testing/requesters.ts'

const alertIds = (app: TestServices, answer: Answer) => readActiveAlertIds(answer.alerts, 3_600, app.clock.now()).ids

describe('a refresh behind an answer', () => {
  it('that fails keeps nobody who waits from the primary', async () => {
    const app = await createTestServices({ env: ENV })
    try {
      const cell = toCell(31, 61)
      await askGateway(app, cell, 'current', PERSON)
      app.clock.advance({ minutes: 90 })
      app.simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'openweather' } }])
      assert.equal((await askGateway(app, cell, 'current', PERSON))?.freshness, 'acceptable')
      await app.services.gateway.drain()
      assert.equal(app.simulator.calls().byProvider['openweather'], 2, 'the refresh has called it')
      app.simulator.setFaults([])
      const answer = await askGateway(app, cell, 'current', PERSON, 0)
      assert.deepEqual(
        { source: answer?.record.source, freshness: answer?.freshness, tokensUsed: answer?.tokensUsed },
        { source: 'openweather', freshness: 'fresh', tokensUsed: 1 },
      )
    } finally {
      await app.close()
    }
  })

  it('that fails does not fail a person who joined it', async () => {
    const app = await createTestServices({ env: { ...ENV, WEATHER_PROVIDERS: 'openweather' } })
    try {
      const cell = toCell(31, 61)
      for (const scope of ['daily', 'current'] as const) await askGateway(app, cell, scope, PERSON)
      // The days are acceptable, the current weather is an emergency.
      app.clock.advance({ hours: 5 })
      app.simulator.setFaults([
        { kind: 'delay', delayMs: 300, match: { provider: 'openweather' } },
        { kind: 'status', status: 500, match: { provider: 'openweather' }, next: 1 },
      ])
      const before = app.simulator.calls().total
      assert.equal((await askGateway(app, cell, 'daily', PERSON))?.freshness, 'acceptable')
      while (app.simulator.calls().total === before) await new Promise((resolve) => setImmediate(resolve))
      const answer = await askGateway(app, cell, 'current', PERSON)
      assert.deepEqual({ source: answer?.record.source, freshness: answer?.freshness }, { source: 'openweather', freshness: 'fresh' })
    } finally {
      await app.close()
    }
  })
})

describe('a crawler, a job or a prefetch', () => {
  let app: TestServices
  let place = 0
  before(async () => {
    app = await createTestServices({ env: ENV })
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    app.simulator.reset()
    app.clock.advance({ hours: 80 })
    place += 1
  })
  const cell = () => toCell(30 + place / 10, 60)
  const warn = () => app.simulator.setConditions([{ ...FOR_EVER, lat: cell().lat, lon: cell().lon, radiusDeg: 0.5 }])
  const failPrimary = () => app.simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'openweather' } }])
  const calls = () => app.simulator.calls().byProvider

  it('never hides a warning: the first person gets the primary’s answer', async () => {
    warn()
    const crawled = await askGateway(app, cell(), 'current', CHEAP['crawler']!)
    assert.equal(crawled?.record.source, 'open-meteo')
    await app.services.gateway.drain()
    const other = await createTestServices({ sharing: app, env: ENV })
    for (const node of [other, app]) {
      const answer = await askGateway(node, cell(), 'current', PERSON)
      assert.equal(answer?.record.source, 'openweather')
      assert.ok((alertIds(node, answer!) ?? []).length > 0)
      await node.services.gateway.drain()
    }
    assert.deepEqual(calls(), { 'open-meteo': 1, openweather: 1 })
    await other.stop()
  })

  it('saves a person the call to the second provider while the primary fails', async () => {
    await askGateway(app, cell(), 'current', CHEAP['crawler']!)
    await app.services.gateway.drain()
    failPrimary()
    const answer = await askGateway(app, cell(), 'current', PERSON)
    assert.deepEqual(
      { source: answer?.record.source, tokensUsed: answer?.tokensUsed, freshness: answer?.freshness },
      { source: 'open-meteo', tokensUsed: 1, freshness: 'fresh' },
    )
    const again = await askGateway(app, cell(), 'current', PERSON)
    assert.deepEqual(
      { source: again?.record.source, tokensUsed: again?.tokensUsed, calls: calls() },
      { source: 'open-meteo', tokensUsed: 0, calls: { openweather: 1, 'open-meteo': 1 } },
    )
  })

  it('causes no backoff of a place for people', async () => {
    failPrimary()
    assert.equal((await askGateway(app, cell(), 'current', CHEAP['digest']!))?.record.source, 'open-meteo')
    app.simulator.setFaults([])
    assert.equal((await askGateway(app, cell(), 'current', PERSON))?.record.source, 'openweather')
  })

  it('that fails does not keep a person’s visit from renewing what it shows', async () => {
    await askGateway(app, cell(), 'current', PERSON)
    app.clock.advance({ minutes: 90 })
    failPrimary()
    const { outcome } = await readTestSource(app, { ...READING, role: 'primary', cell: cell() })
    assert.equal(outcome, 'failed')
    app.simulator.setFaults([])
    assert.equal((await askGateway(app, cell(), 'current', PERSON))?.freshness, 'acceptable')
    await app.services.gateway.drain()
    assert.equal((await askGateway(app, cell(), 'current', PERSON))?.freshness, 'fresh')
  })

  it('does not open the breaker for people', async () => {
    failPrimary()
    app.services.meter.forgetFaults()
    for (let i = 0; i < 8; i++) await askGateway(app, toCell(-30 - i, place), 'current', CHEAP['digest']!)
    assert.equal(calls()['openweather'], 5, 'the breaker is open for jobs')
    app.simulator.setFaults([])
    assert.equal((await askGateway(app, cell(), 'current', PERSON))?.record.source, 'openweather')
    app.clock.advance({ minutes: 1 })
    assert.equal((await askGateway(app, toCell(-20, place), 'current', CHEAP['digest']!))?.record.source, 'openweather')
  })

  it('that fails does not fail a person waiting for the same data', async () => {
    app.simulator.setFaults([
      { kind: 'delay', delayMs: 300, match: { provider: 'openweather' } },
      { kind: 'status', status: 500, match: { provider: 'openweather' }, next: 1 },
    ])
    const before = app.simulator.calls().total
    const job = askGateway(app, cell(), 'current', CHEAP['digest']!)
    while (app.simulator.calls().total === before) await new Promise((resolve) => setImmediate(resolve))
    const [, answer] = await Promise.all([job, askGateway(app, cell(), 'current', PERSON)])
    assert.equal(answer?.record.source, 'openweather')
  })

  it('does not keep a person from data as fresh as requested', async () => {
    await askGateway(app, cell(), 'current', PERSON)
    app.clock.advance({ minutes: 9 })
    await readTestSource(app, {
      role: 'second',
      cell: cell(),
      maxAgeMs: 0,
      mayCall: true,
      timeoutMs: 50_000,
      trigger: 'cron_x',
    })
    await askGateway(app, cell(), 'minutely', CHEAP['crawler']!)
    assert.equal((await askGateway(app, cell(), 'current', PERSON, 0))?.tokensUsed, 1)
  })

  it('whose second provider does not know the place implies nothing about the primary', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 404, match: { provider: 'open-meteo' } }])
    assert.equal(await askGateway(app, cell(), 'current', CHEAP['crawler']!), null)
    assert.equal((await askGateway(app, cell(), 'current', PERSON))?.record.source, 'openweather')
  })
})
