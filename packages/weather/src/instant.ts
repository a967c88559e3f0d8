/** An instant as all answers write it: ISO 8601, UTC, whole seconds, `2026-11-21T03:00:00Z`. */
export type Instant = string

/** A calendar day at a place: `2026-11-21`. */
export type CalendarDay = string

/** Formats epoch milliseconds, rounding down to the second, so that the result is never later than the input. */
export function formatInstant(epochMs: number): Instant {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`
}

/** The same of a time that may be missing: epoch milliseconds or a date; null for null. */
export function formatOptionalInstant(at: number | Date | null): Instant | null {
  return at === null ? null : formatInstant(Number(at))
}

/** Epoch milliseconds of an instant. */
export function parseInstant(instant: Instant): number {
  return Date.parse(instant)
}
