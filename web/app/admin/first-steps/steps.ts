import type { Answer } from '../../api/ask.ts'
import type { Systems } from '../connections/system.ts'
import type { Config } from '../settings/unit.ts'

/** What tells how far a new site is. */
export interface Facts {
  readonly config: Pick<Config, 'set'>
  readonly systems: Pick<Systems, 'items'>
  /** Mails that the outbox has sent in 30 days. */
  readonly sentMails: Answer<'get', '/api/admin/outbox'>['total']
}

export const STEP_NAMES = {
  account: 'Your account',
  name: 'Name of the site',
  weather: 'Weather',
  mail: 'Email',
  notices: 'Notices of troubles',
  place: 'A place on the front page',
} as const
export type StepId = keyof typeof STEP_NAMES

export interface Step {
  readonly id: StepId
  readonly isDone: boolean
}

/** The steps in their order. Nothing is ticked off by hand: a step is done as soon as the service is as it wants it. */
export function listFirstSteps({ config, systems, sentMails }: Facts): readonly Step[] {
  const isDone: Readonly<Record<StepId, boolean>> = {
    // Whoever reads this has one.
    account: true,
    name: config.set.includes('siteName'),
    weather: systems.items.some(({ weather, status }) => typeof weather?.position === 'number' && status === 'ok'),
    mail: sentMails > 0,
    notices: config.set.includes('noticeAddresses'),
    place: config.set.includes('frontPlace'),
  }
  return (Object.keys(STEP_NAMES) as StepId[]).map((id) => ({ id, isDone: isDone[id] }))
}
