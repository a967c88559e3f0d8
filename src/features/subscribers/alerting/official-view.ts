import {
  type Alert,
  type AlertSeverity,
  HAZARDS,
  type Hazard,
  type Instant,
  chooseEarlierStart,
  chooseHighestGrade,
  classifyOfficial,
  formatInstant,
  getAlertEndMs,
  parseInstant,
} from '@isobar/weather'
import type { CarriedAlert, OfficialEvent } from './event.ts'

/** An official event in its current version. */
export interface OfficialView {
  readonly kind: 'official'
  readonly event: OfficialEvent
  /** The alert whose text is shown, with the event's earliest known start. */
  readonly lead: Alert
  /** The alerts that represent it, the lead first: several when it is issued in several languages or parts. */
  readonly speaking: readonly Alert[]
  readonly hazards: readonly Hazard[]
  readonly severity: AlertSeverity | null
  readonly isWarning: boolean
  /** Null: until further notice. */
  readonly end: Instant | null
  /** Ids of the sources that list it and have not cancelled it. */
  readonly sources: readonly string[]
}

/** The ids of the sources that relay the warnings of others; those of all others are the issuers' own. */
export type Relays = ReadonlySet<string>

/**
 * The alerts that decide about an event: the issuers' own if there are any, since `relays` pass them on, some of them hours late
 * and without severity. Cancelled alerts count only if none stands. Newest first.
 */
export function selectDecidingAlerts(alerts: readonly CarriedAlert[], relays: Relays): readonly CarriedAlert[] {
  const firstHand = alerts.filter(({ alert }) => !relays.has(alert.source))
  const deciding = firstHand.length > 0 ? firstHand : alerts
  const standing = deciding.filter(({ stands }) => stands)
  return standing.length > 0 ? standing : deciding
}

/** The current version of an event. */
export function buildOfficialView(event: OfficialEvent, relays: Relays): OfficialView {
  const carried = event.data.alerts
  const speaking = selectDecidingAlerts(carried, relays).map(({ alert }) => alert)
  // The alert that lasts longest leads. A longer text is no reason: it would change with each rewording.
  const ordered = speaking.toSorted(
    (a, b) => getAlertEndMs(b) - getAlertEndMs(a) || a.start.localeCompare(b.start) || a.id.localeCompare(b.id),
  )
  const classes = speaking.map(classifyOfficial)
  const [latest] = ordered as [Alert]
  // Updates move the start, and so does a relay that lists the event first.
  const start = speaking.reduce((start, alert) => chooseEarlierStart(start, alert.start), event.data.start ?? latest.start)
  return {
    kind: 'official',
    event,
    lead: { ...latest, start },
    speaking: ordered,
    hazards: HAZARDS.filter((hazard) => classes.some(({ hazards }) => hazards.includes(hazard))),
    severity: chooseHighestGrade(speaking).severity,
    isWarning: classes.some(({ isWarning }) => isWarning),
    end: latestEnd(speaking),
    sources: [...new Set(carried.flatMap(({ alert, stands, absent }) => (stands && absent === undefined ? alert.source : [])))],
  }
}

/** Epoch milliseconds; Infinity: until further notice. */
export function findEndOfView({ end }: Pick<OfficialView, 'end'>): number {
  return end === null ? Infinity : parseInstant(end)
}

/** The latest stated end; null if one alert states none, regardless of when its message expires. */
function latestEnd(alerts: readonly Alert[]): Instant | null {
  const latest = Math.max(...alerts.map(findEndOfView))
  return latest === Infinity ? null : formatInstant(latest)
}
