import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { listen } from '../../../test/helpers/http-server.ts'
import type { HttpServer } from '../../platform/http/server/http-server.ts'
import { DEVELOPER } from './admin-context.ts'
import { refuseCrossSite } from './cross-site.ts'
import { getAdminContext, buildAdminRoute, guardAdminRoutes, canSeeAddresses } from './guard.ts'
import { createIdentify } from './identify.ts'
import type { Role, SecondFactorRequirement } from './roles.ts'
import { SESSION_COOKIE, createTokenCookie } from './token-cookie.ts'

const TOKEN = 'T'.repeat(43)
const schema = { operationId: 'x', response: { 200: Type.Object({ role: Type.String() }) } }

interface Served {
  readonly role?: Role
  readonly hasSecondFactor?: boolean
  readonly hasRecentProof?: boolean
  readonly secondFactor?: SecondFactorRequirement
  readonly devBypass?: boolean
}

/** A server with one user, whose session token is TOKEN. */
function serve(
  t: TestContext,
  add: (app: HttpServer) => void,
  { role = 'editor', hasSecondFactor = false, hasRecentProof = true, secondFactor = 'nobody', devBypass = false }: Served = {},
) {
  const listening = (app: HttpServer): void => {
    const user = { id: '1', email: 'ada@example.org', displayName: 'Ada', role }
    const identify = createIdentify({
      findSession: async (token) => (token === TOKEN ? { sessionId: 's', user, hasSecondFactor, hasRecentProof } : null),
      sessionCookie: createTokenCookie(SESSION_COOKIE, true),
      clientHash: (ip) => `hash of ${ip}`,
      countryOf: async () => 'DE',
      devBypass,
    })
    guardAdminRoutes(app, identify, () => secondFactor)
    add(app)
  }
  return listen(t, listening, { publicUrl: 'https://weather.example' })
}

const cookie = `service_admin_session=${TOKEN}`

describe('adminRoute', () => {
  it('admits the roles that it names, and no others', async (t) => {
    const { url } = await serve(t, (app) => {
      for (const role of ['viewer', 'editor', 'owner'] as const)
        app.get(`/api/admin/${role}`, { ...buildAdminRoute(role), schema: { ...schema, operationId: role } }, (request) => ({
          role: getAdminContext(request).user.role,
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

  it('admits a user who must have a second factor and has none only to set one up', async (t) => {
    const statuses = async (served: Served) => {
      const { url } = await serve(
        t,
        (app) => {
          const handler = (request: Parameters<typeof getAdminContext>[0]) => ({ role: getAdminContext(request).user.role })
          app.get('/api/admin/x', { ...buildAdminRoute('viewer'), schema }, handler)
          app.get(
            '/api/admin/enrol',
            { ...buildAdminRoute('viewer', { isEnrolment: true }), schema: { ...schema, operationId: 'y' } },
            handler,
          )
        },
        served,
      )
      const answers = await Promise.all(['x', 'enrol'].map((path) => fetch(`${url}/api/admin/${path}`, { headers: { cookie } })))
      const refused = answers.find(({ status }) => status === 403)
      if (refused !== undefined)
        assert.deepEqual(((await refused.json()) as { details: unknown }).details, [{ path: 'totp', message: 'required' }])
      return answers.map(({ status }) => status)
    }
    assert.deepEqual(await statuses({ secondFactor: 'editors' }), [403, 200])
    assert.deepEqual(await statuses({ secondFactor: 'editors', hasSecondFactor: true }), [200, 200])
    assert.deepEqual(await statuses({ secondFactor: 'owners' }), [200, 200])
  })

  it('admits nobody without a session unless the bypass is on, which a session precedes', async (t) => {
    const whoIs = async (served: Served, headers: Record<string, string> = {}) => {
      const { url } = await serve(
        t,
        (app) =>
          app.post('/api/admin/x', { ...buildAdminRoute('owner'), schema: { operationId: 'x' } }, (request, reply) =>
            reply.send(getAdminContext(request)),
          ),
        { role: 'owner', secondFactor: 'everyone', hasSecondFactor: true, ...served },
      )
      const answer = await fetch(`${url}/api/admin/x`, { method: 'POST', headers })
      return answer.status === 200 ? ((await answer.json()) as ReturnType<typeof getAdminContext>) : answer.status
    }
    assert.equal(await whoIs({}), 401)
    const { actor, ...developer } = (await whoIs({ devBypass: true })) as ReturnType<typeof getAdminContext>
    assert.deepEqual(developer, { user: DEVELOPER, hasSecondFactor: true, hasRecentProof: true, sessionId: null })
    assert.deepEqual(
      { userId: actor.userId, name: actor.name, role: DEVELOPER.role },
      { userId: null, name: DEVELOPER.email, role: 'owner' },
    )
    assert.equal(await whoIs({ devBypass: true }, { 'x-forwarded-for': '127.0.0.1' }), 401)
    const signedIn = (await whoIs({ devBypass: true }, { cookie })) as ReturnType<typeof getAdminContext>
    assert.deepEqual({ email: signedIn.user.email, sessionId: signedIn.sessionId }, { email: 'ada@example.org', sessionId: 's' })
  })

  it('runs before the body is read, and records who acts and from where', async (t) => {
    const { url } = await serve(t, (app) => {
      app.post(
        '/api/admin/x',
        { ...buildAdminRoute('viewer'), schema: { operationId: 'x', body: Type.Object({ a: Type.String() }) } },
        (request) => getAdminContext(request).actor,
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

  it('looks the country up only for requests that may change something', async (t) => {
    const { url } = await serve(t, (app) => {
      app.get('/api/admin/x', { ...buildAdminRoute('viewer'), schema: { operationId: 'x' } }, (request) => getAdminContext(request).actor)
    })
    const answer = await fetch(`${url}/api/admin/x`, { headers: { cookie } })
    assert.equal(((await answer.json()) as { country: string | null }).country, null)
  })

  it('refuses a cross-site GET if the route is marked sameSite', async (t) => {
    const { url } = await serve(t, (app) => {
      app.get('/api/admin/start', { ...buildAdminRoute('viewer', { sameSite: true }), schema }, (request) => ({
        role: getAdminContext(request).user.role,
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
      app.get('/api/admin/x', { ...buildAdminRoute('viewer'), schema, onRequest }, (request) => ({
        role: getAdminContext(request).user.role,
      }))
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
        () => app.get('/api/admin/hidden', { ...buildAdminRoute('viewer'), schema: { hide: true } }, handler),
        /must be in the API document/,
      )
      assert.throws(() => app.get('/api/admin/bare', buildAdminRoute('viewer'), handler), /must be in the API document/)
    })
  })

  it('documents the cookie and the refusals', async (t) => {
    const documented: unknown[] = []
    await serve(t, (app) => {
      app.addHook('onRoute', ({ schema: shown }) => {
        documented.push(shown?.security, Object.keys(shown?.response as object))
      })
      app.get('/api/admin/x', { ...buildAdminRoute('viewer'), schema, exposeHeadRoute: false }, () => ({ role: '' }))
    })
    assert.deepEqual(documented, [[{ adminSession: [] }], ['200', '401', '403', '500', '503']])
  })
})

describe('adminOf', () => {
  it('is an error on a route that is not an admin route', async (t) => {
    const { url, logLines } = await serve(t, (app) =>
      app.get('/open', { schema }, (request) => ({ role: getAdminContext(request).user.role })),
    )
    assert.equal((await fetch(`${url}/open`, { headers: { cookie } })).status, 500)
    assert.match(logLines.join(''), /\/open is not an admin route/)
  })
})

describe('seesAddresses', () => {
  const requestOf = (role: Role) => ({ admin: { user: { role } } }) as Parameters<typeof canSeeAddresses>[0]

  it('from the role editor upwards; a viewer may not search for an address either', () => {
    assert.deepEqual(
      (['viewer', 'editor', 'owner'] as const).map((role) => canSeeAddresses(requestOf(role))),
      [false, true, true],
    )
    assert.equal(canSeeAddresses(requestOf('editor'), 'ada@example.org'), true)
    assert.throws(() => canSeeAddresses(requestOf('viewer'), 'ada@example.org'), { code: 'forbidden' })
  })
})

describe('refuseCrossSite', () => {
  const ORIGIN = 'https://weather.example'
  const cases: readonly (readonly [isOurs: boolean, headers: Record<string, string>])[] = [
    [true, {}],
    [true, { origin: ORIGIN }],
    [false, { origin: 'https://evil.example' }],
    [false, { origin: 'null' }],
    [true, { 'sec-fetch-site': 'same-origin' }],
    [true, { 'sec-fetch-site': 'none' }],
    [false, { 'sec-fetch-site': 'same-site' }],
    [false, { 'sec-fetch-site': 'cross-site' }],
    // What a current browser says counts, not an origin that is compared with a public address behind a proxy.
    [true, { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' }],
    [false, { 'sec-fetch-site': 'cross-site', origin: ORIGIN }],
  ]
  for (const [isOurs, headers] of cases) {
    it(`${isOurs ? 'admits' : 'refuses'} ${JSON.stringify(headers)}`, () => {
      const check = () => refuseCrossSite({ headers } as Parameters<typeof refuseCrossSite>[0], () => ORIGIN)
      if (isOurs) check()
      else assert.throws(check, { code: 'forbidden' })
    })
  }
})
