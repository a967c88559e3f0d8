import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { proveNow, send } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { announceChange } from '../../../platform/db/changes.ts'
import { type AdProgramApp, createAdProgramApp, PATH } from './testing/connected-app.ts'

describe("reading the ad program's report", () => {
  let room: AdProgramApp
  let node: TestApp
  before(async () => {
    room = await createAdProgramApp()
    node = await createTestApp({ sharing: room.app, env: room.env })
  })
  after(async () => {
    await node.stop()
    await room.close()
  })
  beforeEach(() => room.reset())

  const connection = async () => (await room.get('/report')).body.connection
  const settled = () => room.settled()
  /** The runs of the job, the latest last. */
  const runs = async () =>
    (await room.app.database.pool.query(`select job, trigger, status, error, result from job_run order by started_at, id`)).rows

  describe('POST /sync', () => {
    it('200: reads the figures again and audits it', async () => {
      await room.connect()
      room.app.clock.advance({ minutes: 30 })
      const { status, body } = await room.sync()
      assert.deepEqual(
        { status, ageSeconds: body.connection.ageSeconds, problem: body.connection.problem },
        { status: 200, ageSeconds: 0, problem: null },
      )
      const { rows } = await room.app.database.pool.query("select object_id, after from admin_audit where action = 'adprogram.sync'")
      assert.deepEqual(rows[0], { object_id: 'accounts/pub-1234567890123456', after: { rows: 31 * 2 + 31 * 4 } })
    })

    it('202 while another node is syncing', async () => {
      await room.connect()
      room.simulator.setFaults([{ endpoint: 'report', kind: 'hang' }])
      const before = room.simulator.calls().report
      const other = await createTestApp({ sharing: room.app, env: room.env })
      const first = send(other, `${PATH}/sync`, { headers: room.owner.headers })
      await until('the report was requested', () => room.simulator.calls().report > before)
      const { status, body } = await room.sync()
      assert.deepEqual({ status, syncing: body.connection.syncing }, { status: 202, syncing: true })
      room.simulator.setFaults([])
      await Promise.all([other.stop(), first.catch(() => null)])
      assert.equal((await room.sync()).status, 200)
    })

    it('is a run in the list of jobs, with its error; editors cannot start it there', async () => {
      await room.connect()
      room.simulator.setFaults([{ endpoint: 'report', kind: 'forbidden', next: 1 }])
      await room.sync()
      const { body } = await room.app.get('/api/admin/jobs?job=ad-program-sync', room.owner.headers)
      assert.deepEqual(
        body.items.map((run: { trigger: string; status: string; error: string | null }) => [run.trigger, run.status, run.error]),
        [
          ['admin', 'failed', 'The connected account has no access to the reports of this publisher'],
          ['scheduler', 'completed', null],
        ],
      )
      const { status } = await send(room.app, '/api/admin/jobs', { headers: room.owner.headers, body: { job: 'ad-program-sync' } })
      assert.equal(status, 400)
    })

    it('409 if nobody has connected', async () => {
      const { status, body } = await room.sync()
      assert.deepEqual({ status, error: body.error }, { status: 409, error: 'conflict' })
    })

    it('409 if the permission was withdrawn: says so, keeps the figures and makes no more calls', async () => {
      await room.connect()
      room.simulator.withdraw()
      const { status, body } = await room.sync()
      assert.deepEqual({ status, error: body.error }, { status: 409, error: 'conflict' })
      const { body: report } = await room.get('/report')
      assert.deepEqual(
        { status: report.connection.status, code: report.connection.problem.code, days: report.days.length },
        { status: 'disconnected', code: 'revoked', days: 30 },
      )
      room.app.clock.advance({ hours: 5 })
      const before = room.simulator.calls()
      await room.get('/report')
      await settled()
      assert.deepEqual(room.simulator.calls(), before)
      await room.connect()
      assert.equal((await connection()).status, 'connected')
    })

    for (const [kind, status, code] of [
      ['quota', 429, 'quota'],
      ['unavailable', 502, 'unavailable'],
      ['garbage', 502, 'unusable'],
      ['forbidden', 502, 'forbidden'],
    ] as const) {
      it(`${status}: if the report fails with ${kind}, the old figures stay and syncing backs off`, async () => {
        await room.connect()
        room.simulator.setFaults([{ endpoint: 'report', kind, next: 1 }])
        assert.equal((await room.sync()).status, status)
        const state = async () => (await room.app.services.useReports.list()).get('ad-program')?.map(({ ok }) => ok)
        assert.deepEqual(await state(), [false])
        const { body } = await room.get('/report?range=7d')
        assert.deepEqual(
          { status: body.connection.status, code: body.connection.problem.code, days: body.days.length },
          { status: 'connected', code, days: 7 },
        )
        const { at, retryAt } = body.connection.problem
        // A spent quota may say when to come back; otherwise the wait is an hour.
        assert.equal((Date.parse(retryAt) - Date.parse(at)) / 60_000, kind === 'quota' ? 60 : 5)
        assert.equal((await room.sync()).body.connection.problem, null)
        assert.deepEqual(await state(), [true])
      })
    }

    it('503 if the client is refused, nothing is configured, or the stored secret is unreadable', async () => {
      await room.connect()
      room.simulator.expireAccess()
      room.simulator.setFaults([{ endpoint: 'token', kind: 'invalid_client', next: 1 }])
      assert.equal((await room.sync()).status, 503)
      await room.app.database.pool.query(
        `update connection set secret = 'v1.AAAAAAAA.' || repeat('A', 60), version = version + 1 where id = 'ad-program'`,
      )
      await announceChange(room.app.services.db, 'connections')
      await room.app.services.changes.check()
      assert.equal((await room.sync()).status, 503)
      assert.equal((await connection()).problem.code, 'unreadable')
      const bare = await createTestApp({ sharing: room.app })
      assert.equal((await send(bare, `${PATH}/sync`, { headers: room.owner.headers })).status, 503)
      await bare.stop()
      // What cannot be read cannot be revoked there.
      const { disconnected, revoked } = (await room.get('/oauth/disconnect')).body
      assert.deepEqual({ disconnected, revoked }, { disconnected: true, revoked: false })
    })

    it('503 if it is switched off', async () => {
      await room.connect()
      await proveNow(room.app, room.owner)
      const patch = (enabled: boolean) =>
        send(room.app, '/api/admin/connections', {
          method: 'PATCH',
          headers: room.owner.headers,
          body: { id: 'ad-program', enabled, check: true },
        })
      assert.equal((await patch(false)).status, 200)
      assert.equal((await room.sync()).status, 503)
      assert.equal((await connection()).status, 'disabled')
      const { body } = await patch(true)
      assert.ok(JSON.stringify(body).includes('"status":"ok"'), JSON.stringify(body))
      assert.equal((await room.sync()).status, 200)
    })
  })

  describe('access', () => {
    it('is requested once while it lasts, and again when it has expired or is refused', async () => {
      await room.connect()
      const { token } = room.simulator.calls()
      await room.sync()
      assert.equal(room.simulator.calls().token, token)
      room.app.clock.advance({ hours: 1 })
      assert.equal((await room.sync()).status, 200)
      assert.equal(room.simulator.calls().token, token + 1)
      room.simulator.expireAccess()
      assert.equal((await room.sync()).status, 200)
      assert.equal(room.simulator.calls().token, token + 2)
    })
  })

  describe('in the background', () => {
    it('runs once when two nodes are triggered at once, and then not for an hour', async () => {
      await room.connect()
      room.app.clock.advance({ minutes: 61 })
      const before = room.simulator.calls().report
      const ask = (app: TestApp) => send(app, `${PATH}/report`, { method: 'GET', headers: room.owner.headers })
      const answers = await Promise.all([room.app, node, room.app, node].map(ask))
      // The stored figures are answered at once.
      for (const { body } of answers) assert.equal(body.days.length, 30)
      assert.ok(answers.some(({ body }) => body.connection.syncing && body.connection.ageSeconds === 61 * 60))
      await settled()
      assert.equal(room.simulator.calls().report, before + 2)
      assert.equal((await connection()).ageSeconds, 0)
      room.app.clock.advance({ minutes: 59 })
      await Promise.all([ask(room.app), ask(node)])
      await settled()
      assert.equal(room.simulator.calls().report, before + 2)
    })

    it('backs off longer after each failure', async () => {
      await room.connect()
      room.app.clock.advance({ minutes: 61 })
      room.simulator.setFaults([{ endpoint: 'report', kind: 'unavailable' }])
      const askedAfter = async (minutes: number): Promise<boolean> => {
        room.app.clock.advance({ minutes })
        const before = room.simulator.calls().report
        await room.get('/report')
        await settled()
        return room.simulator.calls().report > before
      }
      assert.deepEqual(
        [await askedAfter(0), await askedAfter(4), await askedAfter(1), await askedAfter(9), await askedAfter(1)],
        [true, false, true, false, true],
      )
    })

    it('figures of a former permission are hidden even before the new ones arrive', async () => {
      await room.connect()
      room.app.clock.advance({ minutes: 1 })
      room.simulator.setFaults([{ endpoint: 'report', kind: 'unavailable' }])
      await room.connect()
      const { body } = await room.get('/report')
      assert.deepEqual(
        { status: body.connection.status, code: body.connection.problem.code, account: body.connection.account },
        { status: 'connected', code: 'unavailable', account: null },
      )
      assert.deepEqual(
        { days: body.days, slots: body.slots, countries: body.countries, currency: body.currency },
        { days: [], slots: [], countries: [], currency: null },
      )
    })

    it('is aborted when the service stops, without blaming the ad program', async () => {
      await room.connect()
      room.app.clock.advance({ hours: 2 })
      room.simulator.setFaults([{ endpoint: 'report', kind: 'hang' }])
      const before = room.simulator.calls().report
      const other = await createTestApp({ sharing: room.app, env: room.env })
      await send(other, `${PATH}/report`, { method: 'GET', headers: room.owner.headers })
      await until('the report was requested', () => room.simulator.calls().report > before)
      await other.stop()
      assert.equal((await runs()).at(-1)?.status, 'interrupted')
      room.simulator.setFaults([])
      const { problem, syncing } = await connection()
      assert.deepEqual({ problem, syncing }, { problem: null, syncing: true }, 'another node starts at once')
      await settled()
      assert.equal((await connection()).ageSeconds, 0)
      assert.ok(!other.logLines.some((line) => line.includes('ad-program-sync')))
    })

    it('is discarded if the permission has been removed meanwhile', async () => {
      await room.connect()
      const syncing = room.sync()
      const ending = room.get('/oauth/disconnect')
      await Promise.all([syncing, ending])
      await settled()
      const { rows } = await room.app.database.pool.query('select 1 from ad_earning union all select 1 from ad_program')
      assert.deepEqual(rows, [])
    })
  })

  it('logs no token, code or secret', async () => {
    await room.connect()
    room.simulator.setFaults([{ endpoint: 'token', kind: 'garbage' }])
    room.simulator.expireAccess()
    await room.sync()
    assert.doesNotMatch(room.app.logLines.join('\n'), /simulated-(code|refresh|access)|planted-client-secret|code_verifier/)
  })
})
