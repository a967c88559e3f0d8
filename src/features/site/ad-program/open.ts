import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { createUpstreamClient } from '../../../platform/upstream/client.ts'
import { VERSION } from '../../../version.ts'
import { CheckFailed, type Connections, type ConnectionTables, type OutsideSystem, shownUrl } from '../../operations/connections/index.ts'
import type { Jobs } from '../../operations/jobs/index.ts'
import { registerAdProgramAdmin } from './admin.ts'
import { AdProgramFailure, problemText } from './failure.ts'
import { AD_PROGRAM, type AdProgram, createAdProgram } from './service.ts'
import type { AdProgramTables } from './store.ts'

export interface AdProgramNeeds {
  readonly connections: Connections
  readonly jobs: Jobs
  /** The placement of a slot; null: not placed. */
  readonly placementOf: (slotId: string) => string | null
}

/** Reports take seconds. That is fine here: nobody waits, except for a sync that was started by hand. */
const TIMEOUT_MS = 20_000
const MAX_BYTES = 8 * 1024 * 1024
const MAX_CALLS = 4

/** What the ads have earned, according to the ad program. It is configured by the environment and connected by its own routes. */
export function openAdProgram(foundation: Foundation<AdProgramTables & AuditTables & ConnectionTables>, needs: AdProgramNeeds) {
  const { config, db, keyedHash, clock, onError } = foundation
  const { AD_PROGRAM_OAUTH_CLIENT_ID: clientId, AD_PROGRAM_OAUTH_CLIENT_SECRET: clientSecret } = config
  const { AD_PROGRAM_BASE_URL: baseUrl, AD_PROGRAM_CLIENT_ID: publisher } = config
  const adProgram = createAdProgram({
    ...needs,
    db,
    client: createUpstreamClient({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxConcurrent: MAX_CALLS, userAgent: `Isobar/${VERSION}` }),
    credentials: clientId === null || clientSecret === null ? null : { clientId, clientSecret },
    baseUrl,
    oauthBaseUrl: config.AD_PROGRAM_OAUTH_BASE_URL,
    publisher,
    keyedHash,
    clock,
    onError,
  })
  const system: OutsideSystem = {
    id: AD_PROGRAM,
    name: 'Ad program',
    kind: 'ad_program',
    configured: () => adProgram.isConfigured,
    settings: () => ({ baseUrl: shownUrl(baseUrl), publisher }),
    fault: () => (needs.connections.get(AD_PROGRAM).fault === null ? null : problemText('unreadable')),
    async check() {
      const isConnected = await adProgram.check().catch((error: unknown) => {
        throw error instanceof AdProgramFailure ? new CheckFailed(problemText(error.problem), { cause: error }) : error
      })
      if (!isConnected) throw new CheckFailed('Not connected yet. An owner can connect it on the ad program page.')
      return 'Responding normally'
    },
  }
  return { ...adProgram, system, adminRoutes: (app) => registerAdProgramAdmin(app, adProgram) } satisfies Feature &
    AdProgram & { system: OutsideSystem }
}
