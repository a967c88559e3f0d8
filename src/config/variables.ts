import { MAIL } from './variables/mail.ts'
import { PROVIDERS } from './variables/providers.ts'
import { SERVER } from './variables/server.ts'
import { SITE } from './variables/site.ts'
import { STORAGE } from './variables/storage.ts'
import { TRACING } from './variables/tracing.ts'
import { WARNING_FEEDS } from './variables/warning-feeds.ts'

export type { Variable } from './variables/variable.ts'

/** Every environment variable, in the order of the documentation. */
export const VARIABLES = { ...SERVER, ...STORAGE, ...PROVIDERS, ...WARNING_FEEDS, ...MAIL, ...SITE, ...TRACING } as const

export type VariableName = keyof typeof VARIABLES
