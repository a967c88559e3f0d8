import { sha256 } from '@noble/hashes/sha2.js'
import { getAlertEndMs } from './alert-state.ts'
import type { Alert } from './alert.ts'
import { type Instant, parseInstant } from './instant.ts'

/** An alert without its id. `key` is the provider's own id or the VTEC event, if there is one. */
export interface AlertDraft extends Omit<Alert, 'id'> {
  readonly key?: string
}

/** The syntax of an alert id. */
export const ALERT_ID_PATTERN = /^[A-Za-z0-9._-]{1,128}$/

/**
 * Gives each alert of a place its id: `source-` and 128 bits of a hash over the place (`cellId`) and the key, or over the place, sender,
 * event and start. The end and the wording are left out, so an id survives refreshes, extensions and rewording. The place is included
 * because the same event is worded differently from place to place. Alerts that agree in all of that ("equals") share this base: the first
 * by text gets the base as its id, the others append a hash of their text, until `continueIdentities` restores the ids that they had
 * before. Equals with the same text are merged into one alert that lasts until the latest end and covers all areas and tags. The ids do not
 * depend on the order of the list.
 */
export function identifyAlerts(drafts: readonly AlertDraft[], cellId: number): Alert[] {
  const byBase = Map.groupBy(drafts, (draft) => baseId(draft, cellId))
  return [...byBase].flatMap(([base, equals]) => {
    const byText = Map.groupBy(equals, (draft) => draft.description)
    return fillIds(
      base,
      [...byText.values()].map((same) => merge(same, base)),
      new Set(),
    )
  })
}

/**
 * The alerts of `next` with the ids that they had in `previous`, the last list of the same place and source, so that an equal that appears,
 * disappears or is reworded does not change the id of another. Among equals, an alert with an unchanged text keeps its id. The others,
 * ordered by text, take over the remaining ids, since one of them is probably the reworded one; any left after that are new. Both lists
 * must come from `identifyAlerts`. The order of the inputs does not matter; the result is in the order of `next`. An alert's start is the
 * earliest that was known under its id: issuers move the start of an update to the time of the update.
 */
export function continueIdentities(previous: readonly Alert[], next: readonly Alert[]): Alert[] {
  const formerByBase = Map.groupBy(previous, baseOf)
  const ids = new Map<Alert, string>()
  for (const [base, equals] of Map.groupBy(next, baseOf)) {
    const former = new Map((formerByBase.get(base) ?? []).map(({ description, id }) => [description, id]))
    const unchanged = new Set(equals.filter(({ description }) => former.has(description)))
    for (const alert of unchanged) ids.set(alert, former.get(alert.description) as string)
    const taken = new Set(ids.values())
    const left = [...new Set(former.values())].filter((id) => !taken.has(id)).toSorted()
    const changed = equals.filter((alert) => !unchanged.has(alert)).toSorted(byText)
    const heirs = changed.slice(0, left.length)
    for (const [index, alert] of heirs.entries()) ids.set(alert, left[index] as string)
    const fresh = changed.slice(left.length)
    const named = fillIds(base, fresh, new Set(ids.values()))
    for (const [index, alert] of fresh.entries()) ids.set(alert, named[index]?.id as string)
  }
  const starts = new Map(previous.map(({ id, start }) => [id, start]))
  return next.map((alert) => {
    const id = ids.get(alert) ?? alert.id
    return { ...alert, id, start: chooseEarlierStart(alert.start, starts.get(id)) }
  })
}

/**
 * The alerts of `next`, of a source that sends no ids, where an update with a later start has a new id: it takes over the id of the alert
 * that it replaces, one of the same title in `running` that is no longer listed, which it overlaps and does not precede.
 */
export function inheritIdentities(running: readonly Alert[], next: readonly Alert[]): Alert[] {
  const known = new Set(running.map(baseOf))
  const listed = new Set(next.map(baseOf))
  const left = new Set(running.filter((alert) => !listed.has(baseOf(alert))).toSorted(byStart))
  const heirs = new Map<Alert, string>()
  for (const alert of next.filter((each) => !known.has(baseOf(each))).toSorted(byStart)) {
    const replaced = [...left].find((former) => isUpdateOf(alert, former))
    if (replaced === undefined) continue
    left.delete(replaced)
    heirs.set(alert, replaced.id)
  }
  return next.map((alert) => ({ ...alert, id: heirs.get(alert) ?? alert.id }))
}

function isUpdateOf(alert: Alert, former: Alert): boolean {
  if (alert.source !== former.source || alert.event !== former.event || alert.senderName !== former.senderName) return false
  const startMs = parseInstant(alert.start)
  return startMs >= parseInstant(former.start) && startMs < getAlertEndMs(former)
}

function byStart(a: Alert, b: Alert): number {
  return a.start === b.start ? byText(a, b) : parseInstant(a.start) - parseInstant(b.start)
}

/** The earlier of two starts of one alert. */
export function chooseEarlierStart(start: Instant, former: Instant | undefined): Instant {
  return former !== undefined && parseInstant(former) < parseInstant(start) ? former : start
}

/** Assigns free ids to equals in the order of their texts; the first gets the base if it is free. */
function fillIds(base: string, equals: readonly Alert[], taken: ReadonlySet<string>): Alert[] {
  const used = new Set(taken)
  return equals.toSorted(byText).map((alert) => {
    let id = base
    // The id derived from this text may belong to an alert that has been reworded since.
    for (let salt = 0; used.has(id); salt++) id = `${base}${TWIN}${digest(JSON.stringify([alert.description, salt]))}`
    used.add(id)
    return { ...alert, id }
  })
}

/** Separates the shared base from the suffix that makes an equal unique; never part of a base. */
const TWIN = '.'

function baseOf({ id }: Alert): string {
  const [base = id] = id.split(TWIN)
  return base
}

function baseId({ source, key, senderName, event, start }: AlertDraft, cellId: number): string {
  const identity = JSON.stringify(key === undefined ? [cellId, source, senderName, event, start] : [cellId, source, key])
  return `${source.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64)}-${digest(identity)}`
}

/** 128 bits of SHA-256, as base64url. */
function digest(text: string): string {
  const bytes = sha256(new TextEncoder().encode(text)).subarray(0, 18)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22)
}

function byText(a: Alert, b: Alert): number {
  return a.description < b.description ? -1 : Number(a.description > b.description)
}

/** Merges equal alerts. An alert without a stated end outlasts all others. */
function merge(same: readonly AlertDraft[], id: string): Alert {
  const ends = same.map((draft) => draft.end)
  const latest = ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null)
  const chosen = same.find((draft) => draft.end === latest) as AlertDraft
  const { key: _key, ...alert } = chosen
  return {
    ...alert,
    id,
    areas: [...new Set(same.flatMap((draft) => draft.areas))],
    tags: [...new Set(same.flatMap((draft) => draft.tags))],
    cancelled: same.every((draft) => draft.cancelled),
  }
}
