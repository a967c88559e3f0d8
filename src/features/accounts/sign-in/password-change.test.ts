import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { generateSync } from 'otplib'
import { cookieOf, send, tokenOf } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const EMAIL = 'ada@example.org'
const FIRST = 'correct horse battery'
const SECOND = 'another long passphrase'
const ENV = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: FIRST, RATE_LIMITS: 'login=0,weather=0' }

describe('POST /api/auth/password', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: ENV })
  })
  after(() => app.close())

  const signIn = async (password: string, totp?: string): Promise<string> =>
    tokenOf(await send(app, '/api/auth/login', { body: { email: EMAIL, password, ...(totp === undefined ? {} : { totp }) } })) ?? ''
  const change = (token: string, body: object) => send(app, '/api/auth/password', { headers: { cookie: cookieOf(token) }, body })
  const isIn = async (token: string): Promise<boolean> =>
    (await app.get('/api/auth/session', { cookie: cookieOf(token) })).body.authenticated
  const codeAt = (secret: string): string => generateSync({ secret, epoch: Math.floor(app.clock.now() / 1_000) })
  const outbox = async () =>
    (
      await app.database.pool.query(
        `select template, lang, address from mail_outbox where template = 'password-changed' order by created_at`,
      )
    ).rows

  it('200: ends the other sessions, keeps this one, writes an audit entry and sends a mail', async () => {
    const [here, elsewhere] = [await signIn(FIRST), await signIn(FIRST)]
    const answer = await change(here, { currentPassword: FIRST, newPassword: SECOND, lang: 'de' })
    assert.deepEqual({ status: answer.status, body: answer.body }, { status: 200, body: { changed: true } })
    assert.deepEqual({ isInHere: await isIn(here), isInElsewhere: await isIn(elsewhere) }, { isInHere: true, isInElsewhere: false })
    assert.deepEqual(
      { signInFIRST: await signIn(FIRST), signInSECOND: (await signIn(SECOND)).length },
      { signInFIRST: '', signInSECOND: 43 },
    )
    assert.deepEqual(await outbox(), [{ template: 'password-changed', lang: 'de', address: EMAIL }])
    const { items } = (await app.get('/api/admin/audit?action=user.change_password', { cookie: cookieOf(here) })).body
    assert.equal(items.length, 1)
    assert.doesNotMatch(JSON.stringify(items), /passphrase|argon2/)
  })

  it('200 for one of several at once: the others are told that the password is another by now', async () => {
    const tokens = [await signIn(SECOND), await signIn(SECOND), await signIn(SECOND)]
    const answers = await Promise.all(tokens.map((token, i) => change(token, { currentPassword: SECOND, newPassword: `${FIRST} ${i}` })))
    const changed = answers.map(({ status }) => status === 200)
    assert.equal(changed.filter(Boolean).length, 1)
    assert.deepEqual(await Promise.all(answers.map(async (_, i) => (await signIn(`${FIRST} ${i}`)) !== '')), changed)
    const [now] = changed.flatMap((is, i) => (is ? [`${FIRST} ${i}`] : []))
    assert.equal((await change(await signIn(now ?? ''), { currentPassword: now, newPassword: SECOND })).status, 200)
    await app.database.pool.query('delete from mail_outbox')
    await app.database.pool.query('delete from login_backoff')
  })

  it('400 for a wrong, unchanged or short password; nothing changes', async () => {
    const here = await signIn(SECOND)
    const paths = async (body: object) => {
      const answer = await change(here, body)
      return [answer.status, ...(answer.body.details ?? []).map(({ path }: { path: string }) => path)]
    }
    assert.deepEqual(await paths({ currentPassword: 'wrong password', newPassword: FIRST }), [400, 'currentPassword'])
    assert.deepEqual(await paths({ currentPassword: SECOND, newPassword: SECOND }), [400, 'newPassword'])
    assert.deepEqual(await paths({ currentPassword: SECOND, newPassword: 'short' }), [400, 'newPassword'])
    assert.equal((await outbox()).length, 0)
  })

  it('400 for a malformed language, which is no attempt', async () => {
    const here = await signIn(SECOND)
    const malformed = { currentPassword: 'wrong password', newPassword: FIRST, lang: 'x_y' }
    for (let i = 0; i < 6; i++) {
      const { status, body } = await change(here, malformed)
      assert.deepEqual({ status, path: body.details[0].path }, { status: 400, path: 'lang' })
    }
  })

  it('429 after five wrong passwords; failures elsewhere do not count here', async () => {
    const [here, elsewhere] = [await signIn(SECOND), await signIn(SECOND)]
    for (let i = 0; i < 5; i++) assert.equal((await change(here, { currentPassword: 'wrong password', newPassword: FIRST })).status, 400)
    assert.equal((await change(here, { currentPassword: SECOND, newPassword: FIRST })).status, 429)
    assert.equal((await change(elsewhere, { currentPassword: SECOND, newPassword: FIRST })).status, 200)
    assert.equal((await change(elsewhere, { currentPassword: FIRST, newPassword: SECOND })).status, 200)
  })

  it('401 without a session, 403 from another site', async () => {
    assert.equal((await send(app, '/api/auth/password', { body: { currentPassword: SECOND, newPassword: FIRST } })).status, 401)
    const headers = { cookie: cookieOf(await signIn(SECOND)), 'sec-fetch-site': 'cross-site' }
    assert.equal((await send(app, '/api/auth/password', { headers, body: { currentPassword: SECOND, newPassword: FIRST } })).status, 403)
  })

  it('asks for a code if the user has a second factor', async () => {
    const here = await signIn(SECOND)
    const headers = { cookie: cookieOf(here) }
    const { secret } = (await send(app, '/api/auth/totp', { headers })).body
    const confirmed = await send(app, '/api/auth/totp/confirm', { headers, body: { code: codeAt(secret) } })
    assert.equal(confirmed.status, 200)
    app.clock.advance({ seconds: 60 })
    const passwords = { currentPassword: SECOND, newPassword: FIRST }
    const missing = await change(here, passwords)
    assert.deepEqual({ status: missing.status, path: missing.body.details[0].path }, { status: 400, path: 'totp' })
    for (let i = 0; i < 5; i++) assert.equal((await change(here, passwords)).status, 400, 'a code that is missing is no guess')
    assert.equal((await change(here, { ...passwords, totp: '000000' })).status, 400)
    assert.equal((await change(here, { ...passwords, totp: codeAt(secret) })).status, 200)
  })
})
