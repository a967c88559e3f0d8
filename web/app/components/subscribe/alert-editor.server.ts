import { limitText } from '../../../../src/features/mail/catalogue/limit-text.ts'
import type { MailWords } from '../../../../src/features/mail/catalogue/words.ts'
import { HAZARDS, type Hazard } from '../../../../src/domain/hazards/hazard.ts'
import { type AlertPreferences, effectivePreferences, LEAST_SEVERITIES } from '../../../../src/domain/hazards/preferences.ts'
import { type ThresholdField, thresholdField } from '../../../../src/domain/hazards/threshold-units.ts'
import { subscribe } from '../../i18n/subscribe.server.ts'
import { say } from '../../i18n/message.ts'
import type { Reader } from '../../visit/reader.server.ts'
import { type Option, textIn } from './form-field.ts'

/** Everything that alerts can be told, in finished words and in the reader's units. */
export interface EditorView {
  readonly legend: string
  readonly hazards: readonly HazardView[]
  readonly official: { readonly label: string; readonly checked: boolean }
  readonly choices: readonly ChoiceView[]
  readonly quiet: {
    readonly legend: string
    readonly on: string
    readonly checked: boolean
    readonly from: { readonly label: string; readonly value: string }
    readonly to: { readonly label: string; readonly value: string }
    readonly exceptExtreme: { readonly label: string; readonly checked: boolean }
  }
  readonly cancelled: { readonly label: string; readonly checked: boolean }
}

export interface HazardView {
  readonly hazard: Hazard
  readonly label: string
  readonly checked: boolean
  readonly limit:
    | (Omit<ThresholdField, 'value' | 'unit'> & { readonly value: string; readonly label: string; readonly unit: string })
    | null
}

/** A choice from a list. */
export interface ChoiceView {
  readonly name: 'minSeverity' | 'leadHours' | 'cooldownMinutes'
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
}

/** As much of the night as most people sleep. */
const USUAL_QUIET_HOURS = { from: '22:00', to: '07:00' }
const LEAD_CHOICES = [3, 6, 12, 24, 48]
const COOLDOWN_CHOICES = [60, 180, 360, 720, 1_440]

interface Filled {
  readonly form: FormData | undefined
  readonly stored: unknown
}

/** What the preferences are now: what is stored, or what one gets who has never chosen. */
export function preferencesNow(stored: unknown): AlertPreferences {
  return effectivePreferences(stored, { alertOnRain: false, alertOnStorm: false })
}

export function alertEditor(reader: Reader, words: MailWords, { form, stored }: Filled): EditorView {
  const m = subscribe[reader.lang]
  const now = preferencesNow(stored)
  const isOn = (name: string, otherwise: boolean): boolean => (form === undefined ? otherwise : form.has(name))
  const filled = (name: string, otherwise: string): string => textIn(form, name) ?? otherwise
  return {
    legend: m.tellMeOf,
    official: { label: m.official, checked: isOn('official', now.official) },
    hazards: HAZARDS.map((hazard) => {
      const label = words.t(`hazard.${hazard}`)
      const field = thresholdField(hazard, now.hazards[hazard]?.threshold ?? null, reader.units)
      return {
        hazard,
        label,
        checked: isOn(`hazard.${hazard}`, now.hazards[hazard] !== undefined),
        limit:
          field === undefined
            ? null
            : {
                min: field.min,
                max: field.max,
                value: filled(`limit.${hazard}`, String(field.value)),
                label: say(m.limitOf, reader.lang, { hazard: label }),
                unit: limitText(hazard, field, words),
              },
      }
    }),
    choices: choicesOf(m, words, now).map((choice) => ({ ...choice, value: filled(choice.name, choice.value) })),
    quiet: {
      legend: m.quiet,
      on: m.quietOn,
      checked: isOn('quiet', now.quietHours !== null),
      from: { label: m.quietFrom, value: filled('quietFrom', now.quietHours?.from ?? USUAL_QUIET_HOURS.from) },
      to: { label: m.quietTo, value: filled('quietTo', now.quietHours?.to ?? USUAL_QUIET_HOURS.to) },
      exceptExtreme: { label: m.exceptExtreme, checked: isOn('exceptExtreme', now.quietHours?.exceptExtreme ?? true) },
    },
    cancelled: { label: m.cancelled, checked: isOn('notifyCancelled', now.notifyCancelled) },
  }
}

function choicesOf(m: (typeof subscribe)['en'], words: MailWords, now: AlertPreferences): ChoiceView[] {
  const amounts = (choices: readonly number[], current: number, perHour: number): Option[] =>
    [...new Set([...choices, current])]
      .toSorted((a, b) => a - b)
      .map((value) => ({ value: String(value), text: words.amountOf(value / perHour, 'hour') }))
  return [
    {
      name: 'minSeverity',
      label: m.minSeverity,
      value: now.minSeverity ?? '',
      options: [
        { value: '', text: words.t('page.preferences.severity.any') },
        ...LEAST_SEVERITIES.toReversed().map((value) => ({ value, text: words.t(`page.preferences.severity.${value}`) })),
      ],
    },
    { name: 'leadHours', label: m.leadHours, value: String(now.leadHours), options: amounts(LEAD_CHOICES, now.leadHours, 1) },
    {
      name: 'cooldownMinutes',
      label: m.cooldown,
      value: String(now.cooldownMinutes),
      options: amounts(COOLDOWN_CHOICES, now.cooldownMinutes, 60),
    },
  ]
}
