import { zoneById } from '../places/zone.ts'

const HOUR = 3_600
const DAY = 86_400
const INSTANTS = new Set(['dt', 'start', 'end'])
const SKY = new Set(['sunrise', 'sunset', 'moonrise', 'moonset'])

type Bag = Record<string, unknown>

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)
const bags = (value: unknown): Bag[] => (Array.isArray(value) ? value.filter(isBag) : isBag(value) ? [value] : [])
const numberIn = (bag: Bag | undefined, key: string): number | undefined => (typeof bag?.[key] === 'number' ? bag[key] : undefined)
const localDay = (seconds: number, offset: number): number => Math.floor((seconds + offset) / DAY)

/**
 * Moves the times in a recorded One Call to now, in place. Instants move by one number of whole hours, so that minutes keep their phase and the latest
 * conditions are at most an hour old and never in the future; days (and the sun and moon times that belong to them) move by whole days, so
 * that a day's noon stays noon, and the zone has the offset that it has now. `now`: epoch milliseconds.
 */
export function shiftToNow(body: Bag, now: number): void {
  const offset = numberIn(body, 'timezone_offset') ?? 0
  const base = numberIn(bags(body['current'])[0], 'dt') ?? numberIn(bags(body['hourly'])[0], 'dt')
  if (base === undefined) return
  const delta = Math.floor((now / 1_000 - base) / HOUR) * HOUR
  const { timezone } = body
  const offsetNow = typeof timezone === 'string' ? (zoneById(timezone)?.offsetAt(now) ?? offset) : offset
  if ('timezone_offset' in body) body['timezone_offset'] = offsetNow
  const today = localDay(base + delta, offsetNow)
  const deltaTo = (day: number): number => (today - day) * DAY + offset - offsetNow
  for (const block of ['current', 'minutely', 'hourly', 'alerts'])
    for (const element of bags(body[block])) move(element, delta, deltaTo(localDay(base, offset)))
  const days = bags(body['daily'])
  const dayDelta = deltaTo(localDay(numberIn(days[0], 'dt') ?? 0, offset))
  for (const day of days) move(day, dayDelta, dayDelta)
}

/** Zeros mean that an event does not happen, and stay. */
function move(bag: Bag, instantDelta: number, skyDelta: number): void {
  for (const [key, value] of Object.entries(bag)) {
    if (typeof value !== 'number' || value <= 0) continue
    if (INSTANTS.has(key)) bag[key] = value + instantDelta
    else if (SKY.has(key)) bag[key] = value + skyDelta
  }
}
