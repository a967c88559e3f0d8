import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { generateSync } from 'otplib'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, createTestWorld, CRON_SECRET, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { writeBackup } from '../../../platform/db/backup/backup.ts'
import { createBackupKeys } from '../../../platform/db/backup/keys.ts'
import { createSealing } from '../../../platform/secrets/sealing.ts'
import { DAY_MS, MINUTE_MS } from '../../../time.ts'

const PASSWORD = 'correct horse battery'

describe('backups of the back office', () => {
  let app: TestApp
  let other: TestApp
  let folder: string
  let owner: SignedIn
  before(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'isobar-backups-')), 'shared')
    app = await createTestApp({ env: { BACKUP_DIR: folder } })
    other = await createTestApp({ sharing: app, env: { BACKUP_DIR: folder } })
    owner = await signIn(app, 'owner')
    const hash = await app.services.users.passwords.hash(PASSWORD)
    await app.database.pool.query('update admin_user set password_hash = $2 where id = $1', [owner.id, hash])
  })
  after(async () => {
    await other.stop()
    await app.close()
    await rm(join(folder, '..'), { recursive: true, force: true })
  })

  const state = async (node = app) => (await node.get('/api/admin/backups', owner.headers)).body
  const idle = () => until('nothing is under way', async () => (await state()).running.length === 0)
  const runs = async (job: string) => (await app.get(`/api/admin/jobs?job=${job}&limit=1`, owner.headers)).body.items[0]
  const start = async (path: string, node = app) => {
    const answer = await send(node, path, { headers: owner.headers })
    await idle()
    return answer
  }
  const ticketFor = (file: string, body: object, node = app) =>
    send(node, `/api/admin/backups/${file}/ticket`, { body, headers: owner.headers })

  it('are made by one of the nodes, listed, tested, and kept to the newest', async () => {
    assert.deepEqual((await state()).items, [])
    const both = await Promise.all([app, other].map((node) => send(node, '/api/admin/backups', { headers: owner.headers })))
    assert.deepEqual(
      both.map(({ status }) => status),
      [202, 202],
    )
    await idle()
    const { items, node, freeBytes } = await state(other)
    assert.equal(items.length, 1)
    assert.match(items[0].file, /^isobar-\d{8}T\d{6}Z\.backup$/)
    assert.ok(items[0].bytes > 1_000 && freeBytes > 0 && node !== '')
    assert.equal((await stat(join(folder, items[0].file))).mode & 0o777, 0o600)
    // The one that wrote it tested it.
    await until('it has been tested', async () => (await state()).lastTest !== null)
    const { lastTest } = await state()
    assert.deepEqual({ ok: lastTest.ok, file: lastTest.file, error: lastTest.error }, { ok: true, file: items[0].file, error: null })
    const { rows } = await app.database.pool.query(`select datname from pg_database where datname like $1`, [`${app.database.name}_%`])
    assert.deepEqual(rows, [])

    await send(app, '/api/admin/config', { method: 'PATCH', headers: owner.headers, body: { backupsKept: 2 } })
    for (let day = 0; day < 3; day++) {
      app.clock.advance({ hours: 1 })
      assert.equal((await start('/api/admin/backups')).status, 202)
    }
    const kept = await state()
    assert.deepEqual({ items: kept.items.length, kept: kept.kept }, { items: 2, kept: 2 })
    assert.ok(kept.items[0].at > kept.items[1].at)
    const { actor, after: written } = (
      await app.database.pool.query(`select actor, after from admin_audit where action = 'backup.write' order by at desc limit 1`)
    ).rows[0]
    assert.equal(actor, 'back office')
    assert.ok(written.rows > 0 && written.tables > 50)
  })

  it('are downloaded with the password only, within a minute, by the session that asked', async () => {
    const [{ file, bytes }] = (await state()).items
    const { status, body } = await ticketFor(file, { currentPassword: 'wrong' })
    assert.deepEqual({ status, details: body.details }, { status: 400, details: [{ path: 'currentPassword', message: 'is wrong' }] })
    assert.equal((await ticketFor('isobar-20000101T000000Z.backup', { currentPassword: PASSWORD })).status, 404)
    assert.equal((await ticketFor('..%2F..%2Fetc%2Fpasswd', { currentPassword: PASSWORD })).status, 400)
    const { ticket } = (await ticketFor(file, { currentPassword: PASSWORD })).body
    const path = `/api/admin/backups/${file}?ticket=${encodeURIComponent(ticket)}`
    assert.equal((await send(app, path, { method: 'HEAD', headers: owner.headers })).status, 405)
    // The other node, which shares folder and secret.
    const response = await fetch(other.url + path, { headers: owner.headers })
    const data = Buffer.from(await response.arrayBuffer())
    assert.deepEqual(
      { status: response.status, contentLength: response.headers.get('content-length'), data: data.length },
      { status: 200, contentLength: String(bytes), data: bytes },
    )
    assert.equal(response.headers.get('content-disposition'), `attachment; filename="${file}"`)
    assert.deepEqual(data, await readFile(join(folder, file)))
    const second = await signIn(app, 'owner')
    assert.equal((await app.get(path, second.headers)).status, 403)
    assert.equal((await app.get(path.slice(0, -4), owner.headers)).status, 403)
    const editor = await signIn(app, 'editor')
    assert.equal((await app.get(path, editor.headers)).status, 403)
    app.clock.advance({ seconds: 61 })
    assert.equal((await app.get(path, owner.headers)).status, 403)
    const { rows } = await app.database.pool.query(`select actor, object_id from admin_audit where action = 'backup.download'`)
    assert.deepEqual(rows, [{ actor: owner.email, object_id: file }])
  })

  it('need a code, too, of who has a second factor', async () => {
    const [{ file }] = (await state()).items
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const sealed = createSealing('test-admin-secret-0123456789').seal(`totp ${owner.id}`, secret)
    await app.database.pool.query('update admin_user set totp_secret = $2 where id = $1', [owner.id, sealed])
    const missing = await ticketFor(file, { currentPassword: PASSWORD })
    assert.deepEqual(
      { status: missing.status, details: missing.body.details },
      { status: 400, details: [{ path: 'totp', message: 'is required' }] },
    )
    const totp = generateSync({ secret, epoch: Math.floor(app.clock.now() / 1_000) })
    assert.equal((await ticketFor(file, { currentPassword: PASSWORD, totp })).status, 200)
    await app.database.pool.query('update admin_user set totp_secret = null where id = $1', [owner.id])
  })

  it('that are damaged, or whose secrets cannot be opened, fail their test and say why', async () => {
    const [{ file }] = (await state()).items
    const whole = await readFile(join(folder, file))
    await writeFile(join(folder, file), whole.subarray(0, whole.length - 100))
    assert.equal((await start('/api/admin/backups/test')).status, 202)
    const damaged = await state()
    assert.deepEqual({ ok: damaged.lastTest.ok, status: (await runs('restore-test')).status }, { ok: false, status: 'failed' })
    assert.match(damaged.lastTest.error, /incomplete|damaged/)
    await writeFile(join(folder, file), whole)

    app.clock.advance({ hours: 1 })
    await app.database.pool.query(
      `insert into connection (id, enabled, settings, secret, secret_updated_at, version, updated_at, updated_by) values ('lost', true, '{}', $1, now(), 1, now(), 'test')`,
      [createSealing('another secret entirely').seal('connection lost', 'key')],
    )
    await start('/api/admin/backups')
    await start('/api/admin/backups/test')
    assert.match((await state()).lastTest.error, /does not decrypt 1 secrets of isobar-.* \(connection\)/)
    await app.database.pool.query(`delete from connection where id = 'lost'`)
  })

  it('of somebody else, or from the future, are not taken for the newest one', async () => {
    const [{ file }] = (await state()).items
    const whole = await readFile(join(folder, file))
    // The clock was ahead once.
    const ahead = 'isobar-20990101T000000Z.backup'
    await writeFile(join(folder, ahead), whole)
    const { items } = await state()
    assert.deepEqual({ first: items[0].file, last: items.at(-1).file }, { first: file, last: ahead })
    app.clock.advance({ hours: 1 })
    const forged = `isobar-${new Date(app.clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`
    const foreign = createBackupKeys(createSealing('another secret entirely'), null)
    await writeBackup(app.database.pool, createWriteStream(join(folder, forged)), { keys: foreign })
    await start('/api/admin/backups/test')
    const { lastTest } = await state()
    assert.equal(lastTest.ok, false)
    assert.match(lastTest.error, /^The backup was made with another ADMIN_SECRET/)
    await rm(join(folder, forged))
    // The next one deletes it before those whose age is known.
    app.clock.advance({ hours: 1 })
    await start('/api/admin/backups')
    const after = (await state()).items.map((item: { file: string }) => item.file)
    assert.deepEqual({ kept: after.length, hasAhead: after.includes(ahead) }, { kept: 2, hasAhead: false })
  })

  it('leave nothing half when the folder cannot be written to', async () => {
    app.clock.advance({ hours: 1 })
    const count = (await state()).items.length
    await writeFile(join(folder, 'notes.txt'), 'mine')
    const blocked = await createTestApp({ sharing: app, env: { BACKUP_DIR: join(folder, 'notes.txt', 'backups') } })
    await send(blocked, '/api/admin/backups', { headers: owner.headers })
    await idle()
    const { status, error } = await runs('backup')
    assert.equal(status, 'failed')
    assert.match(error, /notes\.txt\/backups cannot be used \(ENOTDIR\)/)
    // The page says so, and what is deleted while it is listed is not there.
    const unreadable = await blocked.get('/api/admin/backups', owner.headers)
    assert.deepEqual(
      { status: unreadable.status, message: unreadable.body.message },
      { status: 503, message: `${join(folder, 'notes.txt', 'backups')} cannot be read (ENOTDIR)` },
    )
    await symlink(join(folder, 'nowhere'), join(folder, 'isobar-20200101T000000Z.backup'))
    assert.equal((await state()).items.length, count)
    await rm(join(folder, 'isobar-20200101T000000Z.backup'))
    await blocked.stop()
    // What a killed run left is deleted by the next. It begins later than the one before, which is no longer the last then.
    app.clock.advance({ seconds: 1 })
    await writeFile(join(folder, 'isobar-20260101T000000Z.backup.part'), randomBytes(10))
    assert.equal((await state()).items.length, count)
    await start('/api/admin/backups')
    const names = await readdir(folder)
    assert.ok(names.includes('notes.txt') && !names.some((name) => name.endsWith('.part')))
  })
})

describe('the test of a backup', () => {
  it('follows the first one, and those that are written a week after the last test', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'isobar-backups-'))
    const app = await createTestApp({ env: { BACKUP_DIR: folder } })
    const { jobs } = app.services
    const statuses = async (job: 'backup' | 'restore-test') => (await jobs.listSince(job, 0)).map(({ status }) => status)
    const found: number[] = []
    // Backups do not begin at the same second: the last one a minute sooner than a week after the first.
    for (const waitedMs of [0, 6 * DAY_MS, DAY_MS - MINUTE_MS]) {
      app.clock.advance({ seconds: waitedMs / 1_000 })
      await jobs.start('backup', { trigger: 'scheduler' })
      const all = async () => [...(await statuses('backup')), ...(await statuses('restore-test'))]
      await until('nothing is under way', async () => !(await all()).includes('running'))
      found.push((await statuses('restore-test')).length)
    }
    assert.deepEqual(found, [1, 1, 2])
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })
})

describe('a restored copy', () => {
  it('sends nothing and runs no job on any node until an owner releases it, which all nodes see', async () => {
    const world = await createTestWorld()
    await world.database.pool.query(`insert into database_restore (restored_at, file) values (now(), 'x.backup')`)
    const [app, other] = [await createTestApp({ sharing: world }), await createTestApp({ sharing: world })]
    const [owner, editor] = [await signIn(app, 'owner'), await signIn(app, 'editor')]
    const { pool } = world.database
    // Somebody wants a mail meanwhile.
    await send(app, '/api/auth/forgot-password', { body: { email: owner.email } })
    const mails = async () => (await pool.query('select state from mail_outbox')).rows
    await until('the mail is written', async () => (await mails()).length === 1)
    for (const node of [app, other]) {
      node.services.outbox.wake()
      const cron = await node.get('/api/cron/weather-alerts', { authorization: `Bearer ${CRON_SECRET}` })
      assert.deepEqual({ status: cron.status, code: cron.body.error }, { status: 503, code: 'service_unavailable' })
      assert.match(cron.body.message, /restored copy/)
      const { troubles } = (await node.get('/api/admin/state', editor.headers)).body
      assert.deepEqual(
        troubles.map(({ key }: { key: string }) => key),
        ['restored'],
      )
    }
    for (const path of ['/api/admin/backups', '/api/admin/backups/test'])
      assert.equal((await send(app, path, { headers: owner.headers })).status, 503)
    await app.services.jobs.resume()
    await app.services.jobs.startUrgent()
    assert.deepEqual((await pool.query('select job from job_run')).rows, [])
    assert.deepEqual(await mails(), [{ state: 'waiting' }])

    assert.equal((await send(app, '/api/admin/hold/release', { headers: editor.headers })).status, 403)
    const release = () => send(app, '/api/admin/hold/release', { headers: owner.headers })
    assert.deepEqual((await release()).body, { released: true })
    assert.deepEqual((await release()).body, { released: false })
    await until('the other node has seen it', () => !other.services.hold.isOnHold())
    assert.equal((await other.get('/api/cron/weather-alerts', { authorization: `Bearer ${CRON_SECRET}` })).status, 200)
    for (const node of [app, other]) node.services.outbox.wake()
    await until('the mail is sent', async () => (await mails())[0]?.state === 'sent')
    const { rows } = await pool.query(`select actor from admin_audit where action = 'backup.release'`)
    assert.deepEqual(rows, [{ actor: owner.email }])
    await app.stop()
    await other.stop()
    await world.close()
  })
})
