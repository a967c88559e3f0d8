import type { Feature, Foundation } from '../../../foundation.ts'
import { createUpstreamClient } from '../../../platform/upstream/client.ts'
import { VERSION } from '../../../version.ts'
import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Connections, ConnectionTables } from '../../operations/connections/index.ts'
import { registerAdProgramAdmin } from './admin.ts'
import { type AdProgram, createAdProgram } from './service.ts'
import { adProgramSystem } from './system.ts'
import type { AdProgramTables } from './tables.ts'

export interface AdProgramNeeds {
  readonly connections: Connections
  /** The placement of a slot; null: not placed. */
  readonly placementOf: (slotId: string) => string | null
}

/** Reports take seconds. That is fine here: nobody waits, except for a sync that was started by hand. */
const TIMEOUT_MS = 20_000
const MAX_BYTES = 8 * 1024 * 1024
const MAX_CALLS = 4

/** What the ads have earned, according to the ad program. */
export function openAdProgram(
  foundation: Foundation<AdProgramTables & AuditTables & ConnectionTables>,
  { connections, placementOf }: AdProgramNeeds,
) {
  const { config, db, level, sealing, clock, onError } = foundation
  const { AD_PROGRAM_OAUTH_CLIENT_ID: clientId, AD_PROGRAM_OAUTH_CLIENT_SECRET: clientSecret } = config
  const adProgram: AdProgram = createAdProgram({
    db,
    client: createUpstreamClient({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxConcurrent: MAX_CALLS, userAgent: `Isobar/${VERSION}` }),
    credentials: clientId === null || clientSecret === null ? null : { clientId, clientSecret },
    baseUrl: config.AD_PROGRAM_BASE_URL,
    oauthBaseUrl: config.AD_PROGRAM_OAUTH_BASE_URL,
    publisher: config.AD_PROGRAM_CLIENT_ID,
    connections,
    level,
    sealing,
    clock,
    onError,
  })
  return {
    ...adProgram,
    system: adProgramSystem({ adProgram, connections, baseUrl: config.AD_PROGRAM_BASE_URL, publisher: config.AD_PROGRAM_CLIENT_ID }),
    adminRoutes: (app) => registerAdProgramAdmin(app, { adProgram, placementOf }),
  } satisfies Feature & AdProgram & { system: unknown }
}
