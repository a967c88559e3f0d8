import { api } from '../../api/browser.ts'
import type { Systems } from '../connections/system.ts'
import { type ApiQuery, useAnswer } from '../kit/api.tsx'
import type { Config } from '../settings/unit.ts'
import { type Step, listFirstSteps } from './steps.ts'

export interface FirstStepsState {
  readonly config: ApiQuery<Config>
  readonly systems: ApiQuery<Systems>
  readonly outbox: ApiQuery<{ readonly total: number }>
  /** Undefined until all is known. */
  readonly steps: readonly Step[] | undefined
}

/** How far the site is, from what it says of itself. */
export function useFirstSteps(): FirstStepsState {
  const config = useAnswer('first steps: config', () => api.get('/api/admin/config'))
  const systems = useAnswer('first steps: connections', () => api.get('/api/admin/connections'))
  const outbox = useAnswer('first steps: outbox', () => api.get('/api/admin/outbox', { query: { state: 'sent', limit: 1 } }))
  const isKnown = config.data !== undefined && systems.data !== undefined && outbox.data !== undefined
  const steps = isKnown ? listFirstSteps({ config: config.data, systems: systems.data, sentMails: outbox.data.total }) : undefined
  return { config, systems, outbox, steps }
}
