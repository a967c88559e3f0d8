import type { CalendarDay } from '@isobar/weather'
import type { DigestFrequency } from './emails/weekly-digest/data.ts'

/** A calendar period in UTC, both days inclusive, identified by its first day. */
export interface DigestPeriod {
  readonly from: CalendarDay
  readonly to: CalendarDay
}

/** Longest first. */
export const DIGEST_FREQUENCIES = ['monthly', 'biweekly', 'weekly', 'daily'] as const satisfies readonly DigestFrequency[]

/** A Monday from which pairs of weeks are counted, since two odd ISO week numbers follow each other when a year has 53. */
const FIRST_MONDAY = Temporal.PlainDate.from('1970-01-05')

/** The period that contains `now` (epoch milliseconds): the day, the ISO week, a pair of ISO weeks, or the month. */
export function computeDigestPeriod(frequency: DigestFrequency, now: number): DigestPeriod {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC').toPlainDate()
  switch (frequency) {
    case 'daily':
      return days(today, 1)
    case 'weekly':
      return days(today.subtract({ days: today.dayOfWeek - 1 }), 7)
    case 'biweekly': {
      const since = FIRST_MONDAY.until(today).days
      return days(today.subtract({ days: ((since % 14) + 14) % 14 }), 14)
    }
    case 'monthly':
      return days(today.with({ day: 1 }), today.daysInMonth)
  }
}

function days(from: Temporal.PlainDate, count: number): DigestPeriod {
  return { from: from.toString(), to: from.add({ days: count - 1 }).toString() }
}

/** The periods of all frequencies at `now`. */
export function computeDigestPeriods(now: number): Readonly<Record<DigestFrequency, DigestPeriod>> {
  return {
    daily: computeDigestPeriod('daily', now),
    weekly: computeDigestPeriod('weekly', now),
    biweekly: computeDigestPeriod('biweekly', now),
    monthly: computeDigestPeriod('monthly', now),
  }
}
