import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../test/helpers/admin.ts'
import { createTestApp, type TestAnswer, type TestApp } from '../../../test/helpers/app.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../test/helpers/smtp-server.ts'
import { type MailServiceSimulator, startMailServiceSimulator } from '../../../tools/mail-service-simulator/simulator.ts'

const PATH = '/api/admin/connections'
const WEATHER_KEY = '/api/admin/weather-provider-key'
const EMAIL_KEY = '/api/admin/email-key'
const STORED_KEY = 'stored-weather-key-9a8b7c6d'
const DEPLOYED_KEY = 'deployed-mail-key-12345678'
const PLACE = '/api/weather?lat=10&lon=20&scope=current'

let app: TestApp
let mailService: MailServiceSimulator
let smtp: TestSmtpServer
let owner: SignedIn
let viewer: SignedIn
before(async () => {
  mailService = await startMailServiceSimulator({ port: 0 })
  smtp = await startSmtpServer()
  app = await createTestApp({ env: { MAIL_SERVICE_BASE_URL: mailService.url, MAIL_SERVICE_API_KEY: DEPLOYED_KEY } })
  owner = await signIn(app, 'owner')
  viewer = await signIn(app, 'viewer')
})
after(async () => {
  await app.close()
  await mailService.close()
  await smtp.close()
})

const patch = (path: string, body: object): Promise<TestAnswer> => send(app, path, { method: 'PATCH', body, headers: owner.headers })
const read = (path: string): Promise<TestAnswer> => app.get(path, viewer.headers)
const systemOf = async (id: string) => (await read(PATH)).body.items.find((each: { id: string }) => each.id === id)
const calls = () => app.simulator.calls().total
async function ledger() {
  await app.services.meter.settled()
  const { rows } = await app.database.pool.query(
    `select product, trigger, outcome, request_id is not null as traced from upstream_call where cause = 'admin' order by id`,
  )
  return rows
}

describe(`GET ${PATH}`, () => {
  it('200: every system, none of them asked', async () => {
    const before = calls()
    const { status, body, headers } = await read(PATH)
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'private, no-store')
    assert.deepEqual(
      body.items
        .map(({ id, kind, status: standing, checkedAt }: Record<string, unknown>) => [id, standing, checkedAt, kind])
        .filter(([, , , kind]: unknown[]) => kind !== 'ad_program')
        .map((each: unknown[]) => each.slice(0, 3)),
      [
        ['weather-provider', 'ok', null],
        ['second-provider', 'ok', null],
        ['national-feed', 'ok', null],
        ['mail-transport', 'not_configured', null],
        ['mail-service', 'ok', null],
        ['photo-service', 'not_configured', null],
      ],
    )
    assert.deepEqual([body.total, body.nextCursor, body.adminSecret.status], [body.items.length, null, 'ok'])
    assert.ok(body.smtpPresets.some(({ name, host }: Record<string, unknown>) => name === 'Gmail' && host === 'smtp.gmail.com'))
    assert.equal(calls(), before)
  })
})

describe(`PATCH ${PATH}`, () => {
  it('200: a check asks once, within the ledger, and is kept', async () => {
    for (const [id, product] of [
      ['weather-provider', 'openweather/onecall'],
      ['second-provider', 'open-meteo/forecast'],
      ['national-feed', 'nws/alerts'],
    ] as const) {
      const [before, rows] = [calls(), (await ledger()).length]
      const { status, body } = await patch(PATH, { id, check: true })
      assert.deepEqual([status, body.status, body.checkedAt], [200, 'ok', '2026-07-01T12:00:00Z'], id)
      assert.ok(body.latencyMs >= 0)
      assert.equal(calls() - before, 1, id)
      assert.deepEqual((await ledger()).slice(rows), [{ product, trigger: 'admin_check', outcome: 'ok', traced: true }])
      assert.equal((await systemOf(id)).message, 'It answered as it should')
    }
    assert.equal((await patch(PATH, { id: 'mail-service', check: true })).body.status, 'ok')
    assert.deepEqual(mailService.calls, ['GET /contacts'])
  })

  it('200: what is wrong is told in words, and the breaker learns nothing from it', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 401, match: { provider: 'openweather' } }])
    const { body } = await patch(PATH, { id: 'weather-provider', check: true })
    assert.deepEqual([body.status, body.message], ['failing', 'It refuses the key; a new key may take up to two hours to become active'])
    app.simulator.setFaults([])
    assert.equal((await app.get(PLACE)).body.source, 'openweather')
    assert.equal((await systemOf('weather-provider')).status, 'failing')
    assert.equal((await patch(PATH, { id: 'weather-provider', check: true })).body.status, 'ok')
  })

  it('200: a check ends within five seconds, whatever the other side does', async () => {
    mailService.failNext('hang')
    const { body } = await patch(PATH, { id: 'mail-service', check: true })
    assert.deepEqual([body.status, body.latencyMs < 20_000], ['failing', true])
    assert.match(body.message, /^(There was no answer within 5 seconds|It cannot be reached)/)
    mailService.failNext(503)
    assert.match((await patch(PATH, { id: 'mail-service', check: true })).body.message, /out of order/)
  })

  it('200: what is switched off is not used and not asked, on any node', async () => {
    const other = await createTestApp({ beside: app, env: { MAIL_SERVICE_BASE_URL: mailService.url } })
    assert.deepEqual((await patch(PATH, { id: 'second-provider', enabled: false })).body.status, 'disabled')
    app.simulator.setFaults([{ kind: 'status', status: 503, match: { provider: 'openweather' } }])
    const before = app.simulator.calls().byProduct['open-meteo/forecast'] ?? 0
    const failed = await app.get('/api/weather?lat=-10&lon=50&scope=current')
    assert.deepEqual([failed.status, failed.body.error], [502, 'upstream_error'])
    await other.services.changes.check()
    assert.equal((await other.get('/api/weather?lat=-11&lon=51&scope=current')).status, 502)
    assert.equal((await patch(PATH, { id: 'second-provider', check: true })).body.status, 'disabled')
    assert.equal(app.simulator.calls().byProduct['open-meteo/forecast'] ?? 0, before)

    await patch(PATH, { id: 'second-provider', enabled: true })
    assert.equal((await app.get('/api/weather?lat=-12&lon=52&scope=current')).body.source, 'open-meteo')
    app.simulator.setFaults([])
    await other.stop()
    app.clock.advance({ minutes: 20 })
  })

  it('200: the weather provider without its key, and back', async () => {
    await patch(PATH, { id: 'weather-provider', enabled: false })
    assert.equal((await app.get(PLACE)).body.error, 'service_unavailable')
    await patch(PATH, { id: 'weather-provider', enabled: true })
    assert.equal((await app.get(PLACE)).status, 200)
  })

  it('200: mail goes where an admin says, at once, and waits while it is switched off', async () => {
    const settings = { host: '127.0.0.1', port: smtp.port, security: 'none', from: 'Isobar <weather@example.org>' }
    const set = await patch(PATH, { id: 'mail-transport', settings, check: true })
    assert.deepEqual([set.body.status, set.body.message], ['ok', 'It takes mail'])
    assert.deepEqual([set.body.settings.source, set.body.settings.host], ['database', '127.0.0.1'])
    const invite = { email: 'new@example.org', role: 'viewer' }
    const invited = await send(app, '/api/admin/users/invite', { body: invite, headers: owner.headers })
    assert.equal(invited.body.invite.link, undefined)
    await until(() => smtp.mails.length === 1)
    assert.equal(smtp.mails[0]?.from, 'weather@example.org')

    assert.equal((await patch(PATH, { id: 'mail-transport', enabled: false })).body.status, 'disabled')
    await send(app, '/api/admin/users/invite', { body: { ...invite, email: 'later@example.org' }, headers: owner.headers })
    await until(async () => (await waiting()) === 1)
    await patch(PATH, { id: 'mail-transport', enabled: true })
    await until(() => smtp.mails.length === 2)

    const back = await patch(PATH, { id: 'mail-transport', settings: null })
    assert.deepEqual([back.body.status, back.body.settings.source], ['not_configured', null])
  })

  it('200: a password is sealed, masked in the audit log and never shown', async () => {
    const password = 'smtp-password-5e6f7a8b'
    const { body } = await patch(PATH, { id: 'mail-transport', settings: { preset: 'Postmark', user: 'someone', password } })
    assert.deepEqual([body.settings.host, body.settings.hasPassword], ['smtp.postmarkapp.com', true])
    const texts = [JSON.stringify(body), (await read(PATH)).text, (await read('/api/admin/audit')).text, app.logLines.join('\n')]
    for (const text of texts) assert.ok(!text.includes(password))
    const { rows } = await app.database.pool.query(`select secret, settings::text from connection where id = 'mail-transport'`)
    assert.match(rows[0].secret, /^v1\./)
    assert.ok(!rows[0].settings.includes(password))
    const [entry] = (await read('/api/admin/audit?action=connection.update&limit=1')).body.items
    assert.deepEqual([entry.objectId, entry.after.secret, entry.after.host], ['mail-transport', '•••', 'smtp.postmarkapp.com'])
    await patch(PATH, { id: 'mail-transport', settings: null })
  })

  it('400', async () => {
    for (const body of [
      {},
      { id: 'mail-transport' },
      { id: 'national-feed', enabled: 'yes' },
      { id: 'national-feed', settings: { baseUrl: 'https://example.org' } },
      { id: 'weather-provider', settings: { apiKey: 'x' } },
      { id: 'mail-transport', settings: { host: 'a b' } },
      { id: 'photo-service', settings: { apiKey: '' } },
    ])
      assert.equal((await patch(PATH, body)).status, 400, JSON.stringify(body))
  })

  it('404', async () => {
    assert.equal((await patch(PATH, { id: 'nobody', enabled: false })).status, 404)
  })

  it('409: two who save the same: one does, and nothing is half-written', async () => {
    const { version } = await systemOf('photo-service')
    const answers = await Promise.all(
      ['one-photo-key', 'other-photo-key'].map((apiKey) => patch(PATH, { id: 'photo-service', settings: { apiKey }, version })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal((await systemOf('photo-service')).version, version + 1)
    await patch(PATH, { id: 'photo-service', settings: null })
  })
})

describe(`GET, PATCH ${WEATHER_KEY}`, () => {
  it('200: the key of the environment, masked', async () => {
    const { status, body } = await read(WEATHER_KEY)
    assert.equal(status, 200)
    assert.deepEqual([body.configured, body.source, body.masked, body.updatedAt], [true, 'environment', '••••6789', null])
  })

  it('200: a stored key is tried with one call, goes before it at once on every node, and null takes it back', async () => {
    const other = await createTestApp({ beside: app, env: { MAIL_SERVICE_BASE_URL: mailService.url } })
    const [before, rows] = [calls(), (await ledger()).length]
    const { status, body } = await patch(WEATHER_KEY, { key: STORED_KEY })
    assert.equal(status, 200)
    assert.deepEqual([body.source, body.masked, body.updatedAt], ['database', '••••7c6d', instant()])
    assert.equal(calls() - before, 1)
    assert.equal((await ledger()).length - rows, 1)
    assert.equal((await systemOf('weather-provider')).status, 'ok')

    // One that the provider refuses shows which is in use: the second provider answers then.
    await patch(WEATHER_KEY, { key: 'nosub-key-0123456789', verify: false })
    await other.services.changes.check()
    assert.deepEqual([await sourceBy(app, 101), await sourceBy(other, 102)], ['open-meteo', 'open-meteo'])
    await patch(WEATHER_KEY, { key: null })
    await other.services.changes.check()
    assert.deepEqual([await sourceBy(app, 103), await sourceBy(other, 104)], ['openweather', 'openweather'])
    assert.equal((await read(WEATHER_KEY)).body.source, 'environment')
    await other.stop()
  })

  it('200: a good key ends at once the rest that a bad one brought about', async () => {
    await patch(WEATHER_KEY, { key: 'invalid-key-0123456789', verify: false })
    assert.deepEqual([await sourceBy(app, 105), await sourceBy(app, 106)], ['open-meteo', 'open-meteo'])
    await patch(WEATHER_KEY, { key: STORED_KEY })
    assert.equal(await sourceBy(app, 107), 'openweather')
    await patch(WEATHER_KEY, { key: null })
  })

  it('400: one that the provider refuses, and nothing is stored', async () => {
    const { version } = (await read(WEATHER_KEY)).body
    for (const [key, message] of [
      ['invalid-key-0123456789', /refuses the key/],
      ['nosub-key-0123456789', /lacks the subscription/],
    ] as const) {
      const { status, body } = await patch(WEATHER_KEY, { key })
      assert.deepEqual(
        [status, body.error, body.details],
        [400, 'invalid_request', [{ path: 'key', message: 'is refused by the other side' }]],
      )
      assert.match(body.message, message)
    }
    for (const body of [{}, { key: '' }, { key: 'a b' }, { key: 5 }, { key: 'x', verify: 'no' }])
      assert.equal((await patch(WEATHER_KEY, body)).status, 400)
    assert.equal((await read(WEATHER_KEY)).body.version, version)
    // A key that was only tried out is held against nobody.
    assert.equal(await sourceBy(app, 108), 'openweather')
  })

  it('409: a stale version', async () => {
    const { status } = await patch(WEATHER_KEY, { key: null, version: 0 })
    assert.equal(status, 409)
  })

  it('429: the budget does not allow the call', async () => {
    await app.database.pool.query(
      `update upstream_window set used = ceiling + 1000000, window_start = $1 where holder = 'product:openweather/onecall'`,
      [new Date(Math.floor(app.clock.now() / 86_400_000) * 86_400_000)],
    )
    const { status, body, headers } = await patch(WEATHER_KEY, { key: STORED_KEY })
    assert.deepEqual([status, body.error], [429, 'rate_limited'])
    assert.ok(Number(headers.get('retry-after')) > 0)
    await app.database.pool.query(`update upstream_window set used = 0`)
  })

  it('502: it could not be asked', async () => {
    app.simulator.setFaults([{ kind: 'reset', match: { provider: 'openweather' } }])
    const { status, body } = await patch(WEATHER_KEY, { key: STORED_KEY })
    assert.deepEqual([status, body.error], [502, 'upstream_error'])
    assert.match(body.message, /verify: false/)
    app.simulator.setFaults([])
  })
})

describe(`GET, PATCH ${EMAIL_KEY}`, () => {
  it('200', async () => {
    assert.deepEqual((await read(EMAIL_KEY)).body.source, 'environment')
    const { body } = await patch(EMAIL_KEY, { key: 'stored-mail-key-0a1b2c3d' })
    assert.deepEqual([body.configured, body.source, body.masked], [true, 'database', '••••2c3d'])
    await patch(PATH, { id: 'mail-service', check: true })
    assert.ok(mailService.keys.has('stored-mail-key-0a1b2c3d'))
    assert.equal((await patch(EMAIL_KEY, { key: null })).body.source, 'environment')
  })

  it('400: a key that is refused, or may only send', async () => {
    for (const key of ['invalid-key-0123456789', 'restricted-key-0123456789'])
      assert.equal((await patch(EMAIL_KEY, { key })).status, 400, key)
  })

  it('502', async () => {
    mailService.failNext(500)
    assert.equal((await patch(EMAIL_KEY, { key: 'some-key-0123456789' })).status, 502)
  })
})

describe('under a wrong ADMIN_SECRET', () => {
  let wrong: TestApp
  before(async () => {
    await patch(WEATHER_KEY, { key: STORED_KEY, verify: false })
    wrong = await createTestApp({ beside: app, env: { ADMIN_SECRET: 'quite-another-secret-9876' } })
  })
  after(() => wrong.stop())

  const wrongly = (path: string, body: object) => send(wrong, path, { method: 'PATCH', body, headers: owner.headers })
  const sealed = async () =>
    (await app.database.pool.query('select id, secret from connection union all select one::text, sealed from hash_key')).rows

  it('it is said at the start and in the back office, and weather goes on', async () => {
    assert.ok(wrong.logLines.some((line) => line.includes('ADMIN_SECRET is not the one')))
    const { body } = await wrong.get(PATH, viewer.headers)
    assert.equal(body.adminSecret.status, 'wrong')
    const weather = body.items.find(({ id }: { id: string }) => id === 'weather-provider')
    assert.equal(weather.status, 'failing')
    assert.match(weather.message, /another ADMIN_SECRET/)
    const key = (await wrong.get(WEATHER_KEY, viewer.headers)).body
    assert.deepEqual([key.source, key.masked], ['database', null])
    assert.match(key.problem, /another ADMIN_SECRET/)
    assert.equal(await sourceBy(wrong, 109), 'openweather')
  })

  it('nothing that cannot be read is overwritten, and nothing is sealed', async () => {
    const before = await sealed()
    assert.equal((await wrongly(WEATHER_KEY, { key: null })).status, 409)
    for (const body of [
      { key: 'x', verify: false },
      { key: 'x', verify: false, replace: true },
    ])
      assert.ok([409, 503].includes((await wrongly(WEATHER_KEY, body)).status), JSON.stringify(body))
    assert.equal((await wrongly(EMAIL_KEY, { key: 'x', verify: false })).status, 503)
    assert.deepEqual(await sealed(), before)
  })

  it('mail waits, and no attempt is charged', async () => {
    const alone = await createTestApp()
    const admin = await signIn(alone, 'owner')
    // Whoever could send it is gone before it is due.
    await send(alone, PATH, { method: 'PATCH', body: { id: 'mail-transport', enabled: false }, headers: admin.headers })
    await send(alone, '/api/admin/users/invite', { body: { email: 'new@example.org', role: 'viewer' }, headers: admin.headers })
    await alone.stop()
    await alone.database.pool.query(`update connection set enabled = true`)
    const node = await createTestApp({ beside: alone, env: { ADMIN_SECRET: 'quite-another-secret-9876' } })
    await until(() => node.logLines.some((line) => line.includes('mail cannot be sent')))
    const { rows } = await alone.database.pool.query('select state, attempts from mail_outbox')
    assert.deepEqual(rows, [{ state: 'waiting', attempts: 0 }])
    await node.stop()
    await alone.simulator.close()
    await alone.database.drop()
  })

  it('what needs the hashes of addresses and clients is refused instead of going wrong', async () => {
    for (const answer of [
      await wrong.get('/api/subscriptions?clientId=someone'),
      await send(wrong, '/api/admin/email/sync', { headers: owner.headers }),
      await wrong.get('/api/cron/weekly-digests', { authorization: 'Bearer test-cron-secret-0123456789' }),
    ])
      assert.deepEqual([answer.status, answer.body.error], [503, 'service_unavailable'])
  })
})

describe('a stored key that cannot be read', () => {
  it('is replaced only by who says so', async () => {
    await app.database.pool.query(
      `update connection set secret = overlay(secret placing 'AAAA' from 60), version = version + 1 where id = 'weather-provider'`,
    )
    const node = await createTestApp({ beside: app })
    const change = (body: object) => send(node, WEATHER_KEY, { method: 'PATCH', body, headers: owner.headers })
    assert.match((await node.get(WEATHER_KEY, viewer.headers)).body.problem, /damaged/)
    const refused = await change({ key: STORED_KEY, verify: false })
    assert.deepEqual([refused.status, refused.body.details[0].path], [409, 'replace'])
    const replaced = await change({ key: STORED_KEY, verify: false, replace: true })
    assert.deepEqual([replaced.status, replaced.body.problem, replaced.body.source], [200, null, 'database'])
    await node.stop()
  })
})

function instant(): string {
  return new Date(app.clock.now()).toISOString().replace('.000Z', 'Z')
}

/** Who answers for a place that was never asked for. */
async function sourceBy(node: TestApp, lon: number): Promise<string> {
  return (await node.get(`/api/weather?lat=1&lon=${lon}&scope=current`)).body.source
}

async function waiting(): Promise<number> {
  const { rows } = await app.database.pool.query(`select 1 from mail_outbox where state = 'waiting'`)
  return rows.length
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < 400; look++) {
    if (await isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail('it did not come about')
}
