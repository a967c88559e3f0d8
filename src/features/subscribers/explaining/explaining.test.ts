import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { type AlertApp, BERLIN, createAlertApp, STORM, simulateStorm } from '../alerting/testing/alert-app.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('why a mail was sent or not, in the back office', () => {
  let app: AlertApp
  let viewer: SignedIn
  let editor: SignedIn
  const ids: Record<string, string> = {}
  before(async () => {
    app = await createAlertApp({ now: '2026-11-20T06:20:00Z' })
    viewer = await signIn(app, 'viewer')
    editor = await signIn(app, 'editor')
    simulateStorm(app, 3)
    const subscribe = async (email: string, wanted = {}) =>
      (await app.subscribe({ email, ...BERLIN, alertPrefs: STORM, timezone: 'Europe/Berlin', ...wanted })).id
    ids['told'] = await subscribe('told@example.com')
    ids['quiet'] = await subscribe('quiet@example.com', { alertPrefs: { ...STORM, quietHours: { from: '06:00', to: '22:00' } } })
    ids['calm'] = await subscribe('calm@example.com', { alertPrefs: { wind: { minGustKmh: 390 } } })
    ids['weekly'] = await subscribe('weekly@example.com', { type: 'city_weekly', alertPrefs: undefined })
    await app.run()
  })
  after(() => app.close())

  const get = (path: string, by = viewer) => app.get(`/api/admin${path}`, by.headers)
  const explain = (name: string, query = '') => get(`/subscriptions/${ids[name]}/explanation${query}`)
  const sql = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
  const mailTo = async (email: string) => (await sql('select id from mail_outbox where address = $1', [email]))[0].id as string
  const linesOf = (body: { sections: { title: string; lines: string[] }[] }, title: string) =>
    body.sections.find((section) => section.title.startsWith(title))?.lines ?? []

  it('subscription, 200: the decision of a run with its reason, or what would be decided now; no address', async () => {
    const then = `?at=${encodeURIComponent('2026-11-20T06:20:00Z')}`
    for (const [name, result] of [
      ['told', /^a mail was written; it is (waiting|sent)$/],
      ['quiet', /^no mail yet: quiet hours from 06:00 to 22:00 \(Europe\/Berlin\)/],
      ['calm', /^no mail: no event is due$/],
    ] as const) {
      const { status, body, text } = await explain(name, then)
      assert.equal(status, 200, text)
      assert.match(body.result, result)
      assert.doesNotMatch(text, /@/)
    }
    const now = (await explain('told')).body
    assert.match(linesOf(now, 'Events').join('\n'), /forecast of wind .*not told: already told/)
    assert.equal(now.mails.length, 1)
  })

  it('subscription, 200: a digest is due, written, or not written, and why', async () => {
    const result = async () => (await explain('weekly')).body.result
    assert.match(await result(), /^a mail is due/)
    await app.get('/api/cron/weekly-digests', { authorization: 'Bearer test-cron-secret-0123456789' })
    const hash = app.services.keyedHash('address', 'weekly@example.com')
    await sql(`insert into digest_delivery values ($1, 'weekly', '2026-11-16', $2) on conflict do nothing`, [hash, '2026-11-20T06:21:00Z'])
    const [{ title, lines }] = (await explain('weekly')).body.sections
    assert.deepEqual({ title, firstLines: lines[0] }, { title: 'Period', firstLines: 'weekly: 2026-11-16 to 2026-11-22 (UTC)' })
    assert.match(lines[1], /^the last one was written 2026-11-20T06:2\d:00Z, for the period from 2026-11-16$/)
    assert.match(await result(), /^the mail of this period was written 2026-11-20T06:2\d:00Z; the next one is due after 2026-11-22$/)
    await sql(`insert into mail_suppression (address_hash, reason, since) values ($1, 'complaint', '2026-11-20T06:22:00Z')`, [hash])
    assert.equal(await result(), 'no mail: the address is suppressed since 2026-11-20T06:22:00Z (complaint)')
    await sql(`update subscription set active = false, deactivated_at = '2026-11-20T06:22:00Z', deactivated_by = 'mail' where id = $1`, [
      ids['weekly'],
    ])
    assert.equal(await result(), 'no mail: the subscription ended 2026-11-20T06:22:00Z by mail')
  })

  it('subscription, 400 and 404: a time to come, a time for a digest, no such subscription', async () => {
    assert.equal((await explain('told', '?at=2999-01-01T00:00:00Z')).status, 400)
    assert.equal((await explain('told', '?at=yesterday')).status, 400)
    assert.equal((await explain('weekly', '?at=2026-11-20T06:20:00Z')).status, 400)
    assert.equal((await get(`/subscriptions/${UNKNOWN}/explanation`)).status, 404)
  })

  it('mail, 200: what became of it, what it told, and the decision behind it', async () => {
    const id = await mailTo('told@example.com')
    const { status, body, text } = await get(`/outbox/${id}/explanation`)
    assert.equal(status, 200, text)
    assert.equal(body.subscriptionId, ids['told'])
    assert.match(linesOf(body, 'Written for').join('\n'), /^place: Berlin\nnew: wind from /)
    assert.match(linesOf(body, 'Events').join('\n'), /forecast of wind from 100 km\/h on.*: due \(new\)/)
    assert.doesNotMatch(text, /@/)
    for (const [state, result] of [
      ['suppressed', /^not sent: the address was on the suppression list .* \(complaint\)$/],
      ['expired', /^not sent: it was only worth sending until 2026-/],
      ['withdrawn', /^not sent: the recipient unsubscribed .*, before it was sent$/],
      ['failed', /^not sent: given up .* after 8 attempts/],
      ['sent', /^sent: the mail server accepted it 2026-11-20T06:21:00Z, at attempt 8$/],
      ['waiting', /^not sent yet: attempt 9 of 8 is due /],
    ] as const) {
      const settled = state === 'waiting' ? null : '2026-11-20T06:21:00Z'
      await sql(`update mail_outbox set state = $2, last_error = 'complaint', attempts = 8, settled_at = $3 where id = $1`, [
        id,
        state,
        settled,
      ])
      assert.match((await get(`/outbox/${id}/explanation`)).body.result, result)
    }
    await sql(
      `insert into mail_bounce values ($1, 'hard', null, 'h', 'ses', '5.1.1', '<told@example.com> unknown', '2026-11-20T06:30:00Z')`,
      [id],
    )
    const bounced = await get(`/outbox/${id}/explanation`)
    assert.deepEqual(linesOf(bounced.body, 'Reported'), ['2026-11-20T06:30:00Z, by ses: there is no such mailbox (5.1.1)'])
    assert.doesNotMatch(bounced.text, /@/)
    assert.equal((await get(`/outbox/${UNKNOWN}/explanation`)).status, 404)
  })

  it('mail, 200: its text again, to editors, with links that act for nobody; 409 when its parts are gone', async () => {
    const id = await mailTo('told@example.com')
    const [{ unsubscribe_token }] = await sql('select unsubscribe_token from mail_outbox where id = $1', [id])
    const { status, body, text } = await get(`/outbox/${id}/message`, editor)
    assert.equal(status, 200, text)
    assert.match(body.message.text, /Berlin/)
    assert.match(body.message.html, /<html/)
    assert.ok(text.includes(UNKNOWN) && !text.includes(unsubscribe_token))
    assert.equal((await get(`/outbox/${id}/message`)).status, 403)
    assert.equal((await get(`/outbox/${UNKNOWN}/message`, editor)).status, 404)
    await sql(`update mail_outbox set data = '{"token":"x"}' where id = $1`, [id])
    assert.equal((await get(`/outbox/${id}/message`, editor)).status, 409)
  })

  it('place, 200: what is known there and each subscriber’s decision, masked for viewers', async () => {
    const { status, body, text } = await get('/alert-explanations?lat=52.52&lon=13.41')
    assert.equal(status, 200, text)
    assert.match(linesOf(body, 'Events').join('\n'), /forecast of wind/)
    assert.deepEqual(body.subscriptions.map(({ email }: { email: string }) => email).toSorted(), [
      'c•••@example.com',
      'q•••@example.com',
      't•••@example.com',
    ])
    const whole = (await get('/alert-explanations?lat=52.52&lon=13.41', editor)).body
    assert.ok(whole.subscriptions.some(({ email }: { email: string }) => email === 'told@example.com'))
    const elsewhere = await get('/alert-explanations?lat=0&lon=0&at=2026-11-20T06:20:00Z')
    assert.deepEqual({ status: elsewhere.status, subscriptions: elsewhere.body.subscriptions }, { status: 200, subscriptions: [] })
    assert.equal((await get('/alert-explanations?lat=91&lon=0')).status, 400)
  })
})
