import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { buildConnectionPurpose } from '../src/features/operations/connections/index.ts'
import { PAGE_PATHS } from '../src/features/site/rendering/index.ts'
import { announceChange } from '../src/platform/db/changes.ts'
import { buildPages } from '../tools/build/pages.ts'
import { type MailServiceSimulator, startMailServiceSimulator } from '../tools/mail-service-simulator/simulator.ts'
import { cookieOf, send, signIn, type SignedIn, tokenOf } from './helpers/admin.ts'
import { createTestApp, type TestApp } from './helpers/app.ts'
import { type ApiDocument, isStream, operationsOf } from './helpers/openapi.ts'
import { startSmtpServer, type TestSmtpServer } from './helpers/smtp-server.ts'
import { until } from './helpers/until.ts'
import { APPLE_ENVIRONMENT, newPrivateKey } from './helpers/weatherkit.ts'

/** Secrets in the environment. */
const ENVIRONMENT = {
  OPENWEATHER_API_KEY: 'planted-weather-key-1f2e3d4c',
  OPEN_METEO_API_KEY: 'planted-second-key-5b6a7988',
  WEATHERKIT_API_KEY: newPrivateKey(),
  PHOTO_PROVIDER_API_KEY: 'planted-photo-key-0c1d2e3f',
  MAIL_SERVICE_API_KEY: 'planted-mail-service-key-77665544',
  AD_PROGRAM_OAUTH_CLIENT_SECRET: 'planted-oauth-secret-31415926',
  ADMIN_SECRET: 'planted-admin-secret-a0b1c2d3',
  ADMIN_PASSWORD: 'planted-admin-password-d4c3b2a1',
  METRICS_TOKEN: 'planted-metrics-token-e4f5a6b7',
  CRON_SECRET: 'planted-cron-secret-b7a6f5e4',
}
/** Secrets set in the back office and stored in the database. */
const STORED = {
  weatherKey: 'stored-weather-key-c0ffee99',
  mailKey: 'stored-mail-key-c0ffee88',
  photoKey: 'stored-photo-key-c0ffee77',
  smtpPassword: 'stored-smtp-password-c0ffee66',
  refreshToken: 'stored-refresh-token-c0ffee55',
}
const EMAIL = 'ada@example.org'
const CLIENT = '198.51.100.77'
const CLIENT_ID = 'planted-client-id-2468'

/** Invariant 6: nothing that leaves the service contains a key, a secret, an address, SQL or a stack trace. */
describe('secrets', () => {
  let app: TestApp
  let mailService: MailServiceSimulator
  let smtp: TestSmtpServer
  let owner: SignedIn
  let totpSecret = ''
  let session = ''
  const seen: string[] = []
  const pages: string[] = []
  before(async () => {
    mailService = await startMailServiceSimulator({ port: 0 })
    smtp = await startSmtpServer()
    await buildPages()
    app = await createTestApp({
      env: {
        ...ENVIRONMENT,
        ...APPLE_ENVIRONMENT,
        WEATHER_PROVIDERS: 'openweather,open-meteo,weatherkit',
        ADMIN_EMAIL: EMAIL,
        MAIL_SERVICE_BASE_URL: mailService.url,
        // Nobody answers there.
        PHOTO_PROVIDER_BASE_URL: 'http://127.0.0.1:1',
        AD_PROGRAM_OAUTH_CLIENT_ID: 'client-id',
        AD_PROGRAM_BASE_URL: 'http://127.0.0.1:1',
        AD_PROGRAM_OAUTH_BASE_URL: 'http://127.0.0.1:1',
        SUBSCRIPTION_CONFIRMATION: 'on',
        RATE_LIMITS: 'weather=0,upstream=0,upstream-day=0,login=0,subscriptions=0,forgot=0',
        TRUST_PROXY: '1',
        UPSTREAM_TIMEOUT_MS: '3000',
        LOG_LEVEL: 'trace',
      },
    })
    owner = await signIn(app, 'owner')
    await writeMails()
    await plant()
    await provoke()
  })
  after(async () => {
    await app.close()
    await mailService.close()
    await smtp.close()
  })

  async function ask(path: string, headers: Record<string, string> = {}): Promise<void> {
    const { text, headers: answered } = await send(app, path, { method: 'GET', headers: { 'x-forwarded-for': CLIENT, ...headers } })
    seen.push(text, JSON.stringify(Object.fromEntries(answered)))
  }

  async function write(method: string, path: string, body: object, headers: Record<string, string> = owner.headers): Promise<void> {
    const { text, headers: answered, status } = await send(app, path, { method, body, headers: { 'x-forwarded-for': CLIENT, ...headers } })
    assert.ok(status < 500, `${path} ${status}`)
    // Users may see their own session cookie, and clients their own id.
    const { 'set-cookie': _, ...others } = Object.fromEntries(answered)
    if (path.startsWith('/api/admin/')) seen.push(text, JSON.stringify(others))
  }

  /** These mails go into files; those of `plant` go over the server that it stores. */
  async function writeMails(): Promise<void> {
    await write('POST', '/api/admin/users/invite', { email: 'grace@example.org', role: 'viewer' })
    await write('POST', '/api/auth/forgot-password', { email: EMAIL }, {})
    await write('POST', '/api/subscriptions', { clientId: CLIENT_ID, email: EMAIL, type: 'newsletter' }, {})
    await until('the mails are written', async () => (await mailFiles()).length >= 3)
  }

  async function mailFiles(): Promise<string[]> {
    const folder = join(app.services.config.DATA_DIR, 'mail')
    const names = await readdir(folder).catch(() => [])
    return Promise.all(names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8')))
  }

  /** Puts a secret into every place that keeps one. */
  async function plant(): Promise<void> {
    const connections = '/api/admin/connections'
    await write('PATCH', '/api/admin/weather-provider-key', { key: STORED.weatherKey })
    await write('PATCH', '/api/admin/email-key', { key: STORED.mailKey })
    await write('PATCH', connections, { id: 'photo-service', settings: { apiKey: STORED.photoKey } })
    const login = { user: 'someone', password: STORED.smtpPassword }
    await write('PATCH', connections, {
      id: 'mail-transport',
      settings: { host: '127.0.0.1', port: smtp.port, security: 'none', ...login },
    })
    for (const id of ['openweather', 'mail-service', 'photo-service', 'mail-transport', 'ad-program'])
      await write('PATCH', connections, { id, check: true })
    const settings = { host: '127.0.0.1', port: smtp.port, security: 'none', user: null }
    await write('PATCH', connections, { id: 'mail-transport', settings })
    await write('POST', '/api/auth/forgot-password', { email: EMAIL }, {})
    await until('the mail is there', () => smtp.mails.length > 0)
    // Wrong passwords and keys, as people paste them.
    await write('PATCH', connections, {
      id: 'mail-transport',
      settings: { host: '127.0.0.1', port: 1, security: 'none', ...login },
      check: true,
    })
    await write('POST', '/api/auth/login', { email: EMAIL, password: `${ENVIRONMENT.ADMIN_PASSWORD}!` }, {})

    const signedIn = await send(app, '/api/auth/login', { body: { email: EMAIL, password: ENVIRONMENT.ADMIN_PASSWORD } })
    session = tokenOf(signedIn) ?? ''
    totpSecret = (await send(app, '/api/auth/totp', { headers: { cookie: cookieOf(session) } })).body.secret
    assert.ok(session !== '' && totpSecret.length > 20)
    await app.database.pool.query(
      `insert into connection (id, enabled, settings, secret, secret_updated_at, version, updated_at, updated_by)
      values ('ad-program', true, '{}', $1, $2, 1, $2, 'ada')`,
      [app.services.sealing.seal(buildConnectionPurpose('ad-program'), STORED.refreshToken), new Date(app.clock.now())],
    )
    await announceChange(app.services.db, 'connections')
    await app.services.changes.check()
  }

  /**
   * Calls every route when all is well, under every fault, and with what the service depends on broken; as anybody, as the owner
   * and as the scheduler.
   */
  async function provoke(): Promise<void> {
    const document = (await app.get('/api/openapi.json')).body as ApiDocument
    const operations = operationsOf(document).filter((operation) => !isStream(operation))
    const paths = [...new Set(operations.map(({ path }) => path.replaceAll(/\{\w+\}/g, '1')))]
    const guarded = operations
      .filter(({ method, operation }) => method === 'GET' && JSON.stringify(operation.security ?? '').includes('adminSession'))
      .map(({ path }) => path.replace('{slug}', 'terms').replaceAll(/\{\w+\}/g, '1'))
    assert.ok(guarded.length > 15)
    const cron = { authorization: `Bearer ${ENVIRONMENT.CRON_SECRET}` }
    let lon = 0
    for (const kind of [undefined, 'status', 'garbage', 'hang', 'reset', 'html', 'truncate'] as const) {
      app.simulator.setFaults(kind === undefined ? [] : [{ kind, ...(kind === 'status' ? { status: 401 } : {}) }])
      for (const path of paths)
        await ask(`${path}?lat=10&lon=${(lon += 1)}&scope=current&q=Berlin&appid=${ENVIRONMENT.OPENWEATHER_API_KEY.slice(0, 5)}`)
      await write('PATCH', '/api/admin/connections', { id: 'openweather', check: true })
      app.clock.advance({ minutes: 30 })
    }
    app.simulator.setFaults([])
    mailService.failNext(500)
    await write('POST', '/api/admin/email/sync', {})
    await write('POST', '/api/admin/email/sync', {})
    for (const job of ['weekly-digests', 'weather-alerts']) await ask(`/api/cron/${job}`, cron)
    // The last of them withdraw access that the others need.
    for (const path of guarded.toSorted((a, b) => Number(a.includes('oauth')) - Number(b.includes('oauth')))) {
      await ask(path, owner.headers)
      await ask(`${path}?format=csv&limit=200`, owner.headers)
    }
    await app.database.pool.query('alter table upstream_call rename to upstream_call_away')
    for (const path of paths) await ask(`${path}?lat=20&lon=${(lon += 1)}&scope=current&q=Paris`)
    await app.database.pool.query('alter table connection_check rename to connection_check_away')
    for (const path of guarded) await ask(path, owner.headers)
    await app.database.pool.query('alter table connection_check_away rename to connection_check')
    await app.database.pool.query('alter table upstream_call_away rename to upstream_call')
    const answers = seen.length
    for (const page of PAGE_PATHS)
      await ask(page.replace(':place', 'berlin-52.52,13.41').replace(/:\w+|\*/, '1'), { accept: 'text/html', ...owner.headers })
    // Apart: wording on pages may look like SQL, which would be a fault in an answer of the API.
    pages.push(...seen.splice(answers))
    await ask('/api/metrics', { authorization: `Bearer ${ENVIRONMENT.METRICS_TOKEN}` })
    await app.services.gateway.drain()
  }

  const planted = () => Object.entries({ ...ENVIRONMENT, ...STORED, totpSecret, session, ownersSession: owner.token })

  function assertNone(text: string, where: string): void {
    for (const [name, value] of planted()) {
      for (const form of new Set([value, encodeURIComponent(value), Buffer.from(value).toString('base64').replace(/=+$/, '')]))
        assert.ok(!text.includes(form), `${name} ${where}`)
    }
  }

  it('are in no answer', () => {
    const all = seen.join('\n')
    assertNone(all, 'was answered')
    assert.ok(pages.length >= PAGE_PATHS.length)
    assertNone(pages.join('\n'), 'is on a page')
    assert.ok(!all.includes(CLIENT), "the client's address was answered")
    assert.ok(!all.includes(CLIENT_ID), 'a clientId was shown to somebody else')
    assert.doesNotMatch(
      all,
      /\bselect\b.*\bfrom\b|insert into|upstream_call_away|connection_check_away|node_modules|\bat .*\.ts:\d+|appid=/i,
    )
  })

  it('are in no log line, nor are addresses', () => {
    const all = app.logLines.join('\n')
    assertNone(all, 'was logged')
    assert.ok(!all.includes(CLIENT), "the client's address was logged")
    assert.doesNotMatch(all, /appid=|apikey=|Bearer|Berlin|(ada|grace)@example\.org/i)
    assert.ok(!all.includes(CLIENT_ID), 'a clientId was logged')
    assert.ok(app.logLines.length > 3, 'something was logged')
  })

  it('are in no mail, whether in a file or over SMTP', async () => {
    const files = await mailFiles()
    assert.ok(files.length >= 3 && smtp.mails.length >= 1, `${files.length} ${smtp.mails.length}`)
    // Quoted-printable breaks lines within words.
    assertNone([...files, ...smtp.mails.map(({ raw }) => raw)].join('\n').replaceAll(/=\r?\n/g, ''), 'was mailed')
  })

  it('are in no table', async () => {
    const { rows } = await app.database.pool.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = current_schema()`,
    )
    for (const { name } of rows) {
      const { rows: found } = await app.database.pool.query(`select 1 from ${name} t where t::text like any ($1) limit 1`, [
        [...planted().map(([, value]) => value), CLIENT, CLIENT_ID].map((value) => `%${value}%`),
      ])
      assert.equal(found.length, 0, `${name} contains a secret`)
    }
  })

  it('are stored sealed, and are in use', async () => {
    const { rows } = await app.database.pool.query(`select id from connection where secret is not null order by id`)
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['mail-service', 'mail-transport', 'openweather', 'photo-service'],
    )
    assert.ok(mailService.keys.has(STORED.mailKey))
    const { body } = await send(app, '/api/admin/weather-provider-key', { method: 'GET', headers: owner.headers })
    assert.equal(body.masked, '••••ee99')
  })
})
