import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { send, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { DOVECOT, PASSWORD, startDovecot } from '../../../../test/helpers/dovecot.ts'
import { outgoing } from '../../../../test/helpers/mail.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { SandboxError } from '../../../platform/sandbox/sandbox.ts'
import { readMailIdByKey, insertMails } from '../outbox/index.ts'
import type { MailboxServer } from './mailbox.ts'
import { type PollOptions, pollMailbox } from './poll.ts'
import { createPositionStore } from './position-store.ts'
import { createReportSandbox, type ReportSandbox } from './report-sandbox.ts'
import { createBounceStore, SOFT_LIMIT } from './store.ts'
import { writeArfReport, writeDsnReport } from './testing/reports.ts'

const skip = DOVECOT === undefined && 'NOT TESTED: install dovecot-imapd (Debian) to read bounces from a real IMAP server'

describe('a mailbox for bounces', { skip }, () => {
  let app: TestApp
  let dovecot: Awaited<ReturnType<typeof startDovecot>>
  let sandbox: ReportSandbox
  let server: MailboxServer
  before(async () => {
    app = await createTestApp()
    sandbox = createReportSandbox({ cpuMs: 5_000, maxWaiting: 10 })
  })
  after(async () => {
    await sandbox.close()
    await app.close()
  })
  beforeEach(async () => {
    await truncate(app.database.pool, 'mail_outbox, mail_bounce, bounce_mailbox, mail_suppression')
    dovecot = await startDovecot()
    server = { host: '127.0.0.1', port: dovecot.port, security: 'none', user: 'bounces', password: PASSWORD, folder: 'INBOX' }
  })
  afterEach(() => dovecot.close())

  const db = () => app.services.storage.database.kysely
  const rows = async (text: string) => (await app.database.pool.query(text)).rows
  const bounces = () => rows(`select kind, status from mail_bounce order by kind, status`)
  const reasons = () => rows('select reason, note from mail_suppression order by reason, note')
  /** A mail that was sent to the address. */
  async function sent(to: string, key = to): Promise<string> {
    await insertMails(db(), [outgoing(to, { key })], app.clock.now())
    await app.database.pool.query(`update mail_outbox set state = 'sent', attempts = 1 where key = $1`, [key])
    return readMailIdByKey(db(), key)
  }
  const poll = (change: Partial<PollOptions> = {}) =>
    pollMailbox({
      server: () => server,
      positions: createPositionStore(db()),
      bounces: createBounceStore(db(), app.services.addressHash),
      sandbox,
      clock: app.clock,
      signal: new AbortController().signal,
      reported: (reading) => reading(),
      ...change,
    })

  it('suppresses who bounced hard or complained, by the Message-ID alone, and ignores everything else', async () => {
    const [ada, bob, eve] = [await sent('ada@example.org'), await sent('bob@example.org'), await sent('eve@example.org')]
    // The address in the report is somebody else’s: not believed.
    await dovecot.deliver(writeDsnReport(ada, { recipient: 'victim@example.org' }))
    await dovecot.deliver(writeArfReport(bob))
    await dovecot.deliver(writeDsnReport(eve, { status: '5.2.2', diagnostic: 'smtp; 552 full' }))
    await dovecot.deliver(writeDsnReport('019aa000-0000-7000-8000-00000000ffff'))
    await dovecot.deliver('Subject: an ordinary mail\r\n\r\nhello')
    await poll()
    assert.deepEqual(await bounces(), [
      { kind: 'complaint', status: null },
      { kind: 'hard', status: '5.1.1' },
      { kind: 'soft', status: '5.2.2' },
    ])
    assert.deepEqual(await reasons(), [
      { reason: 'complaint', note: 'mailbox' },
      { reason: 'hard_bounce', note: 'mailbox 5.1.1' },
    ])
    const [{ address_hash }] = await rows(`select address_hash from mail_suppression where reason = 'hard_bounce'`)
    assert.equal(address_hash, app.services.keyedHash('address', 'ada@example.org'))
  })

  it('reads each mail once, goes on where it stopped, and begins again in another folder or account', async () => {
    await dovecot.deliver(writeDsnReport(await sent('ada@example.org')))
    await poll()
    const [{ read_at, last_uid }] = await rows('select read_at, last_uid from bounce_mailbox')
    assert.ok(read_at !== null && last_uid === 1)
    await rows('delete from mail_bounce')
    await poll()
    assert.deepEqual(await bounces(), [])
    await dovecot.deliver(writeArfReport(await sent('bob@example.org')))
    await poll()
    assert.deepEqual(await bounces(), [{ kind: 'complaint', status: null }])
    server = { ...server, user: 'other' }
    await poll()
    assert.equal((await bounces()).length, 2)
  })

  it('is read by one node at a time; after a kill between recording and moving on, nothing is lost or counted twice', async () => {
    for (let n = 0; n < 30; n++) await dovecot.deliver(writeDsnReport(await sent(`p${n}@example.org`)))
    const store = createBounceStore(db(), app.services.addressHash)
    const outcomes: string[] = []
    const counting = {
      async record(...args: Parameters<typeof store.record>) {
        const outcome = await store.record(...args)
        outcomes.push(outcome)
        return outcome
      },
    }
    const positions = createPositionStore(db())
    // Killed: neither advances nor releases.
    const killed = { ...positions, advance: () => Promise.reject(new Error('killed')), release: async () => undefined }
    await assert.rejects(poll({ positions: killed, bounces: counting }), /killed/)
    assert.equal(outcomes.length, 25)
    // Its lease still runs.
    await poll({ bounces: counting })
    assert.equal(outcomes.length, 25)
    await app.database.pool.query('update bounce_mailbox set leased_until = now()')
    await Promise.all([poll({ bounces: counting }), poll({ bounces: counting })])
    assert.deepEqual(
      Object.fromEntries(
        Map.groupBy(outcomes, (outcome) => outcome)
          .entries()
          .map(([outcome, all]) => [outcome, all.length]),
      ),
      { recorded: 30, known: 25 },
    )
    assert.equal((await reasons()).length, 30)
  })

  it(`suppresses an address after ${SOFT_LIMIT} soft bounces of different mails within two weeks`, async () => {
    const soft = (id: string) => writeDsnReport(id, { status: '4.2.2', diagnostic: 'smtp; 452 full' })
    for (let n = 1; n < SOFT_LIMIT; n++) {
      const id = await sent('ada@example.org', `mail ${n}`)
      await dovecot.deliver(soft(id))
      await dovecot.deliver(soft(id))
    }
    await poll()
    assert.deepEqual(await reasons(), [])
    app.clock.advance({ minutes: 15 * 24 * 60 })
    await dovecot.deliver(soft(await sent('ada@example.org', 'late')))
    await poll()
    assert.deepEqual(await reasons(), [])
    for (let n = 1; n < SOFT_LIMIT; n++) await dovecot.deliver(soft(await sent('ada@example.org', `again ${n}`)))
    await poll()
    assert.deepEqual(await reasons(), [{ reason: 'hard_bounce', note: '5 soft bounces within 14 days' }])
  })

  it('passes over hostile mails, a megabyte long or too costly to read, and reads those behind them', async () => {
    const id = await sent('ada@example.org')
    await dovecot.deliver(writeDsnReport('x'.repeat(1_000_000)))
    await dovecot.deliver(`${'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'.repeat(2_000)}`)
    await dovecot.deliver('costly')
    await dovecot.deliver(writeDsnReport(id))
    let jobs = 0
    const failing: PollOptions['sandbox'] = {
      run: (session) => (++jobs === 3 ? Promise.reject(new SandboxError('cpu')) : sandbox.run(session)),
    }
    await poll({ sandbox: failing })
    assert.deepEqual(await bounces(), [{ kind: 'hard', status: '5.1.1' }])
    // A fault of ours is no reason to pass over a mail.
    await dovecot.deliver(writeArfReport(id))
    await assert.rejects(poll({ sandbox: { run: () => Promise.reject(new SandboxError('crashed')) } }), SandboxError)
    await poll()
    assert.equal((await bounces()).length, 2)
  })

  it('is set by an owner in the back office and checked; its password is never shown, and not sent to another server', async () => {
    const owner = await signIn(app, 'owner')
    const patch = (settings: object | null) =>
      send(app, '/api/admin/connections', {
        method: 'PATCH',
        headers: owner.headers,
        body: { id: 'bounce-mailbox', settings, check: true },
      })
    const { folder: _, ...given } = server
    const saved = await patch(given)
    assert.deepEqual(
      { savedStatus: saved.status, bodyStatus: saved.body.status, message: saved.body.message },
      { savedStatus: 200, bodyStatus: 'ok', message: 'Readable, 0 messages' },
      saved.text,
    )
    assert.ok(!saved.text.includes(PASSWORD))
    assert.equal(saved.body.settings.folder, 'INBOX')
    const wrong = await patch({ ...given, password: 'wrong' })
    assert.deepEqual(
      { status: wrong.body.status, message: wrong.body.message },
      { status: 'failing', message: 'Cannot be read: the server refuses user name or password' },
    )
    assert.equal((await patch({ ...given, folder: 'Nowhere' })).body.message, 'Cannot be read: the server refuses: is there such a folder?')
    for (const [bad, path] of [
      [{ host: 'evil.example.org' }, 'settings.password'],
      [{ port: '993' }, 'settings.port'],
      [{ security: 'ssl' }, 'settings.security'],
      [{ pass: 'x' }, 'settings.pass'],
      [{ host: null, password: 'x' }, 'settings.host'],
    ] as const) {
      const { status, body } = await patch(bad)
      assert.deepEqual({ status, path: body.details?.[0]?.path }, { status: 400, path })
    }
    assert.deepEqual((await patch(null)).body.status, 'not_configured')
  })
})
