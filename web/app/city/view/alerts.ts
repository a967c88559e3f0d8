import { chooseTextForLanguage } from '@isobar/weather'
import { formatDateTime, formatDateTimeRange } from '../../format/times.ts'
import type { Alert, PlaceWeather } from '../weather.ts'
import type { Teller } from './teller.ts'

export type AlertView = ReturnType<typeof viewOf>
export type AlertsView = ReturnType<typeof buildAlertsView>

type AlertWords = Pick<Alert, 'language' | 'event' | 'areas' | 'description' | 'instruction'>

const WORST_FIRST: readonly Alert['severity'][] = ['extreme', 'severe', 'moderate', null, 'minor']
/** More would push the weather off the page; the others are shown on demand. */
const SHOWN = 4
const MAX_TEXT = 2_500
const NEW_SECONDS = 30
const MAX_AREAS = 300

/**
 * The warnings of a place. `isLate`: the place was requested for the first time, so the national feed's warnings are still loading, and no page
 * waits for them.
 */
export function buildAlertsView({ current, alerts, alertsFailed }: PlaceWeather, teller: Teller) {
  const { t } = teller
  const isNew = current !== null && current.ageSeconds < NEW_SECONDS
  if (alerts === null) return { list: [], others: [], more: '', note: t('city.warningsUnknown'), isUnknown: true, isLate: isNew }
  const all = alerts
    .filter(({ state }) => state === 'active' || state === 'upcoming')
    .toSorted((a, b) => rankOf(a) - rankOf(b) || Date.parse(a.start) - Date.parse(b.start))
    .map((alert) => viewOf(alert, teller))
  const others = all.slice(SHOWN)
  const isIncomplete = alertsFailed > 0
  return {
    list: all.slice(0, SHOWN),
    others,
    /** Label of the others. */
    more: t('city.warningsMore', { n: others.length }),
    note: isIncomplete ? t('city.warningsFailed', { n: alertsFailed }) : all.length === 0 ? t('city.warningsNone') : null,
    isUnknown: isIncomplete,
    // The first provider does not state a warning's severity.
    isLate: isNew && all.some(({ isStated }) => !isStated),
  }
}

function rankOf({ severity, state }: Alert): number {
  return WORST_FIRST.indexOf(severity) * 2 + (state === 'active' ? 0 : 1)
}

function viewOf(alert: Alert, teller: Teller) {
  const { id, severity, severitySource, senderName, attribution } = alert
  const { event, areas, description, instruction } = chooseTextForLanguage<AlertWords>([alert, ...alert.texts], teller.lang)
  return {
    id,
    severity,
    color: alert.color,
    levelWord: describeLevel(alert, teller),
    isStated: severitySource === 'stated',
    event,
    when: describeAlertTime(alert, teller),
    issuer: senderName,
    areas: cutText(areas.join(teller.t('mail.semicolon')), MAX_AREAS),
    description: cutText(description.trim(), MAX_TEXT),
    instruction: instruction === null ? null : cutText(instruction.trim(), MAX_TEXT),
    source: attribution.text,
    url: attribution.url,
  }
}

/** The issuer's level by its colour, else the severity that it states, else the derived one, marked as ours. */
export function describeLevel(
  { color, colorSource, severity }: Pick<Alert, 'color' | 'colorSource' | 'severity'>,
  { t }: Pick<Teller, 't'>,
): string {
  if (colorSource === 'level' && color !== null) return t(`level.${color}`)
  const word = t(`severity.${severity ?? 'unknown'}`)
  return colorSource === 'derived' ? t('severity.derived', { severity: word }) : word
}

/** When a warning is in force, in the teller's zone. */
export function describeAlertTime(
  { start, end, state }: Pick<Alert, 'start' | 'end'> & { readonly state: string },
  teller: Teller,
): string {
  const { t, zone } = teller
  if (end === null) return t(state === 'active' ? 'city.openEnd' : 'city.fromOpen', { start: formatDateTime(start, zone, teller) })
  return state === 'active'
    ? t('city.untilTime', { end: formatDateTime(end, zone, teller) })
    : formatDateTimeRange(start, end, zone, teller)
}

/** A text of at most so many characters, and what shows that it was longer. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).trimEnd()} …`
}
