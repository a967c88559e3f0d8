import { isRunningOrComing } from '../alert-state.ts'
import { parseInstant } from '../instant.ts'
import { HOUR_MS } from '../time.ts'
import type { FoldedAlert } from './fold.ts'
import { type Hazard, HAZARDS } from './hazard.ts'
import type { AlertPreferences } from './preferences.ts'
import { rankSeverity } from './severity.ts'

/** Why a subscriber is notified of an official alert. */
export interface OfficialMatch {
  /** The alert's hazards that are switched on. */
  readonly hazards: readonly Hazard[]
  /** Whether `official` selects it. */
  readonly official: boolean
}

/**
 * Why a subscriber wants an official alert, regardless of time: by one of its hazards or by `official`, from the minimum severity up. Null
 * if not wanted.
 */
export function matchOfficial(
  { hazards, severity, isWarning }: Pick<FoldedAlert, 'hazards' | 'severity' | 'isWarning'>,
  preferences: Pick<AlertPreferences, 'hazards' | 'official' | 'minSeverity'>,
): OfficialMatch | null {
  const { official, minSeverity } = preferences
  if (!isWarning || (minSeverity !== null && rankSeverity(severity) < rankSeverity(minSeverity))) return null
  const asked = HAZARDS.filter((hazard) => hazards.includes(hazard) && preferences.hazards[hazard] !== undefined)
  return official || asked.length > 0 ? { hazards: asked, official } : null
}

/**
 * Whether to notify of an official alert at `now`, epoch milliseconds: it is active or upcoming, starts within the lead time, and its
 * issuer states neither that it is past nor that it is not expected.
 */
export function isAlertDue({ lead }: Pick<FoldedAlert, 'lead'>, { leadHours }: Pick<AlertPreferences, 'leadHours'>, now: number): boolean {
  if (!isRunningOrComing(lead, now) || lead.urgency === 'past' || lead.certainty === 'unlikely') return false
  return parseInstant(lead.start) <= now + leadHours * HOUR_MS
}
