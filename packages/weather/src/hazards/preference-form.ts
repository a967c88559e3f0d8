import type { UnitSystem } from '../units.ts'
import { CHANCE, type Hazard, HAZARDS, THRESHOLDS } from './hazard.ts'
import type { AlertPreferences, HazardLimits } from './preferences.ts'
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
    chance: (hazard: Hazard) => `${prefix}chance.${hazard}`,
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
  const hazards = HAZARDS.map((hazard) => [
    hazard,
    form.has(fields.hazard(hazard)) && hazardIn(form, fields, hazard, formerly[hazard], units),
  ])
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

/** The limits of a hazard that is switched on. A null, of an empty field, removes what is stored; true: it has no limits. */
function hazardIn(form: SentForm, fields: PreferenceFields, hazard: Hazard, former: HazardLimits | undefined, units: UnitSystem): unknown {
  const rule = THRESHOLDS[hazard]
  const written = rule === undefined ? null : numberOf(form.get(fields.limit(hazard)))
  const threshold = typeof written === 'number' ? toStoredThreshold(hazard, written, former?.threshold ?? null, units) : written
  const limits = {
    ...(rule === undefined ? {} : { [rule.key]: threshold }),
    ...(form.has(fields.chance(hazard)) ? { [CHANCE.key]: numberOf(form.get(fields.chance(hazard))) } : {}),
  }
  return Object.values(limits).every((limit) => limit === null) ? true : limits
}

/** Text that is not a number is returned as is; null if empty. */
function numberOf(value: unknown): number | string | null {
  const written = typeof value === 'string' ? value.trim().replace(',', '.') : ''
  if (written === '') return null
  return /^-?\d{1,6}(?:\.\d{1,12})?$/.test(written) ? Number(written) : written.slice(0, 20)
}
