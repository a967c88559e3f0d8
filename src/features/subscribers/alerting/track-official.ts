import { nextAbsence, provesCalledOff } from '../../../domain/alert-absence.ts'
import { earlierOf } from '../../../domain/alert-identity.ts'
import { isRunningOrComing, runsUntil } from '../../../domain/alert-state.ts'
import type { Alert } from '../../../domain/alert.ts'
import { classifyOfficial, foldOfficial } from '../../../domain/hazards/index.ts'
import { parseInstant } from '../../../domain/instant.ts'
import type { CarriedAlert, EventState, OfficialEvent } from './event.ts'
import { type Relays, speakingFor, viewOfficial } from './official-view.ts'

/** The alerts of one source in one run. */
export interface AlertReading {
  readonly source: string
  /** False when the list is old or missing: it shows what exists, but not what has ended. */
  readonly isComplete: boolean
  readonly alerts: readonly Alert[]
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

/** One run's input for the official events of a place. */
export interface OfficialRound {
  readonly tracked: readonly OfficialEvent[]
  readonly readings: readonly AlertReading[]
  readonly relays: Relays
  /** Epoch milliseconds. */
  readonly now: number
  readonly newId: () => string
}

/** Maximum alerts per event: its languages, sources and earlier ids. */
const MAX_CARRIED = 12

/**
 * The official events of a place after a run, including new ones. An alert belongs to the event that had its id. A new alert joins the
 * event that it is merged with, so that a second source does not add a second event; or the event whose alert by the same source it
 * replaces, since a relay without ids sends an alert with a changed start as a new one. An alert is cancelled when its source says so, or
 * when enough complete lists lack it (`domain/alert-absence.ts`), unless its last message had expired: issuers may let messages expire
 * before the event. The gateway counts absences as well and keeps listing the alert meanwhile, but its record may be lost or be another
 * node's. A failed source ends nothing.
 */
export function trackOfficial(round: OfficialRound): OfficialEvent[] {
  const { tracked, readings } = round
  const listed = readings.flatMap(({ alerts }) => alerts)
  const owners = new Map(tracked.flatMap((event) => event.data.alerts.map(({ alert }) => [alert.id, event] as const)))
  const joined = new Map<OfficialEvent, Alert[]>(tracked.map((event) => [event, []]))
  const starting: Alert[][] = []
  for (const { members, isWarning } of foldOfficial(listed)) {
    const known = members.flatMap((alert) => owners.get(alert.id) ?? [])
    const heir = known[0] ?? succeeded(members, round) ?? tracked.find((event) => isReissued(members, standing(event)))
    const twin = heir === undefined ? starting.find((others) => isReissued(members, others)) : undefined
    if (heir !== undefined) {
      for (const alert of members) joined.get(owners.get(alert.id) ?? heir)?.push(alert)
    } else if (twin !== undefined) {
      twin.push(...members)
    } else if (isWarning && members.some((alert) => isRunningOrComing(alert, round.now))) {
      starting.push([...members])
    }
  }
  return [...tracked.map((event) => renew(event, joined.get(event) ?? [], round)), ...starting.map((members) => begin(members, round))]
}

const standing = ({ data }: OfficialEvent): Alert[] => data.alerts.flatMap(({ alert, stands }) => (stands ? alert : []))

/**
 * Whether alerts concern the same marine weather as others that are still current: offices reissue marine warnings with each forecast,
 * under a new number and alongside the old ones (Juneau, recorded 2025-12-15: nine at once for one zone).
 */
function isReissued(alerts: readonly Alert[], others: readonly Alert[]): boolean {
  return alerts.some((alert) =>
    others.some(
      (other) =>
        isSameTitle(alert, other) &&
        parseInstant(alert.start) < runsUntil(other) &&
        parseInstant(other.start) < runsUntil(alert) &&
        classifyOfficial(alert).hazards.includes('marine'),
    ),
  )
}

function isSameTitle(a: Alert, b: Alert): boolean {
  return a.source === b.source && a.event === b.event && a.senderName === b.senderName
}

function begin(members: readonly Alert[], { relays, now, newId }: OfficialRound): OfficialEvent {
  const alerts = members.slice(0, MAX_CARRIED).map((alert) => ({ alert, stands: !alert.cancelled }))
  return settle({ id: newId(), state: 'open', data: { kind: 'official', alerts, firstSeverity: null }, seenAt: now }, relays, now)
}

function renew(event: OfficialEvent, listed: readonly Alert[], { readings, relays, now }: OfficialRound): OfficialEvent {
  const complete = new Map(readings.flatMap(({ source, isComplete, fetchedAt }) => (isComplete ? [[source, fetchedAt] as const] : [])))
  const news = new Map(listed.map((alert) => [alert.id, alert]))
  const carried = event.data.alerts.map((one): CarriedAlert => {
    const alert = news.get(one.alert.id)
    if (alert !== undefined) return { alert: continued(alert, one.alert), stands: !alert.cancelled }
    const readAt = complete.get(one.alert.source)
    if (readAt === undefined || !one.stands || hasRunOut(one.alert, now)) return one
    const absent = nextAbsence(one.absent, readAt)
    return { ...one, absent, stands: !provesCalledOff(absent) }
  })
  const before = new Set(carried.map(({ alert }) => alert.id))
  const added = listed.filter(({ id }) => !before.has(id)).map((alert) => ({ alert, stands: !alert.cancelled }))
  const alerts = [...added, ...carried].toSorted((a, b) => Number(b.stands) - Number(a.stands)).slice(0, MAX_CARRIED)
  const seenAt = listed.some(({ cancelled }) => !cancelled) ? now : event.seenAt
  return settle({ ...event, data: { ...event.data, alerts }, seenAt }, relays, now)
}

/**
 * An alert with its earliest known start. A called-off alert keeps its former end: all-clears end when they are issued (Deutscher
 * Wetterdienst), and nobody would be notified of an event that is past.
 */
function continued(alert: Alert, former: Alert): Alert {
  const start = earlierOf(alert.start, former.start)
  return { ...alert, start, ...(alert.cancelled && { end: laterEnd(alert.end, former.end) }) }
}

function laterEnd(a: Alert['end'], b: Alert['end']): Alert['end'] {
  return a === null || b === null ? null : parseInstant(a) > parseInstant(b) ? a : b
}

/** An expired message is no longer listed; its event lasts until its own end. */
function hasRunOut({ expires }: Alert, now: number): boolean {
  return expires !== undefined && parseInstant(expires) <= now
}

/** Updates the event's state, first known severity and earliest start from its alerts. */
function settle(event: OfficialEvent, relays: Relays, now: number): OfficialEvent {
  const { severity, lead } = viewOfficial(event, relays)
  const firstSeverity = event.data.firstSeverity ?? severity
  return { ...event, state: stateOf(event.data.alerts, relays, now), data: { ...event.data, firstSeverity, start: lead.start } }
}

function stateOf(alerts: readonly CarriedAlert[], relays: Relays, now: number): EventState {
  const speaking = speakingFor(alerts, relays)
  if (!speaking.some(({ stands }) => stands)) return 'cancelled'
  return Math.max(...speaking.map(({ alert }) => runsUntil(alert))) <= now ? 'over' : 'open'
}

/**
 * The event whose no longer listed alert, of the same source, sender and title, a new alert overlaps and does not precede. Never for the
 * issuers' own feeds, whose ids are stable: two of their warnings are two events.
 */
function succeeded(members: readonly Alert[], { tracked, readings, relays }: OfficialRound): OfficialEvent | undefined {
  if (members.some(({ source }) => !relays.has(source))) return undefined
  const listed = new Set(readings.flatMap(({ alerts }) => alerts.map(({ id }) => id)))
  const isHeir = (alert: Alert, former: Alert): boolean =>
    isSameTitle(alert, former) &&
    !listed.has(former.id) &&
    parseInstant(alert.start) >= parseInstant(former.start) &&
    parseInstant(alert.start) < runsUntil(former)
  return tracked.find(({ data }) =>
    data.alerts.some(({ alert: former, stands }) => stands && members.some((alert) => isHeir(alert, former))),
  )
}
