import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const ENV = { RATE_LIMITS: 'login=0,weather=0' }
const PASSWORD = 'a long passphrase'
const PATH = '/api/admin/users'

describe('users', () => {
  let app: TestApp
  let owner: SignedIn
  before(async () => {
    app = await createTestApp({ env: ENV })
    owner = await signIn(app, 'owner', 'Zoe@example.org')
  })
  after(() => app.close())

  const create = (body: object) =>
    send(app, PATH, { headers: owner.headers, body: { displayName: 'New', role: 'viewer', password: PASSWORD, ...body } })
  const patch = (id: string, body: object, by: SignedIn = owner) =>
    send(app, `${PATH}/${id}`, { method: 'PATCH', headers: by.headers, body })
  const list = (query = '') => app.get(`${PATH}${query}`, owner.headers)
  const lastAudit = async () => (await app.get('/api/admin/audit?limit=1', owner.headers)).body.items[0]

  describe('POST', () => {
    it('201: creates an account that can sign in', async () => {
      const { status, body, headers, text } = await create({ email: ' Ada@Example.org ', displayName: ' Ada \u00a0 L. ' })
      assert.equal(status, 201)
      assert.equal(headers.get('cache-control'), 'private, no-store')
      assert.deepEqual(body.user, {
        id: body.user.id,
        email: 'Ada@example.org',
        displayName: 'Ada L.',
        role: 'viewer',
        status: 'active',
        disabled: false,
        totp: false,
        passkeys: 0,
        lastLoginAt: null,
        createdAt: '2026-07-01T12:00:00Z',
        updatedAt: '2026-07-01T12:00:00Z',
        version: 1,
      })
      assert.doesNotMatch(text, /argon2|hash/i)
      assert.equal((await send(app, '/api/auth/login', { body: { email: 'ada@example.org', password: PASSWORD } })).status, 200)
    })

    it('409 for an address that has an account, however it is written, even when created at once', async () => {
      assert.equal((await create({ email: 'grace@example.org' })).status, 201)
      const again = await create({ email: 'GRACE@EXAMPLE.ORG' })
      assert.deepEqual(
        { status: again.status, error: again.body.error, path: again.body.details[0].path },
        { status: 409, error: 'conflict', path: 'email' },
      )
      const answers = await Promise.all(Array.from({ length: 4 }, () => create({ email: 'mary@münchen.example' })))
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, 409, 409, 409],
      )
      assert.equal(answers.find(({ status }) => status === 201)?.body.user.email, 'mary@xn--mnchen-3ya.example')
    })

    it('400 names what is wrong', async () => {
      const wrong: readonly (readonly [body: object, path: string])[] = [
        [{}, 'email'],
        [{ email: 'no address' }, 'email'],
        [{ email: 'a b@example.org' }, 'email'],
        [{ email: 'a\u0000b' }, 'email'],
        [{ email: 'a@example.org', role: 'admin' }, 'role'],
        [{ email: 'a@example.org', displayName: 'a\u0000b' }, 'displayName'],
        [{ email: 'a@example.org', password: 'too short' }, 'password'],
        [{ email: 'a@example.org', password: 'kT9#vq2LmZ'.repeat(20) + '!' }, 'password'],
        [{ email: 'a@example.org', displayName: ' ' }, 'displayName'],
        [{ email: 'a@example.org', displayName: 'x'.repeat(101) }, 'displayName'],
      ]
      for (const [body, path] of wrong) {
        const answer = await create(body)
        assert.deepEqual(
          { status: answer.status, details: answer.body.details.map((each: { path: string }) => each.path) },
          { status: 400, details: [path] },
          JSON.stringify(body),
        )
      }
    })

    it('is audited without the password', async () => {
      const { user } = (await create({ email: 'audited@example.org' })).body
      const entry = await lastAudit()
      assert.deepEqual(
        {
          action: entry.action,
          actor: entry.actor,
          userId: entry.userId,
          objectType: entry.objectType,
          objectId: entry.objectId,
          before: entry.before,
        },
        { action: 'user.create', actor: owner.email, userId: owner.id, objectType: 'user', objectId: user.id, before: null },
      )
      assert.deepEqual(
        { email: entry.after.email, role: entry.after.role, hasPassword: entry.after.hasPassword },
        { email: 'audited@example.org', role: 'viewer', hasPassword: true },
      )
      assert.match(entry.client, /^[\w-]{22}$/)
      assert.ok(!JSON.stringify(entry).includes(PASSWORD) && !JSON.stringify(entry).includes('127.0.0.1'))
    })
  })

  describe('PATCH', () => {
    it('200: ignores unknown fields, including a password hash', async () => {
      const email = 'kept@example.org'
      const { user } = (await create({ email })).body
      const answer = await patch(user.id, { displayName: 'Kept', passwordHash: 'x', lastLoginAt: 1, passwordhash: 5 })
      assert.deepEqual(
        { status: answer.status, displayName: answer.body.user.displayName, lastLoginAt: answer.body.user.lastLoginAt },
        { status: 200, displayName: 'Kept', lastLoginAt: null },
      )
      assert.equal((await patch(user.id, { passwordHash: 5 })).status, 200)
      assert.equal((await send(app, '/api/auth/login', { body: { email, password: PASSWORD } })).status, 200)
    })

    it('200: changes the given fields, and the version with them', async () => {
      const user = await signIn(app, 'viewer')
      const { status, body } = await patch(user.id, { role: 'editor', displayName: ' Eve ', version: 1 })
      assert.deepEqual(
        { status, role: body.user.role, displayName: body.user.displayName, version: body.user.version },
        { status: 200, role: 'editor', displayName: 'Eve', version: 2 },
      )
      const { action, before, after } = await lastAudit()
      assert.deepEqual(
        { action, before, after },
        { action: 'user.update', before: { displayName: 'viewer', role: 'viewer' }, after: { displayName: 'Eve', role: 'editor' } },
      )
    })

    it('200: disabling ends the sessions, and enabling does not revive them', async () => {
      const user = await signIn(app, 'viewer')
      assert.equal((await patch(user.id, { disabled: true })).body.user.status, 'disabled')
      assert.equal((await app.get('/api/admin/me', user.headers)).status, 401)
      assert.equal((await patch(user.id, { disabled: false })).body.user.status, 'active')
      assert.equal((await app.get('/api/admin/me', user.headers)).status, 401)
    })

    it('200: any other change leaves the sessions', async () => {
      const user = await signIn(app, 'viewer')
      assert.equal((await patch(user.id, { displayName: 'Still here' })).status, 200)
      assert.equal((await app.get('/api/admin/me', user.headers)).body.user.displayName, 'Still here')
    })

    it('404 for an unknown user, 400 for a malformed id', async () => {
      assert.equal((await patch('0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10', { role: 'viewer' })).status, 404)
      assert.equal((await patch('1', { role: 'viewer' })).status, 400)
      assert.equal((await patch(owner.id, { role: 'king' })).status, 400)
      assert.equal((await patch(owner.id, { displayName: 'Zoe', version: 0 })).status, 400)
      assert.equal((await patch(owner.id, { disabled: 'yes' })).status, 400)
    })

    it('409 for a stale version; one of two simultaneous saves wins whole', async () => {
      const user = await signIn(app, 'viewer')
      const stale = await patch(user.id, { role: 'editor', version: 7 })
      assert.deepEqual(
        { status: stale.status, details: stale.body.details },
        { status: 409, details: [{ path: 'version', message: 'is now 1' }] },
      )
      const changes = [
        { displayName: 'One', role: 'editor', version: 1 },
        { displayName: 'Two', role: 'owner', version: 1 },
      ]
      const answers = await Promise.all(changes.map((change) => patch(user.id, change)))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      const won = changes[answers.findIndex(({ status }) => status === 200)]
      const { items } = (await list(`?q=${user.email}`)).body
      assert.deepEqual(
        { displayName: items[0].displayName, role: items[0].role, version: items[0].version },
        { displayName: won?.displayName, role: won?.role, version: 2 },
      )
    })
  })

  describe('GET', () => {
    it('200: pages through all in order, each once, even if new ones are added meanwhile', async () => {
      for (let i = 0; i < 5; i++) await signIn(app, 'viewer', `page${i}@paging.example`)
      const first = (await list('?q=paging.example&limit=2&sort=-email')).body
      assert.equal(first.total, 5)
      await signIn(app, 'viewer', 'page9@paging.example')
      const emails: string[] = first.items.map(({ email }: { email: string }) => email)
      for (let cursor = first.nextCursor; cursor !== null;) {
        const page = (await list(`?q=paging.example&limit=2&sort=-email&cursor=${cursor}`)).body
        emails.push(...page.items.map(({ email }: { email: string }) => email))
        cursor = page.nextCursor
      }
      assert.deepEqual(
        emails,
        [4, 3, 2, 1, 0].map((i) => `page${i}@paging.example`),
      )
    })

    it('200: sorts even if all values are the same', async () => {
      const seen = new Set<string>()
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: { items: { id: string }[]; nextCursor: string | null } = (
          await list(`?sort=createdAt&limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
        ).body
        for (const { id } of page.items) {
          assert.ok(!seen.has(id))
          seen.add(id)
        }
        cursor = page.nextCursor
      }
      assert.equal(seen.size, (await list()).body.total)
    })

    it('200: filters by role, state and any text', async () => {
      const invited = await send(app, `${PATH}/invite`, {
        headers: owner.headers,
        body: { email: '100%_sure@filters.example', role: 'editor' },
      })
      const disabled = await signIn(app, 'owner', 'gone@filters.example')
      await patch(disabled.id, { disabled: true })
      await signIn(app, 'editor', 'Here@filters.example')
      const found = async (query: string) =>
        (await list(`?q=filters.example&${query}`)).body.items.map(({ email }: { email: string }) => email)
      assert.equal(invited.status, 201)
      assert.deepEqual(await found('status=invited'), ['100%_sure@filters.example'])
      assert.deepEqual(await found('status=disabled'), ['gone@filters.example'])
      assert.deepEqual(await found('status=active'), ['Here@filters.example'])
      assert.deepEqual(await found('role=editor'), ['100%_sure@filters.example', 'Here@filters.example'])
      const texts = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).body.total
      assert.deepEqual([await texts('100%_SURE'), await texts('100__sure'), await texts('%_sure'), await texts('\\')], [1, 0, 1, 0])
    })

    it('200: streams all as CSV, with formulas disarmed', async () => {
      const user = await signIn(app, 'viewer', 'csv@csv.example')
      await patch(user.id, { displayName: '=HYPERLINK("http://x","y")' })
      const { status, headers, text } = await list('?format=csv&q=csv.example')
      assert.equal(status, 200)
      assert.deepEqual(
        {
          contentType: headers.get('content-type'),
          contentDisposition: headers.get('content-disposition'),
          cacheControl: headers.get('cache-control'),
        },
        {
          contentType: 'text/csv; charset=utf-8; header=present',
          contentDisposition: 'attachment; filename="users.csv"',
          cacheControl: 'private, no-store',
        },
      )
      assert.deepEqual(text.split('\r\n'), [
        'id,email,displayName,role,status,disabled,totp,passkeys,lastLoginAt,createdAt,updatedAt,version',
        `${user.id},csv@csv.example,"'=HYPERLINK(""http://x"",""y"")",viewer,active,false,false,0,,2026-07-01T12:00:00Z,2026-07-01T12:00:00Z,2`,
        '',
      ])
      const all = (await list('?format=csv')).text.trim().split('\r\n').length - 1
      assert.equal(all, (await list()).body.total)
    })

    it('400 for a cursor that is malformed, forged or of another order', async () => {
      const { nextCursor } = (await list('?limit=1')).body
      const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const cursors = [
        'x',
        'e30',
        forge(['email', null, 'x']),
        forge(['email', 'a', 'not-an-id']),
        forge(['email', 'a\u0000', 'b']),
        forge(['createdAt', 'never', owner.id]),
      ]
      for (const cursor of cursors) {
        const sort = cursor === cursors.at(-1) ? '&sort=createdAt' : ''
        const answer = await list(`?cursor=${cursor}${sort}`)
        assert.deepEqual({ status: answer.status, path: answer.body.details?.[0]?.path }, { status: 400, path: 'cursor' }, cursor)
      }
      assert.equal((await list(`?sort=-email&cursor=${nextCursor}`)).status, 400)
      assert.equal((await list(`?limit=1&cursor=${nextCursor}`)).status, 200)
      for (const query of ['limit=0', 'limit=201', 'sort=password', 'status=none', 'q=%00', 'format=xml'])
        assert.equal((await list(`?${query}`)).status, 400, query)
    })
  })
})
