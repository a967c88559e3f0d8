import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { cookieOf, PUBLIC_ORIGIN as ORIGIN, send, signIn, tokenOf } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { crossing } from '../../../../test/helpers/crossing.ts'
import { type Authenticator, createAuthenticator } from './testing/authenticator.ts'
import { EMAIL, forgetAttempts, sendLogin, LOGIN_ENV, PASSWORD } from './testing/login.ts'

const PATH = '/api/auth/passkeys'
const CREDENTIALS = { email: EMAIL, password: PASSWORD }

describe('passkeys', () => {
  let app: TestApp
  let headers: { cookie: string }
  let key: Authenticator
  let recoveryCodes: string[]
  before(async () => {
    app = await createTestApp({ env: LOGIN_ENV })
  })
  after(() => app.close())
  beforeEach(async () => {
    await forgetAttempts(app)
    await app.database.pool.query('delete from admin_passkey')
    await app.database.pool.query('update admin_user set passkeys = 0, totp_secret = null')
    await app.database.pool.query('delete from admin_recovery_code')
    headers = { cookie: cookieOf(tokenOf(await sendLogin(app, CREDENTIALS)) ?? '') }
    key = createAuthenticator()
    const added = await add(key)
    assert.equal(added.status, 201, added.text)
    ;({ recoveryCodes } = added.body)
  })

  const options = (proof: object = { password: PASSWORD }) => send(app, `${PATH}/options`, { headers, body: proof })
  const challenge = async (node = app) => (await send(node, '/api/auth/passkey/options', {})).body.challenge as string
  const enter = (assertion: object, node = app) => send(node, '/api/auth/passkey', { body: assertion })
  const asserted = async (more: object = {}) => key.assert({ challenge: await challenge(), origin: ORIGIN, ...more })
  const audited = async (action: string) =>
    (await app.database.pool.query('select before, after from admin_audit where action = $1 order by at desc, id desc', [action])).rows

  async function add(authenticator: Authenticator, more: object = {}, name = 'Phone') {
    const { challenge: asked } = (await options()).body
    const registration = authenticator.register({ challenge: asked, origin: ORIGIN, ...more })
    return send(app, PATH, { headers, body: { name, registration, lang: 'de' } })
  }

  it('sign in alone, on every node, once for each challenge', async () => {
    const other = await createTestApp({ sharing: app, env: LOGIN_ENV })
    const assertion = key.assert({ challenge: await challenge(), origin: ORIGIN })
    const answers = await Promise.all([enter(assertion), enter(assertion, other), enter(assertion), enter(assertion, other)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401, 401])
    const entered = answers.find(({ status }) => status === 200)
    assert.equal(entered?.body.user.email, EMAIL)
    const session = { cookie: cookieOf(tokenOf(entered as (typeof answers)[0]) ?? '') }
    assert.equal((await app.get('/api/admin/me', session)).body.user.email, EMAIL)
    assert.deepEqual((await audited('user.login'))[0], { before: null, after: { passkey: 'Phone' } })
    assert.notEqual((await app.get(PATH, headers)).body.items[0].lastUsedAt, null)
    await other.close()
  })

  it('401 for anything that does not hold', async () => {
    const stranger = createAuthenticator()
    const late = await asserted()
    const wrong: Record<string, object> = {
      'no such passkey': stranger.assert({ challenge: await challenge(), origin: ORIGIN }),
      'the id of another': { ...stranger.assert({ challenge: await challenge(), origin: ORIGIN }), id: key.id },
      'another site': await asserted({ origin: 'https://evil.example' }),
      'another port': await asserted({ origin: 'http://localhost:3001' }),
      'no verification of the user': await asserted({ verifiesUser: false }),
      'a challenge of its own': await asserted({ challenge: Buffer.from('a.99999999999999.b').toString('base64url') }),
      'a challenge for registering': await asserted({ challenge: (await options()).body.challenge }),
      'no JSON': { ...(await asserted()), clientDataJSON: 'AAAA' },
      'a cut signature': { ...(await asserted()), signature: 'AAAA' },
    }
    for (const [what, assertion] of Object.entries(wrong)) {
      const { status, body } = await enter(assertion)
      assert.deepEqual({ what, status, error: body.error }, { what, status: 401, error: 'unauthorized' })
    }
    app.clock.advance({ seconds: 5 * 60 })
    assert.equal((await enter(late)).status, 401)
    assert.equal((await enter(await asserted())).status, 200)
    await app.database.pool.query('update admin_user set disabled = true where email = $1', [EMAIL])
    assert.equal((await enter(await asserted())).status, 401)
    await app.database.pool.query('update admin_user set disabled = false')
  })

  it('400 and 403 for a malformed answer and from another site', async () => {
    for (const body of [{}, { ...(await asserted()), id: '' }, { ...(await asserted()), signature: 'not base64url!' }]) {
      assert.equal((await enter(body)).status, 400)
    }
    const foreign = { 'sec-fetch-site': 'cross-site' }
    assert.equal((await send(app, '/api/auth/passkey', { body: await asserted(), headers: foreign })).status, 403)
    assert.equal((await send(app, '/api/auth/passkey/options', { headers: foreign })).status, 403)
  })

  it('must count upwards, if they count at all', async () => {
    assert.equal((await enter(await asserted({ counter: 5 }))).status, 200)
    for (const counter of [5, 4, 0]) assert.equal((await enter(await asserted({ counter }))).status, 401)
    assert.equal((await enter(await asserted({ counter: 6 }))).status, 200)
  })

  it('are the second factor of the account: the password needs one, or a recovery code', async () => {
    const alone = await sendLogin(app, CREDENTIALS)
    const required = ['totp', 'passkey'].map((path) => ({ path, message: 'required' }))
    assert.deepEqual({ status: alone.status, details: alone.body.details }, { status: 401, details: required })
    assert.equal((await sendLogin(app, { ...CREDENTIALS, totp: '123456' })).status, 401)
    assert.equal(recoveryCodes.length, 10)
    assert.equal((await sendLogin(app, { ...CREDENTIALS, totp: recoveryCodes[0] })).status, 200)
    assert.equal((await sendLogin(app, { ...CREDENTIALS, totp: recoveryCodes[0] })).status, 401)
    const owner = await signIn(app, 'owner')
    await app.services.settings.update({ secondFactorRequiredFor: 'everyone' }, undefined, ACTOR)
    assert.equal((await app.get('/api/admin/users', owner.headers)).status, 403)
    assert.equal((await app.get('/api/admin/users', headers)).status, 200)
    await app.services.settings.update({ secondFactorRequiredFor: null }, undefined, ACTOR)
    const { items } = (await app.get(`/api/admin/users?q=${EMAIL}`, headers)).body
    assert.deepEqual({ passkeys: items[0].passkeys, totp: items[0].totp }, { passkeys: 1, totp: false })
  })

  it('are added with the password or a passkey, and each change is mailed and audited', async () => {
    for (const [proof, path] of [
      [{}, 'password'],
      [{ password: 'wrong wrong wrong' }, 'password'],
      [{ passkey: await asserted({ verifiesUser: false }) }, 'passkey'],
    ] as const) {
      const { status, body } = await options(proof)
      assert.deepEqual({ status, path: body.details[0].path }, { status: 400, path })
    }
    const assertion = await asserted()
    assert.equal((await options({ passkey: assertion })).status, 200)
    assert.equal((await options({ passkey: assertion })).status, 400)
    app.clock.advance({ seconds: 1 })
    const second = await add(createAuthenticator(), {}, ' Work  laptop ')
    assert.deepEqual(
      { status: second.status, name: second.body.passkey.name, recoveryCodes: second.body.recoveryCodes },
      { status: 201, name: 'Work laptop', recoveryCodes: [] },
    )
    const { id } = second.body.passkey
    assert.equal((await send(app, `${PATH}/${id}`, { method: 'PATCH', headers, body: { name: 'Laptop' } })).status, 200)
    assert.deepEqual((await audited('user.rename_passkey'))[0], { before: { name: 'Work laptop' }, after: { name: 'Laptop' } })
    const names = (await app.get(PATH, headers)).body.items.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, ['Phone', 'Laptop'])

    // Mails of one instant have no order.
    app.clock.advance({ seconds: 1 })
    const remove = (body: object, of = id) => send(app, `${PATH}/${of}`, { method: 'DELETE', headers, body })
    assert.equal((await remove({})).status, 400)
    assert.equal((await remove({ password: PASSWORD }, 'laptop')).status, 400)
    assert.equal((await remove({ password: 'wrong wrong wrong' })).status, 400)
    assert.equal((await remove({ password: PASSWORD, lang: 'fr' })).status, 200)
    assert.equal((await remove({ password: PASSWORD })).status, 404)
    assert.deepEqual((await audited('user.remove_passkey'))[0], { before: { name: 'Laptop' }, after: null })
    const { rows } = await app.database.pool.query(
      `select lang, data->>'change' as change, data->>'passkey' as passkey from mail_outbox where template = 'passkey-changed' order by created_at desc, key limit 1`,
    )
    assert.deepEqual(rows, [{ lang: 'fr', change: 'removed', passkey: 'Laptop' }])
  })

  it('400: one of another user proves nothing, whoever is signed in', async () => {
    await signIn(app, 'editor')
    await app.database.pool.query('update admin_passkey set user_id = (select id from admin_user where email <> $1 limit 1)', [EMAIL])
    const { status, body } = await options({ passkey: await asserted() })
    assert.deepEqual({ status, details: body.details }, { status: 400, details: [{ path: 'passkey', message: 'was not accepted' }] })
    assert.deepEqual((await options({ password: 'wrong wrong wrong' })).body.details, [{ path: 'password', message: 'is wrong' }])
  })

  it('leave no recovery codes behind when the last one is removed', async () => {
    const codes = async () => Number((await app.database.pool.query('select count(*) from admin_recovery_code')).rows[0].count)
    const [{ id }] = (await app.get(PATH, headers)).body.items
    assert.equal(await codes(), 10)
    const removed = await send(app, `${PATH}/${id}`, { method: 'DELETE', headers, body: { passkey: await asserted() } })
    assert.deepEqual({ status: removed.status, codes: await codes() }, { status: 200, codes: 0 })
    assert.equal((await sendLogin(app, CREDENTIALS)).status, 200)
  })

  it('400 and 409 for registrations that do not hold, are repeated or too many', async () => {
    const begun = async () => (await options()).body.challenge as string
    const other = await signIn(app, 'editor')
    const register = (registration: object, as: { cookie: string } = headers) =>
      send(app, PATH, { headers: as, body: { name: 'x', registration } })
    const stranger = createAuthenticator()
    for (const registration of [
      stranger.register({ challenge: await begun(), origin: 'https://evil.example' }),
      stranger.register({ challenge: await begun(), origin: ORIGIN, verifiesUser: false }),
      stranger.register({ challenge: await challenge(), origin: ORIGIN }),
    ]) {
      const { status, body } = await register(registration)
      assert.deepEqual({ status, path: body.details?.[0].path }, { status: 400, path: 'registration' })
    }
    // Begun by one user, finished by another.
    assert.equal((await register(stranger.register({ challenge: await begun(), origin: ORIGIN }), other.headers)).status, 400)
    assert.equal((await register(key.register({ challenge: await begun(), origin: ORIGIN }))).status, 409)
    const registration = stranger.register({ challenge: await begun(), origin: ORIGIN })
    assert.equal((await register(registration)).status, 201)
    assert.equal((await register(registration)).status, 409)
    await app.database.pool.query('update admin_user set passkeys = 20 where email = $1', [EMAIL])
    assert.match((await add(createAuthenticator())).body.message, /20 passkeys/)
  })

  it('do instead of a code when the password changes', async () => {
    const change = (more: object) =>
      send(app, '/api/auth/password', { headers, body: { currentPassword: PASSWORD, newPassword: 'another long passphrase', ...more } })
    assert.deepEqual((await change({})).body.details, [{ path: 'totp', message: 'is required' }])
    assert.equal((await change({ passkey: await asserted({ verifiesUser: false }) })).status, 400)
    assert.equal((await change({ passkey: await asserted() })).status, 200)
    const back = { currentPassword: 'another long passphrase', newPassword: PASSWORD, totp: recoveryCodes[1] }
    assert.equal((await send(app, '/api/auth/password', { headers, body: back })).status, 200)
  })

  it('401 for one that is removed while it signs in, which waits for that; removing all of them waits, too', async () => {
    const removal = {
      first: 'select from admin_user where email = $1 for update',
      second: 'delete from admin_passkey where user_id = (select id from admin_user where email = $1)',
      values: [EMAIL],
    }
    const assertion = await asserted()
    assert.equal((await crossing(app.database.pool, removal, () => enter(assertion))).status, 401)
    assert.equal((await add(createAuthenticator())).status, 201)
    const [user] = (
      await app.database.pool.query('select id, email, display_name as "displayName" from admin_user where email = $1', [EMAIL])
    ).rows
    await crossing(app.database.pool, removal, () => app.services.signIn.passkeys.removeAll(user, ACTOR))
  })

  it('forgets used challenges once they would have expired', async () => {
    assert.equal((await enter(await asserted())).status, 200)
    const left = async () => (await app.database.pool.query('select 1 from admin_used_challenge')).rowCount ?? 0
    assert.ok((await left()) > 0)
    app.clock.advance({ seconds: 5 * 60 })
    await app.services.signIn.sweep()
    assert.equal(await left(), 0)
  })
})

const ACTOR = { userId: null, name: 'test', client: null, country: null, requestId: null }
