import type { FastifyRequest } from 'fastify'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import {
  CallbackQuery,
  CONNECTION_EXAMPLE,
  ConnectionAnswer,
  EARNINGS_EXAMPLE,
  EarningsAnswer,
  EndedAnswer,
  RangeQuery,
} from './schemas.ts'
import type { AdProgram } from './service.ts'

const tags = ['Admin: ad program']
const CALLBACK = '/api/admin/adprogram/oauth/callback'
/** Where the browser returns to from the ad program. */
const BACK = '/admin/ad-program?outcome='
/** A GET with side effects: without a HEAD route, which would trigger them too. */
const ACTS = { exposeHeadRoute: false } as const

/** /api/admin/adprogram */
export function registerAdProgramAdmin(app: HttpServer, adProgram: AdProgram): void {
  app.get(
    '/api/admin/adprogram/report',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getAdProgramReport',
        tags,
        summary: 'Get the ad earnings report',
        description:
          'Figures of the last sync; `connection` says how old they are. Figures older than an hour are refreshed in the background.',
        querystring: RangeQuery,
        response: { 200: { ...EarningsAnswer, examples: [EARNINGS_EXAMPLE] }, ...buildErrorResponses(['invalid_request']) },
      },
    },
    ({ query }) => adProgram.earnings(query.range ?? '30d'),
  )

  app.post(
    '/api/admin/adprogram/sync',
    {
      ...buildAdminRoute('owner'),
      schema: {
        operationId: 'syncAdProgram',
        tags,
        summary: 'Sync the figures now',
        description: '409: the ad program is not connected, or access was revoked. 429: the ad program is rate limiting.',
        response: {
          200: buildResponseEntry(ConnectionAnswer, 'Sync completed', { connection: CONNECTION_EXAMPLE }),
          202: buildResponseEntry(ConnectionAnswer, 'A sync is already running', { connection: { ...CONNECTION_EXAMPLE, syncing: true } }),
          ...buildErrorResponses(['conflict', 'rate_limited', 'upstream_error', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const isDone = await adProgram.sync(getAdminContext(request).actor)
      return reply.code(isDone ? 200 : 202).send({ connection: await adProgram.connection() })
    },
  )

  app.get(
    '/api/admin/adprogram/oauth/start',
    {
      ...ACTS,
      ...buildAdminRoute('owner', { sameSite: true }),
      schema: {
        operationId: 'startAdProgramSignIn',
        tags,
        summary: 'Redirect to the ad program to request access',
        description: `Register this redirect URI there: ${CALLBACK} under PUBLIC_URL.`,
        response: { 302: { type: 'null', description: 'Redirect to the ad program' }, ...buildErrorResponses(['service_unavailable']) },
      },
    },
    async (request, reply) => reply.redirect((await adProgram.begin(sessionOf(request), `${app.publicOrigin()}${CALLBACK}`)).href, 302),
  )

  app.get(
    CALLBACK,
    {
      ...ACTS,
      // Always cross-site, by design: the state, bound to the session, protects it.
      ...buildAdminRoute('owner'),
      schema: {
        operationId: 'finishAdProgramSignIn',
        tags,
        summary: 'OAuth callback of the ad program',
        description: '400: this session did not start the sign-in within the last ten minutes, or the callback was already used.',
        querystring: CallbackQuery,
        response: {
          303: { type: 'null', description: `To ${BACK}connected, or ${BACK}denied if access was denied` },
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'upstream_error', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const callback = new URL(`${app.publicOrigin()}${CALLBACK}`)
      for (const name of ['state', 'code', 'error', 'iss'] as const) {
        const value = request.query[name]
        if (value !== undefined) callback.searchParams.set(name, value)
      }
      const outcome = await adProgram.finish(sessionOf(request), callback, getAdminContext(request).actor)
      return reply.redirect(`${BACK}${outcome}`, 303)
    },
  )

  app.get(
    '/api/admin/adprogram/oauth/disconnect',
    {
      ...ACTS,
      ...buildAdminRoute('owner', { sameSite: true }),
      schema: {
        operationId: 'disconnectAdProgram',
        tags,
        summary: 'Revoke access and delete the figures',
        description: 'The stored token is revoked at the ad program and deleted with all reported earnings.',
        response: {
          200: buildResponseEntry(EndedAnswer, 'Disconnected here, even if the ad program could not be reached', {
            disconnected: true,
            revoked: true,
            connection: DISCONNECTED_EXAMPLE,
          }),
          ...buildErrorResponses([]),
        },
      },
    },
    async (request, reply) => {
      const ended = await adProgram.end(getAdminContext(request).actor)
      return reply.send({ ...ended, connection: await adProgram.connection() })
    },
  )
}

const DISCONNECTED_EXAMPLE = {
  ...CONNECTION_EXAMPLE,
  status: 'disconnected',
  account: null,
  connectedAt: null,
  connectedBy: null,
  syncedAt: null,
  ageSeconds: null,
  stale: true,
} as const

/** The development bypass has no session, and only one developer. */
function sessionOf(request: FastifyRequest): string {
  return getAdminContext(request).sessionId ?? 'development'
}
