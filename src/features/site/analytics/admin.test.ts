import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const PATH = '/api/admin/analytics'

describe(PATH, () => {
  let app: TestApp
  let viewer: SignedIn
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'analytics=0' } })
    viewer = await signIn(app, 'viewer')
    const browser = (name: string) =>
      `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${name}.0.0.0 Safari/537.36`
    const events = [
      { type: 'pageview', path: '/' },
      { type: 'pageview', path: '/=1+1' },
      { type: 'vitals', path: '/', name: 'LCP', value: 1_800 },
    ]
    for (const agent of ['142', '143'])
      await send(app, '/api/analytics/collect', { body: { events }, headers: { 'user-agent': browser(agent) } })
    await app.services.analytics.drain()
    await app.services.analytics.maintain()
  })
  after(() => app.close())

  const get = async (query = '') => (await app.get(PATH + query, viewer.headers)).body

  it('200: totals, a series, the most frequent values, vitals and the roll-ups', async () => {
    const { totals, series, top, vitals, items, total } = await get()
    assert.deepEqual(totals, [
      { type: 'pageview', events: 4, visitors: 2, valueSum: null },
      { type: 'vitals', events: 2, visitors: 2, valueSum: 3_600 },
    ])
    assert.deepEqual(series[0], { startsAt: '2026-07-01T00:00:00Z', type: 'pageview', events: 4, visitors: 2, valueSum: null })
    assert.deepEqual(
      top
        .filter(({ dimension }: { dimension: string }) => dimension === 'path')
        .map(({ key, events }: { key: string; events: number }) => [key, events]),
      [
        ['/', 2],
        ['/=1+1', 2],
      ],
    )
    assert.deepEqual(vitals, [{ name: 'LCP', events: 2, p75: 1_800 }])
    assert.equal(items.length, total)
    const seen = []
    for (let query = '?limit=3'; query !== '';) {
      const page = await get(query)
      seen.push(...page.items)
      query = page.nextCursor === null ? '' : `?limit=3&cursor=${page.nextCursor}`
    }
    assert.deepEqual(seen, items)
    assert.equal((await get('?type=vitals&q=LINU')).total, 0)
    assert.equal((await get('?period=hour')).series[0].startsAt, '2026-07-01T12:00:00Z')
    assert.equal((await get('?to=2026-06-30T00:00:00Z')).total, 0)
    const { text } = await app.get(`${PATH}?format=csv`, viewer.headers)
    assert.equal(text.split('\r\n').length, total + 2)
  })

  it('400', async () => {
    const wrong = [
      '?period=week',
      '?from=2026-07-02T00:00:00Z&to=2026-07-01T00:00:00Z',
      '?from=2026-07-01T00:00:00Z&to=2026-07-01T00:00:00Z',
      '?from=2020-01-01T00:00:00Z',
      '?type=click',
    ]
    for (const query of wrong) assert.equal((await app.get(PATH + query, viewer.headers)).status, 400, query)
  })
})
