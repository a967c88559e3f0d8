import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const PATH = '/api/admin/analytics/today'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1'
const GERMAN = '91.64.10.1'
const AMERICAN = '8.8.8.8'

describe(PATH, () => {
  let app: TestApp
  let viewer: SignedIn
  before(async () => {
    app = await createTestApp({ now: '2026-07-01T10:00:00Z', env: { RATE_LIMITS: 'analytics=0', TRUST_PROXY: '127.0.0.1' } })
    await view(DESKTOP, GERMAN, '/')
    await app.services.analytics.maintain()
    app.clock.advance({ seconds: 86_400 })
    await view(DESKTOP, GERMAN, '/', 'https://search.example/')
    await view(DESKTOP, GERMAN, '/weather/Berlin-52.52,13.41')
    app.clock.advance({ seconds: 3 * 3_600 })
    await view(PHONE, AMERICAN, '/weather/Berlin-52.52,13.41')
    app.clock.advance({ seconds: 60 })
    viewer = await signIn(app, 'viewer')
  })
  after(() => app.close())

  async function view(agent: string, ip: string, path: string, referrer?: string): Promise<void> {
    const body = { type: 'pageview', path, ...(referrer === undefined ? {} : { referrer }) }
    const sent = await send(app, '/api/analytics/collect', { body, headers: { 'user-agent': agent, 'x-forwarded-for': ip } })
    assert.equal(sent.status, 202)
    await app.services.analytics.drain()
    app.clock.advance({ seconds: 1 })
  }
  const get = (query = '') => app.get(PATH + query, viewer.headers)

  it('200: who is here now, today beside yesterday until this time, by hour and minute', async () => {
    const { live, today, yesterday, hours, minutes } = (await get()).body
    assert.deepEqual(live, { views: 1, visitors: 1 })
    assert.deepEqual(today, { views: 3, visitors: 2 })
    assert.deepEqual(yesterday, { views: 1, visitors: 1 })
    assert.equal(hours.length, 24)
    assert.deepEqual(
      [hours[10], hours[13], hours[14]],
      [
        { startsAt: '2026-07-02T10:00:00Z', views: 2, yesterday: 1 },
        { startsAt: '2026-07-02T13:00:00Z', views: 1, yesterday: 0 },
        { startsAt: '2026-07-02T14:00:00Z', views: null, yesterday: 0 },
      ],
    )
    assert.equal(minutes.length, 60)
    assert.equal(
      minutes.reduce((sum: number, { views }: { views: number }) => sum + views, 0),
      1,
    )
  })

  it('200: the most frequent values, countries and entry pages among them, narrowed down by several', async () => {
    const topOf = async (query: string) =>
      Object.groupBy((await get(query)).body.top as { dimension: string; key: string; views: number }[], ({ dimension }) => dimension)
    const all = await topOf('')
    const pairs = (lines: { key: string; views: number }[] = []) => lines.map(({ key, views }) => [key, views])
    assert.deepEqual(pairs(all.country), [
      ['DE', 2],
      ['US', 1],
    ])
    assert.deepEqual(pairs(all.path), [
      ['/weather/Berlin-52.52,13.41', 2],
      ['/', 1],
    ])
    assert.deepEqual(pairs(all.entry), [
      ['/', 1],
      ['/weather/Berlin-52.52,13.41', 1],
    ])
    assert.deepEqual(pairs(all.referrer), [['search.example', 1]])
    const narrow = await topOf('?country=DE&device=desktop&path=/')
    assert.deepEqual(pairs(narrow.browser), [['chrome', 1]])
    // Of the visit that came from there, not only its first page.
    const visit = await topOf('?referrer=search.example')
    assert.deepEqual(pairs(visit.path), [
      ['/', 1],
      ['/weather/Berlin-52.52,13.41', 1],
    ])
    assert.deepEqual((await get('?referrer=search.example')).body.today, { views: 2, visitors: 1 })
    assert.deepEqual((await get('?device=mobile')).body.today, { views: 1, visitors: 1 })
    assert.deepEqual((await get('?country=XX')).body.today, { views: 0, visitors: 0 })
  })

  it('200: the same when finished hours are read from their sums', async () => {
    const queries = ['', '?device=desktop', '?country=US&browser=safari', '?referrer=search.example', '?path=/', '?path=/&country=DE']
    const answers = () => Promise.all(queries.map(async (query) => (await get(query)).body))
    const before = await answers()
    await app.services.analytics.maintain()
    const sums = await app.database.pool.query('select starts_at, sum(views)::int as views from analytics_view group by 1 order by 1')
    assert.deepEqual(
      sums.rows.map(({ starts_at, views }) => [starts_at.toISOString(), views]),
      [
        ['2026-07-01T10:00:00.000Z', 1],
        ['2026-07-02T10:00:00.000Z', 2],
      ],
    )
    assert.deepEqual(await answers(), before)
  })

  it('countries are summed up by day, too', async () => {
    await app.services.analytics.maintain()
    const { top } = (await app.get('/api/admin/analytics?from=2026-07-02T00:00:00Z', viewer.headers)).body
    const countries = top.filter(({ dimension }: { dimension: string }) => dimension === 'country')
    assert.deepEqual(
      countries.map(({ key, events }: { key: string; events: number }) => [key, events]),
      [
        ['DE', 2],
        ['US', 1],
      ],
    )
  })

  it('what visits from somewhere read is summed up by day', async () => {
    await app.services.analytics.maintain()
    const of = async (query: string) => (await app.get(`/api/admin/analytics?from=2026-07-01T00:00:00Z&${query}`, viewer.headers)).body
    const pages = ({ top }: { top: { dimension: string; key: string; events: number }[] }) => top.map(({ key, events }) => [key, events])
    const searched = await of('referrer=search.example')
    assert.deepEqual(pages(searched), [
      ['/', 1],
      ['/weather/Berlin-52.52,13.41', 1],
    ])
    const { events, visitors } = searched.totals[0]
    assert.deepEqual({ events, visitors }, { events: 2, visitors: 1 })
    assert.deepEqual(pages(await of('country=US')), [['/weather/Berlin-52.52,13.41', 1]])
    const german = await of('country=DE')
    assert.deepEqual(
      german.series.map((point: { startsAt: string; events: number; visitors: number }) => [point.startsAt, point.events, point.visitors]),
      [
        ['2026-07-01T00:00:00Z', 1, 1],
        ['2026-07-02T00:00:00Z', 2, 1],
      ],
    )
    assert.deepEqual((await of('country=XX')).totals, [])
    // Its pages are too many to be listed one by one; their views count.
    await app.database.pool.query(`delete from analytics_rollup where dimension like '%\\_path' and right(key, 1) <> chr(31)`)
    for (const query of ['referrer=search.example', 'country=DE']) {
      const whole = await of(`${query}&to=2026-07-03T00:00:00Z`)
      assert.ok(whole.totals[0].events >= 2 && whole.top.length === 0, query)
    }
    for (const wrong of ['country=DE&device=mobile', 'country=DE&period=hour', 'country='])
      assert.equal((await app.get(`/api/admin/analytics?${wrong}`, viewer.headers)).status, 400, wrong)
  })

  it('several days say what today says, before the sums know it', async () => {
    await view(PHONE, AMERICAN, '/late')
    const { today } = (await get()).body
    for (const query of ['', '?country=US', '?device=mobile']) {
      const whole = (await get(query)).body.today
      const since = `from=2026-07-02T00:00:00Z&${query.slice(1)}`
      const { totals } = (await app.get(`/api/admin/analytics?${since}`, viewer.headers)).body
      const { events, visitors } = totals.find(({ type }: { type: string }) => type === 'pageview')
      assert.deepEqual({ views: events, visitors }, whole, query)
    }
    const { series } = (await app.get('/api/admin/analytics?period=hour&from=2026-07-02T00:00:00Z', viewer.headers)).body
    assert.equal(
      series.reduce((sum: number, { events }: { events: number }) => sum + events, 0),
      today.views,
    )
  })

  it('400 for a filter that is empty or too long', async () => {
    for (const query of ['?path=', `?path=${'x'.repeat(257)}`]) assert.equal((await get(query)).status, 400)
  })
})
