import { limitText } from '../../../../src/features/mail/catalogue/limit-text.ts'
import type { MailWords } from '../../../../src/features/mail/catalogue/words.ts'
import { HAZARDS } from '../../../../src/domain/hazards/hazard.ts'
import { preferenceFields } from '../../../../src/domain/hazards/preference-form.ts'
import { type AlertPreferences, effectivePreferences, LEAST_SEVERITIES } from '../../../../src/domain/hazards/preferences.ts'
import { type ThresholdField, thresholdField } from '../../../../src/domain/hazards/threshold-units.ts'
import type { Units } from '../../visit/preferences.ts'
import { type Option, textIn } from './form-field.ts'

/** Everything that alerts can be told, in finished words and in the reader's units; with the names of the fields. */
export interface EditorView {
  readonly legend: string
  readonly hazards: readonly HazardView[]
  readonly official: TickView
  readonly choices: readonly ChoiceView[]
  readonly quiet: {
    readonly legend: string
    readonly on: TickView
    readonly from: TimeView
    readonly to: TimeView
    readonly exceptExtreme: TickView
  }
  readonly cancelled: TickView
}

interface TickView {
  readonly name: string
  readonly label: string
  readonly checked: boolean
}

export interface HazardView extends TickView {
  readonly limit: LimitView | null
}

interface LimitView extends Omit<ThresholdField, 'value' | 'unit'> {
  readonly name: string
  readonly value: string
  readonly label: string
  readonly unit: string
}

/** A choice from a list. */
export interface ChoiceView {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
}

export interface TimeView {
  readonly name: string
  readonly label: string
  readonly value: string
}

/** As much of the night as most people sleep. */
const USUAL_QUIET_HOURS = { from: '22:00', to: '07:00' }
const LEAD_CHOICES = [3, 6, 12, 24, 48]
const COOLDOWN_CHOICES = [60, 180, 360, 720, 1_440]

/** What the preferences are now: what is stored, or what one gets who has never chosen. */
export function preferencesNow(stored: unknown): AlertPreferences {
  return effectivePreferences(stored, { alertOnRain: false, alertOnStorm: false })
}

export interface Edited {
  readonly now: AlertPreferences
  /** Tells it from other editors of the same form. */
  readonly of?: string
  /** What was filled in, to be shown again. */
  readonly form?: FormData | undefined
}

export function alertEditor(words: MailWords, units: Units, { now, of, form }: Edited): EditorView {
  const fields = preferenceFields(of)
  const filled = (name: string, otherwise: string): string => textIn(form, name) ?? otherwise
  const tick = (name: string, label: string, otherwise: boolean): TickView => {
    return { name, label, checked: form === undefined ? otherwise : form.has(name) }
  }
  const { quietHours } = now
  return {
    legend: words.t('page.preferences.hazards'),
    official: tick(fields.official, words.t('page.preferences.official'), now.official),
    hazards: HAZARDS.map((hazard) => {
      const label = words.t(`hazard.${hazard}`)
      const field = thresholdField(hazard, now.hazards[hazard]?.threshold ?? null, units)
      const name = fields.limit(hazard)
      return {
        ...tick(fields.hazard(hazard), label, now.hazards[hazard] !== undefined),
        limit:
          field === undefined
            ? null
            : {
                name,
                min: field.min,
                max: field.max,
                value: filled(name, String(field.value)),
                label: words.t('page.preferences.limitOf', { hazard: label }),
                unit: limitText(hazard, field, words),
              },
      }
    }),
    choices: choicesOf(words, now).map(({ field, ...choice }) => {
      return { ...choice, name: fields[field], value: filled(fields[field], choice.value) }
    }),
    quiet: {
      legend: words.t('page.preferences.quiet'),
      on: tick(fields.quiet, words.t('page.preferences.quietOn'), quietHours !== null),
      from: {
        name: fields.quietFrom,
        label: words.t('page.preferences.quietFrom'),
        value: filled(fields.quietFrom, quietHours?.from ?? USUAL_QUIET_HOURS.from),
      },
      to: {
        name: fields.quietTo,
        label: words.t('page.preferences.quietTo'),
        value: filled(fields.quietTo, quietHours?.to ?? USUAL_QUIET_HOURS.to),
      },
      exceptExtreme: tick(fields.exceptExtreme, words.t('page.preferences.exceptExtreme'), quietHours?.exceptExtreme ?? true),
    },
    cancelled: tick(fields.notifyCancelled, words.t('page.preferences.cancelled'), now.notifyCancelled),
  }
}

function choicesOf(words: MailWords, now: AlertPreferences) {
  const amounts = (choices: readonly number[], current: number, perHour: number): Option[] =>
    [...new Set([...choices, current])]
      .toSorted((a, b) => a - b)
      .map((value) => ({ value: String(value), text: words.amountOf(value / perHour, 'hour') }))
  return [
    {
      field: 'minSeverity',
      label: words.t('page.preferences.minSeverity'),
      value: now.minSeverity ?? '',
      options: [
        { value: '', text: words.t('page.preferences.severity.any') },
        ...LEAST_SEVERITIES.toReversed().map((value) => ({ value, text: words.t(`page.preferences.severity.${value}`) })),
      ],
    },
    {
      field: 'leadHours',
      label: words.t('page.preferences.leadHours'),
      value: String(now.leadHours),
      options: amounts(LEAD_CHOICES, now.leadHours, 1),
    },
    {
      field: 'cooldownMinutes',
      label: words.t('page.preferences.cooldownMinutes'),
      value: String(now.cooldownMinutes),
      options: amounts(COOLDOWN_CHOICES, now.cooldownMinutes, 60),
    },
  ] as const
}
