import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { generateSync } from 'otplib'
import { cookieOf, send, tokenOf } from '../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../test/helpers/app.ts'
import { runService } from '../../test/helpers/service-process.ts'
import { buildUnsignedActor } from '../admin/access/index.ts'

const SECRET = 'test-admin-secret-0123456789'

describe('admin', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'login=0,weather=0' } })
  })
  after(() => app.close())

  async function run(args: readonly string[], input = ''): Promise<{ status: number | null; output: string; error: string }> {
    const env = { DATABASE_URL: app.database.connectionString, ADMIN_SECRET: SECRET }
    const { status, stdout, stderr } = await runService(env, ['admin', ...args], input)
    return { status, output: stdout, error: stderr }
  }

  const login = (email: string, password: string, totp?: string) => send(app, '/api/auth/login', { body: { email, password, totp } })

  it('setup-link: prints a link to make the first account with, until there is one', async () => {
    const { status, output } = await run(['setup-link'])
    assert.equal(status, 0)
    const token = /^http:\/\/localhost:\d+\/setup\/([\w-]+)$/m.exec(output)?.[1] ?? ''
    // The command uses the clock of the machine.
    const before = new Date(app.clock.now()).toISOString()
    app.clock.set(new Date().toISOString())
    assert.equal((await app.get(`/api/auth/setup/${token}`)).status, 200, output)
    app.clock.set(before)
    assert.match((await run(['setup-link', 'ada@example.org'])).error, /^isobar: usage:/)
  })

  it('create: adds an owner with a password that is printed once', async () => {
    const { status, output } = await run(['create', 'Ada@example.org'])
    assert.equal(status, 0)
    const password = /^Password: (.+)$/m.exec(output)?.[1] ?? ''
    assert.match(password, /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    const { body } = await login('ada@example.org', password)
    assert.deepEqual({ role: body.user.role, displayName: body.user.displayName }, { role: 'owner', displayName: 'Ada' })
    const { rows } = await app.database.pool.query(`select actor, action from admin_audit order by id limit 1`)
    assert.deepEqual(rows, [{ actor: 'command line', action: 'user.create' }])
    assert.ok(!JSON.stringify((await app.database.pool.query('select t::text from admin_user t')).rows).includes(password))
    const late = await run(['setup-link'])
    assert.deepEqual({ status: late.status, output: late.output }, { status: 1, output: '' })
    assert.match(late.error, /^isobar: There is an account already/)
  })

  it('create: accepts a role, a name and a password from standard input', async () => {
    const { status, output } = await run(
      ['create', 'eve@example.org', '--role', 'editor', '--name', 'Eve', '--password-stdin'],
      'a long passphrase\n',
    )
    assert.deepEqual({ status, output }, { status: 0, output: 'eve@example.org created with the role editor.\n' })
    assert.equal((await login('eve@example.org', 'a long passphrase')).body.user.displayName, 'Eve')
  })

  it('create, reset-password: exit with 1 and one line for a taken or invalid address, and a short or guessable password', async () => {
    await app.services.settings.update({ siteName: 'Mountain View' }, undefined, buildUnsignedActor('test'))
    const wrong: readonly (readonly [args: readonly string[], message: RegExp, input?: string])[] = [
      [['create', 'EVE@example.org'], /^isobar: There is already an account with this email address\n$/],
      [['create', 'nobody'], /^isobar: email must be an email address\n$/],
      [['create', 'x@example.org', '--password-stdin'], /^isobar: the password must have 10 to 200 characters\n$/, 'short'],
      [['create', 'x@example.org', '--password-stdin'], /^isobar: password is too easy to guess: .*leaked passwords\n$/, 'Sunshine2026!'],
      [['create', 'x@nephoscope.example', '--password-stdin'], /^isobar: password is too easy to guess: .*name/, 'nephoscope-2026'],
      [['create', 'x@example.org', '--password-stdin'], /^isobar: password is too easy to guess: .*name/, 'mountain view 1'],
      [['reset-password', 'eve@example.org', '--password-stdin'], /^isobar: password is too easy to guess: .*pattern\n$/, '1212121212'],
      [['create', 'x@example.org', '--role', 'king'], /^isobar: usage:/],
      [['create'], /^isobar: usage:/],
      [['load-places'], /^isobar: usage: `admin load-places FILE…`\n$/],
      [['load-places', '/nowhere/DE.txt'], /^isobar: \/nowhere\/DE.txt: it cannot be read\n$/],
      [['load-places', 'package.json'], /^isobar: package.json: it is neither GeoNames' postal codes/],
      [['remove', 'eve@example.org'], /^isobar: usage:/],
      [['create', 'x@example.org', '--password', 'secret'], /^isobar: usage:/],
    ]
    for (const [args, message, input] of wrong) {
      const { status, error } = await run(args, input)
      assert.equal(status, 1, args.join(' '))
      assert.match(error, message)
    }
  })

  it('list: shows all users', async () => {
    const { output } = await run(['list'])
    const lines = output.trim().split('\n')
    assert.equal(lines.length, 2)
    assert.match(lines[0] ?? '', /^Ada@example\.org\towner\tactive\tsigned in 2026-07-01T12:00:00\.000Z\tAda$/)
    assert.doesNotMatch(output, /argon2/)
  })

  it('reset-password: ends sessions, and removes the second factor on request', async () => {
    const signedIn = await login('eve@example.org', 'a long passphrase')
    const headers = { cookie: cookieOf(tokenOf(signedIn) ?? '') }
    const { secret } = (await send(app, '/api/auth/totp', { headers })).body
    const code = generateSync({ secret, epoch: app.clock.now() / 1_000 })
    assert.equal((await send(app, '/api/auth/totp/confirm', { headers, body: { code } })).status, 200)

    const first = await run(['reset-password', 'eve@example.org', '--password-stdin'], 'another passphrase')
    assert.equal(first.status, 0)
    assert.equal((await app.get('/api/admin/me', headers)).status, 401)
    assert.deepEqual((await login('eve@example.org', 'another passphrase')).body.details, [{ path: 'totp', message: 'required' }])
    assert.match((await run(['list'])).output, /^eve@example\.org\teditor\tactive, two-factor\t/m)

    const { output } = await run(['reset-password', 'eve@example.org', '--remove-totp'])
    assert.equal((await login('eve@example.org', /^Password: (.+)$/m.exec(output)?.[1] ?? '')).status, 200)
    const mails = await app.database.pool.query(
      `select template, data->>'change' as change from mail_outbox where address = 'eve@example.org' order by template, change`,
    )
    assert.deepEqual(mails.rows, [
      { template: 'password-changed', change: null },
      { template: 'password-changed', change: null },
      { template: 'totp-changed', change: 'off' },
      { template: 'totp-changed', change: 'on' },
    ])
    const { status, error } = await run(['reset-password', 'nobody@example.org'])
    assert.deepEqual({ status, error }, { status: 1, error: 'isobar: There is no account for nobody@example.org\n' })
  })
})
