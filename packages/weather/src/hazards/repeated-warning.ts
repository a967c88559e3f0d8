import { getAlertEndMs } from '../alert-state.ts'
import { parseInstant } from '../instant.ts'
import type { OfficialWarning } from '../official-warning.ts'
import { isSameSubject, isOverlappingPeriod, type WarningPeriod } from './same-event.ts'

/** What decides whether a warning repeats another one. */
export type RepeatableWarning = Omit<OfficialWarning, 'key' | 'areas'>

/** A warning with the parts of its areas: their codes, shapes or names, as its format compares them. */
export interface LocatedWarning {
  readonly warning: RepeatableWarning
  readonly parts: readonly string[]
}

/**
 * Whether a warning repeats another one of the same sender under a new identifier, without a reference (recorded: the institute of the
 * Federation of Bosnia and Herzegovina): it is later, about the same subject at the same level, covers all areas of the other one, overlaps
 * it and ends no earlier. Whatever covers less is a warning of its own: the areas or hours that it lacks are still warned.
 */
export function isRepeatedWarning(later: LocatedWarning, earlier: LocatedWarning): boolean {
  const [warning, before] = [later.warning, earlier.warning]
  if (warning.ended || before.ended || warning.isNumbered === true || before.isNumbered === true) return false
  if (!isSameSender(warning, before) || parseInstant(warning.sent) <= parseInstant(before.sent)) return false
  if (warning.level?.name !== before.level?.name || warning.severity !== before.severity) return false
  const [period, former] = [periodOf(warning), periodOf(before)]
  return isOverlappingPeriod(period, former) && period.untilMs >= former.untilMs && canReplaceWarning(later, earlier)
}

/** Whether a warning is about the same subject as another one, in all of its areas. */
export function canReplaceWarning(later: LocatedWarning, earlier: LocatedWarning): boolean {
  if (!isSameSubject(later.warning.texts, earlier.warning.texts)) return false
  const covered = new Set(later.parts)
  return earlier.parts.every((part) => covered.has(part))
}

function isSameSender(a: RepeatableWarning, b: RepeatableWarning): boolean {
  return a.sender !== undefined && b.sender !== undefined ? a.sender === b.sender : a.senderName === b.senderName
}

function periodOf({ start, end, expires }: RepeatableWarning): WarningPeriod {
  return {
    startMs: parseInstant(start),
    untilMs: getAlertEndMs({ start, end, cancelled: false, ...(expires === null ? {} : { expires }) }),
  }
}
