import type { Alert, AlertSeverity } from '../../../domain/alert.ts'
import { runsUntil } from '../../../domain/alert-state.ts'
import { classifyOfficial, type Hazard, HAZARDS, highestGrade } from '../../../domain/hazards/index.ts'
import { formatInstant, type Instant, parseInstant } from '../../../domain/instant.ts'
import type { CarriedAlert, OfficialEvent } from './event.ts'

/** An official event as it is told of now. */
export interface OfficialView {
  readonly kind: 'official'
  readonly event: OfficialEvent
  /** Whose words are shown. */
  readonly lead: Alert
  /** The alerts that speak for it, the lead first: several where it is told in several languages or parts. */
  readonly speaking: readonly Alert[]
  readonly hazards: readonly Hazard[]
  readonly severity: AlertSeverity | null
  readonly isWarning: boolean
  /** Null: until further notice. */
  readonly end: Instant | null
  /** Ids of the sources that carry it and have not called it off. */
  readonly sources: readonly string[]
}

/**
 * Whose alerts decide about an event: the national feed's, where it carries the event, for the others relay it, some of them hours late
 * and without its severity. Those that stand go before those that were called off, the newest first.
 */
export function speakingFor(alerts: readonly CarriedAlert[], national: string): readonly CarriedAlert[] {
  const firstHand = alerts.filter(({ alert }) => alert.source === national)
  const deciding = firstHand.length > 0 ? firstHand : alerts
  const standing = deciding.filter(({ stands }) => stands)
  return standing.length > 0 ? standing : deciding
}

/** `national` is the national feed's source id. */
export function viewOfficial(event: OfficialEvent, national: string): OfficialView {
  const carried = event.data.alerts
  const speaking = speakingFor(carried, national).map(({ alert }) => alert)
  // The one that lasts longest; a relay that has the text goes before one without.
  const ordered = speaking.toSorted((a, b) => runsUntil(b) - runsUntil(a) || b.description.length - a.description.length)
  const classes = speaking.map(classifyOfficial)
  const lead = ordered[0] as Alert
  return {
    kind: 'official',
    event,
    lead,
    speaking: ordered,
    hazards: HAZARDS.filter((hazard) => classes.some(({ hazards }) => hazards.includes(hazard))),
    severity: highestGrade(speaking).severity,
    isWarning: classes.some(({ isWarning }) => isWarning),
    end: latestEnd(speaking),
    sources: [...new Set(carried.flatMap(({ alert, stands }) => (stands ? alert.source : [])))],
  }
}

/** Epoch milliseconds; Infinity: until further notice. */
export function endOfView({ end }: Pick<OfficialView, 'end'>): number {
  return end === null ? Infinity : parseInstant(end)
}

/** The latest of the stated ends; null where one states none, whatever its message's own life is. */
function latestEnd(alerts: readonly Alert[]): Instant | null {
  const latest = Math.max(...alerts.map(endOfView))
  return latest === Infinity ? null : formatInstant(latest)
}
