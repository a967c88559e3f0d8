import { formatInstant } from '@isobar/weather'
import { AppError } from '../../../../errors.ts'
import { listWatched, listWritten, type Watching, type WrittenMessage } from '../../push/index.ts'
import { readAlertPreferences } from '../channel.ts'
import { pushRecipient } from '../push-channel.ts'
import { describeNotices } from './event-text.ts'
import { decideFor, type ExplainParts, readPlaceStateAt } from './explain.ts'
import { describeAlertOutcome, writePlaceSections, withLines } from './explanation-text.ts'
import type { NameOf, Section } from './explanation.ts'
import { describeSubscriberPreferences } from './preference-text.ts'

/** Why a browser was or was not notified of a place, in plain words. */
export interface PushAnswer {
  /** The place's id among those of all browsers. */
  readonly id: string
  readonly placeName: string
  /** Time of the run that decided, or of the question; epoch milliseconds. */
  readonly at: number
  /** One sentence: whether there is a notification, and why. */
  readonly result: string
  readonly sections: readonly Section[]
}

const MAX_MESSAGES = 5

/**
 * Explains for each place of a browser why it was or was not notified, at an instant (epoch milliseconds) or now (null). Calls no provider and
 * writes nothing.
 * @throws AppError not_found for an unknown device, invalid_request for an instant in the future
 */
export async function explainPush(deviceId: string, at: number | null, parts: ExplainParts, nameOf: NameOf): Promise<PushAnswer[]> {
  const watches = await listWatched(parts.db, deviceId)
  if (watches.length === 0) throw new AppError('not_found', 'No such device')
  const answers: PushAnswer[] = []
  for (const watch of watches) answers.push(await explainWatch(watch, at, parts, nameOf))
  return answers
}

async function explainWatch(watch: Watching, at: number | null, parts: ExplainParts, nameOf: NameOf): Promise<PushAnswer> {
  const { id, cell, name, client, frequency } = watch
  const { known, ...asked } = await readPlaceStateAt(cell, at, parts)
  const isWatching = known !== null && watch.created_at.getTime() <= known.at
  const subscriber = isWatching
    ? ({ subscriptions: [{ id, ...readAlertPreferences(watch, frequency, parts.readPreferences) }] } as const)
    : null
  const evaluation = known && (await decideFor(subscriber, pushRecipient(client), known, asked.mode, parts))
  // Those of that run. If the run is unknown or the question is about now: the latest until then.
  const from = asked.mode === 'now' || known === null ? 0 : known.at
  const messages = await listWritten(parts.db, id, { from, until: known?.at ?? asked.askedAt, limit: MAX_MESSAGES })
  return {
    id,
    placeName: name,
    at: known?.at ?? asked.askedAt,
    result: describeAlertOutcome('notification', asked.mode, evaluation, messages[0], {
      notWatching: () => `they were turned on ${formatInstant(watch.created_at.getTime())}`,
      isDue: ': the next run writes it',
      isMissing: 'is not stored: the run failed for this browser, or the notification is older than 30 days',
    }),
    sections: withLines([
      { title: 'Wanted', lines: describeSubscriberPreferences(subscriber) },
      ...writePlaceSections({ ...asked, cell, evaluation }, nameOf),
      { title: 'Notified before', lines: evaluation === null ? [] : describeNotices(evaluation) },
      { title: 'Notifications', lines: messageLines(messages) },
    ]),
  }
}

function messageLines(messages: readonly WrittenMessage[]): string[] {
  if (messages.length === 0) return ['none']
  return messages.map(({ id, state, created_at, attempts, last_error }) => {
    const error = last_error === null ? '' : `; ${last_error}`
    return `${id}, written ${formatInstant(created_at.getTime())}: ${state}, attempts: ${attempts}${error}`
  })
}
