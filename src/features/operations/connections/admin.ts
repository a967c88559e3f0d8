import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute, requireRecentProof, canSeeAddresses } from '../../../admin/access/index.ts'
import { maskAddresses } from '../../../admin/masking.ts'
import { AppError } from '../../../errors.ts'
import { readListPage, buildPageQuery } from '../../../platform/http/schema/listing.ts'
import { createMemoryListing } from '../../../platform/http/schema/memory-listing.ts'
import { buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { KeyService } from './keys.ts'
import {
  KEY_EXAMPLE,
  KeyAnswer,
  KeyPatch,
  type Regions,
  System,
  SYSTEM_EXAMPLE,
  SystemPatchBody,
  SYSTEMS_EXAMPLE,
  SystemsAnswer,
} from './schemas.ts'
import type { ConnectionService, SystemView } from './service.ts'
import type { SystemPart } from './system.ts'
import { SMTP_PRESETS } from './systems/smtp-presets.ts'

export interface ConnectionRoutes {
  readonly connections: ConnectionService
  readonly weatherKey: KeyService
  readonly emailKey: KeyService
  /** Names of regions. */
  readonly regions: Regions
  /** Why ADMIN_SECRET is unusable; null: it is fine. */
  readonly secretFault: string | null
}

const tags = ['Admin: connections']

/** /api/admin/connections, /api/admin/weather-provider-key and /api/admin/email-key */
export function registerConnectionAdmin(app: HttpServer, routes: ConnectionRoutes): void {
  registerSystems(app, routes)
  const weather = { path: '/api/admin/weather-provider-key', name: 'WeatherProviderKey', of: "the weather provider's key" }
  const email = { path: '/api/admin/email-key', name: 'EmailKey', of: "the email service's key" }
  registerKey(app, weather, routes.weatherKey)
  registerKey(app, email, routes.emailKey)
}

function registerSystems(app: HttpServer, { connections, secretFault, regions }: ConnectionRoutes): void {
  const inOrder = async () => (await connections.list()).map((system, index) => ({ index, system }))
  const list = createMemoryListing<Awaited<ReturnType<typeof inOrder>>[number], 'index'>(inOrder, {
    positionOf: ({ index, system }) => ({ value: index, id: system.id }),
    textOf: ({ system }) => system.name,
  })

  app.get(
    '/api/admin/connections',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'listConnections',
        tags,
        summary: 'List external systems with settings and health',
        description: 'Does not contact them; use PATCH with `check` for that.',
        querystring: Type.Object(buildPageQuery('default all')),
        response: { 200: { ...SystemsAnswer, examples: [SYSTEMS_EXAMPLE] }, ...buildErrorResponses(['invalid_request']) },
      },
    },
    async (request, reply) => {
      const { items, ...page } = await readListPage(reply, list, request.query, 'index')
      const isWhole = canSeeAddresses(request)
      const adminSecret =
        secretFault === null
          ? ({ status: 'ok', message: 'The stored secrets can be decrypted' } as const)
          : ({ status: 'wrong', message: secretFault } as const)
      return {
        ...page,
        items: items.map(({ system }) => {
          const answer = systemAnswer(system)
          return isWhole ? answer : { ...answer, settings: { ...maskAddresses(answer.settings), ...sendersIn(answer.settings) } }
        }),
        adminSecret,
        smtpPresets: [...SMTP_PRESETS],
        regions,
      }
    },
  )

  app.patch(
    '/api/admin/connections',
    {
      ...buildAdminRoute('owner'),
      schema: {
        operationId: 'updateConnection',
        tags,
        summary: 'Enable, disable, configure or check a system',
        description:
          'Takes effect at once on this node and within five seconds on all others. Secrets are stored encrypted and never shown again. A change, unlike a check, needs a recent proof of identity, as users do.',
        body: { ...SystemPatchBody, examples: [{ id: 'nws', check: true }] },
        response: {
          200: { ...System, examples: [SYSTEM_EXAMPLE] },
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict', 'service_unavailable']),
        },
      },
    },
    async (request) => {
      const { enabled, settings, check } = request.body
      // A check changes nothing.
      if (enabled !== undefined || settings !== undefined) requireRecentProof(request)
      if (enabled === undefined && settings === undefined && check === undefined) {
        throw new AppError('invalid_request', 'The body must contain enabled, settings or check')
      }
      return systemAnswer(await connections.update(request.body, getAdminContext(request).actor))
    },
  )
}

function registerKey(app: HttpServer, { path, name, of }: { path: string; name: string; of: string }, keys: KeyService): void {
  app.get(
    path,
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: `get${name}`,
        tags,
        summary: `Get the status of ${of}`,
        description: 'Whether a key is stored and since when. The key itself is never sent.',
        response: { 200: { ...KeyAnswer, examples: [KEY_EXAMPLE] }, ...buildErrorResponses([]) },
      },
    },
    async () => keys.state(),
  )

  app.patch(
    path,
    {
      ...buildAdminRoute('owner', { needsProof: true }),
      schema: {
        operationId: `update${name}`,
        tags,
        summary: `Set or remove ${of}`,
        description: 'Verified with one call first, unless `verify` is false. Stored encrypted and never shown again.',
        body: { ...KeyPatch, examples: [{ key: 're_3f8Kq1ZbWm7Xd5Lp_1f2e', verify: false }] },
        response: {
          200: { ...KeyAnswer, examples: [KEY_EXAMPLE] },
          ...buildErrorResponses(['invalid_request', 'conflict', 'rate_limited', 'upstream_error', 'service_unavailable']),
        },
      },
    },
    async (request) => keys.change(request.body, getAdminContext(request).actor),
  )
}

/** The senders of mails, whom every reader of one knows. */
function sendersIn(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(['from', 'defaultFrom'].filter((name) => name in settings).map((name) => [name, settings[name]]))
}

function partAnswer({ id, reason, verdict, succeededAt }: SystemPart) {
  return {
    id,
    reason,
    status: verdict === null ? ('unknown' as const) : verdict.ok ? ('ok' as const) : ('failing' as const),
    message: verdict?.message ?? null,
    calledAt: verdict === null ? null : formatInstant(verdict.at),
    latencyMs: verdict?.latencyMs ?? null,
    succeededAt: formatOptionalInstant(succeededAt),
  }
}

function systemAnswer({ checkedAt, ...view }: SystemView) {
  return {
    ...view,
    weather: view.weather && { ...view.weather, lacks: [...view.weather.lacks] },
    parts: view.parts.map(partAnswer),
    checkedAt: formatOptionalInstant(checkedAt),
    settings: { ...view.settings },
  }
}
