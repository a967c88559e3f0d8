import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const BERLIN = toCell(52.52, 13.41).id
const MUNICH = toCell(48.14, 11.58).id
const NOWHERE = toCell(1, 1).id

describe('checks and locations', () => {
  let app: TestApp
  let viewer: SignedIn
  before(async () => {
    app = await createTestApp()
    viewer = await signIn(app, 'viewer')
    const now = app.clock.now()
    const hour = (ago: number) => new Date(Math.floor(now / 3_600_000) * 3_600_000 - ago * 3_600_000)
    const insert = (sql: string, values: unknown[]) => app.database.pool.query(sql, values)
    for (const [ago, cell, count] of [
      [0, BERLIN, 3],
      [0, MUNICH, 1],
      [30, BERLIN, 2],
    ] as const)
      await insert('insert into check_hour values ($1, $2, $3)', [hour(ago), cell, count])
    for (const [cell, count] of [
      [BERLIN, 5],
      [MUNICH, 1],
    ])
      await insert('insert into check_total values ($1, $2, $3)', [cell, count, new Date(now)])
    await insert(`insert into place_name values ($1, 'Berlin', 'DE', 'Land Berlin', 52.52, 13.405, now())`, [BERLIN])
    for (const [cell, state] of [
      [BERLIN, 'open'],
      [BERLIN, 'resolved'],
      [NOWHERE, 'open'],
      [NOWHERE, 'open'],
    ])
      await insert(
        `insert into inaccurate_report values (gen_random_uuid(), $1, 1, 1, $2, 'current', 'wind', null, null, null, '[]', $3, null)`,
        [new Date(now), cell, state],
      )
  })
  after(() => app.close())

  const get = async (path: string) => (await app.get(`/api/admin/${path}`, viewer.headers)).body

  it('checks 200: by hour, filtered, with totals and a series', async () => {
    const { items, total, totals, series } = await get('checks')
    assert.equal(total, 3)
    assert.deepEqual(items.map(({ label, searches }: { label: string; searches: number }) => [label, searches]).at(-1), [
      'Berlin, Land Berlin, DE',
      2,
    ])
    assert.deepEqual(totals, { searches: 6, places: 2 })
    assert.deepEqual(
      series.map(({ searches, places }: { searches: number; places: number }) => [searches, places]),
      [
        [2, 1],
        [4, 2],
      ],
    )
    const searched = await get('checks?q=berl')
    assert.deepEqual(
      { total: searched.total, totals: searched.totals, series: searched.series },
      { total: 2, totals: undefined, series: undefined },
    )
    assert.equal((await get('checks?lat=48.14&lon=11.58')).total, 1)
    const page = await get('checks?limit=1')
    const next = await get(`checks?limit=2&cursor=${page.nextCursor}`)
    assert.deepEqual(
      { items: next.items.length, nextCursor: next.nextCursor, totals: next.totals },
      { items: 2, nextCursor: null, totals: undefined },
    )
    assert.deepEqual([...page.items, ...next.items], items)
  })

  it('locations 200: by searches all places, of which the totals are the sums; by reports those with reports', async () => {
    const bySearches = await get('locations')
    const rows = ({ items }: { items: { name: string; searchCount: number; openReports: number; reports: number }[] }) =>
      items.map(({ name, searchCount, openReports, reports }) => [name, searchCount, openReports, reports])
    assert.deepEqual(rows(bySearches), [
      ['Berlin', 5, 1, 2],
      [null, 1, 0, 0],
      [null, 0, 2, 2],
    ])
    assert.equal(bySearches.total, 3)
    const sum = (field: 'searchCount' | 'openReports') =>
      bySearches.items.reduce((all: number, item: Record<typeof field, number>) => all + item[field], 0)
    assert.deepEqual(
      { sumSearchCount: sum('searchCount'), sumOpenReports: sum('openReports') },
      { sumSearchCount: bySearches.totals.searches, sumOpenReports: bySearches.totals.openReports },
    )
    assert.deepEqual(bySearches.totals, { places: 2, searches: 6, reportedPlaces: 2, openReports: 3 })
    const byReports = await get('locations?sort=-openReports&limit=1')
    assert.deepEqual(rows(byReports), [[null, 0, 2, 2]])
    assert.deepEqual(rows(await get(`locations?sort=-openReports&cursor=${byReports.nextCursor}`)), [['Berlin', 5, 1, 2]])
    const { text } = await app.get('/api/admin/locations?format=csv', viewer.headers)
    assert.match(
      text,
      /^lat,lon,name,country,state,label,near,searchCount,lastCheckedAt,openReports,reports\r\n52\.52,13\.405,Berlin,.*\r\n48\.14,11\.58,,,,,"Munich, DE",/,
    )
  })

  it('400', async () => {
    for (const path of ['checks?lat=1', 'checks?sort=name', 'locations?cursor=x', 'locations?sort=openReports&cursor=W10']) {
      assert.equal((await app.get(`/api/admin/${path}`, viewer.headers)).status, 400, path)
    }
  })
})
