const DAY = new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const DAY_HOUR = new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })
const HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** A UTC day, given as `2026-11-21` or an instant: `21 Nov`. */
export const dayLabel = (day: string): string => DAY.format(new Date(day))

/** An hour among several days, in the reader's zone: `21 Nov, 14:00`. */
export const dayHourLabel = (instant: string): string => DAY_HOUR.format(new Date(instant))

/** An hour in the reader's zone, `14:00`; the first of a day shows the day: `21 Nov`. */
export function hourLabel(instant: string): string {
  const at = new Date(instant)
  return at.getHours() === 0 ? at.toLocaleDateString('en-GB', { month: 'short', day: 'numeric' }) : HOUR.format(at)
}
