import {
  type Alert,
  chooseEarlierStart,
  continueAbsence,
  foldOfficial,
  getAlertEndMs,
  isConclusiveAbsence,
  isNoNews,
  isRunningOrComing,
  isSameEvent,
  parseInstant,
} from '@isobar/weather'
import type { CarriedAlert, EventState, OfficialEvent } from './event.ts'
import { type Relays, selectDecidingAlerts, buildOfficialView } from './official-view.ts'

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
 * event that it is merged with, so that a second source does not add a second event; or the event of which it is by its content
 * (`packages/weather/src/hazards/same-event.ts`): an issuer repeats a warning under a new identifier, and a relay without ids sends an alert with a changed
 * start as a new one. While the former alert is still listed, one that says more than it (a higher level, a later end) is an event of its
 * own. An alert is cancelled when its source says so, or when enough complete lists lack it (`packages/weather/src/alert-absence.ts`), unless its last
 * message had expired: issuers may let messages expire before the event. The gateway counts absences as well and keeps listing the alert
 * meanwhile, but its record may be lost or be another node's. A failed source ends nothing.
 */
export function trackOfficial(round: OfficialRound): OfficialEvent[] {
  const { tracked, readings } = round
  const listed = readings.flatMap(({ alerts }) => alerts)
  const current = new Set(listed.flatMap(({ id, cancelled }) => (cancelled ? [] : id)))
  const owners = new Map(tracked.flatMap((event) => event.data.alerts.map(({ alert }) => [alert.id, event] as const)))
  const joined = new Map<OfficialEvent, Alert[]>(tracked.map((event) => [event, []]))
  const starting: Alert[][] = []
  for (const { members, isWarning } of foldOfficial(listed)) {
    const known = members.flatMap((alert) => owners.get(alert.id) ?? [])
    const heir = known[0] ?? tracked.find((event) => isOfEvent(members, standing(event), current, round.relays))
    const twin = heir === undefined ? starting.find((others) => isOfEvent(members, others, current, round.relays)) : undefined
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
 * Whether alerts are of the event of others, and tell nothing that these, if they are still listed, do not. A relay decides only about what
 * relays alone list; it lists the periods of one title side by side, so that one that precedes the other is another event.
 */
function isOfEvent(alerts: readonly Alert[], others: readonly Alert[], listed: ReadonlySet<string>, relays: Relays): boolean {
  const firstHand = alerts.filter(({ source }) => !relays.has(source))
  const mayContinue = (alert: Alert, other: Alert): boolean => {
    if (listed.has(other.id)) return firstHand.length > 0 && isNoNews(alert, other)
    return firstHand.length > 0 || parseInstant(alert.start) >= parseInstant(other.start)
  }
  const deciding = firstHand.length > 0 ? firstHand : alerts
  return deciding.some((alert) => others.some((other) => isSameEvent(alert, other) && mayContinue(alert, other)))
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
    const absent = continueAbsence(one.absent, readAt)
    return { ...one, absent, stands: !isConclusiveAbsence(absent) }
  })
  const before = new Set(carried.map(({ alert }) => alert.id))
  const added = listed.filter(({ id }) => !before.has(id)).map((alert) => ({ alert, stands: !alert.cancelled }))
  const alerts = withoutPast([...added, ...carried], now)
    .toSorted((a, b) => Number(b.stands) - Number(a.stands))
    .slice(0, MAX_CARRIED)
  const seenAt = listed.some(({ cancelled }) => !cancelled) ? now : event.seenAt
  return settle({ ...event, data: { ...event.data, alerts }, seenAt }, relays, now)
}

/** Alerts whose time has passed say nothing beside later ones of their source: a replaced one must not hide that the last is called off. */
function withoutPast(alerts: readonly CarriedAlert[], now: number): CarriedAlert[] {
  const present = new Set(alerts.flatMap(({ alert }) => (getAlertEndMs(alert) > now ? alert.source : [])))
  return alerts.filter(({ alert }) => getAlertEndMs(alert) > now || !present.has(alert.source))
}

/**
 * An alert with its earliest known start. A called-off alert keeps its former end: all-clears end when they are issued (Deutscher
 * Wetterdienst), and nobody would be notified of an event that is past.
 */
function continued(alert: Alert, former: Alert): Alert {
  const start = chooseEarlierStart(alert.start, former.start)
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
  const { severity, lead } = buildOfficialView(event, relays)
  const firstSeverity = event.data.firstSeverity ?? severity
  return { ...event, state: stateOf(event.data.alerts, relays, now), data: { ...event.data, firstSeverity, start: lead.start } }
}

function stateOf(alerts: readonly CarriedAlert[], relays: Relays, now: number): EventState {
  const speaking = selectDecidingAlerts(alerts, relays)
  if (!speaking.some(({ stands }) => stands)) return 'cancelled'
  return Math.max(...speaking.map(({ alert }) => getAlertEndMs(alert))) <= now ? 'over' : 'open'
}
