import type { Cell } from '../../../domain/cell.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { maskEmail } from '../../../platform/mail/address.ts'
import type { PreviewedMail } from '../../operations/jobs/index.ts'
import { type CellParts, type CellRun, NO_MAILS, TALLIED, type Tally } from './cell-run.ts'
import { compose, describeMatch, mostSevere } from './compose.ts'
import { decide } from './decide.ts'
import type { Match } from './decision.ts'
import type { WeatherAlertData } from './emails/weather-alert/data.ts'
import type { Evaluation } from './evaluate.ts'
import { noticeOf } from './notice-store.ts'
import type { Notification } from './notification-store.ts'
import type { AlertSubscriber } from './subscriber.ts'

const SUBSCRIBERS_PAGE = 500

interface EvaluatedPlace extends Evaluation {
  readonly cell: Cell
}

/** Notifies the subscribers of a place, page by page. */
export async function notifySubscribers(cell: Cell, evaluation: Evaluation, run: CellRun, parts: CellParts): Promise<Tally> {
  let sum = NO_MAILS
  let after = ''
  while (!run.signal.aborted) {
    const page = await parts.notifications.listSubscribers(cell.id, after, SUBSCRIBERS_PAGE)
    const last = page.at(-1)
    if (last === undefined) break
    sum = add(sum, await notifyPage(page, { cell, ...evaluation }, run, parts), run.maxPreview)
    after = last.emailKey
  }
  return sum
}

function add(a: Tally, b: Tally, maxPreview: number): Tally {
  const sum: { -readonly [Name in keyof Tally]: Tally[Name] } = { ...a, preview: [...a.preview, ...b.preview].slice(0, maxPreview) }
  for (const name of TALLIED) sum[name] += b[name]
  return sum
}

async function notifyPage(page: readonly AlertSubscriber[], place: EvaluatedPlace, run: CellRun, parts: CellParts): Promise<Tally> {
  const notices = await parts.notifications.listNotices(
    place.events,
    page.map(({ addressHash }) => addressHash),
    null,
  )
  const sum = { ...NO_MAILS }
  const notifications: Notification[] = []
  for (const subscriber of page) {
    try {
      const { matches, held, cooling } = decide(subscriber, place.state, notices.get(subscriber.addressHash) ?? [], run.now)
      sum.matches += matches.length
      sum.cooling += cooling
      if (held !== null) sum.held += 1
      else if (matches.length > 0) notifications.push(notificationOf(subscriber, mostSevere(matches), place, run, parts))
    } catch (error) {
      sum.failed += 1
      parts.onError(error, 'deciding on the notifications of an address')
    }
  }
  return add(sum, await write(notifications, run, parts), run.maxPreview)
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
    ...compose({ subscriber, matches, cell, state, sourceOf, runId, now }),
    notices: matches.map((match) => noticeOf(match, addressHash)),
    subscriptionIds: subscriber.subscriptions.map(({ id }) => id),
  }
}

/**
 * Writes one page in one transaction. If that fails, writes each address separately, so that one bad address does not affect the others.
 */
async function write(
  notifications: readonly Notification[],
  run: CellRun,
  { notifications: store, wake, onError }: CellParts,
): Promise<Tally> {
  if (notifications.length === 0) return NO_MAILS
  let sum = NO_MAILS
  try {
    sum = await put(notifications, run, store)
  } catch (error) {
    onError(error, 'writing a page of alert mails')
    for (const notification of notifications) {
      try {
        sum = add(sum, await put([notification], run, store), run.maxPreview)
      } catch (cause) {
        sum = { ...sum, failed: sum.failed + 1 }
        onError(cause, 'writing an alert mail')
      }
    }
  }
  if (sum.enqueued > 0 && !run.dryRun) wake()
  return sum
}

/** Writes notifications, or in a dry run finds what would be written. In a real run, suppression is counted when the mails are sent. */
async function put(
  notifications: readonly Notification[],
  { dryRun, now, maxPreview }: CellRun,
  store: CellParts['notifications'],
): Promise<Tally> {
  if (!dryRun) return { ...NO_MAILS, enqueued: await store.insertNotifications(notifications, now) }
  const fresh = await store.listNewNotifications(notifications, now)
  const preview = fresh.notifications.slice(0, maxPreview).map(previewOf)
  return { ...NO_MAILS, enqueued: fresh.notifications.length, suppressed: fresh.suppressed, preview }
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
