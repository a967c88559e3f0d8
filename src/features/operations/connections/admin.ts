import { AppError } from '../../../errors.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { errorResponses } from '../../../platform/http/schemas.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { adminOf, adminRoute } from '../../accounts/access/index.ts'
import type { KeyService, KeyState } from './keys.ts'
import { KEY_EXAMPLE, KeyAnswer, KeyPatch, System, SYSTEM_EXAMPLE, SystemPatchBody, SYSTEMS_EXAMPLE, SystemsAnswer } from './schemas.ts'
import type { ConnectionService, SystemView } from './service.ts'
import { SMTP_PRESETS } from './systems/smtp-presets.ts'

export interface ConnectionRoutes {
  readonly connections: ConnectionService
  readonly weatherKey: KeyService
  readonly emailKey: KeyService
  /** What is wrong with ADMIN_SECRET; null: nothing. */
  readonly secretFault: string | null
}

const tags = ['Admin: connections']

/** /api/admin/connections, /api/admin/weather-provider-key and /api/admin/email-key */
export function registerConnectionAdmin(app: HttpServer, routes: ConnectionRoutes): void {
  registerSystems(app, routes)
  const weather = { path: '/api/admin/weather-provider-key', name: 'WeatherProviderKey', of: "the weather provider's key" }
  const email = { path: '/api/admin/email-key', name: 'EmailKey', of: "the mail service's key" }
  registerKey(app, weather, routes.weatherKey)
  registerKey(app, email, routes.emailKey)
}

function registerSystems(app: HttpServer, { connections, secretFault }: ConnectionRoutes): void {
  app.get(
    '/api/admin/connections',
    {
      ...adminRoute('viewer'),
      schema: {
        operationId: 'listConnections',
        tags,
        summary: 'Every system outside: what is set of it, and how it was at the last check',
        description: 'Asks none of them: PATCH with `check` does.',
        response: { 200: { ...SystemsAnswer, examples: [SYSTEMS_EXAMPLE] }, ...errorResponses([]) },
      },
    },
    async () => {
      const items = (await connections.list()).map(systemAnswer)
      const adminSecret =
        secretFault === null
          ? ({ status: 'ok', message: 'It opens what is stored' } as const)
          : ({ status: 'wrong', message: secretFault } as const)
      return { items, total: items.length, nextCursor: null, adminSecret, smtpPresets: [...SMTP_PRESETS] }
    },
  )

  app.patch(
    '/api/admin/connections',
    {
      ...adminRoute('owner'),
      schema: {
        operationId: 'updateConnection',
        tags,
        summary: 'Switches a system on or off, sets it, checks it',
        description: 'In force at once here, and on every other node within five seconds. Secrets are sealed and never shown again.',
        body: { ...SystemPatchBody, examples: [{ id: 'national-feed', check: true }] },
        response: {
          200: { ...System, examples: [SYSTEM_EXAMPLE] },
          ...errorResponses(['invalid_request', 'not_found', 'conflict', 'service_unavailable']),
        },
      },
    },
    async (request) => {
      const { enabled, settings, check } = request.body
      if (enabled === undefined && settings === undefined && check === undefined) {
        throw new AppError('invalid_request', 'The body says nothing to do: enabled, settings or check')
      }
      return systemAnswer(await connections.update(request.body, adminOf(request).actor))
    },
  )
}

function registerKey(app: HttpServer, { path, name, of }: { path: string; name: string; of: string }, keys: KeyService): void {
  app.get(
    path,
    {
      ...adminRoute('viewer'),
      schema: {
        operationId: `get${name}`,
        tags,
        summary: `What can be told of ${of}`,
        response: { 200: { ...KeyAnswer, examples: [KEY_EXAMPLE] }, ...errorResponses([]) },
      },
    },
    async () => keyAnswer(keys.state()),
  )

  app.patch(
    path,
    {
      ...adminRoute('owner'),
      schema: {
        operationId: `update${name}`,
        tags,
        summary: `Stores ${of}, or takes it back`,
        description: 'It is tried first, with one call, unless `verify` is false; stored encrypted, and never shown again.',
        body: { ...KeyPatch, examples: [{ key: 're_3f8Kq1ZbWm7Xd5Lp_1f2e', verify: false }] },
        response: {
          200: { ...KeyAnswer, examples: [KEY_EXAMPLE] },
          ...errorResponses(['invalid_request', 'conflict', 'rate_limited', 'upstream_error', 'service_unavailable']),
        },
      },
    },
    async (request) => keyAnswer(await keys.change(request.body, adminOf(request).actor)),
  )
}

function systemAnswer({ checkedAt, ...view }: SystemView) {
  return { ...view, checkedAt: checkedAt === null ? null : formatInstant(checkedAt), settings: { ...view.settings } }
}

function keyAnswer({ updatedAt, ...state }: KeyState) {
  return { ...state, updatedAt: updatedAt === null ? null : formatInstant(updatedAt) }
}
