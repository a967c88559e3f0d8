import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cookieOf, send, tokenOf } from '../../../../test/helpers/admin.ts'
import { type Links, NO_TOKEN, openLinks, PASSWORD } from './testing/links.ts'

let links: Links
before(async () => {
  links = await openLinks()
})
after(() => links.close())

describe('resets', () => {
  it('202 whether or not the account exists; only an existing one gets a mail', async () => {
    const known = await links.active()
    const invited = (await links.invite()).user.email
    const before = (await links.app.database.pool.query('select 1 from mail_outbox')).rowCount ?? 0
    for (const email of ['nobody@example.org', 'not an address', invited]) {
      const { status, body } = await links.forgot(email)
      assert.deepEqual({ status, body }, { status: 202, body: { accepted: true } })
    }
    assert.equal((await links.app.database.pool.query('select 1 from mail_outbox')).rowCount, before)
    const { status, body } = await links.forgot(known.toUpperCase())
    assert.deepEqual({ status, body }, { status: 202, body: { accepted: true } })
    assert.equal((await links.app.database.pool.query('select 1 from mail_outbox')).rowCount, before + 1)
  })

  it('are mailed with a link that is valid for an hour, and not sent after it', async () => {
    const { user } = await links.invite({ displayName: 'Ada' })
    await links.accept((await links.invite({ email: user.email, displayName: 'Ada' })).token)
    assert.equal((await send(links.app, '/api/auth/forgot-password', { body: { email: user.email, lang: 'fr' } })).status, 202)
    const mail = (await links.mailed(user.email)).find(({ template }) => template === 'reset-password')
    assert.deepEqual({ ...mail?.data, token: '' }, { displayName: 'Ada', token: '', validHours: 1, invitedBy: null })
    const { rows } = await links.app.database.pool.query(
      `select kind, lang, drop_after - created_at as valid from mail_outbox where address = $1 and template = 'reset-password'`,
      [user.email],
    )
    assert.deepEqual(
      { rows: rows.length, kind: rows[0].kind, lang: rows[0].lang, hours: rows[0].valid.hours },
      { rows: 1, kind: 'account', lang: 'fr', hours: 1 },
    )
  })

  it('200: sets a new password and ends every session of the user', async () => {
    const email = await links.active()
    const sessions = [tokenOf(await links.login(email, PASSWORD)) ?? '', tokenOf(await links.login(email, PASSWORD)) ?? '']
    for (let i = 0; i < 6; i++) await links.login(email, 'wrong password')
    const token = await links.resetToken(email)
    const answer = await links.reset(token)
    assert.deepEqual({ status: answer.status, email: answer.body.user.email }, { status: 200, email })
    for (const session of sessions) assert.equal((await links.app.get('/api/admin/me', { cookie: cookieOf(session) })).status, 401)
    // Earlier failures do not keep the owner of the mailbox waiting.
    assert.equal((await links.login(email, PASSWORD)).status, 401)
    assert.equal((await links.login(email, 'another passphrase')).status, 200)
  })

  it('410: only one of several simultaneous uses succeeds', async () => {
    const token = await links.resetToken(await links.active())
    const answers = await Promise.all(Array.from({ length: 3 }, () => links.reset(token)))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 410, 410],
    )
  })

  it('410 if expired, replaced by a newer one, or the user was disabled', async () => {
    const email = await links.active()
    const older = await links.resetToken(email)
    links.app.clock.advance({ seconds: 1 })
    const newer = await links.resetToken(email)
    assert.notEqual(older, newer)
    assert.equal((await links.reset(older)).status, 410)
    links.app.clock.advance({ minutes: 60 })
    assert.equal((await links.reset(newer)).status, 410)
    const disabled = await links.resetToken(email)
    await links.app.database.pool.query('update admin_user set disabled = true where email_key = $1', [email])
    assert.equal((await links.reset(disabled)).status, 410)
    assert.equal((await links.forgot(email)).status, 202)
  })

  it('are mailed at most three times an hour', async () => {
    const email = await links.active()
    for (let i = 0; i < 5; i++) await links.forgot(email)
    const resets = async () => (await links.mailed(email)).filter(({ template }) => template === 'reset-password').length
    assert.equal(await resets(), 3)
    links.app.clock.advance({ minutes: 60 })
    await links.forgot(email)
    assert.equal(await resets(), 4)
  })

  it('404 for a token that is unknown or for another purpose, 400 for a short password, 403 from another site', async () => {
    const { token: inviteToken } = await links.invite()
    for (const token of [NO_TOKEN, 'x', inviteToken]) assert.equal((await links.reset(token)).status, 404)
    const token = await links.resetToken(await links.active())
    assert.equal((await links.app.get(`/api/auth/invite/${token}`)).status, 404)
    assert.equal((await links.reset(token, 'too short')).status, 400)
    const body = { password: 'another passphrase' }
    assert.equal(
      (await send(links.app, `/api/auth/reset-password/${token}`, { body, headers: { origin: 'https://evil.example' } })).status,
      403,
    )
    assert.equal((await links.reset(token)).status, 200)
  })

  it('compute no hash for an unusable link', async () => {
    const { hashings } = links.app.services.users.passwords
    await links.reset(NO_TOKEN)
    await links.accept(NO_TOKEN)
    assert.equal(links.app.services.users.passwords.hashings, hashings)
  })
})
