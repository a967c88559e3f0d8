import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cookieOf, send, signIn, tokenOf } from '../../../../test/helpers/admin.ts'
import { createTestApp, PASSWORD_COST, type TestAnswer } from '../../../../test/helpers/app.ts'
import { createPasswords } from '../../../platform/secrets/passwords.ts'
import { ENV, type Links, openLinks, PASSWORD } from './testing/links.ts'

/** By account `grace@example.org`, name Grace Hopper, site Isobar. */
const REFUSED = {
  unbelievable12: /lists of leaked passwords/,
  'Trustno1!!!': /lists of leaked passwords/,
  '1234567890': /simple pattern/,
  ',,,,,,,,,,': /simple pattern/,
  abcabcabcabc: /simple pattern/,
  'Grace-Hopper-1': /name/,
  isobar2026: /name/,
  'grace@example.org': /name/,
}
const ACCEPTED = 'grace sails at noon'

let links: Links
before(async () => {
  links = await openLinks()
})
after(() => links.close())

let count = 0
/** Each way to set a password: prepares an account, and returns a function that sets its password, and the name of its field. */
const SETTING: Readonly<Record<string, () => Promise<{ field: string; email: string; set: (password: string) => Promise<TestAnswer> }>>> = {
  'accepting an invitation': async () => {
    const { user, token } = await links.invite({ email: `grace@g${(count += 1)}.example.org`, displayName: 'Grace Hopper' })
    return { field: 'password', email: user.email, set: (password) => links.accept(token, { password }) }
  },
  'accepting an invitation under another name': async () => {
    const { user, token } = await links.invite({ email: `g${(count += 1)}@grace.example.org`, displayName: 'Nobody Else' })
    return { field: 'password', email: user.email, set: (password) => links.accept(token, { password, displayName: 'Grace Hopper' }) }
  },
  'resetting it': async () => {
    const email = `grace@g${(count += 1)}.example.org`
    const { token } = await links.invite({ email, displayName: 'Grace Hopper' })
    await links.accept(token)
    const reset = await links.resetToken(email)
    return { field: 'password', email, set: (password) => links.reset(reset, password) }
  },
  'changing it': async () => {
    const email = `grace@g${(count += 1)}.example.org`
    const { token } = await links.invite({ email, displayName: 'Grace Hopper' })
    const headers = { cookie: cookieOf(tokenOf(await links.accept(token)) ?? '') }
    const body = { currentPassword: PASSWORD }
    return {
      field: 'newPassword',
      email,
      set: (newPassword) => send(links.app, '/api/auth/password', { headers, body: { ...body, newPassword } }),
    }
  },
  'creating a user': async () => {
    const email = `grace@g${(count += 1)}.example.org`
    const headers = await links.ownerHeaders()
    const body = { email, displayName: 'Grace Hopper', role: 'viewer' }
    return { field: 'password', email, set: (password) => send(links.app, '/api/admin/users', { headers, body: { ...body, password } }) }
  },
}

for (const [name, prepare] of Object.entries(SETTING)) {
  it(`${name}: 400 for a password that is easy to guess, with the reason; nothing is used up or changed`, async () => {
    const { field, email, set } = await prepare()
    for (const [password, reason] of Object.entries(REFUSED)) {
      const { status, body } = await set(password)
      assert.deepEqual(
        { status, error: body.error, path: body.details?.[0]?.path },
        { status: 400, error: 'invalid_request', path: field },
        password,
      )
      assert.match(body.details[0].message, reason)
      assert.equal((await links.login(email, password)).status, 401)
      await links.app.database.pool.query('delete from login_backoff')
    }
    const accepted = await set(ACCEPTED)
    assert.ok(accepted.status < 300, accepted.text)
    assert.equal((await links.login(email, ACCEPTED)).status, 200)
  })
}

describe('a password that was set before', () => {
  it('goes on working, and is rehashed unchecked when the parameters change', async () => {
    const user = await signIn(links.app, 'viewer')
    const cheaper = createPasswords({ cost: { ...PASSWORD_COST, memory: PASSWORD_COST.memory * 2 } })
    const query = 'update admin_user set password_hash = $1 where id = $2'
    await links.app.database.pool.query(query, [await cheaper.hash('password12'), user.id])
    for (let i = 0; i < 2; i++) assert.equal((await links.login(user.email, 'password12')).status, 200)
  })
})

describe('ADMIN_PASSWORD', () => {
  const FIRST = { ...ENV, ADMIN_EMAIL: 'grace@example.org' }

  it('stops the first start with one line if it is easy to guess', async (t) => {
    const world = await createTestApp({ env: ENV })
    t.after(() => world.close())
    await assert.rejects(createTestApp({ sharing: world, env: { ...FIRST, ADMIN_PASSWORD: 'Password2026' } }), {
      name: 'StartupError',
      message: /^ADMIN_PASSWORD is too easy to guess: it, or a simple variation of it, is on lists of leaked passwords$/,
    })
    assert.equal((await world.database.pool.query('select 1 from admin_user')).rowCount, 0)
    // Once there is an account, it is not looked at.
    await signIn(world, 'owner')
    const again = await createTestApp({ sharing: world, env: { ...FIRST, ADMIN_PASSWORD: 'Password2026' } })
    await again.close()
  })
})
