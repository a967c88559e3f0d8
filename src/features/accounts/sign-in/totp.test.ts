import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { generateSync } from 'otplib'
import { send, tokenOf } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { findTimeStep } from './totp.ts'

const EMAIL = 'ada@example.org'
const PASSWORD = 'correct horse battery'
const ENV = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD, RATE_LIMITS: 'login=0,weather=0' }
const PATH = '/api/auth/totp'

describe('the second factor', () => {
  let app: TestApp
  let headers: { cookie: string }
  before(async () => {
    app = await createTestApp({ env: ENV })
    headers = { cookie: `service_admin_session=${tokenOf(await login({})) ?? ''}` }
  })
  after(() => app.close())

  const login = (more: object) => send(app, '/api/auth/login', { body: { email: EMAIL, password: PASSWORD, ...more } })
  const codeAt = (secret: string, stepsFromNow = 0) =>
    generateSync({ secret, epoch: Math.floor(app.clock.now() / 1_000) + 30 * stepsFromNow })
  const forget = () => app.database.pool.query('delete from login_backoff')

  async function enrol(): Promise<{ secret: string; recoveryCodes: string[] }> {
    await forget()
    await send(app, PATH, { method: 'DELETE', headers, body: { password: PASSWORD } })
    // Codes of the previous secret were used in this time step.
    app.clock.advance({ seconds: 30 })
    const { secret } = (await send(app, PATH, { headers })).body
    const confirmed = await send(app, `${PATH}/confirm`, { headers, body: { code: codeAt(secret) } })
    assert.equal(confirmed.status, 200)
    app.clock.advance({ seconds: 30 })
    return { secret, recoveryCodes: confirmed.body.recoveryCodes }
  }

  describe('200', () => {
    it('is required once it is confirmed, not before', async () => {
      const begun = await send(app, PATH, { headers })
      assert.equal(begun.status, 200)
      const { secret, otpauthUrl, expiresAt } = begun.body
      assert.match(secret, /^[A-Z2-7]{32}$/)
      const url = new URL(otpauthUrl)
      assert.deepEqual(
        { protocol: url.protocol, secret: url.searchParams.get('secret'), issuer: url.searchParams.get('issuer') },
        { protocol: 'otpauth:', secret, issuer: 'Isobar' },
      )
      assert.equal(decodeURIComponent(url.pathname), `/Isobar:${EMAIL}`)
      assert.equal(expiresAt, '2026-07-01T12:15:00Z')
      assert.equal((await login({})).status, 200)

      const confirmed = await send(app, `${PATH}/confirm`, { headers, body: { code: codeAt(secret) } })
      assert.equal(new Set(confirmed.body.recoveryCodes).size, 10)
      assert.equal((await login({})).status, 401)
      app.clock.advance({ seconds: 30 })
      assert.equal((await login({ totp: codeAt(secret) })).status, 200)
    })

    it('mails its owner when it is turned on and off, once each, in the language of the request', async () => {
      await enrol()
      await app.database.pool.query(`delete from mail_outbox where template = 'totp-changed'`)
      const off = () => send(app, PATH, { method: 'DELETE', headers, body: { password: PASSWORD, lang: 'fr' } })
      assert.deepEqual([(await off()).status, (await off()).status], [200, 200])
      const { secret } = (await send(app, PATH, { headers })).body
      app.clock.advance({ seconds: 30 })
      const code = codeAt(secret)
      assert.equal((await send(app, `${PATH}/confirm`, { headers, body: { code: '000000', lang: 'ja' } })).status, 400)
      assert.equal((await send(app, `${PATH}/confirm`, { headers, body: { code, lang: 'ja' } })).status, 200)
      const { rows } = await app.database.pool.query(
        `select address, lang, data->>'change' as change from mail_outbox where template = 'totp-changed' order by lang`,
      )
      assert.deepEqual(rows, [
        { address: EMAIL, lang: 'fr', change: 'off' },
        { address: EMAIL, lang: 'ja', change: 'on' },
      ])
    })

    it('is labelled with the site name without its colons', async (t) => {
      const settings = app.services.settings
      const actor = { userId: null, name: 'test', client: null, country: null, requestId: null }
      t.after(() => settings.update({ siteName: null }, undefined, actor))
      await settings.update({ siteName: 'Wetter: heute & morgen' }, undefined, actor)
      await send(app, PATH, { method: 'DELETE', headers, body: { password: PASSWORD } })
      const url = new URL((await send(app, PATH, { headers })).body.otpauthUrl)
      assert.equal(url.searchParams.get('issuer'), 'Wetter  heute & morgen')
      assert.equal(decodeURIComponent(url.pathname), `/Wetter  heute & morgen:${EMAIL}`)
    })

    it('is stored encrypted, its recovery codes hashed', async () => {
      const { secret, recoveryCodes } = await enrol()
      const { rows } = await app.database.pool.query('select u::text from admin_user u union all select c::text from admin_recovery_code c')
      const stored = JSON.stringify(rows)
      assert.match(stored, /v1\.[\w-]{8}\.[\w-]+/)
      for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
        assert.ok(!stored.includes(text))
      assert.ok(!app.logLines.join('').includes(secret))
    })

    it('accepts the codes of the adjacent steps, each once', async () => {
      const { secret } = await enrol()
      app.clock.advance({ minutes: 5 })
      for (const step of [-1, 0, 1]) {
        assert.equal((await login({ totp: codeAt(secret, step) })).status, 200, `step ${step}`)
        assert.equal((await login({ totp: codeAt(secret, step) })).status, 401, `step ${step} again`)
      }
      // A step before a used one counts as used.
      assert.equal((await login({ totp: codeAt(secret, 0) })).status, 401)
      app.clock.advance({ minutes: 5 })
      for (const step of [-2, 2]) assert.equal((await login({ totp: codeAt(secret, step) })).status, 401, `step ${step}`)
      await forget()
      const spaced = codeAt(secret).replace(/^.../, '$& ')
      assert.equal((await login({ totp: spaced })).status, 200)
    })

    it('accepts one of several simultaneous requests with the same code', async () => {
      const { secret } = await enrol()
      const code = codeAt(secret)
      const answers = await Promise.all(Array.from({ length: 4 }, () => login({ totp: code })))
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 401, 401, 401],
      )
    })

    it('accepts each recovery code once, however it is typed', async () => {
      const { recoveryCodes } = await enrol()
      const [one = '', two = '', three = ''] = recoveryCodes
      assert.match(one, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/)
      assert.equal((await login({ totp: one })).status, 200)
      assert.equal((await login({ totp: one })).status, 401)
      assert.equal((await login({ totp: two.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'L') })).status, 200)
      const answers = await Promise.all(Array.from({ length: 3 }, () => login({ totp: three })))
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 401, 401],
      )
    })

    it('can be removed with a code, a recovery code or the password', async () => {
      for (const proof of ['code', 'recovery', 'password']) {
        const { secret, recoveryCodes } = await enrol()
        const body = proof === 'password' ? { password: PASSWORD } : { code: proof === 'code' ? codeAt(secret) : recoveryCodes[4] }
        const { status, body: answer } = await send(app, PATH, { method: 'DELETE', headers, body })
        assert.deepEqual({ status, answer }, { status: 200, answer: { totp: false } })
        assert.equal((await login({})).status, 200)
        assert.equal((await app.database.pool.query('select 1 from admin_recovery_code')).rowCount, 0)
      }
      // Removal succeeds even if there is none.
      assert.equal((await send(app, PATH, { method: 'DELETE', headers, body: { password: PASSWORD } })).status, 200)
    })

    it('is audited when it is removed, not when there was none', async () => {
      await enrol()
      const removed = async () => (await app.get('/api/admin/audit?action=user.disable_totp', headers)).body
      const before = (await removed()).total
      for (let i = 0; i < 2; i++) await send(app, PATH, { method: 'DELETE', headers, body: { password: PASSWORD } })
      const { total, items } = await removed()
      assert.deepEqual([total - before, items[0].objectType, items[0].objectId], [1, 'user', items[0].userId])
    })

    it('is audited without secrets', async () => {
      const { secret, recoveryCodes } = await enrol()
      const { text, body } = await app.get('/api/admin/audit', headers)
      const actions = new Set(body.items.map(({ action }: { action: string }) => action))
      assert.ok(['user.enable_totp', 'user.disable_totp', 'user.login'].every((action) => actions.has(action)))
      for (const each of [secret, PASSWORD, ...recoveryCodes]) assert.ok(!text.includes(each))
      const enabled = body.items.find(({ action }: { action: string }) => action === 'user.enable_totp')
      assert.deepEqual([enabled.objectType, enabled.objectId], ['user', enabled.userId])
    })
  })

  describe('400', () => {
    it('for a wrong code or password, which counts as a failure', async () => {
      await enrol()
      const wrong: readonly (readonly [body: object, path: string])[] = [
        [{ code: '000000' }, 'code'],
        [{ code: 'abcd-efgh-jkmn-pqrs' }, 'code'],
        [{ password: 'wrong password' }, 'password'],
        [{}, 'code'],
      ]
      for (const [body, path] of wrong) {
        const answer = await send(app, PATH, { method: 'DELETE', headers, body })
        assert.deepEqual({ status: answer.status, path: answer.body.details[0].path }, { status: 400, path })
      }
      for (let i = 0; i < 2; i++) await send(app, PATH, { method: 'DELETE', headers, body: { password: 'wrong password' } })
      assert.equal((await send(app, PATH, { method: 'DELETE', headers, body: { password: PASSWORD } })).status, 429)
      await forget()
    })

    it('for a wrong first code; the right one still confirms', async () => {
      await send(app, PATH, { method: 'DELETE', headers, body: { password: PASSWORD } })
      const { secret } = (await send(app, PATH, { headers })).body
      const right = codeAt(secret)
      const code = right === '000000' ? '000001' : '000000'
      const { status, body } = await send(app, `${PATH}/confirm`, { headers, body: { code } })
      assert.deepEqual({ status, details: body.details }, { status: 400, details: [{ path: 'code', message: 'is wrong' }] })
      assert.equal((await send(app, `${PATH}/confirm`, { headers, body: { code: right } })).status, 200)
    })
  })

  describe('401', () => {
    it('tells a user who knows the password what is missing, and counts no failure', async () => {
      await enrol()
      for (let i = 0; i < 8; i++) {
        const { status, body } = await login({})
        assert.deepEqual(
          { status, error: body.error, details: body.details },
          { status: 401, error: 'unauthorized', details: [{ path: 'totp', message: 'required' }] },
        )
      }
      const { status, body } = await send(app, '/api/auth/login', { body: { email: EMAIL, password: 'wrong password', totp: '000000' } })
      assert.deepEqual({ status, details: body.details }, { status: 401, details: undefined })
    })

    it('counts wrong codes like wrong passwords', async () => {
      await enrol()
      const statuses: number[] = []
      for (let i = 0; i < 6; i++) statuses.push((await login({ totp: '000000' })).status)
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
      await forget()
    })

    it('without a session', async () => {
      for (const [path, method] of [
        [PATH, 'POST'],
        [PATH, 'DELETE'],
        [`${PATH}/confirm`, 'POST'],
      ] as const)
        assert.equal((await send(app, path, { method, body: { code: '1', password: 'x' } })).status, 401)
    })
  })

  describe('403', () => {
    it('from another site', async () => {
      for (const method of ['POST', 'DELETE'])
        assert.equal(
          (await send(app, PATH, { method, headers: { ...headers, origin: 'https://evil.example' }, body: { password: PASSWORD } })).status,
          403,
        )
    })
  })

  describe('409', () => {
    it('when it is already on, or when enrolment was not begun or is too long ago', async () => {
      const { secret } = await enrol()
      assert.equal((await send(app, PATH, { headers })).status, 409)
      assert.equal((await send(app, `${PATH}/confirm`, { headers, body: { code: codeAt(secret) } })).status, 409)
      await send(app, PATH, { method: 'DELETE', headers, body: { password: PASSWORD } })
      const begun = (await send(app, PATH, { headers })).body
      app.clock.advance({ minutes: 15 })
      assert.equal((await send(app, `${PATH}/confirm`, { headers, body: { code: codeAt(begun.secret) } })).status, 409)
    })
  })

  describe('503', () => {
    it('when the secret was encrypted under another ADMIN_SECRET, which is logged; a recovery code still works', async () => {
      const { secret, recoveryCodes } = await enrol()
      const other = await createTestApp({ sharing: app, env: { ...ENV, ADMIN_SECRET: 'another-secret-0123456789' } })
      try {
        const attempt = (totp: string | undefined) => send(other, '/api/auth/login', { body: { email: EMAIL, password: PASSWORD, totp } })
        const { status, body, text } = await attempt(codeAt(secret))
        assert.deepEqual({ status, error: body.error }, { status: 503, error: 'service_unavailable' })
        assert.ok(!text.includes(secret))
        assert.ok(other.logLines.some((line) => line.includes('SealedError') && line.includes('a different ADMIN_SECRET')))
        assert.equal((await attempt(recoveryCodes[0])).status, 200)
      } finally {
        await other.close()
      }
      assert.equal((await login({ totp: codeAt(secret) })).status, 200)
    })
  })
})

describe('timeStepOf', () => {
  // RFC 6238 appendix B, the last six digits.
  it('agrees with the RFC', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const table = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ] as const
    for (const [seconds, code] of table) assert.equal(findTimeStep(code, secret, seconds * 1_000, null), Math.floor(seconds / 30))
  })

  it('is null if it is not after the last one', () => {
    const at = (lastStep: number | null) => findTimeStep('287082', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 59_000, lastStep)
    assert.deepEqual([at(0), at(1), at(2)], [1, null, null])
  })

  it('is null if the text is not a code', () => {
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345'])
      assert.equal(findTimeStep(code, 'GEZDGNBVGY3TQOJQ', 59_000, null), null)
  })
})
