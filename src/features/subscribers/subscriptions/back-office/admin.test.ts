import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { signIn, type SignedIn } from '../../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import {
  clearSubscriptions,
  listFaultPaths,
  insertWaiting,
  makeSubscription,
  querySubscriptionRows,
  sendAsClient,
  postSubscription,
  UNLIMITED,
} from '../testing/client.ts'

const PATH = '/api/admin/subscriptions'

describe('/api/admin/subscriptions', () => {
  let app: TestApp
  let viewer: SignedIn
  let editor: SignedIn
  before(async () => {
    app = await createTestApp({ env: UNLIMITED })
    viewer = await signIn(app, 'viewer')
    editor = await signIn(app, 'editor')
  })
  after(() => app.close())
  beforeEach(() => clearSubscriptions(app))

  const list = (query = '', by = editor) => app.get(`${PATH}${query}`, by.headers)
  const patch = (body: object, by = editor) => sendAsClient(app, 'PATCH', PATH, body, by.headers)
  const lastAudit = async () => (await app.get('/api/admin/audit?limit=1', editor.headers)).body.items[0]
  const emails = ({ body }: { body: { items: { email: string }[] } }) => body.items.map(({ email }) => email)

  describe('GET 200', () => {
    it('shows addresses to editors, masked ones to viewers, and the client’s secrets to nobody', async () => {
      await postSubscription(app, { clientId: 'secret-of-ada' })
      const whole = await list()
      assert.deepEqual(
        { status: whole.status, total: whole.body.total, emails: emails(whole) },
        { status: 200, total: 1, emails: ['ada@example.org'] },
      )
      assert.equal(whole.headers.get('cache-control'), 'private, no-store')
      const masked = await list('', viewer)
      assert.deepEqual(emails(masked), ['a•••@example.org'])
      const [row] = await querySubscriptionRows(app)
      for (const { text } of [whole, masked, await list('?format=csv')]) {
        assert.ok(!text.includes('secret-of-ada') && !text.includes(row.client) && !text.includes(row.unsubscribe_token))
      }
    })

    it('filters, and finds addresses only for editors', async () => {
      await postSubscription(app, { email: 'Ada@Example.org', lang: 'de' })
      await postSubscription(app, {
        email: 'bob@example.org',
        type: 'newsletter',
        cityName: undefined,
        cityLat: undefined,
        cityLon: undefined,
      })
      const found = async (query: string, by = editor) => (await list(query, by)).body.total
      assert.equal(await found('?type=newsletter'), 1)
      assert.equal(await found('?active=false'), 0)
      assert.equal(await found('?confirmed=true'), 2)
      assert.equal(await found('?lang=de'), 1)
      assert.equal(await found('?email=ADA@example.org'), 1)
      assert.equal(await found('?q=bob@'), 1)
      assert.equal(await found('?q=erli'), 1)
      assert.equal(await found('?q=bob@', viewer), 0)
      assert.equal(await found('?q=%25'), 0)
      assert.equal(await found('?from=2026-07-01T12:00:01Z'), 0)
      assert.equal((await list('?email=ada@example.org', viewer)).status, 403)
    })

    it('pages without duplicates or gaps while others are added', async () => {
      for (let i = 0; i < 5; i++) await postSubscription(app, { email: `a${i}@example.org` })
      const first = await list('?limit=2')
      await postSubscription(app, { email: 'new@example.org' })
      app.clock.advance({ seconds: 1 })
      await postSubscription(app, { email: 'newer@example.org' })
      const seen = emails(first)
      for (let cursor = first.body.nextCursor; cursor !== null;) {
        const page = await list(`?limit=2&cursor=${cursor}`)
        seen.push(...emails(page))
        cursor = page.body.nextCursor
      }
      const old = seen.filter((email) => email.startsWith('a'))
      assert.deepEqual(
        old.toSorted(),
        ['a0', 'a1', 'a2', 'a3', 'a4'].map((name) => `${name}@example.org`),
      )
      assert.ok(!seen.includes('newer@example.org'))
    })

    it('exports CSV with spreadsheet formulas disarmed', async () => {
      await postSubscription(app, { cityName: '=HYPERLINK("http://evil.example")', email: '+1@example.org' })
      const { text, headers } = await list('?format=csv')
      assert.match(headers.get('content-type') ?? '', /^text\/csv/)
      const [header, line] = text.split('\r\n')
      assert.ok(header?.includes('cityName') && header.includes('email'))
      assert.ok(line?.includes(`"'=HYPERLINK(""http://evil.example"")"`) && line.includes(`'+1@example.org`))
    })
  })

  describe('PATCH 200', () => {
    it('changes the given fields, and audits them without the address', async () => {
      const { id } = await makeSubscription(app)
      const [{ version }] = (await list()).body.items
      const body = { id, version, frequency: 'daily', lang: 'fr', units: 'si', timezone: 'Europe/Paris', alertPrefs: { fog: true } }
      const { status, body: answer } = await patch(body)
      const { subscription } = answer
      assert.equal(status, 200)
      assert.deepEqual(
        {
          frequency: subscription.frequency,
          lang: subscription.lang,
          units: subscription.units,
          timezone: subscription.timezone,
          fog: subscription.alertPrefs.fog,
        },
        { frequency: 'daily', lang: 'fr', units: 'si', timezone: 'Europe/Paris', fog: true },
      )
      assert.notEqual(subscription.version, version)
      const entry = await lastAudit()
      assert.deepEqual(
        { action: entry.action, objectId: entry.objectId, beforeLang: entry.before.lang, afterLang: entry.after.lang },
        { action: 'subscription.update', objectId: id, beforeLang: 'en', afterLang: 'fr' },
      )
      assert.doesNotMatch(JSON.stringify([entry.before, entry.after]), /example\.org/)
    })

    it('deactivates a subscription with its waiting mails, and reactivates what an administrator ended', async () => {
      const { id } = await makeSubscription(app)
      await insertWaiting(app, ['alerts', 'digest'])
      const ended = await patch({ id, active: false })
      assert.deepEqual(
        { active: ended.body.subscription.active, deactivatedBy: ended.body.subscription.deactivatedBy },
        { active: false, deactivatedBy: 'admin' },
      )
      assert.deepEqual(await querySubscriptionRows(app, 'select kind from mail_outbox where state = $$withdrawn$$'), [{ kind: 'alerts' }])
      const [{ deactivated_at: endedAt }] = await querySubscriptionRows(app)
      app.clock.advance({ minutes: 1 })
      const edited = await patch({ id, active: false, lang: 'fr' })
      assert.deepEqual({ status: edited.status, lang: edited.body.subscription.lang }, { status: 200, lang: 'fr' })
      assert.deepEqual((await querySubscriptionRows(app))[0].deactivated_at, endedAt)
      const back = await patch({ id, active: true })
      assert.deepEqual(
        { status: back.status, active: back.body.subscription.active, deactivatedBy: back.body.subscription.deactivatedBy },
        { status: 200, active: true, deactivatedBy: null },
      )
    })
  })

  it('PATCH 400 names every wrong field, and does not reactivate what the subscriber ended', async () => {
    const { id, token } = await makeSubscription(app)
    const wrong = await patch({ id, frequency: 'weekly', lang: 'x', timezone: 'Mars/Olympus', alertPrefs: { wind: { minGustKmh: 'a' } } })
    assert.deepEqual(
      { status: wrong.status, faultsOf: listFaultPaths(wrong) },
      { status: 400, faultsOf: ['frequency', 'lang', 'timezone', 'alertPrefs.wind.minGustKmh'] },
    )
    await app.get(`/api/unsubscribe?token=${token}`)
    const back = await patch({ id, active: true })
    assert.deepEqual({ status: back.status, faultsOf: listFaultPaths(back) }, { status: 400, faultsOf: ['active'] })
    assert.equal((await querySubscriptionRows(app))[0].lang, 'en')
  })

  it('PATCH 403 for viewers, 404 for an unknown id', async () => {
    const { id } = await makeSubscription(app)
    assert.equal((await patch({ id, active: false }, viewer)).status, 403)
    assert.equal((await patch({ id: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10', active: false })).status, 404)
  })

  it('PATCH 409 for a stale version; one of two simultaneous saves wins whole', async () => {
    const { id } = await makeSubscription(app)
    const [{ version }] = (await list()).body.items
    const answers = await Promise.all(['fr', 'es'].map((lang) => patch({ id, version, lang, units: lang === 'fr' ? 'si' : 'uk' })))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    const [row] = await querySubscriptionRows(app)
    assert.ok((row.lang === 'fr' && row.units === 'si') || (row.lang === 'es' && row.units === 'uk'))
    // A change by the client counts as well.
    const [current] = (await list()).body.items
    await sendAsClient(app, 'PATCH', '/api/subscriptions', { clientId: 'client-1', id, alertPrefs: { fog: true } })
    assert.equal((await patch({ id, version: current.version, lang: 'de' })).status, 409)
  })
})
