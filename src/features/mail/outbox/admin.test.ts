import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { newRunId, outgoing } from '../../../../test/helpers/mail.ts'
import { insertMails, listMails } from './index.ts'
import { exportPersonMails } from './person-store.ts'

const PATH = '/api/admin/outbox'

describe(PATH, () => {
  let app: TestApp
  let editor: SignedIn
  let viewer: SignedIn
  let now: number
  const runId = newRunId()
  before(async () => {
    app = await createTestApp()
    now = app.clock.now()
    editor = await signIn(app, 'editor')
    viewer = await signIn(app, 'viewer')
    const later = { notBefore: now + 3_600_000 }
    await insertMails(
      app.services.storage.database.kysely,
      [
        outgoing('Ada@example.org', {
          key: 'digest a',
          runId,
          ...later,
          data: { token: 'secret-1', urls: { linkTokens: 'secret-2' }, city: 'Ulm' },
        }),
        outgoing('bob@example.org', { key: 'alerts b', kind: 'alerts', template: 'weather-alert', ...later }),
        outgoing('ada@example.org', { key: 'alerts a', kind: 'alerts', ...later }),
      ],
      now,
    )
    await app.database.pool.query(
      `update mail_outbox set state = 'failed', attempts = 3, last_error = '550 <bob@example.org> unknown', settled_at = created_at where key = 'alerts b'`,
    )
    await app.database.pool.query(
      `insert into mail_attempt select id, 3, created_at, created_at, 'rejected', '550 <bob@example.org> unknown' from mail_outbox where key = 'alerts b'`,
    )
  })
  after(() => app.close())

  const list = async (query: string, by = editor) => (await app.get(`${PATH}${query}`, by.headers)).body

  it('GET 200: by state, kind, template, run, period and address', async () => {
    const created = new Date(now).toISOString()
    for (const [query, total] of [
      ['', 3],
      ['?state=failed', 1],
      ['?kind=alerts', 2],
      ['?template=weather-alert', 1],
      [`?runId=${runId}`, 1],
      ['?email=ADA@example.org', 2],
      [`?from=${created}`, 3],
      [`?to=${created}`, 0],
      ['?q=bob@', 1],
      ['?q=unknown', 1],
      ['?q=weather', 1],
    ] as const) {
      assert.equal((await list(query)).total, total, query)
    }
  })

  it('GET 200 for viewers: masked, without responses, and not searchable by either', async () => {
    const [failed] = (await list('?state=failed', viewer)).items
    assert.deepEqual({ email: failed.email, lastError: failed.lastError }, { email: 'b•••@example.org', lastError: null })
    for (const [query, total] of [
      ['?q=bob@', 0],
      ['?q=unknown', 0],
      ['?q=weather', 1],
    ] as const) {
      assert.equal((await list(query, viewer)).total, total, query)
    }
    assert.equal((await app.get(`${PATH}?email=bob@example.org`, viewer.headers)).status, 403)
    const { mail, attempts } = (await app.get(`${PATH}/${failed.id}`, viewer.headers)).body
    assert.deepEqual(
      { email: mail.email, attempts: attempts.map(({ response }: { response: unknown }) => response) },
      { email: 'b•••@example.org', attempts: [null] },
    )
    const whole = (await app.get(`${PATH}/${failed.id}`, editor.headers)).body
    assert.deepEqual(
      { email: whole.mail.email, response: whole.attempts[0].response },
      { email: 'bob@example.org', response: '550 <bob@example.org> unknown' },
    )
  })

  it('POST retry 200 once, with as many attempts as a new mail; then 409, and 404 for an unknown mail', async () => {
    const [{ id }] = (await list('?state=failed')).items
    const retry = (mail: string) => send(app, `${PATH}/${mail}/retry`, { headers: editor.headers, body: {} })
    const retried = await retry(id)
    assert.deepEqual(
      { status: retried.status, attempts: retried.body.mail.attempts, attemptsAllowed: retried.body.mail.attemptsAllowed },
      { status: 200, attempts: 3, attemptsAllowed: 11 },
    )
    assert.equal((await retry(newRunId())).status, 404)
    await app.database.pool.query(`update mail_outbox set state = 'sent' where id = $1`, [id])
    assert.equal((await retry(id)).status, 409)
    const { items } = (await app.get('/api/admin/audit?objectType=mail', editor.headers)).body
    assert.deepEqual(
      items.map(({ action }: { action: string }) => action),
      ['mail.retry'],
    )
  })

  it('lists the progress of the mails of an address by key and time, bounds included', async () => {
    const search = { emailKey: 'ada@example.org', keyPrefix: '', from: now, until: now, limit: 10 }
    const count = async (change: object) => (await listMails(app.services.storage.database.kysely, { ...search, ...change })).length
    assert.deepEqual(
      [
        await count({}),
        await count({ keyPrefix: 'digest' }),
        await count({ until: now - 1 }),
        await count({ from: now + 1 }),
        await count({ limit: 1 }),
      ],
      [2, 1, 0, 0, 1],
    )
  })

  it('exports no value that grants access, however deep', async () => {
    const text = JSON.stringify(await exportPersonMails(app.services.storage.database.kysely, 'ada@example.org'))
    assert.doesNotMatch(text, /secret-/)
    assert.match(text, /Ulm/)
  })
})
