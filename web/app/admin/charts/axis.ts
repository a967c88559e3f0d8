const DAY = new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const DAY_HOUR = new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })
const HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** A UTC day, `2026-11-21` or an instant of it: `21 Nov`. */
export const dayLabel = (day: string): string => DAY.format(new Date(day))

/** An hour of several days, on the reader's clock: `21 Nov, 14:00`. */
export const dayHourLabel = (instant: string): string => DAY_HOUR.format(new Date(instant))

/** An hour on the reader's clock, `14:00`; the first of a day says which day begins: `21 Nov`. */
export function hourLabel(instant: string): string {
  const at = new Date(instant)
  return at.getHours() === 0 ? at.toLocaleDateString('en-GB', { month: 'short', day: 'numeric' }) : HOUR.format(at)
}
