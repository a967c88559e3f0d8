import { CheckFailed, type Connections, type OutsideSystem, shownUrl } from '../../operations/connections/index.ts'
import { AdProgramFailure, problemText } from './failure.ts'
import type { AdProgram } from './service.ts'

export const AD_PROGRAM = 'ad-program'

export interface AdProgramSystemOptions {
  readonly adProgram: Pick<AdProgram, 'isConfigured' | 'check'>
  readonly connections: Pick<Connections, 'get'>
  readonly baseUrl: URL
  /** `ca-pub-…`; null: the one that the permission covers. */
  readonly publisher: string | null
}

/** The ad program in the list of external systems. It is configured by the environment and connected by its own routes. */
export function adProgramSystem({ adProgram, connections, baseUrl, publisher }: AdProgramSystemOptions): OutsideSystem {
  return {
    id: AD_PROGRAM,
    name: 'Ad program',
    kind: 'ad_program',
    configured: () => adProgram.isConfigured,
    settings: () => ({ baseUrl: shownUrl(baseUrl), publisher }),
    fault: () => (connections.get(AD_PROGRAM).fault === null ? null : problemText('unreadable')),
    async check() {
      const isConnected = await adProgram.check().catch((error: unknown) => {
        throw error instanceof AdProgramFailure ? new CheckFailed(problemText(error.problem), { cause: error }) : error
      })
      if (!isConnected) throw new CheckFailed('Not connected yet. An owner can connect it on the ad program page.')
      return 'Responding normally'
    },
  }
}
