import { parseList } from '../../visit/storage.ts'
import type { CityTexts } from '../texts.ts'
import type { NotesView, SeenDay } from '../view/notes.ts'

type Seen = NotesView['seen']

/** What this browser saw of a place, and when. */
export interface Visit {
  readonly place: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly key: string
  readonly days: readonly SeenDay[]
}

const HOUR_MS = 3_600_000
/** A look that is no visit of its own, and one so long ago that everybody expects changes. */
const [MIN_MS, MAX_MS] = [HOUR_MS, 48 * HOUR_MS]
export const MAX_PLACES = 20

export interface Change {
  readonly what: 'high' | 'amount'
  readonly day: string
  readonly before: string
  readonly now: string
}

/** The greatest change of a day's high or amount since the visit, in multiples of the least that is mentioned; null if none reaches that. */
export function compareWithVisit(visit: Visit | undefined, { key, least, days }: Seen, now: number): Change | null {
  if (visit === undefined || visit.key !== key || now - visit.at < MIN_MS || now - visit.at > MAX_MS) return null
  const changes = days.flatMap(([date, day, high, highText, amount, amountText]) => {
    const before = visit.days.find(([other]) => other === date)
    if (before === undefined) return []
    const [, , highBefore, highBeforeText, amountBefore, amountBeforeText] = before
    return [
      { what: 'high' as const, day, before: highBeforeText, now: highText, size: difference(high, highBefore) / least.high },
      { what: 'amount' as const, day, before: amountBeforeText, now: amountText, size: difference(amount, amountBefore) / least.amount },
    ]
  })
  const [greatest] = changes.filter(({ size }) => size >= 1).toSorted((a, b) => b.size - a.size)
  if (greatest === undefined) return null
  const { size: _, ...change } = greatest
  return change
}

const difference = (a: number | null, b: number | null): number => (a === null || b === null ? 0 : Math.abs(a - b))

/** The visits with this one; a look soon after a visit does not replace it. */
export function withVisit(visits: readonly Visit[], visit: Visit): readonly Visit[] {
  const before = visits.find(({ place }) => place === visit.place)
  if (before !== undefined && before.key === visit.key && visit.at - before.at < MIN_MS && visit.at >= before.at) return visits
  return [visit, ...visits.filter((each) => each !== before)].slice(0, MAX_PLACES)
}

/** Parses the stored list; anything else is an empty list. */
export function parseVisits(text: string | null): readonly Visit[] {
  return parseList(text).filter(isVisit).slice(0, MAX_PLACES)
}

function isVisit(value: unknown): value is Visit {
  if (typeof value !== 'object' || value === null) return false
  const { place, at, key, days } = value as Record<string, unknown>
  return typeof place === 'string' && typeof at === 'number' && typeof key === 'string' && Array.isArray(days) && days.every(isSeenDay)
}

const isSeenDay = (day: unknown): boolean =>
  Array.isArray(day) &&
  day.length === 6 &&
  [0, 1, 3, 5].every((at) => typeof day[at] === 'string') &&
  [2, 4].every((at) => isNumber(day[at]))

const isNumber = (value: unknown): boolean => value === null || typeof value === 'number'

const KEY = 'seen_places'

/** What has changed since the last visit to a place, as a sentence, if it was 1 to 48 hours ago; notes this visit in this browser only. */
export function describeChangesSinceVisit(
  place: string,
  seen: Seen,
  now: number,
  messages: Pick<CityTexts, 'sinceHigh' | 'sinceAmount'>,
): string | null {
  let visits: readonly Visit[]
  try {
    visits = parseVisits(localStorage.getItem(KEY))
    localStorage.setItem(KEY, JSON.stringify(withVisit(visits, { place, at: now, key: seen.key, days: seen.days })))
  } catch {
    // Storage is full or forbidden.
    return null
  }
  const change = compareWithVisit(
    visits.find((visit) => visit.place === place),
    seen,
    now,
  )
  if (change === null) return null
  const text = change.what === 'high' ? messages.sinceHigh : messages.sinceAmount
  return text
    .replace('{day}', () => change.day)
    .replace('{before}', () => change.before)
    .replace('{now}', () => change.now)
}
