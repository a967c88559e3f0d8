import { PROVIDER_VARIABLES } from './provider-settings.ts'
import type { Variables } from './reader.ts'
import { MAIL } from './variables/mail.ts'
import { PROVIDERS, STATIONS, WARNING_FEEDS } from './variables/providers.ts'
import { SERVER } from './variables/server.ts'
import { SITE } from './variables/site.ts'
import { STORAGE } from './variables/storage.ts'
import { TRACING } from './variables/tracing.ts'

/** The service's own variables. */
export const VARIABLES = { ...SERVER, ...STORAGE, ...PROVIDERS, ...STATIONS, ...WARNING_FEEDS, ...MAIL, ...SITE, ...TRACING } as const

/** Every environment variable, those of the providers included, in the order of the documentation. */
export const ALL_VARIABLES: Variables = {
  ...SERVER,
  ...STORAGE,
  ...PROVIDERS,
  ...PROVIDER_VARIABLES,
  ...STATIONS,
  ...WARNING_FEEDS,
  ...MAIL,
  ...SITE,
  ...TRACING,
}
