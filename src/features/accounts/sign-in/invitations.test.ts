import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cookieOf, PUBLIC_ORIGIN, send, tokenOf } from '../../../../test/helpers/admin.ts'
import { createTestApp } from '../../../../test/helpers/app.ts'
import { ENV, type Links, NO_TOKEN, openLinks, PASSWORD } from './testing/links.ts'

let links: Links
before(async () => {
  links = await openLinks()
})
after(() => links.close())

describe('invitations', () => {
  it('201: the answer carries the link if no mail can be sent; the mail carries the same link', async () => {
    const { user, link, token, expiresAt } = await links.invite({ displayName: ' Grace \n Hopper ', role: 'viewer' })
    assert.deepEqual(
      { displayName: user.displayName, role: user.role, status: user.status, expiresAt },
      { displayName: 'Grace Hopper', role: 'viewer', status: 'invited', expiresAt: '2026-07-04T12:00:00Z' },
    )
    assert.equal(link, `${PUBLIC_ORIGIN}/invite/${token}`)
    const [mail] = await links.mailed(user.email)
    assert.deepEqual(
      { template: mail?.template, kind: mail?.kind, token: mail?.data.token, validHours: mail?.data.validHours },
      { template: 'invite', kind: 'account', token, validHours: 72 },
    )
  })

  it('201: the answer has no link if mail can be sent', async (t) => {
    const mailing = await createTestApp({
      sharing: links.app,
      env: { ...ENV, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@example.org' },
    })
    t.after(() => mailing.close())
    const answer = await send(mailing, '/api/admin/users/invite', {
      headers: await links.ownerHeaders(),
      body: { email: links.newEmail(), role: 'viewer' },
    })
    assert.deepEqual([answer.status, Object.keys(answer.body.invite)], [201, ['expiresAt']])
  })

  it('are stored without a usable token', async () => {
    const { token } = await links.invite()
    const { rows } = await links.app.database.pool.query(
      'select l::text from admin_link l union all select m::text from mail_outbox m union all select a::text from admin_audit a',
    )
    assert.ok(rows.length > 2 && !JSON.stringify(rows).includes(token))
    assert.ok(!links.app.logLines.join('').includes(token))
  })

  it('200: show whom they are for', async () => {
    const { user, token, expiresAt } = await links.invite({ displayName: 'Alan' })
    const { status, body, headers } = await links.app.get(`/api/auth/invite/${token}`)
    assert.deepEqual(
      { status, body },
      { status: 200, body: { invite: { email: user.email, displayName: 'Alan', role: 'editor', expiresAt } } },
    )
    assert.equal(headers.get('cache-control'), 'private, no-store')
  })

  it('201: are accepted with a password, which signs the user in', async () => {
    const { user, token } = await links.invite({ displayName: 'Alan' })
    assert.equal((await links.login(user.email, PASSWORD)).status, 401)
    const answer = await links.accept(token, { password: PASSWORD, displayName: 'Alan T.' })
    assert.deepEqual(
      { status: answer.status, body: answer.body },
      { status: 201, body: { user: { id: user.id, email: user.email, displayName: 'Alan T.', role: 'editor' } } },
    )
    const headers = { cookie: cookieOf(tokenOf(answer) ?? '') }
    assert.equal((await links.app.get('/api/admin/me', headers)).body.user.id, user.id)
    const { items } = (await links.app.get(`/api/admin/users?q=${encodeURIComponent(user.email)}`, headers)).body
    assert.match(items[0].lastLoginAt, /Z$/)
    assert.equal((await links.login(user.email, PASSWORD)).status, 200)
  })

  it('201: keep the invited name unless another is given; the browser is known from then on, and shown with the session', async () => {
    const { token } = await links.invite({ displayName: 'Alan' })
    const answer = await send(links.app, `/api/auth/invite/${token}`, {
      body: { password: PASSWORD },
      headers: { 'user-agent': 'Firefox' },
    })
    assert.equal(answer.body.user.displayName, 'Alan')
    assert.match(answer.headers.getSetCookie()[1] ?? '', /^service_admin_device=[\w-]{43}; /)
    const sessions = await links.app.get('/api/admin/sessions', { cookie: cookieOf(tokenOf(answer) ?? '') })
    assert.deepEqual(
      sessions.body.items.map(({ userAgent }: { userAgent: string }) => userAgent),
      ['Firefox'],
    )
  })

  it('201: end the session that the browser came with', async () => {
    const { token } = await links.invite()
    const headers = await links.ownerHeaders()
    assert.equal((await send(links.app, `/api/auth/invite/${token}`, { body: { password: PASSWORD }, headers })).status, 201)
    assert.equal((await links.app.get('/api/admin/me', headers)).status, 401)
    const { token: again } = await links.invite()
    const others = await links.ownerHeaders()
    assert.equal((await send(links.app, `/api/auth/invite/${again}`, { body: { password: 'too short' }, headers: others })).status, 400)
    assert.equal((await links.app.get('/api/admin/me', others)).status, 200)
  })

  it('410: only one of several simultaneous acceptances succeeds', async () => {
    const { user, token } = await links.invite()
    const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => links.accept(token, { password: `${PASSWORD} ${i}` })))
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [201, 410, 410, 410],
    )
    const logins = await Promise.all(answers.map((_, i) => links.login(user.email, `${PASSWORD} ${i}`)))
    assert.deepEqual(
      logins.map(({ status }) => status),
      statuses.map((status) => (status === 201 ? 200 : 401)),
    )
  })

  it('201: inviting again replaces the name, if there is another, and the role', async () => {
    const email = links.newEmail()
    const names: string[] = []
    for (const displayName of ['Alan', 'Alan T.', undefined])
      names.push((await links.invite({ email, role: 'viewer', ...(displayName === undefined ? {} : { displayName }) })).user.displayName)
    assert.deepEqual(names, ['Alan', 'Alan T.', 'Alan T.'])
  })

  it('410: one replaced by a newer one fails, even if both are accepted at once', async () => {
    const email = links.newEmail()
    const [older, newer] = [await links.invite({ email }), await links.invite({ email, role: 'viewer' })]
    assert.equal(older.user.id, newer.user.id)
    const answers = await Promise.all([links.accept(older.token), links.accept(newer.token)])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [410, 201],
    )
    assert.equal(answers[1]?.body.user.role, 'viewer')
  })

  it('410 when expired, used or withdrawn', async () => {
    const [expired, used, withdrawn] = [await links.invite(), await links.invite(), await links.invite()]
    await links.accept(used.token)
    const headers = await links.ownerHeaders()
    await send(links.app, `/api/admin/users/${withdrawn.user.id}`, { method: 'PATCH', headers, body: { disabled: true } })
    for (const { token } of [used, withdrawn]) {
      assert.equal((await links.accept(token)).status, 410)
      assert.equal((await links.app.get(`/api/auth/invite/${token}`)).status, 410)
    }
    links.app.clock.advance({ hours: 71, minutes: 59 })
    assert.equal((await links.app.get(`/api/auth/invite/${expired.token}`)).status, 200)
    links.app.clock.advance({ minutes: 1 })
    const { status, body } = await links.app.get(`/api/auth/invite/${expired.token}`)
    assert.deepEqual({ status, error: body.error }, { status: 410, error: 'gone' })
    assert.equal((await links.accept(expired.token)).status, 410)
    // They are deleted a month later.
    links.app.clock.advance({ hours: 30 * 24 })
    await links.app.services.users.sweep()
    assert.equal((await links.accept(expired.token)).status, 410)
    links.app.clock.advance({ seconds: 1 })
    await links.app.services.users.sweep()
    assert.equal((await links.accept(expired.token)).status, 404)
  })

  it('404 for an unknown token, 400 for a short password, 403 from another site', async () => {
    for (const token of [NO_TOKEN, 'x']) {
      assert.equal((await links.app.get(`/api/auth/invite/${token}`)).status, 404, token)
      assert.equal((await links.accept(token)).status, 404, token)
    }
    const { token } = await links.invite()
    for (const body of [{}, { password: 'too short' }, { password: 'x'.repeat(201) }, { password: PASSWORD, displayName: '  ' }])
      assert.equal((await links.accept(token, body)).status, 400)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    assert.equal((await send(links.app, `/api/auth/invite/${token}`, { body: { password: PASSWORD }, headers: foreign })).status, 403)
    assert.equal((await links.accept(token)).status, 201)
  })

  it('409 for an address that already has an account', async () => {
    const email = await links.active()
    const answer = await send(links.app, '/api/admin/users/invite', {
      headers: await links.ownerHeaders(),
      body: { email: email.toUpperCase(), role: 'owner' },
    })
    assert.deepEqual(
      { status: answer.status, error: answer.body.error, path: answer.body.details[0].path },
      { status: 409, error: 'conflict', path: 'email' },
    )
  })
})
