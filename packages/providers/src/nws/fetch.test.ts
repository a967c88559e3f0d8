import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { type PaidCalls, ProviderFailure, type UpstreamRequest } from '../provider.ts'
import { createNws } from './index.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')
const HTML = '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD></HTML>'

function answering(status: number, body: string, headers: Record<string, string> = {}): PaidCalls & { readonly asked: UpstreamRequest[] } {
  const asked: UpstreamRequest[] = []
  return {
    asked,
    async get(request) {
      asked.push(request)
      return { status, headers, body: Buffer.from(body) }
    },
  }
}

function fetch(calls: PaidCalls, lat = 44.9778, lon = -93.265, base = 'https://feed.test/') {
  const { alerts } = createNws({ baseUrl: new URL(base) })
  assert.ok(alerts !== undefined)
  return alerts.fetch(toCell(lat, lon), calls)
}

describe('the call', () => {
  it('requests actual alerts at the cell, and nothing else', async () => {
    const calls = answering(200, fixture('nothing-active'))
    assert.deepEqual(await fetch(calls), { alerts: [], simulated: false })
    assert.deepEqual(
      calls.asked.map(({ url, product }) => [url.href, product.id, product.weight]),
      [['https://feed.test/alerts/active?status=actual&point=44.98,-93.27', 'nws/alerts', 1]],
    )
  })

  it('writes no trailing zeros, and keeps the path of its base', async () => {
    const calls = answering(200, fixture('nothing-active'))
    await fetch(calls, 40, -90.1, 'http://127.0.0.1:9/nws')
    assert.equal(calls.asked[0]?.url.href, 'http://127.0.0.1:9/nws/alerts/active?status=actual&point=40,-90.1')
  })

  it('passes on that the alerts are simulated', async () => {
    const { alerts, simulated } = await fetch(answering(200, fixture('traps'), { 'x-simulated': 'demo' }))
    assert.equal(simulated, true)
    assert.ok(alerts.length > 5)
  })
})

describe('failures', () => {
  const cases = [
    ['out of bounds', 400, fixture('out-of-bounds'), 'not_found'],
    ['no coordinate', 400, fixture('no-coordinate'), 'rejected'],
    ['no such point', 404, '{"title":"Data Unavailable For Requested Point"}', 'not_found'],
    ['no user agent', 403, HTML, 'refused_key'],
    ['a redirect', 301, fixture('no-coordinate'), 'rejected'],
    ['too many', 429, HTML, 'quota'],
    ['a server error', 500, '{"title":"Unexpected Problem","status":500}', 'unavailable'],
    ['an error of the edge', 503, HTML, 'unavailable'],
    ['HTML instead of JSON', 200, HTML, 'invalid_body'],
    ['not a collection', 200, '{"features":null}', 'invalid_body'],
  ] as const
  for (const [what, status, body, kind] of cases)
    it(`${what}: ${kind}`, async () => {
      await assert.rejects(fetch(answering(status, body)), (error) => {
        assert.ok(error instanceof ProviderFailure)
        assert.deepEqual(
          { kind: error.kind, status: error.status, retryAfterSeconds: error.retryAfterSeconds },
          { kind, status, retryAfterSeconds: undefined },
        )
        assert.doesNotMatch(error.message, /feed\.test|HEAD/)
        return true
      })
    })

  it('say when the service may be asked again, if it does', async () => {
    await assert.rejects(fetch(answering(429, HTML, { 'retry-after': '90' })), { kind: 'quota', retryAfterSeconds: 90 })
  })
})
