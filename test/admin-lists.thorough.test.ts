import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestFeed } from '../src/features/weather/warnings/testing/feed.ts'
import { send, signIn, type SignedIn } from './helpers/admin.ts'
import { createTestApp, type TestApp } from './helpers/app.ts'
import { type ApiDocument, operationsOf } from './helpers/openapi.ts'
import { until } from './helpers/until.ts'

/** Lists that have several items here. The others have at least this file's refusals, and their own tests. */
const FILLED = ['audit', 'cms-pages', 'connections', 'email-templates', 'outbox', 'sessions', 'suppressions', 'users', 'warning-feeds']
const cursorOf = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')
const BAD = [
  'limit=0',
  'limit=-1',
  'limit=201',
  'limit=1.5',
  'limit=ten',
  'limit=',
  'cursor=',
  'cursor=x',
  `cursor=${cursorOf('another order', 1, 'x')}`,
  `cursor=${'A'.repeat(601)}`,
]

interface List {
  readonly path: string
  readonly parameters: readonly string[]
}

describe('every list of the back office', () => {
  let app: TestApp
  let owner: SignedIn
  let lists: List[]
  before(async () => {
    app = await createTestApp({
      env: { RATE_LIMITS: 'login=0,weather=0' },
      warningFeeds: [createTestFeed({ id: 'feed', parts: ['AA', 'BB'] })],
    })
    owner = await signIn(app, 'owner')
    const { headers } = owner
    // A reading in the background would change the list of feeds between two pages. The clock stands still: none is due after the first.
    await app.services.warnings.readDue()
    await until('every feed is read', async () => {
      const { items } = (await get('/api/admin/warning-feeds?limit=200')).body
      return items.every(({ completeAt }: { completeAt: string | null }) => completeAt !== null)
    })
    for (const n of [1, 2, 3]) {
      await app.services.users.sessions.start(app.services.storage.database.kysely, {
        userId: owner.id,
        userAgent: `browser ${n}`,
        country: null,
      })
      const email = `reader${n}@example.net`
      await send(app, '/api/admin/suppressions', { method: 'PATCH', headers, body: { email, suppressed: true } })
      await send(app, '/api/admin/users/invite', { headers, body: { email, role: 'viewer' } })
    }
    lists = operationsOf((await app.get('/api/openapi.json')).body as ApiDocument).flatMap(({ method, path, operation }) => {
      const answer = JSON.stringify(operation.responses['200']?.content?.['application/json'] ?? {})
      const isList = method === 'GET' && path.startsWith('/api/admin/') && answer.includes('nextCursor')
      return isList ? [{ path, parameters: (operation.parameters ?? []).map(({ name }) => name) }] : []
    })
  })
  after(() => app.close())

  const get = async (path: string) => app.get(path, owner.headers)

  it('takes limit and cursor', () => {
    for (const { path, parameters } of lists) assert.deepEqual(parameters.slice(0, 2), ['limit', 'cursor'], path)
    const names = new Set(lists.map(({ path }) => path.slice('/api/admin/'.length)))
    assert.ok(lists.length >= 14, String(lists.length))
    assert.deepEqual(
      FILLED.filter((name) => !names.has(name)),
      [],
    )
  })

  it('has no more items than its limit, and the same items on pages as on one', async () => {
    for (const { path } of lists) {
      const { items, total, nextCursor } = (await get(`${path}?limit=200`)).body
      assert.deepEqual({ items: items.length, nextCursor }, { items: total, nextCursor: null }, path)
      if (FILLED.includes(path.slice('/api/admin/'.length))) assert.ok(total >= 2, path)
      for (const limit of [1, 2]) {
        const paged: unknown[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const { status, body } = await get(`${path}?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`)
          assert.equal(status, 200, path)
          assert.ok(body.items.length <= limit && (body.items.length === limit || body.nextCursor === null), path)
          assert.ok(body.items.length > 0 || total === 0, path)
          assert.equal(body.total, total, path)
          paged.push(...body.items)
          cursor = body.nextCursor
          assert.ok(paged.length <= total, path)
        }
        assert.deepEqual(paged, items, path)
      }
    }
  })

  it('links each page to the next (RFC 8288), with all other parameters', async () => {
    for (const { path } of lists) {
      const { body, headers } = await get(`${path}?limit=1&x=a%20b`)
      if (body.nextCursor === null) {
        assert.equal(headers.get('link'), null, path)
        continue
      }
      const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? []
      assert.equal(next, `${path}?limit=1&x=a+b&cursor=${body.nextCursor}`)
      const [linked, asked] = await Promise.all([next, `${path}?limit=1&cursor=${body.nextCursor}`].map((url) => get(url)))
      assert.deepEqual(linked?.body, asked?.body, path)
    }
  })

  it('400 for a bad limit and a bad cursor, by name', async () => {
    for (const { path } of lists) {
      for (const bad of BAD) {
        const { status, body } = await get(`${path}?${bad}`)
        assert.deepEqual(
          { status, error: body.error, path: body.details?.[0]?.path },
          { status: 400, error: 'invalid_request', path: bad.split('=')[0] },
          `${path}?${bad}`,
        )
      }
      // A forged position of the right order is refused or finds nothing; it is no error of the service.
      const { nextCursor } = (await get(`${path}?limit=1`)).body
      const [order] = nextCursor === null ? ['x'] : (JSON.parse(Buffer.from(nextCursor, 'base64url').toString()) as string[])
      for (const [value, id] of [
        ['\u{10ffff}', 'zzz'],
        [1e300, 1],
        ['', ''],
        [true, null],
      ]) {
        const forged = await get(`${path}?limit=1&cursor=${cursorOf(order, value, id)}`)
        assert.ok([200, 400].includes(forged.status), `${path} ${forged.text}`)
      }
    }
  })
})
