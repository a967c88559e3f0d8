import { type Cell, formatInstant } from '@isobar/weather'
import { maskEmail } from '../../../platform/mail/address.ts'
import { insertPageOrEach } from '../../mail/outbox/index.ts'
import { MAX_PREVIEW, type PreviewedMail } from '../../operations/jobs/index.ts'
import type { CellParts, CellRun } from './cell-run.ts'
import { composeAlertMail, describeMatch, selectMostSevereMatches } from './compose.ts'
import { decideAlerts } from './decide.ts'
import type { Match } from './decision.ts'
import type { WeatherAlertData } from './emails/weather-alert/data.ts'
import type { Evaluation } from './evaluate.ts'
import { buildNewNotice } from './notice-store.ts'
import type { Notification } from './notification-store.ts'
import type { AlertSubscriber } from './subscriber.ts'

const SUBSCRIBERS_PAGE = 500

interface EvaluatedPlace extends Evaluation {
  readonly cell: Cell
}

/** Notifies the subscribers of a place, page by page. Resolves to the number of mails. */
export async function notifySubscribers(cell: Cell, evaluation: Evaluation, run: CellRun, parts: CellParts): Promise<number> {
  let enqueued = 0
  let after = ''
  while (!run.signal.aborted) {
    const page = await parts.notifications.listSubscribers(cell.id, after, SUBSCRIBERS_PAGE)
    const last = page.at(-1)
    if (last === undefined) break
    enqueued += await notifyPage(page, { cell, ...evaluation }, run, parts)
    after = last.emailKey
  }
  return enqueued
}

async function notifyPage(page: readonly AlertSubscriber[], place: EvaluatedPlace, run: CellRun, parts: CellParts): Promise<number> {
  const { counts } = run.tally
  const notices = await parts.notifications.listNotices(
    place.events,
    page.map(({ addressHash }) => addressHash),
    null,
  )
  const notifications: Notification[] = []
  for (const subscriber of page) {
    try {
      const { matches, held, cooling } = decideAlerts(subscriber, place.state, notices.get(subscriber.addressHash) ?? [], run.now)
      counts.matches += matches.length
      counts.cooling += cooling
      if (held !== null) counts.held += 1
      else if (matches.length > 0) notifications.push(notificationOf(subscriber, selectMostSevereMatches(matches), place, run, parts))
    } catch (error) {
      counts.failed += 1
      parts.onError(error, 'deciding on the notifications of an address')
    }
  }
  const written = await insertPageOrEach(
    notifications,
    (some) => insert(some, run, parts.notifications),
    (error, of) => parts.onError(error, of === 'page' ? 'writing a page of alert mails' : 'writing an alert mail'),
  )
  counts.enqueued += written.enqueued
  counts.failed += written.failed
  if (written.enqueued > 0 && !run.dryRun) parts.wake()
  return written.enqueued
}

function notificationOf(
  subscriber: AlertSubscriber,
  matches: readonly Match[],
  { cell, state }: EvaluatedPlace,
  { runId, now }: CellRun,
  { sourceOf }: CellParts,
): Notification {
  const { addressHash } = subscriber
  return {
    ...composeAlertMail({ subscriber, matches, cell, state, sourceOf, runId, now }),
    notices: matches.map((match) => buildNewNotice(match, addressHash)),
    subscriptionIds: subscriber.subscriptions.map(({ id }) => id),
  }
}

/** Writes notifications, or in a dry run finds what would be written. In a real run, suppression is counted when the mails are sent. */
async function insert(
  notifications: readonly Notification[],
  { dryRun, now, tally: { counts, preview } }: CellRun,
  store: CellParts['notifications'],
): Promise<number> {
  if (!dryRun) return store.insertNotifications(notifications, now)
  const fresh = await store.listNewNotifications(notifications, now)
  counts.suppressed += fresh.suppressed
  preview.push(...fresh.notifications.slice(0, MAX_PREVIEW - preview.length).map(previewOf))
  return fresh.notifications.length
}

function previewOf({ mail }: Notification): PreviewedMail {
  const { place, matches } = mail.data as WeatherAlertData
  const shown = {
    to: maskEmail(mail.to),
    place: place.name ?? `${place.lat}, ${place.lon}`,
    matches: matches.map(describeMatch),
    dropAfter: mail.dropAfter === undefined ? null : formatInstant(mail.dropAfter),
  }
  const until = shown.dropAfter === null ? '' : `; worth sending until ${shown.dropAfter}`
  return { ...shown, summary: `${shown.to} is told about ${shown.place}: ${shown.matches.join(', ')}${until}` }
}
