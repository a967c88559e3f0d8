import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { cookieOf, PUBLIC_ORIGIN, send, signIn, type SignedIn, tokenOf } from '../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../test/helpers/app.ts'
import { startSmtpServer } from '../../../test/helpers/smtp-server.ts'
import { openAccountMail } from '../users/index.ts'

const ENV = { RATE_LIMITS: 'login=0,forgot=0,reset=0,invite=0,weather=0' }
const PASSWORD = 'a long passphrase'
const NO_TOKEN = 'A'.repeat(43)

describe('links', () => {
  let app: TestApp
  let owner: SignedIn
  before(async () => {
    app = await createTestApp({ env: ENV })
    owner = await signIn(app, 'owner')
  })
  after(() => app.close())

  let count = 0
  const newEmail = () => `person${(count += 1)}@example.org`

  async function ownerHeaders(): Promise<Record<string, string>> {
    const token = await app.services.accounts.sessions.start(app.services.storage.database.kysely, {
      userId: owner.id,
      userAgent: null,
      country: null,
    })
    return { cookie: cookieOf(token) }
  }

  async function invite(body: object = {}) {
    const answer = await send(app, '/api/admin/users/invite', {
      headers: await ownerHeaders(),
      body: { email: newEmail(), role: 'editor', ...body },
    })
    assert.equal(answer.status, 201, answer.text)
    const { user, invite: invited } = answer.body
    return { user, link: String(invited.link), token: String(invited.link).split('/').at(-1) ?? '', expiresAt: invited.expiresAt }
  }

  /** What was mailed to an address, as it will be rendered, the latest first. */
  async function mailed(
    email: string,
  ): Promise<{ template: string; kind: string; data: { token: string; displayName: string; validHours: number } }[]> {
    const { rows } = await app.database.pool.query(
      `select template, kind, data from mail_outbox where address = $1 order by created_at desc, key`,
      [email],
    )
    return rows.map((row) => openAccountMail(row, app.services.sealing))
  }

  const accept = (token: string, body: object = { password: PASSWORD }) => send(app, `/api/auth/invite/${token}`, { body })
  const login = (email: string, password: string) => send(app, '/api/auth/login', { body: { email, password } })
  const forgot = (email: string) => send(app, '/api/auth/forgot-password', { body: { email } })
  const reset = (token: string, password = 'another passphrase') => send(app, `/api/auth/reset-password/${token}`, { body: { password } })

  async function active(): Promise<string> {
    const { user, token } = await invite()
    assert.equal((await accept(token)).status, 201)
    return user.email
  }

  async function resetToken(email: string): Promise<string> {
    assert.equal((await forgot(email)).status, 202)
    const mail = (await mailed(email)).find(({ template }) => template === 'reset-password')
    return mail?.data.token ?? ''
  }

  describe('invitations', () => {
    it('201: the answer carries the link when no mail can be sent, and the mail the same one', async () => {
      const { user, link, token, expiresAt } = await invite({ displayName: ' Grace \n Hopper ', role: 'viewer' })
      assert.deepEqual([user.displayName, user.role, user.status, expiresAt], ['Grace Hopper', 'viewer', 'invited', '2026-07-04T12:00:00Z'])
      assert.equal(link, `${PUBLIC_ORIGIN}/invite/${token}`)
      const [mail] = await mailed(user.email)
      assert.deepEqual([mail?.template, mail?.kind, mail?.data.token, mail?.data.validHours], ['invite', 'account', token, 72])
    })

    it('201 without the link where mail can be sent', async (t) => {
      const mailing = await createTestApp({
        beside: app,
        env: { ...ENV, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@example.org' },
      })
      t.after(() => mailing.close())
      const answer = await send(mailing, '/api/admin/users/invite', {
        headers: await ownerHeaders(),
        body: { email: newEmail(), role: 'viewer' },
      })
      assert.deepEqual([answer.status, Object.keys(answer.body.invite)], [201, ['expiresAt']])
    })

    it('are in the database without a token that opens anything', async () => {
      const { token } = await invite()
      const { rows } = await app.database.pool.query(
        'select l::text from admin_link l union all select m::text from mail_outbox m union all select a::text from admin_audit a',
      )
      assert.ok(rows.length > 2 && !JSON.stringify(rows).includes(token))
      assert.ok(!app.logLines.join('').includes(token))
    })

    it('200: say whom they are for', async () => {
      const { user, token, expiresAt } = await invite({ displayName: 'Alan' })
      const { status, body, headers } = await app.get(`/api/auth/invite/${token}`)
      assert.deepEqual([status, body], [200, { invite: { email: user.email, displayName: 'Alan', role: 'editor', expiresAt } }])
      assert.equal(headers.get('cache-control'), 'private, no-store')
    })

    it('201: are taken up with a password, and sign in', async () => {
      const { user, token } = await invite({ displayName: 'Alan' })
      assert.equal((await login(user.email, PASSWORD)).status, 401)
      const answer = await accept(token, { password: PASSWORD, displayName: 'Alan T.' })
      assert.deepEqual(
        [answer.status, answer.body],
        [201, { user: { id: user.id, email: user.email, displayName: 'Alan T.', role: 'editor' } }],
      )
      const headers = { cookie: cookieOf(tokenOf(answer) ?? '') }
      assert.equal((await app.get('/api/admin/me', headers)).body.user.id, user.id)
      assert.equal((await login(user.email, PASSWORD)).status, 200)
    })

    it('410 for all but one of those that are taken up at once', async () => {
      const { user, token } = await invite()
      const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => accept(token, { password: `${PASSWORD} ${i}` })))
      const statuses = answers.map(({ status }) => status)
      assert.deepEqual(
        statuses.toSorted((a, b) => a - b),
        [201, 410, 410, 410],
      )
      const logins = await Promise.all(answers.map((_, i) => login(user.email, `${PASSWORD} ${i}`)))
      assert.deepEqual(
        logins.map(({ status }) => status),
        statuses.map((status) => (status === 201 ? 200 : 401)),
      )
    })

    it('410 for one that was replaced by a newer one, also when both are taken up at once', async () => {
      const email = newEmail()
      const [older, newer] = [await invite({ email }), await invite({ email, role: 'viewer' })]
      assert.equal(older.user.id, newer.user.id)
      const answers = await Promise.all([accept(older.token), accept(newer.token)])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [410, 201],
      )
      assert.equal(answers[1]?.body.user.role, 'viewer')
    })

    it('410 when expired, used or withdrawn', async () => {
      const [expired, used, withdrawn] = [await invite(), await invite(), await invite()]
      await accept(used.token)
      const headers = await ownerHeaders()
      await send(app, `/api/admin/users/${withdrawn.user.id}`, { method: 'PATCH', headers, body: { disabled: true } })
      for (const { token } of [used, withdrawn]) {
        assert.equal((await accept(token)).status, 410)
        assert.equal((await app.get(`/api/auth/invite/${token}`)).status, 410)
      }
      app.clock.advance({ hours: 71, minutes: 59 })
      assert.equal((await app.get(`/api/auth/invite/${expired.token}`)).status, 200)
      app.clock.advance({ minutes: 1 })
      const { status, body } = await app.get(`/api/auth/invite/${expired.token}`)
      assert.deepEqual([status, body.error], [410, 'gone'])
      assert.equal((await accept(expired.token)).status, 410)
      // And a month later they are forgotten.
      app.clock.advance({ hours: 31 * 24 })
      await app.services.accounts.sweep()
      assert.equal((await accept(expired.token)).status, 404)
    })

    it('404 for an unknown one, 400 for a short password, 403 from another site', async () => {
      for (const token of [NO_TOKEN, 'x', '%00']) {
        assert.equal((await app.get(`/api/auth/invite/${token}`)).status, 404, token)
        assert.equal((await accept(token)).status, 404, token)
      }
      const { token } = await invite()
      for (const body of [{}, { password: 'too short' }, { password: 'x'.repeat(201) }, { password: PASSWORD, displayName: '  ' }])
        assert.equal((await accept(token, body)).status, 400)
      const foreign = { 'sec-fetch-site': 'cross-site' }
      assert.equal((await send(app, `/api/auth/invite/${token}`, { body: { password: PASSWORD }, headers: foreign })).status, 403)
      assert.equal((await accept(token)).status, 201)
    })

    it('409 for an address that has an account', async () => {
      const email = await active()
      const answer = await send(app, '/api/admin/users/invite', {
        headers: await ownerHeaders(),
        body: { email: email.toUpperCase(), role: 'owner' },
      })
      assert.deepEqual([answer.status, answer.body.error, answer.body.details[0].path], [409, 'conflict', 'email'])
    })
  })

  describe('resets', () => {
    it('202 whether or not there is such an account, and a mail only where there is', async () => {
      const known = await active()
      const invited = (await invite()).user.email
      const before = (await app.database.pool.query('select 1 from mail_outbox')).rowCount ?? 0
      for (const email of ['nobody@example.org', 'not an address', invited]) {
        const { status, body } = await forgot(email)
        assert.deepEqual([status, body], [202, { accepted: true }])
      }
      assert.equal((await app.database.pool.query('select 1 from mail_outbox')).rowCount, before)
      const { status, body } = await forgot(known.toUpperCase())
      assert.deepEqual([status, body], [202, { accepted: true }])
      assert.equal((await app.database.pool.query('select 1 from mail_outbox')).rowCount, before + 1)
    })

    it('200: a new password, and every session of the user has ended', async () => {
      const email = await active()
      const sessions = [tokenOf(await login(email, PASSWORD)) ?? '', tokenOf(await login(email, PASSWORD)) ?? '']
      for (let i = 0; i < 6; i++) await login(email, 'wrong password')
      const token = await resetToken(email)
      const answer = await reset(token)
      assert.deepEqual([answer.status, answer.body.user.email], [200, email])
      for (const session of sessions) assert.equal((await app.get('/api/admin/me', { cookie: cookieOf(session) })).status, 401)
      // Failures from before do not keep the owner of the mailbox waiting.
      assert.equal((await login(email, PASSWORD)).status, 401)
      assert.equal((await login(email, 'another passphrase')).status, 200)
    })

    it('410 for all but one of those that are used at once', async () => {
      const token = await resetToken(await active())
      const answers = await Promise.all(Array.from({ length: 3 }, () => reset(token)))
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 410, 410],
      )
    })

    it('410 when expired, replaced by a newer one, or when the user was disabled', async () => {
      const email = await active()
      const older = await resetToken(email)
      app.clock.advance({ seconds: 1 })
      const newer = await resetToken(email)
      assert.notEqual(older, newer)
      assert.equal((await reset(older)).status, 410)
      app.clock.advance({ minutes: 60 })
      assert.equal((await reset(newer)).status, 410)
      const disabled = await resetToken(email)
      await app.database.pool.query('update admin_user set disabled = true where email_key = $1', [email])
      assert.equal((await reset(disabled)).status, 410)
      assert.equal((await forgot(email)).status, 202)
    })

    it('are mailed three times an hour at most', async () => {
      const email = await active()
      for (let i = 0; i < 5; i++) await forgot(email)
      const resets = async () => (await mailed(email)).filter(({ template }) => template === 'reset-password').length
      assert.equal(await resets(), 3)
      app.clock.advance({ minutes: 60 })
      await forgot(email)
      assert.equal(await resets(), 4)
    })

    it('404 for an unknown one or one of another purpose, 400 for a short password, 403 from another site', async () => {
      const { token: inviteToken } = await invite()
      for (const token of [NO_TOKEN, 'x', inviteToken]) assert.equal((await reset(token)).status, 404)
      const token = await resetToken(await active())
      assert.equal((await app.get(`/api/auth/invite/${token}`)).status, 404)
      assert.equal((await reset(token, 'too short')).status, 400)
      const body = { password: 'another passphrase' }
      assert.equal(
        (await send(app, `/api/auth/reset-password/${token}`, { body, headers: { origin: 'https://evil.example' } })).status,
        403,
      )
      assert.equal((await reset(token)).status, 200)
    })

    it('hash nothing for a link that cannot be used', async () => {
      const { hashings } = app.services.accounts.passwords
      await reset(NO_TOKEN)
      await accept(NO_TOKEN)
      assert.equal(app.services.accounts.passwords.hashings, hashings)
    })
  })

  it('arrive by mail, in the language that was asked for, and work', async (t) => {
    const smtp = await startSmtpServer()
    const mailing = await createTestApp({ beside: app, env: { ...ENV, SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.org' } })
    t.after(async () => {
      await mailing.close()
      await smtp.close()
    })
    const email = newEmail()
    const arrived = async (count: number) => {
      const mine = () => smtp.mails.filter(({ to }) => to === email)
      for (let i = 0; i < 500 && mine().length < count; i++) await sleep(20)
      return PostalMime.parse(mine().at(-1)?.raw ?? '')
    }
    const body = { email, role: 'viewer', displayName: 'Zoë <b>', lang: 'de-AT' }
    assert.equal((await send(mailing, '/api/admin/users/invite', { headers: await ownerHeaders(), body })).status, 201)
    const invitation = await arrived(1)
    assert.equal(invitation.subject, 'Ihre Einladung zu Isobar')
    assert.match(invitation.html ?? '', /Zoë &lt;b&gt;/)
    const invited = /localhost:3000\/invite\/([\w-]{43})\b/.exec(invitation.text ?? '')?.[1] ?? ''
    assert.equal((await accept(invited)).status, 201)
    assert.equal((await send(mailing, '/api/auth/forgot-password', { body: { email, lang: 'fr' } })).status, 202)
    const mail = await arrived(2)
    assert.equal(mail.subject, 'Un nouveau mot de passe pour Isobar')
    const token = /localhost:3000\/reset-password\/([\w-]{43})\b/.exec(mail.text ?? '')?.[1] ?? ''
    assert.equal((await reset(token)).status, 200)
    assert.equal((await send(mailing, '/api/auth/forgot-password', { body: { email, lang: 'x_y' } })).status, 400)
  })

  describe('429', () => {
    it('five forgotten passwords, ten resets and ten invitations a minute from one address', async (t) => {
      const limited = await createTestApp({ beside: app, env: { RATE_LIMITS: 'weather=0' } })
      t.after(() => limited.close())
      const until429 = async (ask: () => Promise<{ status: number }>): Promise<number> => {
        for (let i = 0; i < 20; i++) if ((await ask()).status === 429) return i
        return 20
      }
      const body = { password: PASSWORD }
      assert.equal(await until429(() => send(limited, '/api/auth/forgot-password', { body: { email: 'nobody@example.org' } })), 5)
      assert.equal(await until429(() => send(limited, `/api/auth/reset-password/${NO_TOKEN}`, { body })), 10)
      assert.equal(await until429(() => limited.get(`/api/auth/invite/${NO_TOKEN}`)), 10)
    })
  })
})
