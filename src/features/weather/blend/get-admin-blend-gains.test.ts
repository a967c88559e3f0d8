import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type SignedIn, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { DAY_MS, toUtcDay } from '../../../time.ts'
import { createGainStore } from './gain-store.ts'

const GAINS = '/api/admin/blend/gains'
const NOW = Date.parse('2026-07-01T12:00:00Z')

describe(`GET ${GAINS}`, () => {
  let app: TestApp
  let viewer: SignedIn
  before(async () => {
    app = await createTestApp({ now: '2026-07-01T12:00:00Z' })
    viewer = await signIn(app, 'viewer')
  })
  after(() => app.close())

  const read = async () => {
    const { status, body, text } = await app.get(GAINS, viewer.headers)
    assert.equal(status, 200, text)
    return body
  }

  it('401 without a session', async () => {
    assert.equal((await app.get(GAINS)).status, 401)
  })

  it('200: nothing while nothing was learned', async () => {
    assert.deepEqual(await read(), { period: 60, simulated: false, items: [] })
  })

  it('200: how much worse the blend would be without each source, over the last 60 days', async () => {
    const gains = createGainStore(app.services.db)
    for (let back = 1; back <= 80; back += 1) {
      const one = { source: 'openweather', cases: 10, blend: 10, without: 10.4 + (back % 2) / 5 }
      const other = { source: 'open-meteo', cases: 10, blend: 10, without: 10 }
      await gains.add(app.services.db, [{ day: toUtcDay(NOW - back * DAY_MS), simulated: true, gains: back > 12 ? [one] : [one, other] }])
    }
    const { simulated, items } = await read()
    assert.equal(simulated, true)
    const [one, other] = items
    const { worse, ...rest } = one
    assert.deepEqual(rest, {
      source: 'openweather',
      firstDay: '2026-05-02',
      lastDay: '2026-06-30',
      days: 60,
      missingDays: 0,
      places: 1,
      cases: 600,
      error: 1,
      errorWithout: 1.05,
      isDecided: true,
    })
    assert.ok(worse.low > 0.03 && worse.low <= worse.value && worse.value === 0.05 && worse.high < 0.07, JSON.stringify(worse))
    assert.deepEqual([other.source, other.days, other.missingDays, other.worse, other.error], ['open-meteo', 12, 18, null, null])
  })
})
