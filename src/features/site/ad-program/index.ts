import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { CheckFailed, type ConnectionTables, type OutsideSystem, formatShownUrl } from '../../operations/connections/index.ts'
import { registerAdProgramAdmin } from './admin.ts'
import { AdProgramFailure, describeAdProgramProblem } from './failure.ts'
import { type AdProgram, type AdProgramNeeds, createAdProgram } from './service.ts'
import { AD_PROGRAM, type AdProgramTables } from './store.ts'
export { adProgramTables } from './store.ts'

/** What the ads have earned, according to the ad program. It is configured by the environment and connected by its own routes. */
export function openAdProgram(foundation: Foundation<AdProgramTables & AuditTables & ConnectionTables>, needs: AdProgramNeeds) {
  const { config, settings } = foundation
  const adProgram = createAdProgram(foundation, needs)
  const system: OutsideSystem = {
    id: AD_PROGRAM,
    name: 'Ad program',
    kind: 'ad_program',
    configured: () => adProgram.isConfigured,
    settings: () => ({ baseUrl: formatShownUrl(config.AD_PROGRAM_BASE_URL), publisher: settings.current().adClientId }),
    fault: () => (needs.connections.get(AD_PROGRAM).fault === null ? null : describeAdProgramProblem('unreadable')),
    async check() {
      const isConnected = await adProgram.check().catch((error: unknown) => {
        throw error instanceof AdProgramFailure ? new CheckFailed(describeAdProgramProblem(error.problem), { cause: error }) : error
      })
      if (!isConnected) throw new CheckFailed('Not connected yet. An owner can connect it on the ad program page.')
      return 'Responding normally'
    },
  }
  return { ...adProgram, system, adminRoutes: (app) => registerAdProgramAdmin(app, adProgram) } satisfies Feature &
    AdProgram & { system: OutsideSystem }
}
