import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { listen } from '../../../test/helpers/http-server.ts'
import type { HttpServer } from '../../platform/http/server/http-server.ts'
import { adminOf, adminRoute, guardAdminRoutes } from './guard.ts'
import { createIdentify } from './identify.ts'
import { SESSION_COOKIE, tokenCookie } from './token-cookie.ts'
import type { Role } from './roles.ts'

const TOKEN = 'T'.repeat(43)
const schema = { operationId: 'x', response: { 200: Type.Object({ role: Type.String() }) } }

/** A server with one user, whose session token is TOKEN. */
function serve(t: TestContext, add: (app: HttpServer) => void, role: Role = 'editor') {
  const listening = (app: HttpServer): void => {
    const user = { id: '1', email: 'ada@example.org', displayName: 'Ada', role }
    const identify = createIdentify({
      findSession: async (token) => (token === TOKEN ? { sessionId: 's', user, hasSecondFactor: false } : null),
      sessionCookie: tokenCookie(SESSION_COOKIE, true),
      clientHash: (ip) => `hash of ${ip}`,
      countryOf: async () => 'DE',
      devBypass: false,
    })
    guardAdminRoutes(app, identify, () => 'nobody')
    add(app)
  }
  return listen(t, listening, { publicUrl: 'https://weather.example' })
}

const cookie = `service_admin_session=${TOKEN}`

describe('adminRoute', () => {
  it('admits the roles that it names, and no others', async (t) => {
    const { url } = await serve(t, (app) => {
      for (const role of ['viewer', 'editor', 'owner'] as const)
        app.get(`/api/admin/${role}`, { ...adminRoute(role), schema: { ...schema, operationId: role } }, (request) => ({
          role: adminOf(request).user.role,
        }))
    })
    const status = async (path: string, headers: Record<string, string>, method = 'GET') =>
      (await fetch(url + path, { headers, method })).status
    assert.deepEqual(
      await Promise.all(['viewer', 'editor', 'owner'].map((role) => status(`/api/admin/${role}`, { cookie }))),
      [200, 200, 403],
    )
    assert.equal(await status('/api/admin/viewer', {}), 401)
    assert.equal(await status('/api/admin/viewer', { cookie: cookie.replace('T', 'U') }), 401)
    for (const headers of [{}, { cookie }]) assert.equal(await status('/api/admin/owner', headers, 'HEAD'), 'cookie' in headers ? 403 : 401)
    // Reading is harmless: another site cannot see the answer.
    assert.equal(await status('/api/admin/viewer', { cookie, 'sec-fetch-site': 'cross-site' }), 200)
  })

  it('runs before the body is read, and records who acts and from where', async (t) => {
    const { url } = await serve(t, (app) => {
      app.post(
        '/api/admin/x',
        { ...adminRoute('viewer'), schema: { operationId: 'x', body: Type.Object({ a: Type.String() }) } },
        (request) => adminOf(request).actor,
      )
    })
    const post = (headers: Record<string, string>, body: string) =>
      fetch(`${url}/api/admin/x`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
    assert.equal((await post({}, '{"a":')).status, 401)
    assert.equal((await post({ cookie, origin: 'https://evil.example' }, '{"a":')).status, 403)
    const answer = await post({ cookie, origin: 'https://weather.example' }, '{"a":"b"}')
    const { requestId, ...actor } = (await answer.json()) as { requestId: string }
    assert.deepEqual(actor, { userId: '1', name: 'ada@example.org', client: 'hash of 127.0.0.1', country: 'DE' })
    assert.equal(requestId, answer.headers.get('x-request-id'))
    assert.equal(answer.headers.get('cache-control'), 'private, no-store')
  })

  it('refuses a cross-site GET if the route is marked sameSite', async (t) => {
    const { url } = await serve(t, (app) => {
      app.get('/api/admin/start', { ...adminRoute('viewer', { sameSite: true }), schema }, (request) => ({
        role: adminOf(request).user.role,
      }))
    })
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${url}/api/admin/start`, { headers: { cookie, ...headers } })).status
    assert.deepEqual(
      [await status({}), await status({ 'sec-fetch-site': 'cross-site' }), await status({ 'sec-fetch-site': 'same-origin' })],
      [200, 403, 200],
    )
  })

  it('runs the hooks of the route after its own', async (t) => {
    const seen: string[] = []
    const { url } = await serve(t, (app) => {
      const onRequest = (_request: unknown, _reply: unknown, done: () => void) => {
        seen.push('hook')
        done()
      }
      app.get('/api/admin/x', { ...adminRoute('viewer'), schema, onRequest }, (request) => ({ role: adminOf(request).user.role }))
    })
    await fetch(`${url}/api/admin/x`)
    assert.deepEqual(seen, [])
    await fetch(`${url}/api/admin/x`, { headers: { cookie } })
    assert.deepEqual(seen, ['hook'])
  })

  it('rejects a route under /api/admin/ that names no role or has no documentation', async (t) => {
    await serve(t, (app) => {
      const handler = () => ({ role: '' })
      assert.throws(() => app.get('/api/admin/open', { schema }, handler), /does not say who may use it/)
      assert.throws(
        () => app.get('/api/admin/hidden', { ...adminRoute('viewer'), schema: { hide: true } }, handler),
        /must be in the API document/,
      )
      assert.throws(() => app.get('/api/admin/bare', adminRoute('viewer'), handler), /must be in the API document/)
    })
  })

  it('documents the cookie and the refusals', async (t) => {
    const documented: unknown[] = []
    await serve(t, (app) => {
      app.addHook('onRoute', ({ schema: shown }) => {
        documented.push(shown?.security, Object.keys(shown?.response as object))
      })
      app.get('/api/admin/x', { ...adminRoute('viewer'), schema, exposeHeadRoute: false }, () => ({ role: '' }))
    })
    assert.deepEqual(documented, [[{ adminSession: [] }], ['200', '401', '403', '500', '503']])
  })
})
