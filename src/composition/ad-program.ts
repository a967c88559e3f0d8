import type { Links } from './connections.ts'
import { AD_PROGRAM, type AdProgram, createAdProgram } from '../features/site/ad-program/index.ts'
import type { Foundation } from './foundation.ts'
import { createUpstreamClient } from '../platform/upstream/client.ts'
import { VERSION } from '../version.ts'

/** A report takes seconds, where weather may not; nobody waits for it but who asked for it by hand. */
const TIMEOUT_MS = 20_000
const MAX_BYTES = 8 * 1024 * 1024
const MAX_CALLS = 4

/** The reports of the ad program, as the environment says. */
export function openAdProgram({ config, storage, sealing, clock, onError }: Foundation, { connections }: Links): AdProgram {
  const { AD_PROGRAM_OAUTH_CLIENT_ID: clientId, AD_PROGRAM_OAUTH_CLIENT_SECRET: clientSecret } = config
  return createAdProgram({
    db: storage.database.kysely,
    client: createUpstreamClient({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxConcurrent: MAX_CALLS, userAgent: `Isobar/${VERSION}` }),
    credentials: clientId === null || clientSecret === null ? null : { clientId, clientSecret },
    baseUrl: config.AD_PROGRAM_BASE_URL,
    oauthBaseUrl: config.AD_PROGRAM_OAUTH_BASE_URL,
    publisher: config.AD_PROGRAM_CLIENT_ID,
    isEnabled: () => connections.isEnabled(AD_PROGRAM),
    sealing,
    clock,
    onError,
  })
}
