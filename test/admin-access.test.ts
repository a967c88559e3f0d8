import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Role, buildUnsignedActor } from '../src/admin/access/index.ts'
import { cookieOf, enrol, send, signIn, type SignedIn } from './helpers/admin.ts'
import { createTestApp, type TestApp } from './helpers/app.ts'
import { type ApiDocument, operationsOf } from './helpers/openapi.ts'

/**
 * Who may use each route that needs a session: the lowest role, and what the route answers to it. A rejected body (400) and an id that does
 * not exist (404) prove as well as a success that access was granted, and change nothing.
 */
interface Access {
  readonly role: Role
  readonly answers: number
  readonly body?: object
  /** Path with its parameters filled in, and query. */
  readonly path?: string
  /** A GET that changes something: also refused from another site. */
  readonly sameSite?: true
  /** Changes who may do what, or where secrets and mail go: refused to a session that was not proved lately. */
  readonly needsProof?: true
  /** Open to users who must have a second factor and have none yet. */
  readonly isEnrolment?: true
}

const ID = '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10'

const BACKUP = '/api/admin/backups/isobar-20261121T030000Z.backup'

const ROUTES: Readonly<Record<string, Access>> = {
  'POST /api/auth/password': { role: 'viewer', answers: 400, body: {} },
  'POST /api/auth/proof': { role: 'viewer', answers: 400, body: {} },
  'POST /api/auth/totp': { role: 'viewer', answers: 409, isEnrolment: true },
  'POST /api/auth/totp/confirm': { role: 'viewer', answers: 400, body: {}, isEnrolment: true },
  'DELETE /api/auth/totp': { role: 'viewer', answers: 400, body: {} },
  'GET /api/auth/passkeys': { role: 'viewer', answers: 200 },
  'POST /api/auth/passkeys': { role: 'viewer', answers: 400, body: {}, isEnrolment: true },
  'POST /api/auth/passkeys/options': { role: 'viewer', answers: 400, body: {}, isEnrolment: true },
  'PATCH /api/auth/passkeys/{id}': { role: 'viewer', answers: 404, body: { name: 'x' }, path: `/api/auth/passkeys/${ID}` },
  'DELETE /api/auth/passkeys/{id}': { role: 'viewer', answers: 400, body: {}, path: `/api/auth/passkeys/${ID}` },
  'GET /api/admin/me': { role: 'viewer', answers: 200 },
  'GET /api/admin/sessions': { role: 'viewer', answers: 200 },
  'DELETE /api/admin/sessions': { role: 'viewer', answers: 404, path: `/api/admin/sessions?id=${ID}` },
  'GET /api/admin/users': { role: 'viewer', answers: 200 },
  'POST /api/admin/users': { role: 'owner', needsProof: true, answers: 400, body: {} },
  'POST /api/admin/users/invite': { role: 'owner', needsProof: true, answers: 400, body: {} },
  'PATCH /api/admin/users/{id}': { role: 'owner', needsProof: true, answers: 404, body: {}, path: `/api/admin/users/${ID}` },
  'GET /api/admin/connections': { role: 'viewer', answers: 200 },
  'PATCH /api/admin/connections': { role: 'owner', answers: 400, body: {} },
  'GET /api/admin/weather-provider-key': { role: 'viewer', answers: 200 },
  'PATCH /api/admin/weather-provider-key': { role: 'owner', needsProof: true, answers: 400, body: {} },
  'GET /api/admin/email-key': { role: 'viewer', answers: 200 },
  'PATCH /api/admin/email-key': { role: 'owner', needsProof: true, answers: 400, body: {} },
  'POST /api/admin/email/sync': { role: 'editor', answers: 503 },
  'GET /api/admin/adprogram/report': { role: 'viewer', answers: 200 },
  'POST /api/admin/adprogram/sync': { role: 'owner', answers: 503 },
  'GET /api/admin/adprogram/oauth/start': { role: 'owner', answers: 503, sameSite: true },
  'GET /api/admin/adprogram/oauth/callback': { role: 'owner', answers: 400, path: '/api/admin/adprogram/oauth/callback?state=none' },
  'GET /api/admin/adprogram/oauth/disconnect': { role: 'owner', answers: 200, sameSite: true },
  'GET /api/admin/audit': { role: 'viewer', answers: 200 },
  'GET /api/admin/config': { role: 'viewer', answers: 200 },
  'PATCH /api/admin/config': { role: 'owner', answers: 400, body: {} },
  'PATCH /api/admin/settings': { role: 'owner', answers: 400, body: {} },
  'GET /api/admin/usage': { role: 'viewer', answers: 200 },
  'GET /api/admin/blend/gains': { role: 'viewer', answers: 200 },
  'GET /api/admin/usage/sources': { role: 'viewer', answers: 200 },
  'GET /api/admin/checks': { role: 'viewer', answers: 200 },
  'GET /api/admin/locations': { role: 'viewer', answers: 200 },
  'GET /api/admin/reports': { role: 'viewer', answers: 200 },
  'PATCH /api/admin/reports': { role: 'editor', answers: 404, body: { id: ID, state: 'resolved' } },
  'GET /api/admin/analytics': { role: 'viewer', answers: 200 },
  'GET /api/admin/analytics/searches': { role: 'viewer', answers: 200 },
  'GET /api/admin/analytics/today': { role: 'viewer', answers: 200 },
  'GET /api/admin/client-keys': { role: 'viewer', answers: 200 },
  'GET /api/admin/client-keys/{id}/usage': { role: 'viewer', answers: 200, path: `/api/admin/client-keys/${ID}/usage` },
  'POST /api/admin/client-keys': { role: 'owner', needsProof: true, answers: 400, body: {} },
  'PATCH /api/admin/client-keys/{id}': { role: 'owner', needsProof: true, answers: 404, body: {}, path: `/api/admin/client-keys/${ID}` },
  'POST /api/admin/client-keys/{id}/rotate': {
    role: 'owner',
    needsProof: true,
    answers: 404,
    body: {},
    path: `/api/admin/client-keys/${ID}/rotate`,
  },
  'POST /api/admin/client-keys/{id}/revoke': { role: 'owner', needsProof: true, answers: 404, path: `/api/admin/client-keys/${ID}/revoke` },
  'GET /api/admin/webhooks': { role: 'viewer', answers: 200 },
  'PATCH /api/admin/webhooks/{id}': { role: 'editor', answers: 404, body: { enabled: false }, path: `/api/admin/webhooks/${ID}` },
  'GET /api/admin/push-devices': { role: 'viewer', answers: 200 },
  'DELETE /api/admin/push-devices/{id}': { role: 'editor', answers: 404, path: `/api/admin/push-devices/${ID}` },
  'POST /api/admin/push-devices/{id}/test': { role: 'editor', answers: 404, path: `/api/admin/push-devices/${ID}/test` },
  'GET /api/admin/push-devices/{id}/explanation': { role: 'viewer', answers: 404, path: `/api/admin/push-devices/${ID}/explanation` },
  'GET /api/admin/push-messages': { role: 'viewer', answers: 200 },
  'GET /api/admin/webhook-deliveries': { role: 'viewer', answers: 200 },
  'POST /api/admin/webhook-deliveries/{id}/replay': {
    role: 'editor',
    answers: 404,
    path: `/api/admin/webhook-deliveries/${ID}/replay`,
  },
  'GET /api/admin/warning-feeds': { role: 'viewer', answers: 200 },
  'POST /api/admin/warning-feeds': { role: 'owner', needsProof: true, answers: 400, body: {} },
  'POST /api/admin/warning-feeds/preview': { role: 'owner', answers: 400, body: {} },
  'PATCH /api/admin/warning-feeds/{id}': {
    role: 'owner',
    needsProof: true,
    answers: 404,
    body: { enabled: false },
    path: '/api/admin/warning-feeds/none',
  },
  'DELETE /api/admin/warning-feeds/{id}': { role: 'owner', needsProof: true, answers: 404, path: '/api/admin/warning-feeds/none' },
  'GET /api/admin/backups': { role: 'viewer', answers: 200 },
  'POST /api/admin/backups': { role: 'owner', answers: 202 },
  'POST /api/admin/backups/test': { role: 'owner', answers: 202 },
  'POST /api/admin/backups/{file}/ticket': { role: 'owner', answers: 404, body: { currentPassword: 'x' }, path: `${BACKUP}/ticket` },
  'GET /api/admin/backups/{file}': { role: 'owner', answers: 403, path: `${BACKUP}?ticket=none`, sameSite: true },
  'POST /api/admin/hold/release': { role: 'owner', answers: 200 },
  'GET /api/admin/state': { role: 'viewer', answers: 200 },
  'GET /api/admin/troubles': { role: 'viewer', answers: 200 },
  'GET /api/admin/notices': { role: 'viewer', answers: 200 },
  'PATCH /api/admin/notices/webhook': { role: 'owner', needsProof: true, answers: 400, body: {} },
  'POST /api/admin/notices/test': { role: 'owner', answers: 400, body: {} },
  'GET /api/admin/jobs': { role: 'viewer', answers: 200 },
  'GET /api/admin/jobs/{id}': { role: 'viewer', answers: 404, path: `/api/admin/jobs/${ID}` },
  'POST /api/admin/jobs': { role: 'editor', answers: 400, body: {} },
  'GET /api/admin/subscriptions': { role: 'viewer', answers: 200 },
  'PATCH /api/admin/subscriptions': { role: 'editor', answers: 404, body: { id: ID, active: false } },
  'POST /api/admin/subscriptions/export': { role: 'editor', answers: 400, body: {} },
  'POST /api/admin/subscriptions/erase': { role: 'editor', answers: 400, body: {} },
  'GET /api/admin/outbox': { role: 'viewer', answers: 200 },
  'GET /api/admin/outbox/{id}': { role: 'viewer', answers: 404, path: `/api/admin/outbox/${ID}` },
  'POST /api/admin/outbox/send': { role: 'editor', answers: 202 },
  'POST /api/admin/outbox/{id}/retry': { role: 'editor', answers: 404, path: `/api/admin/outbox/${ID}/retry` },
  'GET /api/admin/outbox/{id}/message': { role: 'editor', answers: 404, path: `/api/admin/outbox/${ID}/message` },
  'GET /api/admin/outbox/{id}/explanation': { role: 'viewer', answers: 404, path: `/api/admin/outbox/${ID}/explanation` },
  'GET /api/admin/subscriptions/{id}/explanation': { role: 'viewer', answers: 404, path: `/api/admin/subscriptions/${ID}/explanation` },
  'GET /api/admin/alert-explanations': { role: 'viewer', answers: 200, path: '/api/admin/alert-explanations?lat=0&lon=0' },
  'GET /api/admin/suppressions': { role: 'viewer', answers: 200 },
  'PATCH /api/admin/suppressions': { role: 'editor', answers: 400, body: {} },
  'GET /api/admin/mailing-summary': { role: 'viewer', answers: 200 },
  'GET /api/admin/email-templates': { role: 'viewer', answers: 200 },
  'GET /api/admin/email-templates/{id}': { role: 'viewer', answers: 404, path: '/api/admin/email-templates/none' },
  'POST /api/admin/email-templates': { role: 'editor', answers: 404, body: { id: 'none' } },
  'PATCH /api/admin/email-templates': { role: 'editor', answers: 404, body: { id: 'none' } },
  'POST /api/admin/email-templates/{id}/reset': { role: 'editor', answers: 404, body: {}, path: '/api/admin/email-templates/none/reset' },
  'POST /api/admin/email-templates/{id}/preview': {
    role: 'viewer',
    answers: 404,
    body: {},
    path: '/api/admin/email-templates/none/preview',
  },
  'POST /api/admin/email/test': { role: 'editor', answers: 400, body: {} },
  'POST /api/admin/email/compose': { role: 'editor', answers: 400, body: {} },
  'GET /api/admin/email/compose/{id}': { role: 'viewer', answers: 404, path: `/api/admin/email/compose/${ID}` },
  'GET /api/admin/email/compose': { role: 'viewer', answers: 200 },
  'GET /api/admin/email/drafts': { role: 'viewer', answers: 200 },
  'POST /api/admin/email/drafts': { role: 'editor', answers: 400, body: {} },
  'GET /api/admin/email/drafts/{id}': { role: 'viewer', answers: 404, path: `/api/admin/email/drafts/${ID}` },
  'PATCH /api/admin/email/drafts/{id}': { role: 'editor', answers: 404, path: `/api/admin/email/drafts/${ID}`, body: {} },
  'DELETE /api/admin/email/drafts/{id}': { role: 'editor', answers: 404, path: `/api/admin/email/drafts/${ID}` },
  'PATCH /api/admin/email/compose/{id}': {
    role: 'editor',
    answers: 404,
    body: { cancelled: true },
    path: `/api/admin/email/compose/${ID}`,
  },
  'POST /api/admin/email/count': { role: 'editor', answers: 200, body: { audience: { type: 'newsletter' } } },
  'POST /api/admin/email/preview': { role: 'editor', answers: 200, body: { subject: 'x', body: 'x' } },
  'GET /api/admin/cms-pages': { role: 'viewer', answers: 200 },
  'PATCH /api/admin/cms-pages': { role: 'editor', answers: 400, body: {} },
  'POST /api/admin/cms-pages/preview': { role: 'viewer', answers: 200, body: { format: 'markdown', body: 'x' } },
  'GET /api/admin/cms-pages/{slug}': { role: 'viewer', answers: 200, path: '/api/admin/cms-pages/terms' },
  'GET /api/admin/cms-pages/{slug}/diff': { role: 'viewer', answers: 404, path: '/api/admin/cms-pages/terms/diff?from=draft&to=shipped' },
  'GET /api/admin/cms-pages/{slug}/revisions/{revision}': { role: 'viewer', answers: 404, path: '/api/admin/cms-pages/terms/revisions/1' },
}

const ROLES: readonly Role[] = ['viewer', 'editor', 'owner']

describe('every admin route', () => {
  let app: TestApp
  let guarded: string[]
  let users: Readonly<Record<Role, SignedIn>>
  let unenrolled: SignedIn
  let unproved: SignedIn
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'login=0,weather=0' } })
    users = { viewer: await signIn(app, 'viewer'), editor: await signIn(app, 'editor'), owner: await signIn(app, 'owner') }
    unenrolled = await signIn(app, 'owner')
    unproved = await signIn(app, 'owner')
    await enrol(app, unproved.id)
    await app.database.pool.query(`update admin_session set proved_at = created_at - interval '15 minutes' where user_id = $1`, [
      unproved.id,
    ])
    for (const { id } of Object.values(users)) await enrol(app, id)
    await app.services.settings.update({ secondFactorRequiredFor: 'everyone' }, undefined, buildUnsignedActor('test'))
    const document = (await app.get('/api/openapi.json')).body as ApiDocument
    guarded = operationsOf(document)
      .filter(({ path, operation }) => path.startsWith('/api/admin/') || JSON.stringify(operation).includes('adminSession'))
      .map(({ method, path }) => `${method} ${path}`)
  })
  after(() => app.close())

  it('is in this table, and nothing else is', () => {
    assert.deepEqual(guarded.toSorted(), Object.keys(ROUTES).toSorted())
  })

  for (const [name, { role, answers, body, path, sameSite, isEnrolment = false, needsProof = false }] of Object.entries(ROUTES)) {
    const [method = '', documentedPath = ''] = name.split(' ')
    const ask = async (headers: Record<string, string>): Promise<{ status: number; error: unknown; details: unknown }> => {
      const answer = await send(app, path ?? documentedPath, { method, headers, ...(body === undefined ? {} : { body }) })
      return { status: answer.status, error: answer.body?.error, details: answer.body?.details }
    }

    it(`${name}: no session 401, below ${role} 403, from ${role} on ${answers}, cross-site ${method === 'GET' && sameSite === undefined ? answers : 403}`, async () => {
      const refused = { status: 401, error: 'unauthorized', details: undefined }
      assert.deepEqual(await ask({}), refused)
      assert.deepEqual(await ask({ cookie: cookieOf('A'.repeat(43)) }), refused)
      for (const each of ROLES) {
        const { status, error } = await ask(users[each].headers)
        if (ROLES.indexOf(each) < ROLES.indexOf(role)) assert.deepEqual({ each, status, error }, { each, status: 403, error: 'forbidden' })
        else assert.deepEqual({ each, status }, { each, status: answers })
      }
      for (const foreign of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
      ] as Record<string, string>[]) {
        const { status } = await ask({ ...users.owner.headers, ...foreign })
        const isRead = method === 'GET' && sameSite === undefined
        assert.equal(status, isRead ? answers : 403, JSON.stringify(foreign))
      }
    })

    it(`${name}: ${needsProof ? '403 for' : 'open to'} an owner whose last proof of identity is old`, async () => {
      const { status, details } = await ask(unproved.headers)
      if (needsProof) assert.deepEqual({ status, details }, { status: 403, details: [{ path: 'proof', message: 'required' }] })
      else assert.equal(status, answers)
    })

    it(`${name}: 403 without a required second factor${isEnrolment ? ', but for this route' : ''}`, async () => {
      const without = await ask(unenrolled.headers)
      if (isEnrolment) assert.ok([200, 400].includes(without.status), String(without.status))
      else assert.deepEqual(without, { status: 403, error: 'forbidden', details: [{ path: 'totp', message: 'required' }] })
    })
  }
})
