import { MAIL } from './variables/mail.ts'
import { PROVIDERS } from './variables/providers.ts'
import { SERVER } from './variables/server.ts'
import { SITE } from './variables/site.ts'
import { STORAGE } from './variables/storage.ts'

export type { Variable } from './variables/variable.ts'

/** Every variable of the environment, in the order in which they are documented. */
export const VARIABLES = { ...SERVER, ...STORAGE, ...PROVIDERS, ...MAIL, ...SITE } as const

export type VariableName = keyof typeof VARIABLES
