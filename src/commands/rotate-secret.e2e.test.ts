import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { generateSync } from 'otplib'
import pg from 'pg'
import { cookieOf, send, signIn, type SignedIn, tokenOf } from '../../test/helpers/admin.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '../../test/helpers/app.ts'
import { runService } from '../../test/helpers/service-process.ts'
import { startSmtpServer, type TestSmtpServer } from '../../test/helpers/smtp-server.ts'
import { until } from '../../test/helpers/until.ts'
import { type MailServiceSimulator, startMailServiceSimulator } from '../../tools/mail-service-simulator/simulator.ts'
import { SEALED } from '../composition/sealed.ts'
import { APPLICATION_NAME } from '../composition/storage.ts'
import { createWebhookClient } from '../features/clients/webhooks/testing/client.ts'
import { PUSH_ENV, pushBrowser } from '../features/subscribers/push/testing/browser.ts'
import { startPushService } from '../features/subscribers/push/testing/push-service.ts'

const OLD = 'test-admin-secret-0123456789'
const NEW = 'the-secret-of-next-year-9876'
const EMAIL = 'ada@example.org'
const PASSWORD = 'correct horse battery'

describe('rotate-secret on a filled database', () => {
  let app: TestApp
  let mailService: MailServiceSimulator
  let smtp: TestSmtpServer
  let folder: string
  let env: Record<string, string>
  let totp: string
  let session: { cookie: string }
  let owner: SignedIn
  let hash: string
  const nodes: TestApp[] = []
  before(async () => {
    mailService = await startMailServiceSimulator({ port: 0 })
    smtp = await startSmtpServer({
      authOptional: false,
      onAuth: ({ password }, _session, done) => done(password === 'smtp-pass-1' ? null : new Error('no'), { user: 'u' }),
    })
    folder = await mkdtemp(join(tmpdir(), 'isobar-rotate-'))
    env = {
      ...PUSH_ENV,
      ADMIN_EMAIL: EMAIL,
      ADMIN_PASSWORD: PASSWORD,
      MAIL_SERVICE_BASE_URL: mailService.url,
      SUBSCRIPTION_CONFIRMATION: 'off',
      RATE_LIMITS: 'login=0,weather=0,upstream=0,upstream-day=0',
    }
    app = await createTestApp({ env: { ...env, OPENWEATHER_API_KEY: 'invalid-key-of-the-environment' } })
    nodes.push(app)
    owner = await signIn(app, 'owner')
    await fill()
  })
  after(async () => {
    // Cleans up if a test failed midway.
    await Promise.all(nodes.map((node) => node.stop()))
    await app.simulator.close()
    await app.database.drop()
    await mailService.close()
    await smtp.close()
    await rm(folder, { recursive: true, force: true })
  })

  const patch = (path: string, body: object, node = app) => send(node, path, { method: 'PATCH', body, headers: owner.headers })
  async function started(options: TestAppOptions): Promise<TestApp> {
    const node = await createTestApp(options)
    nodes.push(node)
    return node
  }
  async function stopped(node: TestApp): Promise<void> {
    nodes.splice(nodes.indexOf(node), 1)
    await node.stop()
  }
  const login = (node: TestApp, more: object = {}) => send(node, '/api/auth/login', { body: { email: EMAIL, password: PASSWORD, ...more } })

  /** Stores one of everything that depends on ADMIN_SECRET. */
  async function fill(): Promise<void> {
    assert.equal((await patch('/api/admin/weather-provider-key', { key: 'stored-weather-key-0123' })).status, 200)
    assert.equal((await patch('/api/admin/email-key', { key: 'stored-mail-key-0123' })).status, 200)
    const settings = { host: '127.0.0.1', port: smtp.port, security: 'none', user: 'u', password: 'smtp-pass-1' }
    assert.equal((await patch('/api/admin/connections', { id: 'mail-transport', settings, check: true })).body.status, 'ok')

    session = { cookie: cookieOf(tokenOf(await login(app)) ?? '') }
    totp = (await send(app, '/api/auth/totp', { headers: session })).body.secret
    const code = generateSync({ secret: totp, epoch: app.clock.now() / 1_000 })
    assert.equal((await send(app, '/api/auth/totp/confirm', { headers: session, body: { code } })).status, 200)
    app.clock.advance({ seconds: 30 })
    const other = await signIn(app, 'editor')
    assert.equal((await send(app, '/api/auth/totp', { headers: other.headers })).status, 200)

    // Switched off, so that the mail is sent only after the rotation.
    await patch('/api/admin/connections', { id: 'mail-transport', enabled: false })
    assert.equal(
      (await send(app, '/api/admin/users/invite', { body: { email: 'grace@example.org', role: 'viewer' }, headers: owner.headers })).status,
      201,
    )
    await send(app, '/api/subscriptions', { body: { clientId: 'client-1', email: EMAIL, type: 'newsletter' } })
    hash = app.services.keyedHash('address', EMAIL)

    const { sealing } = app.services
    const at = new Date(app.clock.now())
    const purposeOf = (table: string, key: string): string => SEALED.find((place) => place.table === table)?.purpose(key) ?? ''
    await app.database.pool.query(
      `insert into connection (id, enabled, settings, secret, secret_updated_at, version, updated_at, updated_by)
      values ('ad-program', true, '{}', $1, $2, 1, $2, 'ada')`,
      [sealing.seal(purposeOf('connection', 'ad-program'), 'refresh-token'), at],
    )

    const browser = await pushBrowser(app, await startPushService())
    assert.equal((await browser.watch()).status, 201)
    const client = await createWebhookClient(app)
    const { id } = await client.create('https://93.184.216.34/')
    assert.equal((await client.send('POST', `/${id}/rotate-secret`, {})).status, 200)
  }

  async function rotate(
    extra: Record<string, string> = {},
    { args = [], input = '' }: { args?: readonly string[]; input?: string } = {},
  ): Promise<{ status: number | null; output: string; error: string }> {
    const env = { DATABASE_URL: app.database.connectionString, ADMIN_SECRET: OLD, ...extra }
    const { status, stdout, stderr } = await runService(env, ['rotate-secret', ...args], input)
    return { status, output: stdout, error: stderr }
  }

  async function sealed(): Promise<string[]> {
    const found: string[] = []
    for (const { table, key, column, field } of SEALED) {
      const value = field === undefined ? column : `${column} ->> '${field}'`
      const { rows } = await app.database.pool.query(
        `select ${key}::text as key, ${value} as sealed from ${table} where ${value} is not null`,
      )
      found.push(...rows.map(({ sealed }) => `${table}.${column} ${sealed}`))
    }
    return found.toSorted()
  }

  it('starts from data in every known place', async () => {
    const texts = await sealed()
    for (const { table, column } of SEALED)
      assert.ok(
        texts.some((each) => each.startsWith(`${table}.${column} `)),
        `${table}.${column}`,
      )
  })

  it('is refused while the service runs', async () => {
    const before = await sealed()
    const { status, error } = await rotate({ ADMIN_SECRET_NEW: NEW })
    assert.equal(status, 1)
    assert.match(error, /^isobar: the service is running on this database/)
    assert.deepEqual(await sealed(), before)
    await stopped(app)
  })

  it('is refused if the service has started since the first check', async (t) => {
    const before = await sealed()
    const locking = await app.database.pool.connect()
    await locking.query('begin; lock table connection in access share mode')
    const rotating = rotate({ ADMIN_SECRET_NEW: NEW })
    const waiting = `select 1 from pg_locks where not granted and relation = 'connection'::regclass`
    await until('the rotation waits for the lock', async () => (await app.database.pool.query(waiting)).rows.length > 0)
    const node = new pg.Client({ connectionString: app.database.connectionString, application_name: APPLICATION_NAME })
    await node.connect()
    t.after(() => node.end())
    await locking.query('commit')
    locking.release()
    const { status, error } = await rotating
    assert.equal(status, 1)
    assert.match(error, /^isobar: the service is running on this database/)
    assert.deepEqual(await sealed(), before)
  })

  it('is refused without a new secret, with a short one or the old one, in one line without the secret', async () => {
    const short = join(folder, 'short')
    await writeFile(short, 'short\n')
    const wrong: readonly (readonly [Record<string, string>, { args?: readonly string[]; input?: string }, RegExp])[] = [
      [{}, {}, /no new secret was given/],
      [{ ADMIN_SECRET_NEW: 'short' }, {}, /at least 16/],
      [{}, { args: ['--new-file', short] }, /at least 16/],
      [{}, { args: ['--new-stdin'], input: '' }, /at least 16/],
      [{ ADMIN_SECRET_NEW: OLD }, {}, /is the same as the old one/],
      [{}, { args: ['--new-file', join(folder, 'none')] }, /cannot be read \(ENOENT\)/],
      [{}, { args: ['--new-file', short, '--new-stdin'] }, /usage/],
      [{ ADMIN_SECRET_NEW: NEW }, { args: [NEW] }, /usage/],
    ]
    for (const [extra, options, message] of wrong) {
      const { status, error } = await rotate(extra, options)
      assert.equal(status, 1)
      assert.match(error, message)
      assert.ok(!error.includes(NEW) && !error.includes(OLD))
    }
  })

  it('changes nothing if one text cannot be decrypted, and names it', async () => {
    const before = await sealed()
    const wrong = await rotate({ ADMIN_SECRET: 'not-the-old-secret-at-all', ADMIN_SECRET_NEW: NEW })
    assert.equal(wrong.status, 1)
    assert.match(wrong.error, /^isobar: nothing was changed: neither secret decrypts hash_key true, connection /)

    const { rows } = await app.database.pool.query(`select secret from connection where id = 'mail-service'`)
    await app.database.pool.query(`update connection set secret = overlay(secret placing 'AAAA' from 40) where id = 'mail-service'`)
    const damaged = await rotate({ ADMIN_SECRET_NEW: NEW })
    assert.deepEqual(
      { status: damaged.status, error: damaged.error },
      { status: 1, error: 'isobar: nothing was changed: neither secret decrypts connection mail-service (damaged)\n' },
    )
    await app.database.pool.query(`update connection set secret = $1 where id = 'mail-service'`, [rows[0].secret])
    assert.deepEqual(await sealed(), before)
  })

  it('changes nothing if there are encrypted texts in an unknown place', async () => {
    const [one = ''] = await sealed()
    await app.database.pool.query(`insert into setting (version, overrides, updated_at, updated_by) values (1, $1, now(), 'x')`, [
      JSON.stringify({ forgotten: one.split(' ')[1] }),
    ])
    const { status, error } = await rotate({ ADMIN_SECRET_NEW: NEW })
    assert.deepEqual(
      { status, error },
      { status: 1, error: 'isobar: nothing was changed: this release does not know the secrets in setting\n' },
    )
    await app.database.pool.query('delete from setting')
  })

  it('re-encrypts everything; a second time there is nothing to do', async () => {
    const before = await sealed()
    const first = await rotate({}, { args: ['--new-stdin'], input: `${NEW}\n` })
    assert.deepEqual(
      { status: first.status, output: first.output },
      { status: 0, output: `${before.length} secrets re-encrypted.\nSet ADMIN_SECRET to the new secret on every node, and start.\n` },
    )
    const after = await sealed()
    assert.equal(after.length, before.length)
    assert.equal(after.filter((each) => before.includes(each)).length, 0)
    const again = await rotate({ ADMIN_SECRET_NEW: NEW })
    assert.match(again.output, new RegExp(`^All ${before.length} secrets are already encrypted with the new secret`))
    const { rows } = await app.database.pool.query(`select actor from admin_audit where action = 'secret.rotate'`)
    assert.deepEqual(rows, [{ actor: 'command line' }, { actor: 'command line' }])
  })

  it('leaves everything working: keys, mail, second factors, sessions, hashes', async () => {
    const node = await started({
      sharing: app,
      env: { ...env, ADMIN_SECRET: NEW, OPENWEATHER_API_KEY: 'invalid-key-of-the-environment' },
    })
    assert.ok(!node.logLines.some((line) => line.includes('ADMIN_SECRET does not match')))
    assert.equal((await node.get('/api/weather?lat=5&lon=5&scope=current')).body.source, 'openweather')
    for (const id of ['openweather', 'mail-service', 'mail-transport'])
      assert.equal((await patch('/api/admin/connections', { id, enabled: true, check: true }, node)).body.status, 'ok', id)
    assert.ok(mailService.keys.has('stored-mail-key-0123'))

    const invited = () => smtp.mails.find(({ to }) => to === 'grace@example.org')
    await until('the invitation has arrived', () => invited() !== undefined)
    const link = /\/invite\/([\w-]{43})/.exec(invited()?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '')?.[1]
    assert.equal((await node.get(`/api/auth/invite/${link}`)).body.invite.email, 'grace@example.org')

    assert.equal((await node.get('/api/admin/me', session)).status, 200)
    const code = generateSync({ secret: totp, epoch: node.clock.now() / 1_000 })
    assert.equal((await login(node, { totp: code })).status, 200)
    assert.equal(node.services.keyedHash('address', EMAIL), hash)
    assert.equal((await node.get('/api/subscriptions?clientId=client-1')).body.subscriptions.length, 1)
    await stopped(node)
  })

  it('--give-up: deletes what can no longer be decrypted, and reports it', async () => {
    const lost = await rotate(
      { ADMIN_SECRET: 'a-secret-nobody-ever-used', ADMIN_SECRET_NEW: 'the-third-secret-1234567' },
      { args: ['--give-up'] },
    )
    assert.equal(lost.status, 0, lost.error)
    assert.match(lost.output, /Lost: \d+ \(hash_key true, /)
    assert.deepEqual(await sealed(), [])
    const node = await started({ sharing: app, env: { ...env, ADMIN_SECRET: 'the-third-secret-1234567' } })
    assert.equal((await login(node)).status, 200)
    assert.notEqual(node.services.keyedHash('address', EMAIL), hash)
    assert.equal((await node.get('/api/admin/weather-provider-key', owner.headers)).body.source, 'environment')
    await stopped(node)
  })
})
