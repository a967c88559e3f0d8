import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { send, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp } from '../../../../test/helpers/app.ts'
import { type AdProgramApp, readConsentLinks, createAdProgramApp, PATH, getCallbackPath } from './testing/connected-app.ts'

describe(PATH, () => {
  let room: AdProgramApp
  before(async () => {
    room = await createAdProgramApp()
  })
  after(() => room.close())
  beforeEach(() => room.reset())

  const connection = async () => (await room.get('/report')).body.connection
  const stored = async (table: string) => (await room.app.database.pool.query<Record<string, unknown>>(`select * from ${table}`)).rows
  const permission = async () =>
    (await room.app.database.pool.query<{ secret: string | null }>("select secret from connection where id = 'ad-program'")).rows[0]
      ?.secret ?? null
  /** The latest audit entry about the connection. */
  const audited = async () =>
    (
      await room.app.database.pool.query(
        "select action, before, after from admin_audit where object_id = 'ad-program' order by id desc limit 1",
      )
    ).rows[0]

  describe('GET /oauth/start', () => {
    it('302: redirects to the ad program with state and PKCE, and stores nothing', async () => {
      const { status, headers } = await room.get('/oauth/start', { 'sec-fetch-site': 'same-origin' })
      assert.equal(status, 302)
      assert.equal(headers.get('cache-control'), 'private, no-store')
      const { origin, pathname, searchParams } = new URL(headers.get('location') ?? '')
      assert.equal(origin + pathname, `${room.simulator.url}/o/oauth2/v2/auth`)
      assert.equal(searchParams.get('redirect_uri'), 'http://localhost:3000/api/admin/adprogram/oauth/callback')
      assert.equal(searchParams.get('code_challenge_method'), 'S256')
      assert.match(searchParams.get('state') ?? '', /^[\w-]{43}$/)
      assert.match(searchParams.get('code_challenge') ?? '', /^[\w-]{43}$/)
      const other = new URL((await room.get('/oauth/start')).headers.get('location') ?? '').searchParams
      for (const name of ['state', 'code_challenge']) assert.notEqual(other.get(name), searchParams.get(name))
      assert.equal(await permission(), null)
    })

    it('403: from another site', async () => {
      assert.equal((await room.get('/oauth/start', { 'sec-fetch-site': 'cross-site' })).status, 403)
    })

    it('405: HEAD has no effect on any of the three', async () => {
      await room.connect()
      for (const path of ['start', 'callback', 'disconnect']) {
        const { status } = await send(room.app, `${PATH}/oauth/${path}`, { method: 'HEAD', headers: room.owner.headers })
        assert.equal(status, 405, path)
      }
      assert.equal((await connection()).status, 'connected')
    })
  })

  describe('GET /oauth/callback', () => {
    it('303: connects despite coming from the other site; the refresh token is encrypted and not audited, and the figures are read', async () => {
      const { allow } = await readConsentLinks(await room.get('/oauth/start'))
      const { status, headers } = await room.get(getCallbackPath(allow), { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })
      assert.deepEqual({ status, location: headers.get('location') }, { status: 303, location: '/admin/ad-program?outcome=connected' })
      await room.settled()
      const { account, status: state, connectedBy, simulated, problem } = await connection()
      assert.deepEqual(
        { account, state, connectedBy, simulated, problem },
        { account: 'accounts/pub-1234567890123456', state: 'connected', connectedBy: room.owner.email, simulated: true, problem: null },
      )
      assert.match(String(await permission()), /^v1\./)
      const { action, after } = await audited()
      assert.deepEqual({ action, after }, { action: 'connection.update', after: { connectedBy: room.owner.email, secret: '•••' } })
    })

    it('303: stores nothing if denied', async () => {
      const { deny } = await readConsentLinks(await room.get('/oauth/start'))
      const { status, headers } = await room.get(getCallbackPath(deny))
      assert.deepEqual({ status, location: headers.get('location') }, { status: 303, location: '/admin/ad-program?outcome=denied' })
      assert.equal(await permission(), null)
    })

    it('400: a state that is used, expired, unknown, missing or of another session exchanges nothing', async () => {
      const refused = async (path: string, headers = {}): Promise<void> => {
        const before = room.simulator.calls().token
        const answer = await room.get(path, headers)
        assert.deepEqual({ status: answer.status, error: answer.body.error }, { status: 400, error: 'invalid_request' }, path)
        assert.equal(room.simulator.calls().token, before)
      }
      await room.connect()
      const { allow } = await readConsentLinks(await room.get('/oauth/start'))
      const other = await signIn(room.app, 'owner')
      await refused(getCallbackPath(allow), other.headers)
      assert.equal((await room.get(getCallbackPath(allow))).status, 303, 'the attempt of another session has not used up the state')
      await room.settled()
      await refused(getCallbackPath(allow))

      const late = (await readConsentLinks(await room.get('/oauth/start'))).allow
      room.app.clock.advance({ minutes: 10 })
      await refused(getCallbackPath(late))
      await refused(`/oauth/callback?state=${'A'.repeat(43)}&code=x`)
      await refused('/oauth/callback?state=short&code=x')
      // The expiry is part of what is signed.
      const later = new URL(late)
      later.searchParams.set('state', `1${late.searchParams.get('state')?.slice(1)}`)
      await refused(getCallbackPath(later))
      await refused('/oauth/callback?code=x')
      await room.settled()
    })

    it('400: a code from another sign-in does not match the verifier', async () => {
      const one = (await readConsentLinks(await room.get('/oauth/start'))).allow
      const other = (await readConsentLinks(await room.get('/oauth/start'))).allow
      one.searchParams.set('code', other.searchParams.get('code') ?? '')
      assert.equal((await room.get(getCallbackPath(one))).status, 400)
      assert.equal(await permission(), null)
    })

    it('303 for one of two simultaneous requests with the same state', async () => {
      const { allow } = await readConsentLinks(await room.get('/oauth/start'))
      const before = room.simulator.calls().token
      const answers = await Promise.all([room.get(getCallbackPath(allow)), room.get(getCallbackPath(allow))])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 400])
      await room.settled()
      // The code is exchanged once, since a second time may end the permission; the other call is that of the sync.
      assert.equal(room.simulator.calls().token - before, 2)
    })

    for (const [kind, status] of [
      ['quota', 429],
      ['unavailable', 502],
      ['garbage', 502],
      ['invalid_client', 503],
    ] as const) {
      it(`${status}: the token endpoint answers ${kind}`, async () => {
        const { allow } = await readConsentLinks(await room.get('/oauth/start'))
        room.simulator.setFaults([{ endpoint: 'token', kind, next: 1 }])
        const answer = await room.get(getCallbackPath(allow))
        assert.equal(answer.status, status)
        assert.equal(answer.headers.has('retry-after'), status !== 502)
        assert.equal(await permission(), null)
      })
    }

    it('502: an error other than a refusal, or an answer from another issuer', async () => {
      const { deny } = await readConsentLinks(await room.get('/oauth/start'))
      deny.searchParams.set('error', 'server_error')
      assert.equal((await room.get(getCallbackPath(deny))).status, 502)
      const { allow } = await readConsentLinks(await room.get('/oauth/start'))
      allow.searchParams.set('iss', 'https://evil.example')
      assert.equal((await room.get(getCallbackPath(allow))).status, 502)
    })
  })

  describe('GET /oauth/disconnect', () => {
    it('200: revokes there, deletes here and audits; a second time does nothing', async () => {
      await room.connect()
      const permissions = room.simulator.permissions()
      const { status, body } = await room.get('/oauth/disconnect')
      assert.deepEqual(
        { status, disconnected: body.disconnected, revoked: body.revoked, connectionStatus: body.connection.status },
        { status: 200, disconnected: true, revoked: true, connectionStatus: 'disconnected' },
      )
      assert.equal(room.simulator.permissions(), permissions - 1)
      assert.deepEqual(
        { permission: await permission(), storedAdProgram: await stored('ad_program'), storedAdEarning: await stored('ad_earning') },
        { permission: null, storedAdProgram: [], storedAdEarning: [] },
      )
      assert.deepEqual((await audited()).before, { connectedBy: room.owner.email, secret: '•••' })
      const again = await room.get('/oauth/disconnect')
      assert.deepEqual(
        { status: again.status, disconnected: again.body.disconnected, revoked: again.body.revoked },
        { status: 200, disconnected: false, revoked: false },
      )
    })

    it('200: also if already withdrawn there, or if the ad program does not answer', async () => {
      await room.connect()
      room.simulator.withdraw()
      assert.equal((await room.get('/oauth/disconnect')).body.revoked, true)
      await room.connect()
      room.simulator.setFaults([{ endpoint: 'revoke', kind: 'unavailable' }])
      const { status, body } = await room.get('/oauth/disconnect')
      assert.deepEqual(
        { status, disconnected: body.disconnected, revoked: body.revoked },
        { status: 200, disconnected: true, revoked: false },
      )
      assert.equal(await permission(), null)
    })

    it('403: from another site', async () => {
      await room.connect()
      assert.equal((await room.get('/oauth/disconnect', { 'sec-fetch-site': 'cross-site' })).status, 403)
      assert.equal((await connection()).status, 'connected')
    })
  })

  describe('GET /report', () => {
    it('200: totals, days, slots with their placement, and countries of a range', async () => {
      await room.connect()
      const { body } = await room.get('/report?range=7d')
      assert.deepEqual({ range: body.range, days: body.days.length, currency: body.currency }, { range: '7d', days: 7, currency: 'EUR' })
      assert.deepEqual(
        { from: body.from, firstDaysDate: body.days[0].date, date: body.days[6].date },
        { from: body.to.slice(0, 8) + '09', firstDaysDate: body.from, date: body.to },
      )
      const sum = (name: string): number => body.days.reduce((total: number, each: Record<string, number>) => total + (each[name] ?? 0), 0)
      for (const name of ['pageViews', 'adRequests', 'impressions', 'clicks']) assert.equal(body.totals[name], sum(name))
      assert.equal(body.totals.earnings.toFixed(6), sum('earnings').toFixed(6))
      assert.deepEqual(
        body.slots.map((each: { slotId: string; placement: string }) => [each.slotId, each.placement]),
        [
          ['1111111111', 'dashboard'],
          ['2222222222', null],
        ],
      )
      assert.deepEqual(
        body.countries.map(({ country }: { country: string }) => country),
        ['DE', 'US', 'FR', 'JP'],
      )
      assert.deepEqual(
        { ageSeconds: body.connection.ageSeconds, stale: body.connection.stale, syncing: body.connection.syncing },
        { ageSeconds: 0, stale: false, syncing: false },
      )
    })

    it('200: 30 days by default, and the current month', async () => {
      await room.connect()
      assert.equal((await room.get('/report')).body.days.length, 30)
      const month = (await room.get('/report?range=mtd')).body
      assert.deepEqual({ from: month.from.slice(8), days: month.days.length }, { from: '01', days: Number(month.to.slice(8)) })
    })

    it('200: empty if nobody has connected or nothing is configured', async () => {
      const { body } = await room.get('/report')
      assert.deepEqual(
        { status: body.connection.status, currency: body.currency, days: body.days, earnings: body.totals.earnings },
        { status: 'disconnected', currency: null, days: [], earnings: 0 },
      )
      const bare = await createTestApp({ sharing: room.app })
      const answer = await send(bare, `${PATH}/report`, { method: 'GET', headers: room.owner.headers })
      assert.deepEqual(
        { answerStatus: answer.status, connectionStatus: answer.body.connection.status },
        { answerStatus: 200, connectionStatus: 'not_configured' },
      )
      await bare.stop()
    })

    it('400: an invalid range', async () => {
      assert.equal((await room.get('/report?range=1y')).status, 400)
    })
  })
})
