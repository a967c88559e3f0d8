import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'

const PATH = '/api/admin/jobs'

describe(PATH, () => {
  let app: TestApp
  let editor: SignedIn
  before(async () => {
    app = await createTestApp()
    editor = await signIn(app, 'editor')
  })
  after(() => app.close())

  const start = (body: object) => send(app, PATH, { headers: editor.headers, body })
  const get = async (path = '') => (await app.get(PATH + path, editor.headers)).body

  it('POST 202 starts a run, which is listed, shown with its counts and audited', async () => {
    const { status, body } = await start({ job: 'weekly-digests' })
    assert.deepEqual(
      { status, bodyStatus: body.status, trigger: body.run.trigger, dryRun: body.run.dryRun },
      { status: 202, bodyStatus: 'started', trigger: 'admin', dryRun: false },
    )
    await until('the run has ended', async () => (await get(`/${body.run.id}`)).run.status === 'completed')
    const { run, mails } = await get(`/${body.run.id}`)
    assert.equal(run.result.enqueued, 0)
    assert.deepEqual(mails, { sent: 0, failed: 0, suppressed: 0, dropped: 0, waiting: 0 })
    const list = await get('?job=weekly-digests&dryRun=false')
    assert.deepEqual({ total: list.total, id: list.items[0].id }, { total: 1, id: run.id })
    assert.deepEqual(list.series, [{ day: '2026-07-01', job: 'weekly-digests', runs: 1, failed: 0 }])
    assert.equal((await get('?status=failed')).total, 0)
    assert.equal((await get(`?q=${run.id.slice(0, 8).toUpperCase()}`)).total, 1)
    const [entry] = (await app.get('/api/admin/audit?action=job.start', editor.headers)).body.items
    assert.deepEqual(
      { objectId: entry.objectId, after: entry.after },
      { objectId: 'weekly-digests', after: { runId: run.id, dryRun: false } },
    )
  })

  it('POST 202 for a dry run shows what would be sent', async () => {
    await send(app, '/api/subscriptions', {
      body: { clientId: 'c', email: 'ada@example.org', type: 'city_weekly', cityName: 'Berlin', cityLat: 52.52, cityLon: 13.41 },
    })
    const { body } = await start({ job: 'weekly-digests', dryRun: true })
    assert.deepEqual(
      { status: body.run.status, preview: body.preview.length, to: body.preview[0].to },
      { status: 'completed', preview: 1, to: 'a•••@example.org' },
    )
    assert.equal((await app.database.pool.query('select from mail_outbox')).rowCount, 0)
    assert.match((await app.get(`${PATH}?format=csv`, editor.headers)).text, /^id,job,trigger,/)
  })

  it('400 for an unknown job, 404 for an unknown run', async () => {
    assert.equal((await start({ job: 'all' })).status, 400)
    assert.equal((await app.get(`${PATH}/0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10`, editor.headers)).status, 404)
  })
})
