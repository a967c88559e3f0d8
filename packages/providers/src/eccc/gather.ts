import type { OfficialWarning } from '@isobar/weather'
import { identifyArea } from '../cap/area.ts'
import { assignWarningKeys } from '../cap/keys.ts'
import type { Remembered } from '../cap/memory.ts'
import { parseTime } from '../cap/time.ts'
import { isObject, type Json } from '../json.ts'
import type { AreaAlert } from './decode.ts'

/**
 * Gathers the features of all areas (the service has one per area) into one warning for each event and content. If an event has several
 * parts (different colours or times), each continues the part of `former` with which it shares most areas. Areas in which it ended while it
 * continues in others are `endedAreas`.
 */
export function gatherWarnings(alerts: readonly AreaAlert[], former: readonly Remembered[], now: number) {
  const known = new Map(former.map((one) => [one.id, one]))
  const gathered = [...Map.groupBy(alerts, ({ event }) => event)].map(([event, all]) => gatherEvent(event, all, known.get(event)))
  const remembered = gathered.map(({ event, warnings }): Remembered => ({
    id: event,
    groups: warnings.map(({ key, areas }) => ({ key, areas: areas.map(identifyArea) })),
    seenMs: now,
  }))
  return { warnings: gathered.flatMap(({ warnings }) => warnings), remembered }
}

function gatherEvent(event: string, alerts: readonly AreaAlert[], former: Remembered | undefined) {
  const live = alerts.filter(({ ended }) => !ended)
  const over = alerts.filter(({ ended }) => ended)
  const counted = live.length > 0 ? live : over
  const parts = [...Map.groupBy(counted, ({ content }) => JSON.stringify(content)).values()].toSorted((a, b) => b.length - a.length)
  const keys = assignWarningKeys(
    event,
    parts.map((part) => part.map(({ area }) => identifyArea(area))),
    former?.groups ?? [],
  )
  const warnings = parts.flatMap((part, index): OfficialWarning[] => toWarning(part, keys[index] as string, live.length === 0))
  const [largest, ...others] = warnings
  const endedAreas = live.length > 0 ? over.map(({ area }) => area) : []
  return { event, warnings: largest === undefined || endedAreas.length === 0 ? warnings : [{ ...largest, endedAreas }, ...others] }
}

function toWarning(part: readonly AreaAlert[], key: string, ended: boolean): OfficialWarning[] {
  const [first] = part
  if (first === undefined) return []
  const texts = first.content.texts.map((text, index) => ({ ...text, areaNames: part.map(({ names }) => names[index] ?? '') }))
  return [{ ...first.content, key, ended, texts, areas: part.map(({ area }) => area) }]
}

/**
 * Distinguishes states of the collection: the number of features, and when the newest was published (epoch milliseconds; null if there are
 * none).
 */
export interface Latest {
  readonly total: number
  readonly newestMs: number | null
}

/**
 * The query for this state: one feature of some hundred bytes, instead of thirteen thousand for each area. Each message has a new time of
 * publication, including one that ends a warning; a withdrawal without a message changes the number.
 */
export const LATEST_QUERY = 'f=json&limit=1&sortby=-publication_datetime&properties=publication_datetime&skipGeometry=true'

/** The state that these features show. */
export function readLatestState(features: readonly Json[], total: number): Latest {
  const times = features.flatMap(({ properties }) => {
    const time = isObject(properties) ? properties['publication_datetime'] : null
    return typeof time === 'string' ? (parseTime(time, null) ?? []) : []
  })
  return { total, newestMs: times.length === 0 ? null : Math.max(...times) }
}

/**
 * The last complete reading in a state: its `Latest` and its time (epoch milliseconds). Null if there is none, or if the reading was
 * incomplete.
 */
export function toWholeReading(former: unknown): (Latest & { readonly at: number }) | null {
  const whole = isObject(former) ? former['whole'] : null
  if (!isObject(whole)) return null
  const { at, total, newestMs } = whole
  if (typeof at !== 'number' || typeof total !== 'number' || (newestMs !== null && typeof newestMs !== 'number')) return null
  return { at, total, newestMs }
}
