import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const ORIGIN = { origin: 'https://elsewhere.example' }
const PLACE = 'lat=52.52&lon=13.41'

/** What scripts of other sites may read, and what they may not. */
describe('across origins', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const allowedFor = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(app.url + path, { ...init, headers: { ...ORIGIN, ...init.headers } })
    await answer.arrayBuffer()
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    return answer.headers.get('access-control-allow-origin')
  }

  for (const path of [
    `/api/weather?${PLACE}&scope=current`,
    `/api/weather/history?${PLACE}`,
    '/api/alerts/some-alert',
    '/api/alerts?country=DE',
    '/api/alerts.atom?country=DE',
    '/api/alerts/dwd-1.cap',
    '/api/places/52.52,13.41/calendar.ics',
    '/api/places/52.52,13.41/feed.atom',
    '/api/geocode?q=Berlin',
    '/api/recent-checks',
    '/api/location/region',
    `/api/location/name?${PLACE}`,
    '/api/platform/limits',
    '/api/weather/map-tile/clouds/1/0/0',
    `/data/3.0/onecall?${PLACE}`,
    `/data/2.5/weather?${PLACE}`,
    '/data/2.5/unknown',
    '/geo/1.0/direct?q=Berlin',
    '/map/clouds_new/1/0/0.png',
    '/icons/clear-day.svg',
    '/api/openapi.json',
  ]) {
    it(`any site may read ${path}`, async () => assert.equal(await allowedFor(path), '*'))
  }

  it('any site may request a batch, and read a cached answer', async () => {
    const body = JSON.stringify({ cities: [{ lat: 52.52, lon: 13.41 }] })
    assert.equal(await allowedFor('/api/weather/batch', { method: 'POST', body, headers: { 'content-type': 'application/json' } }), '*')
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
    assert.equal(await allowedFor('/api/weather/batch', { method: 'OPTIONS', headers: preflight }), '*')
    for (let i = 0; i < 2; i++) assert.equal(await allowedFor(`/api/weather?${PLACE}&scope=current`), '*')
  })

  for (const [method, path] of [
    ['GET', '/api/subscriptions?clientId=somebody'],
    ['POST', '/api/subscriptions'],
    ['GET', '/api/unsubscribe?token=t'],
    ['POST', '/api/auth/login'],
    ['GET', '/api/auth/session'],
    ['GET', '/api/admin/users'],
    ['POST', '/api/weather/inaccurate-report'],
    ['POST', '/api/analytics/collect'],
    ['GET', '/api/cron/weekly-digests'],
    ['GET', '/api/metrics'],
  ] as const) {
    it(`no site may read ${method} ${path}, nor send a preflight for it`, async () => {
      assert.equal(await allowedFor(path, { method }), null)
      assert.equal(await allowedFor(path, { method: 'OPTIONS', headers: { 'access-control-request-method': method } }), null)
    })
  }
})
