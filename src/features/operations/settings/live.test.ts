import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { send, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { assertPrompt } from '../../../../test/helpers/prompt.ts'

const BERLIN = '/api/weather?lat=52.52&lon=13.41&scope=current'
/** How soon a change must be in force on every node. */
const WITHIN_MS = 5_000

/** Resolves to the time it took until the condition held. */
async function until(condition: () => boolean | Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  while (!(await condition())) {
    assertPrompt(startedAt, WITHIN_MS, 'the condition did not hold within five seconds')
    await sleep(20)
  }
  return performance.now() - startedAt
}

describe('a changed setting', () => {
  let app: TestApp
  let other: TestApp
  let headers: Readonly<Record<string, string>>
  before(async () => {
    app = await createTestApp({ env: { WEATHER_PROVIDERS: 'openweather' } })
    other = await createTestApp({ sharing: app, env: { WEATHER_PROVIDERS: 'openweather' } })
    headers = (await signIn(app, 'owner')).headers
  })
  after(async () => {
    await other.close()
    await app.close()
  })

  const set = async (body: object) => {
    const answer = await send(app, '/api/admin/config', { method: 'PATCH', body, headers })
    assert.equal(answer.status, 200, answer.text)
  }
  const siteNameThere = () => other.services.settings.current().siteName
  const resetAfter = (t: TestContext, body: object) => t.after(() => set(body))
  const everywhere = async (name: 'siteName', value: string) => {
    await set({ [name]: value })
    await until(() => siteNameThere() === value)
  }

  it('is in force at once on this node, and within five seconds on another', async () => {
    await set({ siteName: 'Foehn' })
    assert.equal(app.services.settings.current().siteName, 'Foehn')
    await until(() => siteNameThere() === 'Foehn')
  })

  it('arrives even if the notification is lost with its connection', async () => {
    const { rowCount } = await app.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'LISTEN isobar_changes'",
    )
    assert.equal(rowCount, 2)
    await set({ siteName: 'Bora' })
    await until(() => siteNameThere() === 'Bora')
    // The connections come back.
    await until(async () => {
      const { rows } = await app.database.pool.query(
        "select count(*) as listening from pg_stat_activity where datname = current_database() and query = 'LISTEN isobar_changes'",
      )
      return rows[0].listening === 2
    })
    await everywhere('siteName', 'Mistral')
  })

  it('is found by polling if there is no notification at all', async () => {
    const { pool } = app.database
    await pool.query(`update setting set version = version + 1, overrides = overrides || '{"siteName": "Scirocco"}'`)
    await pool.query("update change_version set version = version + 1 where topic = 'settings'")
    await until(() => siteNameThere() === 'Scirocco' && app.services.settings.current().siteName === 'Scirocco')
  })

  it('is read at startup', async (t) => {
    const late = await createTestApp({ sharing: app })
    t.after(() => late.close())
    assert.equal(late.services.settings.current().siteName, siteNameThere())
  })

  it('from another release, or out of bounds by now, does no harm', async (t) => {
    await app.database.pool.query(`update setting set overrides = overrides || '{"futureSetting": 1, "digestHourUtc": 99}'`)
    const late = await createTestApp({ sharing: app })
    t.after(() => late.close())
    assert.equal(late.services.settings.current().digestHourUtc, 6)
    await set({ digestHourUtc: 7 })
    const { rows } = await app.database.pool.query('select overrides from setting')
    assert.deepEqual(
      { futureSetting: rows[0].overrides.futureSetting, digestHourUtc: rows[0].overrides.digestHourUtc },
      { futureSetting: 1, digestHourUtc: 7 },
    )
  })

  it('to the refresh interval changes what is fresh, on both nodes, even for cached answers', async (t) => {
    resetAfter(t, { refreshIntervalMs: null })
    for (const node of [app, other]) await node.get(BERLIN)
    app.clock.advance({ minutes: 5 })
    for (const node of [app, other]) {
      const { freshness, expiresAt } = (await node.get(BERLIN)).body
      assert.deepEqual({ freshness, expiresAt }, { freshness: 'fresh', expiresAt: '2026-07-01T12:10:00Z' })
    }
    await set({ refreshIntervalMs: 1_200_000 })
    await until(() => other.services.settings.current().refreshIntervalMs === 1_200_000)
    for (const node of [app, other]) assert.equal((await node.get(BERLIN)).body.expiresAt, '2026-07-01T12:20:00Z')
    await set({ refreshIntervalMs: 120_000 })
    await until(() => other.services.settings.current().refreshIntervalMs === 120_000)
    for (const node of [app, other]) assert.equal((await node.get(BERLIN)).body.freshness, 'acceptable')
    assert.equal((await other.get('/api/platform/limits')).body.scopes.current.freshSeconds, 120)
    await app.services.gateway.drain()
    await other.services.gateway.drain()
  })

  const limit = async (dailyLimit: number | null) => {
    const body = { id: 'openweather', settings: { dailyLimit } }
    assert.equal((await send(app, '/api/admin/connections', { method: 'PATCH', body, headers })).status, 200)
  }

  it('to the budget changes which calls are allowed, and its status', async (t) => {
    resetAfter(t, { upstreamWarningShare: null, upstreamSoftBlockShare: null })
    t.after(() => limit(null))
    const limits = async (node: TestApp) => {
      app.clock.advance({ seconds: 2 })
      return (await node.get('/api/platform/limits')).body.upstream
    }
    const { remaining } = await limits(app)
    const used = 1_000 - remaining
    assert.ok(used > 0)
    await limit(used)
    assert.equal((await limits(app)).status, 'hard_block')
    assert.equal((await app.get('/api/weather?lat=1&lon=1&scope=current')).status, 429)
    await until(async () => (await limits(other)).status === 'hard_block')
    assert.equal((await other.get('/api/weather?lat=2&lon=2&scope=current')).status, 429)
    await limit(used + 10)
    await set({ upstreamWarningShare: 0, upstreamSoftBlockShare: 1 })
    assert.equal((await limits(app)).status, 'warning')
    assert.equal((await app.get('/api/weather?lat=1&lon=1&scope=current')).status, 200)
    // A prefetch is background work: it stops at the soft block, which is now below the usage.
    await set({ upstreamSoftBlockShare: 0 })
    assert.equal((await limits(app)).status, 'soft_block')
    assert.equal((await app.get('/api/weather?lat=3&lon=3&scope=current&trigger=prefetch')).status, 429)
    assert.equal((await app.get('/api/weather?lat=3&lon=3&scope=current')).status, 200)
  })

  it('to a request limit applies to running windows, and is published', async (t) => {
    resetAfter(t, { geocodeRequestsPerMinute: null })
    await set({ geocodeRequestsPerMinute: 1 })
    assert.equal((await app.get('/api/geocode?q=Berlin')).status, 200)
    assert.equal((await app.get('/api/geocode?q=Berlin')).status, 429)
    app.clock.advance({ seconds: 2 })
    const { requests } = (await app.get('/api/platform/limits')).body
    assert.equal(requests.find((each: { name: string }) => each.name === 'geocode').limit, 1)
    await set({ geocodeRequestsPerMinute: 50 })
    assert.equal((await app.get('/api/geocode?q=Berlin')).status, 200)
  })

  it('to the share of one client applies to the next call', async (t) => {
    resetAfter(t, { clientCallsPerDay: null })
    await set({ clientCallsPerDay: 1 })
    const statuses = []
    for (const lat of [10, 11]) statuses.push((await app.get(`/api/weather?lat=${lat}&lon=10&scope=current`)).status)
    assert.deepEqual(statuses, [200, 429])
    await set({ clientCallsPerDay: 0 })
    assert.equal((await app.get('/api/weather?lat=11&lon=10&scope=current')).status, 200)
  })

  it('to the retention hides older data at once', async (t) => {
    resetAfter(t, { retentionDays: null })
    await app.services.history.archive.flush()
    const history = async () => (await app.get('/api/weather/history?lat=52.52&lon=13.41&from=2026-06-30')).body.summary.observationCount
    assert.ok((await history()) > 0)
    app.clock.advance({ hours: 24 * 8 })
    headers = (await signIn(app, 'owner')).headers
    assert.ok((await history()) > 0)
    await set({ retentionDays: 7 })
    assert.equal(await history(), 0)
  })

  it('to the site and its operator shows in the texts', async () => {
    await set({ siteName: 'Levante', operatorName: 'Weather & Sons', operatorContact: 'hello@levante.example' })
    const { html } = (await app.get('/api/pages/privacy')).body
    assert.ok(html.includes('Weather &amp; Sons') && html.includes('hello@levante.example'))
    assert.ok((await app.get('/preferences?token=x')).text.includes('Levante</title>'))
  })
})
