import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import {
  type AdminContext,
  getAdminContext,
  buildAdminRoute,
  requireRecentProof,
  isSecondFactorRequired,
  canSeeAddresses,
} from '../../../admin/access/index.ts'
import { maskAddresses } from '../../../admin/masking.ts'
import { AppError, buildInvalidFieldError } from '../../../errors.ts'
import { buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { SETTING_NAMES } from './definitions.ts'
import {
  BOUNDS,
  CONFIG_EXAMPLE,
  CONFIG_PATCH_EXAMPLE,
  ConfigAnswer,
  ConfigPatch,
  ConfigPatchAnswer,
  LegacyAnswer,
  LegacyPatch,
} from './schemas.ts'
import type { Settings, SettingsState } from './settings.ts'

interface VariableEntry {
  readonly configured: boolean
  readonly value: string | number | boolean | null
  readonly group: string
  readonly meaning: string
}
type Variables = Readonly<Record<string, VariableEntry>>

export interface SettingRoutes {
  readonly settings: Settings
  /** The environment variables, without secrets. */
  readonly environment: Variables
}

const tags = ['Admin: configuration']
const KNOWN = new Set<string>(['version', ...SETTING_NAMES])
const MAX_IGNORED = 20
const MAX_NAME_LENGTH = 100

/** /api/admin/config and the legacy /api/admin/settings */
export function registerSettingsAdmin(app: HttpServer, { settings, environment }: SettingRoutes): void {
  app.get(
    '/api/admin/config',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getConfig',
        tags,
        summary: 'Get settings, bounds and environment',
        description: 'Values in force, their bounds, and what the environment says where nothing is stored.',
        response: { 200: { ...ConfigAnswer, examples: [CONFIG_EXAMPLE] }, ...buildErrorResponses([]) },
      },
    },
    async (request) => configAnswer(settings.state(), canSeeAddresses(request) ? environment : maskValues(environment)),
  )

  app.patch(
    '/api/admin/config',
    {
      ...buildAdminRoute('owner'),
      schema: {
        operationId: 'updateConfig',
        tags,
        summary: 'Change settings',
        description:
          'Settings by name; null resets to the default. All changes are applied or none. They take effect at once on this node and within five seconds on all others. Unknown fields are ignored and listed in `ignored`.',
        body: { ...ConfigPatch, examples: [CONFIG_PATCH_EXAMPLE] },
        response: {
          200: { ...ConfigPatchAnswer, examples: [{ ...CONFIG_EXAMPLE, ignored: [] }] },
          ...buildErrorResponses(['invalid_request', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      const { version, ...patch } = namingSome(request.body)
      const admin = getAdminContext(request)
      if (patch.secondFactorRequiredFor !== undefined) requireRecentProof(request)
      refuseToLockOut(admin, patch)
      const state = await settings.update(patch, version, admin.actor)
      return reply.send({ ...configAnswer(state, environment), ignored: ignoredIn(request.body) })
    },
  )

  app.patch(
    '/api/admin/settings',
    {
      config: { ...buildAdminRoute('owner').config, deprecated: { since: '2026-11-21', successor: '/api/admin/config' } },
      schema: {
        operationId: 'updateRefreshInterval',
        tags,
        summary: 'Set the refresh interval of current weather',
        body: { ...LegacyPatch, examples: [{ refreshIntervalMs: 600_000 }] },
        response: {
          200: { ...LegacyAnswer, examples: [{ refreshIntervalMs: 600_000, updatedAt: '2026-11-21T03:00:00Z' }] },
          ...buildErrorResponses(['invalid_request']),
        },
      },
    },
    async (request) => {
      const { refreshIntervalMs } = request.body
      const { updatedAt } = await settings.update({ refreshIntervalMs }, undefined, getAdminContext(request).actor)
      return { refreshIntervalMs, updatedAt: formatInstant(updatedAt ?? 0) }
    },
  )
}

/** What a variable means is no secret, even where it has an address as an example. */
const maskValues = (environment: Variables): Variables =>
  Object.fromEntries(Object.entries(environment).map(([name, each]) => [name, { ...each, value: maskAddresses(each.value) }]))

/** @throws AppError `invalid_request` for a requirement that the user does not meet yet */
function refuseToLockOut({ user, hasSecondFactor }: AdminContext, { secondFactorRequiredFor }: ConfigPatch): void {
  if (hasSecondFactor || !isSecondFactorRequired(secondFactorRequiredFor ?? 'nobody', user.role)) return
  throw buildInvalidFieldError('secondFactorRequiredFor', 'includes you: set up two-factor authentication for your account first')
}

function namingSome(body: ConfigPatch): ConfigPatch {
  if (SETTING_NAMES.some((name) => body[name] !== undefined)) return body
  throw new AppError('invalid_request', 'No setting to change was given')
}

function ignoredIn(body: object): string[] {
  const names = Object.keys(body).filter((name) => !KNOWN.has(name))
  return names.slice(0, MAX_IGNORED).map((name) => name.slice(0, MAX_NAME_LENGTH))
}

function configAnswer({ values, defaults, set, version, updatedAt }: SettingsState, environment: Variables) {
  return {
    settings: values,
    defaults,
    set: [...set],
    bounds: BOUNDS,
    environment,
    version,
    updatedAt: formatOptionalInstant(updatedAt),
  }
}
