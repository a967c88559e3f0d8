import { textFor } from '../../../../src/domain/alert-text.ts'
import { SHOWN } from '../shown.ts'
import { moment, moments } from '../../format/times.ts'
import type { Alert, PlaceWeather } from '../weather.server.ts'
import type { Teller } from './teller.ts'

export interface AlertView {
  readonly id: string
  readonly severity: Alert['severity']
  readonly color: Alert['color']
  /** The issuer's level, else the severity. */
  readonly levelWord: string
  /** Whether its source states the severity. */
  readonly isStated: boolean
  readonly event: string
  readonly when: string
  readonly issuer: string | null
  readonly areas: string
  readonly description: string
  readonly instruction: string | null
  readonly source: string
  readonly url: string
}

type AlertWords = Pick<Alert, 'language' | 'event' | 'areas' | 'description' | 'instruction'>

export interface AlertsView {
  readonly list: readonly AlertView[]
  /** Label for further warnings, shown on demand. */
  readonly more: string | null
  /** A note: warnings are unknown, or there are none. */
  readonly note: string | null
  readonly isUnknown: boolean
  /** The place was requested for the first time: the national feed's warnings are still loading, and no page waits for them. */
  readonly isLate: boolean
}

const WORST_FIRST: readonly Alert['severity'][] = ['extreme', 'severe', 'moderate', null, 'minor']
const MAX_TEXT = 2_500
const NEW_SECONDS = 30
const MAX_AREAS = 300

/** The warnings of a place. */
export function alertsView({ current, alerts, alertsFailed }: PlaceWeather, teller: Teller): AlertsView {
  const { t } = teller
  const isNew = current !== null && current.ageSeconds < NEW_SECONDS
  if (alerts === null) return { list: [], more: null, note: t('city.warningsUnknown'), isUnknown: true, isLate: isNew }
  const list = alerts
    .filter(({ state }) => state === 'active' || state === 'upcoming')
    .toSorted((a, b) => rankOf(a) - rankOf(b) || Date.parse(a.start) - Date.parse(b.start))
    .map((alert) => viewOf(alert, teller))
  const more = list.length > SHOWN ? t('city.warningsMore', { n: list.length - SHOWN }) : null
  // The first provider does not state a warning's severity.
  const isLate = isNew && list.some(({ isStated }) => !isStated)
  if (alertsFailed > 0) return { list, more, note: t('city.warningsFailed', { n: alertsFailed }), isUnknown: true, isLate }
  return { list, more, note: list.length === 0 ? t('city.warningsNone') : null, isUnknown: false, isLate }
}

function rankOf({ severity, state }: Alert): number {
  return WORST_FIRST.indexOf(severity) * 2 + (state === 'active' ? 0 : 1)
}

function viewOf(alert: Alert, teller: Teller): AlertView {
  const { id, severity, severitySource, senderName, attribution } = alert
  const { event, areas, description, instruction } = textFor<AlertWords>([alert, ...alert.texts], teller.lang)
  return {
    id,
    severity,
    color: alert.color,
    levelWord: levelWord(alert, teller),
    isStated: severitySource === 'stated',
    event,
    when: whenOf(alert, teller),
    issuer: senderName,
    areas: cut(areas.join(teller.t('mail.semicolon')), MAX_AREAS),
    description: cut(description.trim(), MAX_TEXT),
    instruction: instruction === null ? null : cut(instruction.trim(), MAX_TEXT),
    source: attribution.text,
    url: attribution.url,
  }
}

/** The issuer's level by its colour, else the severity that it states, else the derived one, marked as ours. */
function levelWord({ color, colorSource, severity }: Alert, teller: Teller): string {
  const { t } = teller
  if (colorSource === 'level' && color !== null) return t(`level.${color}`)
  const word = t(`severity.${severity ?? 'unknown'}`)
  return colorSource === 'derived' ? t('severity.derived', { severity: word }) : word
}

function whenOf({ start, end, state }: Alert, teller: Teller): string {
  const { t, zone } = teller
  if (end === null) return t(state === 'active' ? 'city.openEnd' : 'city.fromOpen', { start: moment(start, zone, teller) })
  return state === 'active' ? t('city.untilTime', { end: moment(end, zone, teller) }) : moments(start, end, zone, teller)
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).trimEnd()} …`
}
