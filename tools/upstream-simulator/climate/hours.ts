import type { HourRecord, Series } from './series.ts'

const HOUR = 3_600_000

/** The hours of a local day, however many it has, from its start on: in zones with a half-hour offset they are not those of UTC. */
export function hoursOfDay(series: Series, { startMs, endMs }: { readonly startMs: number; readonly endMs: number }): HourRecord[] {
  return Array.from({ length: Math.round((endMs - startMs) / HOUR) }, (_, index) => series.hour(startMs + index * HOUR))
}

/** Millimetres of water. */
export const amountOf = ({ rain, snow }: HourRecord): number => rain + snow

/** The first of the wettest. @throws if there are none */
export function wettestOf(hours: readonly HourRecord[]): HourRecord {
  return hours.reduce((a, b) => (amountOf(b) > amountOf(a) ? b : a))
}
