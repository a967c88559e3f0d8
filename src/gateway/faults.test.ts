import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../test/helpers/app.ts'
import { assertPrompt } from '../../test/helpers/prompt.ts'
import type { FaultSpec } from '../../tools/upstream-simulator/faults/faults.ts'

const MB = 1024 * 1024
/** Long enough for a busy machine to be answered by a provider that does nothing wrong. */
const UPSTREAM_MS = 2_000
const REQUEST_MS = 5_000
/** Generous for a busy machine: without a deadline these tests would take many seconds, or forever. */
const SLACK_MS = 2_000

/** A provider that misbehaves in every way. Cached places are answered, others fall back or get a 502 in time, and memory stays flat. */
describe('a misbehaving provider', () => {
  let app: TestApp
  let cell = 0
  before(async () => {
    app = await createTestApp({ env: { UPSTREAM_TIMEOUT_MS: String(UPSTREAM_MS), REQUEST_TIMEOUT_MS: String(REQUEST_MS) } })
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    app.clock.advance({ minutes: 10 })
    app.simulator.setFaults([])
    await app.get(`/api/weather?lat=1&lon=${(cell += 1)}&scope=current`)
  })

  const faults: readonly FaultSpec[] = [
    { kind: 'hang' },
    { kind: 'hang-body' },
    { kind: 'reset' },
    { kind: 'reset', afterHeaders: true },
    { kind: 'garbage' },
    { kind: 'html' },
    { kind: 'html', status: 502 },
    { kind: 'truncate' },
    { kind: 'huge', bytes: 200 * MB },
    { kind: 'huge', bytes: 200 * MB, contentLength: true },
    { kind: 'drip', bytesPerSecond: 200 },
    { kind: 'status', status: 400 },
    { kind: 'status', status: 429 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
  ]

  for (const fault of faults) {
    const name = [fault.kind, fault.status, fault.afterHeaders && 'after the headers', fault.contentLength && 'announced']
      .filter(Boolean)
      .join(', ')

    it(`${name}: a cached place is answered from the cache`, async () => {
      const url = `/api/weather?lat=2&lon=${(cell += 1)}&scope=hourly`
      const known = await app.get(url)
      app.clock.advance({ hours: 8 })
      app.simulator.setFaults([fault])
      const started = performance.now()
      const { status, body } = await app.get(url)
      assert.deepEqual(
        { status, freshness: body.freshness, fetchedAt: body.fetchedAt },
        { status: 200, freshness: 'emergency', fetchedAt: known.body.fetchedAt },
      )
      assertPrompt(started, UPSTREAM_MS + SLACK_MS, 'the provider was waited for')
    })

    it(`${name}: a cold place falls back`, async () => {
      app.simulator.setFaults([{ ...fault, match: { provider: 'openweather' } }])
      const started = performance.now()
      const { status, body } = await app.get(`/api/weather?lat=3&lon=${(cell += 1)}&scope=hourly`)
      assert.deepEqual({ status, source: body.source }, { status: 200, source: 'open-meteo' })
      assertPrompt(started, REQUEST_MS + SLACK_MS, 'the providers were waited for')
    })

    it(`${name}: a cold place gets a 502 in time if both providers misbehave`, async () => {
      app.simulator.setFaults([fault])
      const started = performance.now()
      const { status, body } = await app.get(`/api/weather?lat=4&lon=${(cell += 1)}&scope=hourly`)
      assert.deepEqual({ status, error: body.error }, { status: 502, error: 'upstream_error' })
      assert.doesNotMatch(body.message, /http|127\.0\.0\.1|appid/)
      assertPrompt(started, REQUEST_MS + SLACK_MS, 'the providers were waited for')
    })
  }

  it('bodies of 200 MB and hanging connections leave memory flat', async () => {
    const storm = async (): Promise<void> => {
      app.simulator.setFaults([{ kind: 'huge', bytes: 200 * MB, match: { provider: 'openweather' }, probability: 0.5 }, { kind: 'hang' }])
      await Promise.all(Array.from({ length: 40 }, () => app.get(`/api/weather?lat=5&lon=${(cell = (cell + 1) % 170)}.3&scope=current`)))
      app.clock.advance({ minutes: 10 })
    }
    await storm()
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    for (let i = 0; i < 4; i++) await storm()
    const grownMb = (process.memoryUsage().rss - before) / MB
    assert.ok(grownMb < 120, `grew by ${grownMb.toFixed(0)} MB; one of these bodies alone is 200 MB`)
  })
})
