import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { createTestServices, type TestServices } from '../../../../test/helpers/app.ts'
import type { AnalyticsEvent } from './event.ts'
import { createAnalyticsStore } from './store.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const SYSTEM = { userId: null, name: 'test', client: null, country: null, requestId: null }
const VIEW = { type: 'pageview', path: '/' } as const

const send = (app: TestServices, events: readonly AnalyticsEvent[], userAgent = CHROME): Promise<number> =>
  app.services.analytics.collect(events, { ip: '192.0.2.1', userAgent, ownHosts: [] })

async function stored(app: TestServices) {
  await app.services.analytics.drain()
  return (await app.database.pool.query('select * from analytics_event order by at, path')).rows
}

const rolled = async (app: TestServices, where: string) =>
  (await app.database.pool.query(`select * from analytics_rollup where ${where} order by starts_at, type, name, key`)).rows

const visitorsOf = async (app: TestServices): Promise<string[]> => (await stored(app)).map((row) => row.visitor.toString('hex'))

describe('visitors', () => {
  it('are distinguished within a day, on all nodes, but cannot be linked across days', async (t) => {
    const app = await createTestServices({ now: '2026-07-01T23:30:00Z' })
    t.after(() => app.close())
    const other = await createTestServices({ sharing: app })
    t.after(() => other.close())
    await send(app, [VIEW])
    await send(other, [VIEW])
    await other.services.analytics.drain()
    await send(app, [VIEW], CHROME.replace('142', '141'))
    const [first, second, third] = await visitorsOf(app)
    assert.equal(first, second)
    assert.notEqual(first, third)

    app.clock.advance({ hours: 1 })
    await app.services.analytics.maintain()
    await send(app, [VIEW])
    const all = await visitorsOf(app)
    assert.equal(all.length, 4)
    assert.equal(new Set(all).size, 3)

    // With the address, the user agent and all that the database still holds, one can find today’s visitor but not yesterday’s.
    const { rows } = await app.database.pool.query('select day, salt from analytics_salt')
    assert.deepEqual(
      rows.map((row) => row.day),
      ['2026-07-02'],
    )
    const guesses = rows.map(({ salt }) => createHmac('sha256', salt).update(`192.0.2.1\n${CHROME}`).digest('hex').slice(0, 16))
    assert.deepEqual(guesses, [all[3]])
    const everything = await app.database.pool.query(`select analytics_event::text as row from analytics_event`)
    for (const { row } of everything.rows) assert.doesNotMatch(row, /192\.0\.2\.1|Mozilla/)
    assert.ok(!app.logLines.join('').includes('Mozilla'))
  })
})

describe('roll-ups', () => {
  it('count events and visitors by hour and by day', async (t) => {
    const app = await createTestServices({ now: '2026-07-01T10:20:00Z' })
    t.after(() => app.close())
    const { analytics } = app.services
    await analytics.maintain()
    const other = CHROME.replace('X11; Linux x86_64', 'iPhone; Mobile')
    await send(app, [VIEW, { ...VIEW, path: '/a', referrer: 'https://news.example/' }])
    await send(app, [VIEW], other)
    for (const value of [100, 200, 300, 400]) await send(app, [{ type: 'vitals', path: '/', name: 'LCP', value }])
    app.clock.advance({ hours: 1 })
    await send(app, [VIEW])
    await analytics.drain()
    await analytics.maintain()

    const hours = await rolled(app, `period = 'hour' and dimension = 'all' and type = 'pageview'`)
    assert.deepEqual(
      hours.map((row) => [row.starts_at.toISOString(), row.key, row.events, row.visitors]),
      [
        ['2026-07-01T10:00:00.000Z', '', 3, 2],
        ['2026-07-01T11:00:00.000Z', '', 1, 1],
      ],
    )
    const [day] = await rolled(app, `period = 'day' and dimension = 'all' and type = 'pageview'`)
    assert.deepEqual(
      { starts_at: day.starts_at.toISOString(), events: day.events, visitors: day.visitors },
      { starts_at: '2026-07-01T00:00:00.000Z', events: 4, visitors: 2 },
    )
    const [vitals] = await rolled(app, `period = 'hour' and dimension = 'path' and name = 'LCP'`)
    assert.deepEqual(
      { key: vitals.key, events: vitals.events, value_sum: vitals.value_sum, value_p75: vitals.value_p75 },
      { key: '/', events: 4, value_sum: 1000, value_p75: 325 },
    )
    const keys = await rolled(app, `period = 'day' and type = 'pageview' and dimension in ('path', 'referrer', 'device')`)
    assert.deepEqual(
      keys.map((row) => [row.dimension, row.key, row.events, row.visitors]),
      [
        ['path', '/', 3, 2],
        ['path', '/a', 1, 1],
        ['device', 'desktop', 3, 1],
        ['device', 'mobile', 1, 1],
        ['referrer', 'news.example', 1, 1],
      ],
    )
  })

  it('are the same however often they are made, and include late events', async (t) => {
    const app = await createTestServices({ now: '2026-07-01T10:20:00Z' })
    t.after(() => app.close())
    const { analytics } = app.services
    await send(app, [VIEW])
    await analytics.drain()
    await analytics.maintain()
    const before = await rolled(app, 'true')
    app.clock.advance({ hours: 2 })
    await analytics.maintain()
    assert.deepEqual(await rolled(app, 'true'), before)
    const late = {
      at: Date.parse('2026-07-01T10:59:00Z'),
      visitor: Buffer.alloc(8),
      type: 'pageview',
      path: '/',
      name: null,
      value: null,
      slotId: null,
      country: 'DE',
      referrer: null,
      device: 'desktop',
      browser: 'chrome',
    }
    const store = createAnalyticsStore(app.services.storage.database.kysely)
    const later = { ...late, at: late.at + 30_000, path: '/b' }
    await store.insertEvents([{ ...later, type: 'engagement' }])
    await store.insertEvents([later, { ...later, at: later.at + 1, path: '/c' }])
    await store.insertEvents([late])
    app.clock.advance({ hours: 1 })
    await analytics.maintain()
    const totals = await rolled(app, `dimension = 'all'`)
    assert.deepEqual(totals.map((row) => [row.period, row.events, row.visitors]).toSorted(), [
      ['day', 1, 1],
      ['day', 4, 2],
      ['hour', 1, 1],
      ['hour', 4, 2],
    ])
    const { rows } = await app.database.pool.query('select path from analytics_visitor where visitor = $1', [late.visitor])
    assert.deepEqual(rows, [{ path: '/' }], 'the first page, whichever was written first')
  })

  it('distinguish a limited number of keys', async (t) => {
    const app = await createTestServices({ now: '2026-07-01T10:20:00Z' })
    t.after(() => app.close())
    const pages = Array.from({ length: 550 }, (_, i) => ({ type: 'pageview', path: `/${i}`, name: `n${i}` }) as const)
    assert.equal(await send(app, pages), 550)
    await app.services.analytics.drain()
    await app.services.analytics.maintain()
    const paths = await app.database.pool.query(
      `select key, sum(events)::int as n from analytics_rollup where period = 'hour' and dimension = 'path' group by key`,
    )
    assert.equal(paths.rows.length, 501)
    assert.equal(paths.rows.find((row) => row.key === '(other)').n, 50)
    const names = await rolled(app, `period = 'hour' and dimension = 'all'`)
    assert.equal(names.length, 51)
    assert.equal(names.find((row) => row.name === '(other)').events, 500)
  })

  it('are made by one of several nodes', async (t) => {
    const app = await createTestServices()
    t.after(() => app.close())
    const stores = Array.from({ length: 4 }, () => createAnalyticsStore(app.services.storage.database.kysely))
    const done = await Promise.all(stores.map((store) => store.rollUp('hour', app.clock.now(), 60_000)))
    assert.equal(done.filter(Boolean).length, 1)
  })
})

describe('old roll-ups', () => {
  it('are deleted: hours after 90 days, days after 400', async (t) => {
    const app = await createTestServices({ now: '2026-07-01T10:20:00Z' })
    t.after(() => app.close())
    await send(app, [VIEW])
    await app.services.analytics.drain()
    await app.services.analytics.maintain()
    const periods = async () => [...new Set((await rolled(app, 'true')).map((row) => row.period))].toSorted()
    assert.deepEqual(await periods(), ['day', 'hour'])
    app.clock.advance({ hours: 91 * 24 })
    await app.services.analytics.maintain()
    assert.deepEqual(await periods(), ['day'])
    app.clock.advance({ hours: 310 * 24 })
    await app.services.analytics.maintain()
    assert.deepEqual(await periods(), [])
  })
})

describe('raw events', () => {
  const days = async (app: TestServices) =>
    (
      await app.database.pool.query(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'analytics_event'::regclass order by 1`,
      )
    ).rows.map((row) => row.name)

  it('are deleted by whole days once the day is summed for good; the next day’s partition is created ahead', async (t) => {
    const app = await createTestServices({ now: '2026-07-01T10:20:00Z' })
    t.after(() => app.close())
    await send(app, [VIEW])
    await app.services.analytics.drain()
    await app.services.analytics.maintain()
    assert.deepEqual(await days(app), ['analytics_event_2026_07_01', 'analytics_event_2026_07_02'])
    app.clock.set('2026-07-02T23:00:00Z')
    await app.services.analytics.maintain()
    assert.equal((await stored(app)).length, 1)
    app.clock.set('2026-07-03T00:10:00Z')
    await app.services.analytics.maintain()
    assert.deepEqual(await days(app), ['analytics_event_2026_07_02', 'analytics_event_2026_07_03', 'analytics_event_2026_07_04'])
    assert.equal((await rolled(app, `period = 'day' and dimension = 'all'`))[0].events, 1)
  })

  it('stay until they are summed, however late', async (t) => {
    const app = await createTestServices({ now: '2026-07-01T10:20:00Z' })
    t.after(() => app.close())
    await app.services.analytics.maintain()
    await send(app, [VIEW])
    await app.services.analytics.drain()
    app.clock.advance({ hours: 24 * 9 })
    await app.services.analytics.maintain()
    assert.equal((await rolled(app, `period = 'day' and dimension = 'all'`))[0].events, 1)
    assert.ok(!(await days(app)).includes('analytics_event_2026_07_01'))
  })

  it('that are written days later do not change the sums of their day', async (t) => {
    const app = await createTestServices({ now: '2026-07-01T10:20:00Z' })
    t.after(() => app.close())
    await send(app, [VIEW, VIEW])
    await app.services.analytics.drain()
    await app.services.analytics.maintain()
    await send(app, [VIEW])
    app.clock.advance({ hours: 72 })
    await app.services.analytics.drain()
    await app.services.analytics.maintain()
    assert.equal((await rolled(app, `period = 'day' and dimension = 'all'`))[0].events, 2)
  })

  it('are exactly a day’s capacity, from many addresses; the next day has its own', async (t) => {
    const app = await createTestServices({ now: '2026-07-01T10:20:00Z' })
    t.after(() => app.close())
    await app.services.settings.update({ analyticsEventsPerDay: 1_000 }, undefined, SYSTEM)
    const from = (n: number, count: number) =>
      app.services.analytics.collect(
        Array.from({ length: count }, () => VIEW),
        { ip: `192.0.2.${n}`, userAgent: CHROME, ownHosts: [] },
      )
    let accepted = 0
    for (let n = 0; n < 12; n++) accepted += await from(n, 90)
    assert.equal(accepted, 1_000)
    assert.equal(await from(99, 1), 0)
    app.clock.advance({ hours: 14 })
    assert.equal(await from(99, 1), 1)
  })

  it('of one address are a small part of a day’s capacity', async (t) => {
    const app = await createTestServices({ now: '2026-07-01T10:20:00Z' })
    t.after(() => app.close())
    const flood = Array.from({ length: 5_000 }, () => VIEW)
    // Another browser at the same address counts as the same client; another address does not.
    assert.equal(await send(app, flood), 2_000)
    assert.equal(await send(app, [VIEW], CHROME.replace('142', '141')), 0)
    const from = (ip: string) => app.services.analytics.collect([VIEW], { ip, userAgent: CHROME, ownHosts: [] })
    assert.equal(await from('192.0.2.2'), 1)
    // A sliding day, which returns what was used at most four hours late.
    app.clock.set('2026-07-02T11:59:59Z')
    assert.equal(await send(app, [VIEW]), 0)
    app.clock.set('2026-07-02T12:00:00Z')
    assert.equal(await send(app, [VIEW]), 1)
  })
})

describe('the traffic of this hour and of today', () => {
  it('is in the sums within a minute, each time', async (t) => {
    const app = await createTestServices({ now: '2026-07-01T10:20:00Z' })
    t.after(() => app.close())
    const eventsOf = async (period: string) => (await rolled(app, `period = '${period}' and dimension = 'all'`))[0]?.events
    for (let n = 1; n <= 5; n++) {
      await send(app, [VIEW])
      await app.services.analytics.drain()
      app.clock.advance({ seconds: 60 })
      await app.services.analytics.maintain()
      assert.deepEqual({ eventsOfHour: await eventsOf('hour'), eventsOfDay: await eventsOf('day') }, { eventsOfHour: n, eventsOfDay: n })
    }
  })
})
