import { HAZARDS, storedThreshold, THRESHOLDS } from '../../../domain/hazards/index.ts'
import { UNIT_SYSTEMS } from '../../../domain/units.ts'
import { effectiveOf } from './entries.ts'
import type { Preferences, Subscription } from './subscription.ts'

/** The names of the form's fields for one entry; the page and its reader share them. */
export function fieldNames({ id }: Pick<Subscription, 'id'>) {
  return {
    frequency: `frequency.${id}`,
    hazard: (hazard: string) => `hazard.${id}.${hazard}`,
    threshold: (hazard: string) => `threshold.${id}.${hazard}`,
    minSeverity: `severity.${id}`,
    quiet: `quiet.${id}`,
    quietFrom: `from.${id}`,
    quietTo: `to.${id}`,
    exceptExtreme: `extreme.${id}`,
    notifyCancelled: `cancelled.${id}`,
  }
}

/** The field that says in which units the form tells limits: the choice in it is for mails to come. */
export const SHOWN_IN = 'shownIn'

/** As much of the night as most people sleep. */
export const USUAL_QUIET_HOURS = { from: '22:00', to: '07:00' }

/**
 * The patch of alertPrefs that the form asks for. Every hazard is said, switched off ones too: the page shows defaults as if they had
 * been chosen, so what is sent is the choice. A threshold that is no number is passed on for the check to refuse.
 */
export function preferencePatch(form: URLSearchParams, subscription: Subscription): Preferences {
  const names = fieldNames(subscription)
  const units = UNIT_SYSTEMS.find((each) => each === form.get(SHOWN_IN)) ?? 'metric'
  const formerly = effectiveOf(subscription).hazards
  const hazards = HAZARDS.map((hazard) => {
    const rule = THRESHOLDS[hazard]
    if (!form.has(names.hazard(hazard))) return [hazard, false]
    if (rule === undefined) return [hazard, true]
    const written = numberOf(form.get(names.threshold(hazard)) ?? '')
    const former = formerly[hazard]?.threshold ?? null
    return [hazard, { [rule.key]: typeof written === 'number' ? storedThreshold(hazard, written, former, units) : written }]
  })
  return {
    ...Object.fromEntries(hazards),
    official: form.has(names.hazard('official')),
    minSeverity: form.get(names.minSeverity) || null,
    notifyCancelled: form.has(names.notifyCancelled),
    quietHours: form.has(names.quiet)
      ? { from: form.get(names.quietFrom), to: form.get(names.quietTo), exceptExtreme: form.has(names.exceptExtreme) }
      : null,
  }
}

/** An emptied field is the default. */
function numberOf(text: string): number | string | null {
  const written = text.trim().replace(',', '.')
  if (written === '') return null
  return /^-?\d{1,6}(?:\.\d{1,6})?$/.test(written) ? Number(written) : text.slice(0, 20)
}
