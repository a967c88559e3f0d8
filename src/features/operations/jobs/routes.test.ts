import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { toCell } from '@isobar/weather'
import { CRON_SECRET, createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'

const PATH = '/api/cron/weekly-digests'
const PATHS = [PATH, '/api/cron/weather-alerts']
const RIGHT = { authorization: `Bearer ${CRON_SECRET}` }

describe('/api/cron', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(async () => {
    app.simulator.setFaults([])
    await truncate(app.database.pool, 'subscription, mail_outbox, digest_delivery, job_run')
    app.clock.advance({ hours: 24 * 7 })
  })

  const runs = async (): Promise<{ id: string; status: string; dry_run: boolean; trigger: string; progress: object }[]> =>
    (await app.database.pool.query('select * from job_run order by started_at')).rows

  /** Adds one subscriber for whose place the provider is slow: the run lasts at least as long. */
  async function slowRun(delayMs: number): Promise<void> {
    const lat = 10 + Math.round(app.clock.now() / 3_600_000 / 24 / 7) / 100
    await app.database.pool.query(
      `insert into subscription (id, client, email, email_key, type, cell, city_lat, city_lon, frequency, alert_on_rain, alert_on_storm, alert_prefs,
         lang, units, timezone, active, confirmed_at, unsubscribe_token, created_at, updated_at)
       values (gen_random_uuid(), 'c', 'a@example.com', 'a@example.com', 'city_weekly', $1, $2, 10, 'weekly', false, false, '{}',
         'en', 'metric', 'UTC', true, now(), gen_random_uuid(), now(), now())`,
      [toCell(lat, 10).id, lat],
    )
    app.simulator.setFaults([{ kind: 'delay', delayMs }])
  }

  async function runningRun(): Promise<string> {
    for (;;) {
      const run = (await runs()).find(({ status }) => status === 'running')
      if (run !== undefined) return run.id
      await sleep(10)
    }
  }

  describe('200', () => {
    for (const path of PATHS)
      it(`${path} answers with the run once it has ended`, async () => {
        const { status, body, headers } = await app.get(path, RIGHT)
        assert.equal(status, 200)
        assert.equal(headers.get('cache-control'), 'no-store')
        assert.equal(headers.get('www-authenticate'), null)
        const [run] = await runs()
        assert.deepEqual(
          { job: body.job, runId: body.runId, status: body.status },
          { job: path.split('/').at(-1), runId: run?.id, status: 'completed' },
        )
        assert.deepEqual(
          { status: run?.status, dry_run: run?.dry_run, trigger: run?.trigger },
          { status: 'completed', dry_run: false, trigger: 'cron' },
        )
        const now = new Date(app.clock.now()).toISOString().replace('.000', '')
        assert.deepEqual(
          { startedAt: body.startedAt, finishedAt: body.finishedAt, enqueued: body.enqueued, sent: body.sent, failed: body.failed },
          { startedAt: now, finishedAt: now, enqueued: 0, sent: 0, failed: 0 },
        )
      })

    it('names the run that is under way, on whichever node', async () => {
      // Opened first: on a busy machine, opening it takes longer than the run.
      const other = await createTestApp({ sharing: app })
      await slowRun(3_000)
      const first = app.get(PATH, RIGHT)
      const id = await runningRun()
      const { status, body } = await other.get(PATH, RIGHT)
      await other.stop()
      assert.deepEqual(
        { status, bodyStatus: body.status, runId: body.runId, finishedAt: body.finishedAt, sent: body.sent },
        { status: 200, bodyStatus: 'already_running', runId: id, finishedAt: null, sent: 0 },
      )
      assert.deepEqual({ runId: (await first).body.runId, enqueued: (await first).body.enqueued }, { runId: id, enqueued: 1 })
      assert.equal((await runs()).length, 1)
    })

    it('completes the run even if its caller leaves', async () => {
      await slowRun(3_000)
      const call = request(app.url + PATH, { headers: RIGHT }).end()
      call.on('error', () => undefined)
      const id = await runningRun()
      call.destroy()
      for (;;) {
        const [run] = await runs()
        if (run?.status === 'running') await sleep(10)
        else {
          assert.deepEqual({ id: run?.id, status: run?.status }, { id, status: 'completed' })
          break
        }
      }
      assert.equal((await app.database.pool.query('select from mail_outbox')).rowCount, 1)
    })

    it('reports partial work if the service stops, and marks the run as interrupted', async () => {
      await slowRun(3_000)
      const node = await createTestApp({ sharing: app })
      const call = node.get(PATH, RIGHT)
      await runningRun()
      await node.stop()
      const { status, body } = await call
      assert.deepEqual({ status, bodyStatus: body.status, enqueued: body.enqueued }, { status: 200, bodyStatus: 'partial', enqueued: 0 })
      assert.equal((await runs())[0]?.status, 'interrupted')
    })

    it('accepts dryRun as 1, true, 0 and false', async () => {
      for (const dryRun of ['1', 'true', '0', 'false']) assert.equal((await app.get(`${PATH}?dryRun=${dryRun}`, RIGHT)).status, 200)
      assert.deepEqual((await runs()).map(({ dry_run }) => dry_run).toSorted(), [false, false, true, true])
    })

    it('accepts the scheme in any case', async () => {
      assert.equal((await app.get(PATH, { authorization: `bearer  ${CRON_SECRET}` })).status, 200)
    })
  })

  describe('400', () => {
    for (const query of ['dryRun=yes', 'dryRun=', 'dryRun=1&dryRun=1'])
      it(`names dryRun: ${query}`, async () => {
        const { status, body } = await app.get(`${PATH}?${query}`, RIGHT)
        assert.deepEqual(
          { status, error: body.error, path: body.details[0].path },
          { status: 400, error: 'invalid_request', path: 'dryRun' },
        )
        assert.deepEqual(await runs(), [])
      })
  })

  describe('401', () => {
    const wrong: readonly (readonly [name: string, headers: Record<string, string>])[] = [
      ['nothing', {}],
      ['an empty header', { authorization: '' }],
      ['no token', { authorization: 'Bearer' }],
      ['a wrong token', { authorization: `Bearer ${CRON_SECRET}x` }],
      ['a prefix of the token', { authorization: `Bearer ${CRON_SECRET.slice(0, -1)}` }],
      ['another scheme', { authorization: `Basic ${CRON_SECRET}` }],
      ['the token without a scheme', { authorization: CRON_SECRET }],
      ['the token in another header', { 'x-cron-secret': CRON_SECRET }],
    ]
    for (const [name, headers] of wrong)
      it(`for ${name}`, async () => {
        for (const path of PATHS) {
          const answer = await app.get(`${path}?dryRun=maybe`, headers)
          assert.deepEqual(
            { status: answer.status, error: answer.body.error, wwwAuthenticate: answer.headers.get('www-authenticate') },
            { status: 401, error: 'unauthorized', wwwAuthenticate: 'Bearer' },
          )
        }
        assert.deepEqual(await runs(), [])
      })

    it('for every path if no secret is set', async () => {
      const node = await createTestApp({ sharing: app, env: { CRON_SECRET: '' } })
      for (const token of ['', 'null', 'undefined', CRON_SECRET])
        assert.equal((await node.get(PATH, { authorization: `Bearer ${token}` })).status, 401)
      await node.stop()
    })
  })

  describe('405', () => {
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE'])
      it(`for ${method}, without effect`, async () => {
        for (const path of PATHS) {
          const response = await fetch(app.url + path, { method, headers: RIGHT })
          await response.body?.cancel()
          assert.deepEqual({ status: response.status, allow: response.headers.get('allow') }, { status: 405, allow: 'GET, OPTIONS' })
        }
        assert.deepEqual(await runs(), [])
      })
  })

  describe('500', () => {
    it('for a job that fails; its run records the failure, and no table name leaks', async () => {
      await app.database.pool.query('alter table digest_delivery rename to digest_delivery_away')
      try {
        await slowRun(0)
        const { status, text, body } = await app.get(PATH, RIGHT)
        assert.deepEqual({ status, error: body.error }, { status: 500, error: 'internal_error' })
        assert.doesNotMatch(text, /digest_delivery/)
        assert.equal((await runs())[0]?.status, 'failed')
      } finally {
        await app.database.pool.query('alter table digest_delivery_away rename to digest_delivery')
      }
      assert.equal((await app.get(PATH, RIGHT)).status, 200)
    })
  })

  describe('503', () => {
    it('while the database is unreachable', async (t) => {
      const node = await createTestApp({ sharing: app })
      t.after(() => node.stop())
      // Every connection of the pool is in use.
      const taken = await Promise.all(Array.from({ length: 10 }, () => node.services.storage.database.pool.connect()))
      const { status, body } = await node.get(PATH, RIGHT)
      for (const client of taken) client.release()
      assert.deepEqual({ status, error: body.error }, { status: 503, error: 'service_unavailable' })
      assert.ok(body.retryAfterSeconds > 0)
    })
  })
})
