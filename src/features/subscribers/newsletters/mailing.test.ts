import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import PostalMime from 'postal-mime'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../../test/helpers/smtp-server.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { until } from '../../../../test/helpers/until.ts'
import { LANGUAGES } from '../../../messages/languages.ts'
import { getTranslator } from '../../../messages/messages.ts'

const COMPOSE = '/api/admin/email/compose'
const ENV = {
  RATE_LIMITS: 'subscriptions=0,unsubscribe=0,weather=0',
  PUBLIC_URL: 'https://weather.example',
  MAIL_FROM: 'w@weather.example',
}

describe('mails sent by administrators', () => {
  let server: TestSmtpServer
  let app: TestApp
  let editor: SignedIn
  before(async () => {
    server = await startSmtpServer()
    app = await createTestApp({ env: { ...ENV, SMTP_URL: server.url, SUBSCRIPTION_CONFIRMATION: 'off' } })
    editor = await signIn(app, 'editor', 'eve@example.org')
  })
  after(async () => {
    await app.close()
    await server.close()
  })
  beforeEach(() => truncate(app.database.pool, 'subscription, mail_outbox, mail_attempt, composed_message, mail_suppression'))

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    send(app, path, { headers: { ...editor.headers, ...headers }, body })
  const subscribe = (email: string, lang = 'en', clientId: string = randomUUID()) =>
    send(app, '/api/subscriptions', { body: { clientId, email, type: 'newsletter', lang } })
  const status = async (id: string) => (await app.get(`${COMPOSE}/${id}`, editor.headers)).body
  const settled = async (id: string) => {
    await until('all mails of the message are settled', async () => {
      const { message, mails } = await status(id)
      return message.state === 'enqueued' && mails.waiting === 0
    })
    return status(id)
  }
  const sentSince = (count: number) => server.mails.slice(count)

  describe('compose', () => {
    it('202 to an audience: each address once, in its language, with an unsubscribe link', async () => {
      const before = server.mails.length
      for (const client of ['one', 'two']) await subscribe('Ada@example.org', 'de', client)
      await subscribe('bob@example.org', 'en-GB')
      await subscribe('carl@example.org', 'de-AT')
      const body = {
        audience: { type: 'newsletter', languages: ['DE'] },
        subject: 'Neu',
        body: '# Hallo\n\n<script>x</script> **fett** ![x](https://x.example/y.png) [l](javascript:x)',
      }
      const { status: code, body: answer } = await post(COMPOSE, body)
      assert.equal(code, 202)
      const { message, mails } = await settled(answer.message.id)
      assert.deepEqual(
        { recipients: message.recipients, languages: message.audience.languages, sent: mails.sent },
        { recipients: 2, languages: ['de'], sent: 2 },
      )
      const sent = sentSince(before)
      assert.deepEqual(sent.map(({ to }) => to.toLowerCase()).toSorted(), ['ada@example.org', 'carl@example.org'])
      const mail = await PostalMime.parse(sent.find(({ to }) => /ada/i.test(to))?.raw ?? '')
      assert.equal(mail.subject, 'Neu')
      assert.match(mail.html ?? '', /<h2>Hallo<\/h2>[\s\S]*&lt;script&gt;[\s\S]*<strong>fett<\/strong>/)
      assert.doesNotMatch(mail.html ?? '', /<script|<img|href="javascript|src=/)
      assert.match(mail.text ?? '', /Newsletter von Isobar/)
      const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
      assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
      const link = new URL(/<(https:[^>]+)>/.exec(header('list-unsubscribe'))?.[1] ?? '')
      await fetch(app.url + link.pathname + link.search, { method: 'POST' })
      const again = await post(COMPOSE, { audience: { type: 'newsletter' }, subject: 'Again', body: 'x' })
      assert.equal((await settled(again.body.message.id)).message.recipients, 2)
      assert.ok(!sentSince(before + 2).some(({ to }) => /ada/i.test(to)))
    })

    it('resumes after a kill without duplicates', async () => {
      for (let i = 0; i < 3; i++) await subscribe(`a${i}@example.org`)
      const { message } = (await post(COMPOSE, { audience: { type: 'newsletter' }, subject: 'Once', body: 'x' })).body
      await settled(message.id)
      await app.database.pool.query('update composed_message set filled_to = null, finished_at = null')
      const { message: after, mails } = await settled(message.id)
      assert.deepEqual({ recipients: after.recipients, sent: mails.sent }, { recipients: 3, sent: 3 })
    })

    it('the same Idempotency-Key again returns the same message; with different content 409', async () => {
      const body = { to: 'ada@example.org', subject: 'Hello', body: 'Just you.' }
      const headers = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all([1, 2, 3].map(() => post(COMPOSE, body, headers)))
      assert.equal(new Set(answers.map((each) => each.body.message.id)).size, 1)
      assert.equal((await app.database.pool.query('select from mail_outbox')).rowCount, 1)
      assert.equal((await post(COMPOSE, { ...body, body: 'Else.' }, headers)).status, 409)
      const { items } = (await app.get('/api/admin/audit?action=email.compose&limit=1', editor.headers)).body
      assert.doesNotMatch(JSON.stringify(items[0].after), /ada@/)
    })

    it('400 names what is wrong', async () => {
      const body = { subject: 'S', body: 'B' }
      for (const wrong of [
        body,
        { ...body, to: 'ada@example.org', audience: { type: 'newsletter' } },
        { ...body, to: 'no address' },
        { ...body, audience: { type: 'everybody' } },
        { ...body, audience: { type: 'newsletter', languages: ['is'] } },
        { ...body, to: 'ada@example.org', subject: 'S\r\nBcc: x@example.org' },
        { ...body, to: 'ada@example.org', body: ' ' },
        { ...body, to: 'ada@example.org', body: 'x'.repeat(50_001) },
      ])
        assert.equal((await post(COMPOSE, wrong)).status, 400, JSON.stringify(wrong).slice(0, 100))
      assert.equal((await app.database.pool.query('select from composed_message')).rowCount, 0)
    })
  })

  describe('email/test', () => {
    it('202 sends the sample, also of an edited template', async () => {
      const before = server.mails.length
      const { body, status: code } = await post('/api/admin/email/test', { to: 'ada@example.org', template: 'message', lang: 'de' })
      assert.deepEqual({ code, state: body.mail.state, template: body.mail.template }, { code: 202, state: 'sent', template: 'message' })
      const edited = await post('/api/admin/email-templates', { id: 'message', subject: 'Edited for {{ service }}' })
      assert.equal(edited.status, 201)
      await post('/api/admin/email/test', { to: 'ada@example.org', template: 'message' })
      const [, mail] = await Promise.all(sentSince(before).map(({ raw }) => PostalMime.parse(raw)))
      assert.equal(mail?.subject, 'Test: Edited for Isobar')
      assert.match(`${mail?.text}`, /^This is a test\./)
    })

    it('202 says in its subject and above its text that it is a test, in each language', async () => {
      const said = new Set<string>()
      for (const lang of LANGUAGES) {
        const before = server.mails.length
        assert.equal((await post('/api/admin/email/test', { to: 'ada@example.org', template: 'weekly-digest', lang })).status, 202)
        const [{ subject = '', text = '', html = '' } = {}] = await Promise.all(sentSince(before).map(({ raw }) => PostalMime.parse(raw)))
        const { t } = getTranslator(lang)
        const note = t('mail.test')
        assert.ok(subject.startsWith(t('mail.testSubject', { subject: '' }).trim()), subject)
        assert.ok(text.startsWith(note), lang)
        assert.match(html, new RegExp(`<body[^>]*><div style="[^"]*">${note}</div>`))
        said.add(note)
      }
      assert.equal(said.size, LANGUAGES.length)
    })

    it('403 for the mails of accounts, unless by an owner', async () => {
      const body = { to: 'ada@example.org', template: 'invite' }
      assert.equal((await post('/api/admin/email/test', body)).status, 403)
      const owner = await signIn(app, 'owner')
      assert.equal((await post('/api/admin/email/test', body, owner.headers)).status, 202)
    })

    it('404 for an unknown template, 400 for an invalid address', async () => {
      assert.equal((await post('/api/admin/email/test', { to: 'ada@example.org', template: 'none' })).status, 404)
      assert.equal((await post('/api/admin/email/test', { to: 'ada' })).status, 400)
    })
  })

  it('mailing-summary 200: sums and series', async () => {
    await subscribe('ada@example.org', 'de')
    await subscribe('bob@example.org', 'en')
    const { message } = (await post(COMPOSE, { audience: { type: 'newsletter' }, subject: 'S', body: 'B' })).body
    await settled(message.id)
    app.clock.advance({ minutes: 1 })
    const { body, status: code } = await app.get('/api/admin/mailing-summary', editor.headers)
    assert.equal(code, 200)
    assert.deepEqual(
      { subscribers: body.subscriptions.subscribers, byType: body.subscriptions.byType, byLanguage: body.subscriptions.byLanguage },
      { subscribers: 2, byType: { newsletter: 2 }, byLanguage: { de: 1, en: 1 } },
    )
    assert.deepEqual(
      { byState: body.mails.byState, byKind: body.mails.byKind, waiting: body.mails.waiting },
      { byState: { sent: 2 }, byKind: { message: 2 }, waiting: 0 },
    )
    assert.deepEqual(body.series.subscriptions, [{ day: '2026-07-01', created: 2, ended: 0 }])
    assert.deepEqual(body.series.mails, [{ day: '2026-07-01', enqueued: 2, sent: 2, failed: 0, suppressed: 0, dropped: 0, waiting: 0 }])
    const { text } = await app.get('/api/admin/mailing-summary?format=csv', editor.headers)
    assert.equal(text, 'day,enqueued,sent,failed,suppressed,dropped,waiting\r\n2026-07-01,2,2,0,0,0,0\r\n')
  })

  describe('outbox', () => {
    it('a refused mail is listed, shown with its attempts, retried and sent; another retry is 409', async () => {
      server.behave({ recipient: () => '554 5.7.1 <ada@example.org> refused' })
      const { message } = (await post(COMPOSE, { to: 'ada@example.org', subject: 'S', body: 'B' })).body
      await settled(message.id)
      const list = (query: string, headers = editor.headers) => app.get(`/api/admin/outbox${query}`, headers)
      const { items, total } = (await list('?state=failed&email=ADA@example.org')).body
      assert.deepEqual({ total, email: items[0].email, attempts: items[0].attempts }, { total: 1, email: 'ada@example.org', attempts: 1 })
      assert.match(items[0].lastError, /refused/)
      const viewer = await signIn(app, 'viewer')
      const masked = await app.get(`/api/admin/outbox/${items[0].id}`, viewer.headers)
      assert.deepEqual({ email: masked.body.mail.email, attempts: masked.body.attempts.length }, { email: 'a•••@example.org', attempts: 1 })
      assert.doesNotMatch(masked.text, /ada@/)
      assert.equal((await list('?email=ada@example.org', viewer.headers)).status, 403)
      assert.equal((await list('?q=ada@', viewer.headers)).body.total, 0)
      assert.doesNotMatch((await list('?format=csv', viewer.headers)).text, /ada@/)
      server.behave({})
      const retried = await post(`/api/admin/outbox/${items[0].id}/retry`, {})
      assert.deepEqual(
        { status: retried.status, state: retried.body.mail.state, attemptsAllowed: retried.body.mail.attemptsAllowed },
        { status: 200, state: 'waiting', attemptsAllowed: 9 },
      )
      await settled(message.id)
      const whole = (await app.get(`/api/admin/outbox/${items[0].id}`, editor.headers)).body
      assert.deepEqual(
        { state: whole.mail.state, attempts: whole.attempts.map(({ outcome }: { outcome: string }) => outcome) },
        { state: 'sent', attempts: ['rejected', 'sent'] },
      )
      assert.deepEqual((await post(`/api/admin/outbox/${items[0].id}/retry`, {})).body.error, 'conflict')
      assert.equal((await post(`/api/admin/outbox/${randomUUID()}/retry`, {})).status, 404)
      const audit = (await app.get('/api/admin/audit?action=mail.retry', editor.headers)).body
      assert.deepEqual({ total: audit.total, objectId: audit.items[0].objectId }, { total: 1, objectId: items[0].id })
    })
  })

  describe('suppressions', () => {
    const patch = (body: object) => send(app, '/api/admin/suppressions', { method: 'PATCH', headers: editor.headers, body })

    it('200: a suppressed address gets nothing until the suppression is lifted', async () => {
      const { suppression } = (await patch({ email: 'Ada@example.org', suppressed: true, reason: 'complaint', note: 'by telephone' })).body
      assert.deepEqual({ reason: suppression.reason, note: suppression.note }, { reason: 'complaint', note: 'by telephone' })
      const found = await app.get('/api/admin/suppressions?email=ada@example.org', editor.headers)
      assert.deepEqual(
        { total: found.body.total, totals: found.body.totals, addressHash: found.body.items[0].addressHash },
        { total: 1, totals: { complaint: 1 }, addressHash: suppression.addressHash },
      )
      const test = () => post('/api/admin/email/test', { to: 'ada@example.org' })
      assert.equal((await test()).body.mail.state, 'suppressed')
      const { addressHash, version } = suppression
      assert.equal((await patch({ addressHash, suppressed: true, note: null, version })).body.suppression.note, null)
      assert.equal((await patch({ addressHash, suppressed: false, version })).status, 409)
      assert.deepEqual((await patch({ addressHash, suppressed: false })).body, { suppression: null })
      assert.equal((await test()).body.mail.state, 'sent')
      const { items } = (await app.get('/api/admin/audit?objectType=suppression', editor.headers)).body
      assert.doesNotMatch(JSON.stringify(items), /ada@|telephone/i)
    })

    it('400 and 404', async () => {
      assert.equal((await patch({ suppressed: true })).status, 400)
      assert.equal((await patch({ email: 'no address', suppressed: true })).status, 400)
      assert.equal((await patch({ email: 'a@example.org', suppressed: true, note: 'is a@example.org' })).status, 400)
      assert.equal((await patch({ addressHash: 'A'.repeat(22), suppressed: true })).status, 404)
      const viewer = await signIn(app, 'viewer')
      assert.equal((await app.get('/api/admin/suppressions?email=ada@example.org', viewer.headers)).status, 403)
    })
  })
})
