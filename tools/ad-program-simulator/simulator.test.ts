import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { until } from '../../test/helpers/until.ts'
import { type AdProgramSimulator, startAdProgramSimulator } from './simulator.ts'

const ACCOUNT = 'accounts/pub-1234567890123456'
const REDIRECT = 'https://weather.example/callback'
const VERIFIER = 'v'.repeat(43)
const WANTED = {
  response_type: 'code',
  client_id: 'client-1',
  redirect_uri: REDIRECT,
  scope: 'https://www.googleapis.com/auth/adsense.readonly',
  state: 'a state & more',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
  access_type: 'offline',
}

describe('the ad program simulator', () => {
  let now = Date.parse('2026-07-15T12:00:00Z')
  let simulator: AdProgramSimulator
  before(async () => {
    simulator = await startAdProgramSimulator({ port: 0, now: () => now })
  })
  after(() => simulator.close())
  beforeEach(() => simulator.setFaults([]))

  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(simulator.url + path, { redirect: 'manual', ...init })
    assert.equal(response.headers.get('x-simulated'), 'demo')
    const text = await response.text()
    // oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape
    const body: any = response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : null
    return { status: response.status, text, body }
  }
  const consent = (change: Record<string, string> = {}) => ask(`/o/oauth2/v2/auth?${new URLSearchParams({ ...WANTED, ...change })}`)
  const post = (path: string, form: Record<string, string>) => ask(path, { method: 'POST', body: new URLSearchParams(form) })
  const token = (form: Record<string, string>) => post('/token', { client_id: 'client-1', client_secret: 'secret', ...form })
  const read = (path: string, accessToken: string) => ask(path, { headers: { authorization: `Bearer ${accessToken}` } })
  const exchange = (code: string, change: Record<string, string> = {}) =>
    token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: VERIFIER, ...change })
  const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken })

  async function links(): Promise<{ allow: URL; deny: URL; code: string }> {
    const { status, text } = await consent()
    assert.equal(status, 200)
    const link = (id: string) => new URL((new RegExp(`id="${id}" href="([^"]+)"`).exec(text)?.[1] ?? '').replaceAll('&amp;', '&'))
    return { allow: link('allow'), deny: link('deny'), code: link('allow').searchParams.get('code') ?? '' }
  }
  async function permission(): Promise<{ access: string; refresh: string }> {
    const { body } = await exchange((await links()).code)
    return { access: body.access_token, refresh: body.refresh_token }
  }

  it('asks for consent, and redirects back with the state and either a code or the refusal', async () => {
    const { allow, deny } = await links()
    for (const url of [allow, deny]) {
      assert.equal(url.origin + url.pathname, REDIRECT)
      assert.equal(url.searchParams.get('state'), WANTED.state)
    }
    assert.match(allow.searchParams.get('code') ?? '', /^simulated-code-/)
    assert.deepEqual([deny.searchParams.get('error'), deny.searchParams.has('code')], ['access_denied', false])
  })

  it('refuses any request but one for a code with S256, offline, for the reports, back to a web address', async () => {
    const wrong = [
      { response_type: 'token' },
      { code_challenge_method: 'plain' },
      { code_challenge: 'short' },
      { scope: 'https://www.googleapis.com/auth/adsense' },
      { access_type: 'online' },
      { client_id: '' },
      { redirect_uri: 'javascript:alert(1)' },
      { redirect_uri: 'nowhere' },
    ]
    for (const change of wrong) assert.equal((await consent(change)).status, 400, JSON.stringify(change))
  })

  it('exchanges a code once, whatever the outcome, and only for the client that began', async () => {
    const { body } = await exchange((await links()).code)
    assert.deepEqual(
      { token_type: body.token_type, expires_in: body.expires_in, scope: body.scope },
      { token_type: 'Bearer', expires_in: 3_599, scope: WANTED.scope },
    )
    assert.match(body.refresh_token, /^simulated-refresh-/)
    for (const change of [{ code_verifier: 'w'.repeat(43) }, { redirect_uri: `${REDIRECT}/` }, { client_id: 'another' }]) {
      const { code } = await links()
      const answers = [await exchange(code, change), await exchange(code)]
      for (const { status, body: refused } of answers)
        assert.deepEqual({ status, error: refused.error }, { status: 400, error: 'invalid_grant' })
    }
    assert.equal((await token({ grant_type: 'password' })).body.error, 'unsupported_grant_type')
    const { status, body: refused } = await token({ grant_type: 'refresh_token', client_secret: 'invalid-secret' })
    assert.deepEqual({ status, error: refused.error }, { status: 401, error: 'invalid_client' })
  })

  it('ends access after an hour, and grants it again for the refresh token until that is withdrawn', async () => {
    const given = await permission()
    assert.equal((await read('/v2/accounts', given.access)).body.accounts[0].name, ACCOUNT)
    now += 3_600_000
    assert.equal((await read('/v2/accounts', given.access)).status, 401)
    const anew = (await refresh(given.refresh)).body
    assert.deepEqual([(await read('/v2/accounts', anew.access_token)).status, 'refresh_token' in anew], [200, false])
    simulator.expireAccess()
    assert.equal((await read('/v2/accounts', anew.access_token)).status, 401)

    const { access_token: last } = (await refresh(given.refresh)).body
    const before = simulator.permissions()
    assert.equal((await post('/revoke', { token: given.refresh })).status, 200)
    assert.equal(simulator.permissions(), before - 1)
    assert.equal((await read('/v2/accounts', last)).status, 401)
    assert.equal((await refresh(given.refresh)).body.error, 'invalid_grant')
    assert.equal((await post('/revoke', { token: given.refresh })).body.error, 'invalid_token')
    const other = await permission()
    simulator.withdraw()
    assert.deepEqual(
      { status: (await refresh(other.refresh)).status, permissions: simulator.permissions() },
      { status: 400, permissions: 0 },
    )
  })

  describe('reports', () => {
    const METRICS = ['ESTIMATED_EARNINGS', 'PAGE_VIEWS', 'AD_REQUESTS', 'IMPRESSIONS', 'CLICKS']
    let access = ''
    before(async () => {
      access = (await permission()).access
    })
    function report(
      from: string,
      to: string,
      { dimensions = ['DATE', 'COUNTRY_CODE'], metrics = METRICS, account = ACCOUNT, limit = '' } = {},
    ) {
      const query = new URLSearchParams({ dateRange: 'CUSTOM' })
      for (const [name, day] of [
        ['startDate', from],
        ['endDate', to],
      ] as const)
        for (const [index, part] of ['year', 'month', 'day'].entries()) query.set(`${name}.${part}`, String(Number(day.split('-')[index])))
      for (const name of dimensions) query.append('dimensions', name)
      for (const name of metrics) query.append('metrics', name)
      if (limit !== '') query.set('limit', limit)
      return read(`/v2/${account}/reports:generate?${query}`, access)
    }
    const cellsOf = (row: { cells: { value: string }[] }) => row.cells.map(({ value }) => value)

    it('have a row for each day and country or unit, the same at every request', async () => {
      const { status, body } = await report('2026-06-30', '2026-07-02')
      assert.equal(status, 200)
      assert.deepEqual(
        body.headers.map(({ name }: { name: string }) => name),
        ['DATE', 'COUNTRY_CODE', ...METRICS],
      )
      assert.deepEqual(
        { currencyCode: body.headers[2].currencyCode, totalMatchedRows: body.totalMatchedRows, rows: body.rows.length },
        { currencyCode: 'EUR', totalMatchedRows: '12', rows: 12 },
      )
      assert.deepEqual(cellsOf(body.rows[0]).slice(0, 2), ['2026-06-30', 'DE'])
      assert.deepEqual(cellsOf(body.rows[11]).slice(0, 2), ['2026-07-02', 'JP'])
      for (const row of body.rows) for (const value of cellsOf(row).slice(2)) assert.match(value, /^\d+(\.\d\d)?$/)
      now += 600_000
      assert.deepEqual((await report('2026-07-02', '2026-07-02')).body.rows, body.rows.slice(8))
      const units = (await report('2026-07-01', '2026-07-01', { dimensions: ['DATE', 'AD_UNIT_ID'], metrics: ['CLICKS'] })).body
      assert.deepEqual(
        units.rows.map((row: { cells: { value: string }[] }) => cellsOf(row)[1]),
        ['ca-pub-1234567890123456:1111111111', 'ca-pub-1234567890123456:2222222222'],
      )
    })

    it('are cut off at the limit, and the count of matches shows it', async () => {
      const { body } = await report('2026-07-01', '2026-07-02', { limit: '3' })
      assert.deepEqual({ rows: body.rows.length, totalMatchedRows: body.totalMatchedRows }, { rows: 3, totalMatchedRows: '8' })
      assert.equal('rows' in (await report('2026-07-01', '2026-07-01', { limit: '0' })).body, false)
    })

    it("are refused in Google's words", async () => {
      const refusals = await Promise.all([
        report('2026-07-02', '2026-07-01'),
        report('2026-07-01', '2028-07-01'),
        report('2026-07-01', '2026-07-01', { dimensions: ['DATE', 'PLATFORM'] }),
        report('2026-07-01', '2026-07-01', { metrics: ['FROGS'] }),
        report('2026-07-01', '2026-07-01', { account: 'accounts/pub-1' }),
      ])
      assert.deepEqual(
        refusals.map(({ status, body }) => [status, body.error.code, body.error.status]),
        [...Array.from({ length: 4 }, () => [400, 400, 'INVALID_ARGUMENT']), [403, 403, 'PERMISSION_DENIED']],
      )
    })

    it('fail as often and in the way that was set, like all other endpoints', async () => {
      const before = simulator.calls()
      simulator.setFaults([
        { endpoint: 'report', kind: 'quota', next: 2 },
        { endpoint: 'report', kind: 'unavailable', next: 1 },
        { endpoint: 'token', kind: 'invalid_client' },
        { endpoint: 'accounts', kind: 'garbage' },
        { endpoint: 'revoke', kind: 'forbidden' },
      ])
      const statuses: number[] = []
      for (let call = 0; call < 4; call++) statuses.push((await report('2026-07-01', '2026-07-01')).status)
      assert.deepEqual(statuses, [429, 429, 503, 200])
      assert.equal((await refresh('any')).body.error, 'invalid_client')
      const garbage = await read('/v2/accounts', access)
      assert.deepEqual({ status: garbage.status, body: garbage.body }, { status: 200, body: null })
      assert.equal((await post('/revoke', { token: 'any' })).status, 403)
      simulator.setFaults([{ endpoint: 'accounts', kind: 'hang' }])
      const leaving = new AbortController()
      const hung = assert.rejects(fetch(`${simulator.url}/v2/accounts`, { signal: leaving.signal }), { name: 'AbortError' })
      await until('the call has arrived', () => simulator.calls().accounts === before.accounts + 2)
      leaving.abort()
      await hung
      const calls = simulator.calls()
      assert.deepEqual(
        [calls.report - before.report, calls.token - before.token, calls.accounts - before.accounts, calls.revoke - before.revoke],
        [4, 1, 2, 1],
      )
    })
  })

  it('answers no other path, and rejects a long body', async () => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/token', 'GET'],
      ['/v2/accounts', 'POST'],
      ['/v2/accounts/a/b/reports:generate', 'GET'],
    ] as const)
      assert.equal((await ask(path, { method })).status, 404, path)
    await assert.rejects(fetch(`${simulator.url}/token`, { method: 'POST', body: 'x'.repeat(100_000) }), TypeError)
    assert.equal((await refresh('any')).status, 400)
  })
})
