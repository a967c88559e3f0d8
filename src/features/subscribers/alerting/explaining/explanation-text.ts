import { decodeCellId, formatInstant } from '@isobar/weather'
import type { SourceKind, SourceState } from '../place-state.ts'
import { describePlaceEvents, describeNotices } from './event-text.ts'
import type { AlertExplanation, Asked, Evaluated, NameOf, PlaceExplanation, Section, SubscriptionAnswer } from './explanation.ts'
import { describeAge, describeSubscriberPreferences } from './preference-text.ts'

const KINDS: Readonly<Record<SourceKind, string>> = {
  relay: 'weather and warnings',
  forecast: 'weather',
  feed: 'national feed',
  air: 'air',
  marine: 'sea',
}
const INDENT = '  '

/** The explanation in plain words. */
export function buildSubscriptionAnswer(explanation: AlertExplanation, nameOf: NameOf): SubscriptionAnswer {
  const { row, evaluation, askedAt, mails } = explanation
  return {
    subscriptionId: row.id,
    placeName: row.cityName,
    at: evaluation?.at ?? askedAt,
    result: resultText(explanation),
    sections: explanationSections(explanation, nameOf),
    mails,
  }
}

/** The same line by line. Contains no address. */
export function formatAlertExplanation(explanation: AlertExplanation, nameOf: NameOf): string {
  return [...explanationSections(explanation, nameOf), { title: 'Result', lines: [resultText(explanation)] }]
    .map(({ title, lines }) => [title, ...lines.map((line) => INDENT + line)].join('\n'))
    .join('\n')
}

/** Everything that the result follows from. */
function explanationSections(explanation: AlertExplanation, nameOf: NameOf): Section[] {
  const { row, evaluation } = explanation
  return withLines([
    {
      title: `Subscription ${row.id}`,
      lines: [...headLines(explanation), ...describeSubscriberPreferences(evaluation?.subscriber ?? null)],
    },
    ...writePlaceSections({ ...explanation, cell: row.cell }, nameOf),
    { title: 'Notified before', lines: evaluation === null ? [] : describeNotices(evaluation) },
    { title: 'Mails', lines: mailLines(explanation) },
  ])
}

/** What was known of the place. */
export function writePlaceSections(explanation: Omit<PlaceExplanation, 'explanations'>, nameOf: NameOf): Section[] {
  const { cell, evaluation } = explanation
  const { lat, lon } = decodeCellId(cell)
  const title = `Place ${lat}, ${lon}`
  if (evaluation === null) return [{ title, lines: ['nothing is kept of a run at that time'] }]
  return withLines([
    { title, lines: placeLines(explanation, evaluation) },
    { title: 'Sources', lines: sourceLines(explanation, evaluation, nameOf) },
    { title: 'Events', lines: describePlaceEvents(evaluation, nameOf) },
  ])
}

export const withLines = (sections: readonly Section[]): Section[] => sections.filter(({ lines }) => lines.length > 0)

function headLines({ row, evaluation, mode, suppression }: AlertExplanation): string[] {
  const { ended, confirmation, updatedAt } = row
  const status = ended === null ? 'active' : `ended ${formatInstant(ended.at)}${ended.by === null ? '' : ` by ${ended.by}`}`
  const confirmed = confirmation.isConfirmed ? `confirmed ${formatInstant(confirmation.at)}` : 'not confirmed'
  const isChanged = mode === 'then' && evaluation !== null && updatedAt > evaluation.at
  return [
    `${status}, ${confirmed}`,
    ...(isChanged ? [`changed ${formatInstant(updatedAt)}, after that run: what follows uses its preferences of today`] : []),
    suppression === null ? 'not suppressed' : `suppressed since ${formatInstant(suppression.since)}: ${suppression.reason}`,
  ]
}

function placeLines({ mode, askedAt }: Asked, { at, state }: Evaluated): string[] {
  const when = mode === 'now' ? 'evaluated now, from what is held' : `evaluated by the run of ${formatInstant(at)}`
  const gap = mode === 'then' && askedAt > at ? `, the last one before ${formatInstant(askedAt)}` : ''
  return [`${when}${gap}`, `time zone ${state.timezone ?? 'not known'}${state.simulated ? '; simulated weather' : ''}`]
}

function sourceLines(asked: Asked, evaluation: Evaluated, nameOf: NameOf): string[] {
  const { sources, feeds = [] } = evaluation.state
  return [
    ...sources.map((source) => sourceLine(source, asked, evaluation.at, nameOf)),
    ...feeds.map(({ source, alerts }) => `official: ${nameOf(source)} was heard: ${alerts ?? 0} official alerts`),
  ]
}

function sourceLine(source: SourceState, { mode, callsLeft }: Asked, at: number, nameOf: NameOf): string {
  const name = `${KINDS[source.kind]}: ${nameOf(source.source)}`
  if (source.outcome === 'none') return `${name} is not in use or does not cover the place`
  const data = source.fetchedAt === null ? 'no data' : `data of ${source.fetchedAt} (${describeAge(at - Date.parse(source.fetchedAt))} old)`
  const alerts = source.alerts === null ? '' : `, ${source.alerts} official alerts`
  const calls = callsLeft?.get(source.source)
  const left = calls === undefined ? '' : `; jobs may make ${calls === Infinity ? 'any number of' : calls} calls to it now`
  const next = source.wouldBeAsked === true ? '; the job would ask it now' : ''
  if (source.outcome === 'failed') return `${name} was not heard (${source.failure}): ${data}${alerts}`
  if (source.outcome === 'ok') return `${name} was heard: ${data}${alerts}${next}${left}`
  const why = mode === 'now' ? 'is not asked here' : 'was not asked, as jobs had used up their share of the budget'
  return `${name} was not heard: it ${why}; ${data}${alerts}${next}${left}`
}

function mailLines({ mails, mode, evaluation }: AlertExplanation): string[] {
  if (mails.length === 0)
    return [mode === 'then' && evaluation !== null ? 'none of that run in the outbox' : 'none until then in the outbox']
  return mails.map(({ id, state, createdAt, settledAt, attempts }) => {
    const settled = settledAt === null ? '' : ` ${formatInstant(settledAt.getTime())}`
    return `${id}, written ${formatInstant(createdAt.getTime())}: ${state}${settled}, attempts: ${attempts}`
  })
}

/** One sentence: whether a mail was written, and why. */
function resultText({ mode, evaluation, mails, row, suppression }: AlertExplanation): string {
  return describeAlertOutcome('mail', mode, evaluation, mails[0], {
    notWatching: (at) => whyNotWatching(row, at),
    isDue: suppression === null ? ': the next run writes it' : ', and will not be sent: the address is suppressed',
    isMissing: 'is not in the outbox: the run failed for this address, or the mail is older than 30 days',
  })
}

/** One sentence: whether something was written to the recipient, and why. `written`: the latest of it. */
export function describeAlertOutcome(
  what: 'mail' | 'notification',
  mode: Asked['mode'],
  evaluation: Evaluated | null,
  written: { readonly state: string } | undefined,
  why: { readonly notWatching: (at: number) => string; readonly isDue: string; readonly isMissing: string },
): string {
  if (evaluation === null) return 'not known: evaluations are kept for three days, and this one is gone or never was'
  if (mode === 'then' && written !== undefined) return `a ${what} was written; it is ${written.state}`
  if (evaluation.subscriber === null) return `no ${what}: ${why.notWatching(evaluation.at)}`
  const reason = whyNothingIsDue(evaluation, what)
  if (reason !== null) return reason
  return mode === 'now' ? `a ${what} is due${why.isDue}` : `a ${what} was due and ${why.isMissing}`
}

function whyNotWatching({ createdAt, confirmation, ended }: AlertExplanation['row'], at: number): string {
  if (createdAt > at) return 'the subscription did not exist yet'
  if (ended !== null && ended.at <= at) return 'the subscription has ended'
  return confirmation.isConfirmed && confirmation.at <= at
    ? 'the subscription was not among those that are told'
    : 'the subscription was not confirmed'
}

/** Why nothing is to be written to the recipient, in a sentence; null: something is. */
function whyNothingIsDue({ decision, subscriber, notices }: Evaluated, what: 'mail' | 'notification'): string | null {
  if (decision === null) return `no ${what}: there is no event at the place that anyone has subscribed to`
  const [first] = subscriber?.subscriptions ?? []
  if (decision.matches.length === 0) return `no ${what}: no event is due`
  if (decision.held === 'quiet_hours') {
    const { from, to } = first?.preferences.quietHours ?? { from: '', to: '' }
    return `no ${what} yet: quiet hours from ${from} to ${to} (${first?.timezone}); decided anew in each run`
  }
  if (decision.held !== 'frequency') return null
  const last = Math.max(...notices.map(({ at }) => at))
  return `no ${what} yet: told ${first?.frequency} at most, and last ${formatInstant(last)}; decided anew in each run`
}
