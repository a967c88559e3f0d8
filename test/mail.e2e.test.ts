import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import PostalMime from 'postal-mime'
import { MAILS } from '../src/composition/mails.ts'
import { insertMails, insertParts, type MailTables, type OutgoingMail } from '../src/features/mail/outbox/index.ts'
import { createTestApp, type TestApp } from './helpers/app.ts'
import { createTestDatabase } from './helpers/database.ts'
import { startService } from './helpers/service-process.ts'
import { startSmtpServer } from './helpers/smtp-server.ts'
import { until } from './helpers/until.ts'

/** Puts the first sample of each kind of mail into the outbox, as the jobs would. */
async function decide(app: TestApp): Promise<number> {
  const db = app.services.storage.database.kysely
  const mails: OutgoingMail[] = []
  for (const { id, samples } of MAILS) {
    const [sample] = samples
    if (sample === undefined) continue
    await insertParts(db, sample.parts, app.clock.now())
    mails.push({
      key: `sample ${id}`,
      template: id,
      to: 'ann@example.org',
      kind: 'digest',
      lang: 'de',
      units: 'metric',
      timezone: sample.timezone,
      data: sample.data,
      parts: [...sample.parts.keys()],
      unsubscribe: { token: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10', scope: null },
    })
  }
  await insertMails(db, mails, app.clock.now())
  app.services.outbox.wake()
  return mails.length
}

async function directory(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'isobar-mail-'))
  t.after(() => rm(path, { recursive: true }))
  return path
}

describe('the service sends the mails of its outbox', () => {
  it('to files, without a mail server', async (t) => {
    const dataDir = await directory(t)
    const app = await createTestApp({ env: { DATA_DIR: dataDir, PUBLIC_URL: 'https://weather.example' } })
    t.after(() => app.close())
    const count = await decide(app)
    const files = async () => (await readdir(join(dataDir, 'mail')).catch(() => [])).filter((name) => name.endsWith('.eml'))
    await until('all are written', async () => (await files()).length === count)
    for (const name of await files()) {
      assert.match(name, /^2026-07-01-[\w-]{36}\.eml$/)
      const mail = await PostalMime.parse(await readFile(join(dataDir, 'mail', name)))
      assert.equal(mail.from?.address, 'no-reply@weather.example')
      assert.ok((mail.subject?.length ?? 0) > 5 && (mail.html?.length ?? 0) > 1_000 && (mail.text?.length ?? 0) > 100)
    }
    const metrics = async () => (await app.get('/api/metrics')).text
    await until('all are counted', async () => (await metrics()).includes(`isobar_mails_total{outcome="sent"} ${count}`))
    assert.match(await metrics(), /^isobar_outbox_waiting_mails 0$/m)
  })

  it('to its server, and logs neither addresses nor the password when it cannot', async (t) => {
    const login = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true, authOptional: false }
    const server = await startSmtpServer(login)
    const { port } = server
    await server.close()
    const env = { SMTP_URL: `smtp://isobar:hunter2@127.0.0.1:${port}`, MAIL_FROM: 'Isobar <weather@weather.example>' }
    const app = await createTestApp({ env })
    t.after(() => app.close())
    const count = await decide(app)
    await until('it was tried', () => app.logLines.some((line) => line.includes('mail cannot be sent')))
    const again = await startSmtpServer({
      ...login,
      listenOn: port,
      onAuth: ({ password }, _session, done) => done(null, { user: password }),
    })
    t.after(() => again.close())
    await until('all are there', () => again.mails.length === count)
    assert.ok(again.mails.every(({ from, to }) => from === 'weather@weather.example' && to === 'ann@example.org'))
    assert.doesNotMatch(app.logLines.join(''), /ann@example\.org|hunter2|aHVudGVyMg/)
  })
})

it('SIGTERM aborts a mail that the server does not answer, returns it to the outbox and ends with status 0', async (t) => {
  const database = await createTestDatabase<MailTables>()
  const server = await startSmtpServer()
  const handedOver = Promise.withResolvers<string>()
  server.behave({
    body(to) {
      handedOver.resolve(to)
      return new Promise(() => undefined)
    },
  })
  const service = await startService({
    DATABASE_URL: database.connectionString,
    ADMIN_SECRET: 'test-admin-secret-0123456789',
    DATA_DIR: await directory(t),
    SMTP_URL: `${server.url}?connections=1`,
    MAIL_FROM: 'weather@weather.example',
    SCHEDULER: 'off',
  })
  t.after(async () => {
    service.child.kill('SIGKILL')
    await server.close()
    await database.drop()
  })
  const mail = { template: 'weekly-digest', kind: 'digest', lang: 'en', units: 'metric', timezone: 'UTC' } as const
  const sample = MAILS.find(({ id }) => id === mail.template)?.samples[0]
  assert.ok(sample)
  const parts = [...sample.parts.keys()]
  await insertParts(database.kysely, sample.parts, Date.now())
  const mails = ['ann', 'bob'].map((name) => ({ ...mail, key: name, to: `${name}@example.org`, data: sample.data, parts }))
  await insertMails(database.kysely, mails, Date.now())
  const underWay = await handedOver.promise
  assert.equal(await service.end('SIGTERM'), 0)
  const { rows } = await database.pool.query(`select address, state, attempts, last_error, lease_owner is null as free from mail_outbox`)
  const of = (isUnderWay: boolean) => rows.find(({ address }) => (address === underWay) === isUnderWay)
  assert.deepEqual(
    { state: of(false).state, attempts: of(false).attempts, last_error: of(false).last_error, free: of(false).free },
    { state: 'waiting', attempts: 0, last_error: null, free: true },
  )
  // The aborted mail is recorded as unknown, or becomes free when its lease ends if that could not be written in time.
  assert.deepEqual({ state: of(true).state, attempts: of(true).attempts }, { state: 'waiting', attempts: of(true).free ? 1 : 0 })
})
