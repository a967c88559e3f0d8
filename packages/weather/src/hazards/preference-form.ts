import type { UnitSystem } from '../units.ts'
import { type Hazard, HAZARDS, THRESHOLDS } from './hazard.ts'
import type { AlertPreferences } from './preferences.ts'
import { toStoredThreshold } from './threshold-units.ts'

/** A form as a browser sends it: `FormData`, `URLSearchParams`. */
interface SentForm {
  get(name: string): unknown
  has(name: string): boolean
}

export type PreferenceFields = ReturnType<typeof buildPreferenceFields>

/** The names of an editor's fields; `of` distinguishes several editors in one form. */
export function buildPreferenceFields(of = '') {
  const prefix = of === '' ? '' : `${of}.`
  return {
    official: `${prefix}official`,
    hazard: (hazard: Hazard) => `${prefix}hazard.${hazard}`,
    limit: (hazard: Hazard) => `${prefix}limit.${hazard}`,
    minSeverity: `${prefix}minSeverity`,
    leadHours: `${prefix}leadHours`,
    cooldownMinutes: `${prefix}cooldownMinutes`,
    quiet: `${prefix}quiet`,
    quietFrom: `${prefix}quietFrom`,
    quietTo: `${prefix}quietTo`,
    exceptExtreme: `${prefix}exceptExtreme`,
    notifyCancelled: `${prefix}notifyCancelled`,
  }
}

/**
 * The preferences in a submitted form, with limits in the units that it showed. Every hazard is included, switched off ones too: the editor
 * shows defaults as if they had been chosen, so what is sent is the choice. Values that are not numbers are passed on for validation to
 * reject.
 */
export function readSentPreferences(
  form: SentForm,
  fields: PreferenceFields,
  formerly: AlertPreferences['hazards'],
  units: UnitSystem,
): Record<string, unknown> {
  const hazards = HAZARDS.map((hazard) => {
    const rule = THRESHOLDS[hazard]
    if (rule === undefined || !form.has(fields.hazard(hazard))) return [hazard, form.has(fields.hazard(hazard))]
    const written = numberOf(form.get(fields.limit(hazard)))
    // An empty field means the default.
    if (written === null) return [hazard, true]
    const former = formerly[hazard]?.threshold ?? null
    return [hazard, { [rule.key]: typeof written === 'number' ? toStoredThreshold(hazard, written, former, units) : written }]
  })
  return {
    ...Object.fromEntries(hazards),
    official: form.has(fields.official),
    minSeverity: form.get(fields.minSeverity) || null,
    ...(form.has(fields.leadHours) ? { leadHours: numberOf(form.get(fields.leadHours)) } : {}),
    ...(form.has(fields.cooldownMinutes) ? { cooldownMinutes: numberOf(form.get(fields.cooldownMinutes)) } : {}),
    quietHours: form.has(fields.quiet)
      ? { from: form.get(fields.quietFrom), to: form.get(fields.quietTo), exceptExtreme: form.has(fields.exceptExtreme) }
      : null,
    notifyCancelled: form.has(fields.notifyCancelled),
  }
}

/** Text that is not a number is returned as is; null if empty. */
function numberOf(value: unknown): number | string | null {
  const written = typeof value === 'string' ? value.trim().replace(',', '.') : ''
  if (written === '') return null
  return /^-?\d{1,6}(?:\.\d{1,12})?$/.test(written) ? Number(written) : written.slice(0, 20)
}
