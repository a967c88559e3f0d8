import type { Feature, Foundation } from '../../foundation.ts'
import { guardAdminRoutes } from './guard.ts'
import { accountCookies } from './token-cookie.ts'
import { createIdentify, type IdentifyOptions } from './identify.ts'

export interface AccessNeeds extends Pick<IdentifyOptions, 'findSession' | 'countryOf'> {}

/** Authentication and roles. `guard` goes before all routes of the back office. */
export function openAccess({ config, clientHash, settings }: Foundation, needs: AccessNeeds) {
  const { sessionCookie } = accountCookies(config.PUBLIC_URL)
  const identify = createIdentify({ ...needs, sessionCookie, clientHash, devBypass: config.ALLOW_DEV_ADMIN_BYPASS })
  return {
    identify,
    guard: (app: Parameters<typeof guardAdminRoutes>[0]) =>
      guardAdminRoutes(app, identify, () => settings.current().secondFactorRequiredFor),
  } satisfies Feature & { identify: unknown; guard: unknown }
}
