import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from './helpers/app.ts'
import { type ApiDocument, operationsOf } from './helpers/openapi.ts'

const PROVIDER_KEY = 'planted-weather-key-1f2e3d4c'
const SECOND_KEY = 'planted-second-key-5b6a7988'
const SECRET = 'planted-admin-secret-a0b1c2d3'
const TOKEN = 'planted-metrics-token-e4f5a6b7'
const CLIENT = '198.51.100.77'

/** Invariant 6: nothing that goes out holds a key, a secret, an address, SQL or a stack trace. */
describe('secrets', () => {
  let app: TestApp
  const seen: string[] = []
  before(async () => {
    app = await createTestApp({
      env: {
        WEATHER_PROVIDER_API_KEY: PROVIDER_KEY,
        SECOND_PROVIDER_API_KEY: SECOND_KEY,
        ADMIN_SECRET: SECRET,
        METRICS_TOKEN: TOKEN,
        TRUST_PROXY: '1',
        UPSTREAM_TIMEOUT_MS: '300',
        LOG_LEVEL: 'trace',
      },
    })
    await provoke()
  })
  after(() => app.close())

  async function ask(path: string, headers: Record<string, string> = {}): Promise<void> {
    const { text, headers: answered } = await app.get(path, { 'x-forwarded-for': CLIENT, ...headers })
    seen.push(text, JSON.stringify(Object.fromEntries(answered)))
  }

  /** Every route, in health and under every fault, and what is behind the service broken. */
  async function provoke(): Promise<void> {
    const document = (await app.get('/api/openapi.json')).body as ApiDocument
    const paths = [...new Set(operationsOf(document).map(({ path }) => path.replaceAll(/\{\w+\}/g, '1')))]
    let lon = 0
    const faults = ['status', 'hang', 'reset', 'garbage', 'html', 'truncate'] as const
    for (const kind of [undefined, ...faults]) {
      app.simulator.setFaults(kind === undefined ? [] : [{ kind, ...(kind === 'status' ? { status: 401 } : {}) }])
      for (const path of paths) await ask(`${path}?lat=10&lon=${(lon += 1)}&scope=current&q=Berlin&appid=${PROVIDER_KEY.slice(0, 5)}`)
      app.clock.advance({ minutes: 30 })
    }
    await app.database.pool.query('alter table upstream_call rename to upstream_call_away')
    for (const path of paths) await ask(`${path}?lat=20&lon=${(lon += 1)}&scope=current&q=Paris`)
    await app.database.pool.query('alter table upstream_call_away rename to upstream_call')
    await ask('/api/metrics', { authorization: `Bearer ${TOKEN}` })
    await app.services.gateway.settled()
  }

  const PLANTED = { PROVIDER_KEY, SECOND_KEY, SECRET, TOKEN }

  it('are in no answer', () => {
    const all = seen.join('\n')
    for (const [name, value] of Object.entries(PLANTED)) assert.ok(!all.includes(value), `${name} was answered`)
    assert.ok(!all.includes(CLIENT), "the client's address was answered")
    assert.doesNotMatch(all, /\bselect\b.*\bfrom\b|insert into|upstream_call_away|node_modules|\bat .*\.ts:\d+|appid=/i)
    assert.doesNotMatch(all, new RegExp(`127\\.0\\.0\\.1:${app.simulator.port}`))
  })

  it('are in no log line, and neither are addresses', () => {
    const all = app.logLines.join('\n')
    for (const [name, value] of Object.entries(PLANTED)) assert.ok(!all.includes(value), `${name} was logged`)
    assert.ok(!all.includes(CLIENT), "the client's address was logged")
    assert.doesNotMatch(all, /appid=|apikey=|Berlin/)
    assert.ok(app.logLines.length > 3, 'something was logged')
  })

  it('are in no table', async () => {
    const { rows } = await app.database.pool.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = current_schema()`,
    )
    for (const { name } of rows) {
      const { rows: found } = await app.database.pool.query(`select 1 from ${name} t where t::text like any ($1) limit 1`, [
        [...Object.values(PLANTED), CLIENT].map((value) => `%${value}%`),
      ])
      assert.equal(found.length, 0, `${name} holds what it must not`)
    }
  })
})
