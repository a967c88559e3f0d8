import {
  type AlertPreferences,
  HAZARDS,
  type Hazard,
  MIN_SEVERITIES,
  type PreferenceFields,
  THRESHOLDS,
  buildPreferenceFields,
  buildThresholdField,
  completePreferences,
  isPrecipitationHazard,
} from '@isobar/weather'
import { formatLevelLimit, type LevelHazard, formatLimit } from '../../../../src/features/mail/catalogue/level-text.ts'
import type { MailWords } from '../../../../src/features/mail/catalogue/words.ts'
import type { Units } from '../../visit/preferences.ts'
import type { ChoiceView, Option } from '../choice.tsx'
import { readFormText } from './form-field.ts'

/** All alert preferences as finished texts, in the reader's units, with the fields' names. */
export type EditorView = ReturnType<typeof buildAlertEditor>
export type HazardView = EditorView['limited'][number]
export type TimeView = EditorView['quiet']['from']

/** When most people sleep. */
const USUAL_QUIET_HOURS = { from: '22:00', to: '07:00' }
const LEAD_CHOICES = [3, 6, 12, 24, 48]
const COOLDOWN_CHOICES = [60, 180, 360, 720, 1_440]
const CHANCE_CHOICES = [0.3, 0.5, 0.7, 0.9]

/** The preferences in force: the stored ones, or the defaults. */
export function getPreferencesInForce(stored: unknown): AlertPreferences {
  return completePreferences(stored, { alertOnRain: false, alertOnStorm: false })
}

/** `of` distinguishes several editors in one form; input in `form` is shown again. */
export function buildAlertEditor(
  words: MailWords,
  units: Units,
  now: AlertPreferences,
  { of, form }: { of?: string; form?: FormData | undefined },
) {
  const fields = buildPreferenceFields(of)
  const filled = (name: string, otherwise: string): string => readFormText(form, name) ?? otherwise
  const tick = (name: string, label: string, otherwise: boolean) => ({
    name,
    label,
    checked: form === undefined ? otherwise : form.has(name),
  })
  const time = (name: string, label: string, otherwise: string) => ({ name, label, value: filled(name, otherwise) })
  /**
   * From when on a hazard counts: a number with its unit or a level to choose, and a chance to choose. Chosen without a threshold, a hazard has
   * an empty one: only official warnings count.
   */
  const limitsOf = (hazard: Hazard, chosen: AlertPreferences['hazards'][Hazard], label: string) => {
    const limit = fields.limit(hazard)
    const chances = isPrecipitationHazard(hazard) ? [chanceOf(hazard, chosen?.minProbability, label)] : []
    const field = buildThresholdField(hazard, chosen?.threshold ?? null, units)
    if (field === undefined) return { limit, number: null, choices: chances }
    const { isLevel, isOfficialWithout } = THRESHOLDS[hazard] ?? {}
    const isEmpty = chosen?.threshold === null && isOfficialWithout === true
    const shared = {
      value: filled(limit, isEmpty ? '' : String(field.value)),
      label: words.t('page.preferences.limitOf', { hazard: label }),
    }
    if (isLevel !== true)
      return { limit, number: { ...shared, min: field.min, max: field.max, unit: formatLimit(hazard, field, words) }, choices: chances }
    const levels = Array.from({ length: field.max }, (_, index) => String(index + 1))
    const options: Option[] = [
      ...(isOfficialWithout === true ? [['', words.t('page.limit.official')] as const] : []),
      ...levels.map((value) => [value, formatLevelLimit(hazard as LevelHazard, Number(value), words)] as const),
    ]
    return { limit, number: null, choices: [{ ...shared, name: limit, options }, ...chances] }
  }
  const chanceOf = (hazard: Hazard, current: number | undefined, label: string): ChoiceView => {
    const name = fields.chance(hazard)
    const options: Option[] = [
      ['', words.t('page.preferences.anyChance')],
      ...withCurrent(CHANCE_CHOICES, current).map(
        (chance) => [String(chance), words.t('page.preferences.chanceFrom', { share: words.percent(chance) })] as const,
      ),
    ]
    const value = filled(name, current === undefined ? '' : String(current))
    return { name, value, label: words.t('page.preferences.chanceOf', { hazard: label }), options }
  }
  const { quietHours } = now
  const { from, to } = quietHours ?? USUAL_QUIET_HOURS
  const hazards = HAZARDS.map((hazard) => {
    const label = words.t(`hazard.${hazard}`)
    const chosen = now.hazards[hazard]
    return { ...tick(fields.hazard(hazard), label, chosen !== undefined), ...limitsOf(hazard, chosen, label) }
  })
  const isLimited = ({ number, choices }: (typeof hazards)[number]): boolean => number !== null || choices.length > 0
  return {
    legend: words.t('page.preferences.hazards'),
    official: tick(fields.official, words.t('page.preferences.official'), now.official),
    plain: hazards.filter((hazard) => !isLimited(hazard)),
    limited: hazards.filter(isLimited),
    choices: choicesOf(words, now, fields).map((choice) => ({ ...choice, value: filled(choice.name, choice.value) })),
    quiet: {
      legend: words.t('page.preferences.quiet'),
      on: tick(fields.quiet, words.t('page.preferences.quietOn'), quietHours !== null),
      from: time(fields.quietFrom, words.t('page.preferences.quietFrom'), from),
      to: time(fields.quietTo, words.t('page.preferences.quietTo'), to),
      exceptExtreme: tick(fields.exceptExtreme, words.t('page.preferences.exceptExtreme'), quietHours?.exceptExtreme ?? true),
    },
    cancelled: tick(fields.notifyCancelled, words.t('page.preferences.cancelled'), now.notifyCancelled),
  }
}

/** The choices with the one in force, which may be none of them. */
function withCurrent(choices: readonly number[], current: number | undefined): number[] {
  return [...new Set([...choices, ...(current === undefined ? [] : [current])])].toSorted((a, b) => a - b)
}

function choicesOf(words: MailWords, now: AlertPreferences, fields: PreferenceFields): ChoiceView[] {
  const amounts = (choices: readonly number[], current: number, perHour: number): Option[] =>
    withCurrent(choices, current).map((value) => [String(value), words.amountOf(value / perHour, 'hour')])
  const severities: Option[] = [
    ['', words.t('page.preferences.severity.any')],
    ...MIN_SEVERITIES.toReversed().map((value) => [value, words.t(`page.preferences.severity.${value}`)] as const),
  ]
  const choice = (key: 'minSeverity' | 'leadHours' | 'cooldownMinutes', options: readonly Option[]): ChoiceView => {
    return { name: fields[key], label: words.t(`page.preferences.${key}`), value: String(now[key] ?? ''), options }
  }
  return [
    choice('minSeverity', severities),
    choice('leadHours', amounts(LEAD_CHOICES, now.leadHours, 1)),
    choice('cooldownMinutes', amounts(COOLDOWN_CHOICES, now.cooldownMinutes, 60)),
  ]
}
