import { formatInstant, type Instant, parseInstant } from './instant.ts'
import { MINUTE_MS } from './time.ts'

/** The absence of an alert, not called off, from the latest readings of its source. */
export interface Absence {
  /** When the first reading without it was made. */
  readonly since: Instant
  /** When the latest one was made. */
  readonly latest: Instant
  readonly readings: number
}

const MIN_READINGS = 3
const MIN_DURATION_MS = 30 * MINUTE_MS

/** The absence after another successful, complete reading without the alert. The same reading looked at again does not count. */
export function continueAbsence(former: Absence | undefined, readAt: number): Absence {
  const at = formatInstant(readAt)
  if (former === undefined) return { since: at, latest: at, readings: 1 }
  return parseInstant(at) <= parseInstant(former.latest) ? former : { ...former, latest: at, readings: former.readings + 1 }
}

/**
 * Whether an absence means that the alert is called off. A single list without it does not: feeds are empty for a moment while they are
 * rebuilt, and the hosts of one service disagree for minutes.
 */
export function isConclusiveAbsence({ since, latest, readings }: Absence): boolean {
  return readings >= MIN_READINGS && parseInstant(latest) - parseInstant(since) >= MIN_DURATION_MS
}
