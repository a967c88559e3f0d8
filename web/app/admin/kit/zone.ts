import { readStoredText, storeText } from '../../visit/storage.ts'

const KEY = 'office-zone'

/** All zones that the browser knows, UTC first. */
export const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** The zone of all times in the back office, as its operator chose it in this browser; UTC, as in logs and counts, unless they did. */
export const OFFICE_ZONE: string = findZone(typeof document === 'undefined' ? null : readStoredText(KEY))

/** Stores the zone; pages show it once they are loaded anew. */
export function storeOfficeZone(zone: string): void {
  storeText(KEY, zone === 'UTC' ? null : zone)
}

function findZone(stored: string | null): string {
  return stored !== null && ZONES.includes(stored) ? stored : 'UTC'
}

/**
 * The instant of a local time such as `2026-11-21T09:00` in a zone, epoch milliseconds; NaN if it is none. Of a time that clocks skip or repeat,
 * one of the possible instants.
 */
export function findLocalInstant(local: string, zone: string = OFFICE_ZONE): number {
  const asUtc = Date.parse(`${local.length === 16 ? `${local}:00` : local}Z`)
  if (Number.isNaN(asUtc)) return asUtc
  const first = asUtc - getOffsetMs(asUtc, zone)
  return asUtc - getOffsetMs(first, zone)
}

/** How far a zone is ahead of UTC at an instant. */
function getOffsetMs(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at)
  const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  ) as [number, number, number, number, number, number]
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000
}
