import { type Alert, identifyAlerts } from '@isobar/weather'
import { readCapDocument } from '../../packages/providers/src/cap/document.ts'
import { type Memory, NOTHING_KNOWN } from '../../packages/providers/src/cap/memory.ts'
import type { CapMessage } from '../../packages/providers/src/cap/message.ts'
import { PLAIN } from '../../packages/providers/src/cap/testing/messages.ts'
import { readCapWarnings } from '../../packages/providers/src/cap/warnings.ts'
import { decideAlerts } from '../../src/features/subscribers/alerting/decide.ts'
import type { Notice } from '../../src/features/subscribers/alerting/decision.ts'
import type { OfficialEvent } from '../../src/features/subscribers/alerting/event.ts'
import { findEndOfView, buildOfficialView } from '../../src/features/subscribers/alerting/official-view.ts'
import { buildTestSubscriber } from '../../src/features/subscribers/alerting/testing/decisions.ts'
import { createIdCounter } from '../../src/features/subscribers/alerting/testing/events.ts'
import { trackOfficial } from '../../src/features/subscribers/alerting/track-official.ts'
import { toAlertDrafts } from '../../src/features/weather/warnings/alert-of.ts'
import { computeListingEnd, type StoredWarning } from '../../src/features/weather/warnings/stored-warning.ts'
import { createPart } from '../../src/features/weather/warnings/testing/part.ts'
import { continueAlertRecord } from '../../src/gateway/alert-succession.ts'
import { type AlertRecord, buildAlertRecord, listRecordAlerts } from '../../src/gateway/record.ts'

/** A mail: its stage, and the level and name of the warning. */
export interface Told {
  readonly place: string
  readonly stage: string
  readonly title: string
  readonly at: number
}

interface Place {
  record: AlertRecord | undefined
  events: OfficialEvent[]
  notices: Notice[]
  told: Told[]
}

const FEED = 'test'
const NO_RELAYS: ReadonlySet<string> = new Set()

/**
 * The way of warnings from the messages of a feed to the mails of the subscribers of each place, without server, database and clock: the same
 * functions, in the order in which the service calls them. A place is the code of an area; `start` is in epoch milliseconds.
 */
export function createWarningPipeline(codes: readonly string[], start?: number) {
  const part = createPart(start)
  const newId = createIdCounter()
  const subscriber = buildTestSubscriber({ prefs: { official: true, minSeverity: 'minor', leadHours: 48, notifyCancelled: true } })
  const places = new Map<string, Place>(codes.map((code) => [code, { record: undefined, events: [], notices: [], told: [] }]))
  let memory: Memory = NOTHING_KNOWN

  /** What the service lists at a place, as its look-up and the gateway make it. */
  function look(code: string, place: Place): readonly Alert[] {
    const now = part.now()
    const here = [...part.known.warnings.values()].flatMap((warning: StoredWarning) => {
      const areas = warning.message.areas.flatMap(({ codes: own }, index) => (own.some((each) => each.code === code) ? [index] : []))
      return areas.length === 0 || computeListingEnd(warning, now) <= now ? [] : [{ warning, source: FEED, areas }]
    })
    const alerts = identifyAlerts(toAlertDrafts(here, now), 1)
    const list = { alerts, simulated: false, sources: [{ id: FEED, isAtPlace: true }] }
    place.record = continueAlertRecord(place.record, buildAlertRecord(list, 'official-warnings', now), 'warnings')
    return listRecordAlerts(place.record)
  }

  function notify(code: string, place: Place, alerts: readonly Alert[]): void {
    const now = part.now()
    const readings = [{ source: FEED, isComplete: false, alerts, fetchedAt: now }]
    place.events = trackOfficial({ tracked: place.events, readings, relays: NO_RELAYS, now, newId })
    // The store reads a notice with its event as it is now.
    const events = new Map(place.events.map((event) => [event.id, event]))
    place.notices = place.notices.map((notice) => ({ ...notice, event: events.get(notice.event.id) ?? notice.event }))
    const views = place.events.filter(({ state }) => state !== 'over').map((event) => buildOfficialView(event, NO_RELAYS))
    for (const match of decideAlerts(subscriber, { officials: views, forecasts: [] }, place.notices, now).matches) {
      if (match.kind !== 'official') continue
      const { view, stage, notice } = match
      place.told.push({ place: code, stage, title: `${view.severity} ${view.lead.event}`, at: now })
      place.notices = place.notices.filter(({ event }) => event.id !== view.event.id)
      const state = stage === 'cancelled' ? 'cancelled' : 'open'
      place.notices.push({
        event: view.event,
        state,
        severity: view.severity,
        end: findEndOfView(view),
        at: now,
        times: (notice?.times ?? 0) + 1,
      })
    }
  }

  return {
    now: part.now,
    known: part.known,
    /** Reads a list of messages (documents of CAP, or messages), some minutes after the last one, and notifies. */
    read(list: readonly (string | CapMessage)[], { afterMinutes = 10, complete = true } = {}): void {
      const messages = list.flatMap((one) => (typeof one === 'string' ? (readCapDocument(Buffer.from(one), null) ?? []) : one))
      const read = readCapWarnings(messages, memory, { ...PLAIN, expiresEndsEvent: true }, part.now() + afterMinutes * 60_000)
      memory = JSON.parse(JSON.stringify(read.memory)) as Memory
      part.read(read.warnings, { afterMinutes, complete })
      for (const [code, place] of places) notify(code, place, look(code, place))
    },
    /** What a page shows at a place: running warnings, and those called off. */
    shown: (code: string): readonly Alert[] => {
      const record = places.get(code)?.record
      return record === undefined ? [] : listRecordAlerts(record)
    },
    /** The mails so far, to one place or all. */
    told: (code?: string): Told[] => [...places].flatMap(([each, { told }]) => (code === undefined || each === code ? told : [])),
  }
}
