import { isRunningOrComing } from '../alert-state.ts'
import { parseInstant } from '../instant.ts'
import type { FoldedAlert } from './fold.ts'
import { type Hazard, HAZARDS } from './hazard.ts'
import type { AlertPreferences } from './preferences.ts'
import { severityRank } from './severity.ts'
import { HOUR_MS } from '../../time.ts'

/** Why a subscriber is told of an official alert. */
export interface OfficialMatch {
  /** The hazards that it is about and that are switched on. */
  readonly hazards: readonly Hazard[]
  /** Whether `official` asks for it. */
  readonly official: boolean
}

/**
 * Whether a subscriber asks for an official alert, at whatever time: by one of its hazards or by `official`, from the least severity on.
 * Null where not.
 */
export function matchOfficial(
  { hazards, severity, isWarning }: Pick<FoldedAlert, 'hazards' | 'severity' | 'isWarning'>,
  preferences: Pick<AlertPreferences, 'hazards' | 'official' | 'minSeverity'>,
): OfficialMatch | null {
  const { official, minSeverity } = preferences
  if (!isWarning || (minSeverity !== null && severityRank(severity) < severityRank(minSeverity))) return null
  const asked = HAZARDS.filter((hazard) => hazards.includes(hazard) && preferences.hazards[hazard] !== undefined)
  return official || asked.length > 0 ? { hazards: asked, official } : null
}

/**
 * Whether it is time to tell of an official alert at `now`, epoch milliseconds: it is running or coming, starts within the lead time,
 * and its issuer neither calls it past nor does not expect it.
 */
export function isDue({ lead }: Pick<FoldedAlert, 'lead'>, { leadHours }: Pick<AlertPreferences, 'leadHours'>, now: number): boolean {
  if (!isRunningOrComing(lead, now) || lead.urgency === 'past' || lead.certainty === 'unlikely') return false
  return parseInstant(lead.start) <= now + leadHours * HOUR_MS
}
