import { cellFromId } from '../../../../domain/cell.ts'
import { formatInstant } from '../../../../domain/instant.ts'
import type { SourceKind, SourceState } from '../place-state.ts'
import { eventLines, noticeLines } from './event-text.ts'
import type { AlertExplanation, Asked, Evaluated, NameOf, PlaceExplanation, Section } from './explanation.ts'
import { describeAge, preferenceLines } from './preference-text.ts'

const KINDS: Readonly<Record<SourceKind, string>> = {
  relay: 'weather and warnings',
  forecast: 'weather',
  feed: 'national feed',
  air: 'air',
  marine: 'sea',
}
const INDENT = '  '

/** The explanation in plain words, line by line. Contains no address. */
export function explanationText(explanation: AlertExplanation, nameOf: NameOf): string {
  return [...explanationSections(explanation, nameOf), { title: 'Result', lines: [resultText(explanation)] }]
    .map(({ title, lines }) => [title, ...lines.map((line) => INDENT + line)].join('\n'))
    .join('\n')
}

/** Everything that the result follows from, in plain words. Contains no address. */
export function explanationSections(explanation: AlertExplanation, nameOf: NameOf): Section[] {
  const { row, evaluation } = explanation
  return withLines([
    { title: `Subscription ${row.id}`, lines: [...headLines(explanation), ...preferenceLines(evaluation?.subscriber ?? null)] },
    ...placeSections({ ...explanation, cell: row.cell }, nameOf),
    { title: 'Notified before', lines: evaluation === null ? [] : noticeLines(evaluation) },
    { title: 'Mails', lines: mailLines(explanation) },
  ])
}

/** What was known of the place. */
export function placeSections(explanation: Omit<PlaceExplanation, 'explanations'>, nameOf: NameOf): Section[] {
  const { cell, evaluation } = explanation
  const { lat, lon } = cellFromId(cell)
  const title = `Place ${lat}, ${lon}`
  if (evaluation === null) return [{ title, lines: ['nothing is kept of a run at that time'] }]
  return withLines([
    { title, lines: placeLines(explanation, evaluation) },
    { title: 'Sources', lines: sourceLines(explanation, evaluation, nameOf) },
    { title: 'Events', lines: eventLines(evaluation, nameOf) },
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
    const settled = settledAt === null ? '' : ` ${formatInstant(settledAt)}`
    return `${id}, written ${formatInstant(createdAt)}: ${state}${settled}, attempts: ${attempts}`
  })
}

/** One sentence: whether a mail was written, and why. */
export function resultText(explanation: AlertExplanation): string {
  const { mode, evaluation, mails, row } = explanation
  const [mail] = mails
  if (evaluation === null) return 'not known: evaluations are kept for three days, and this one is gone or never was'
  if (mode === 'then' && mail !== undefined) return `a mail was written; it is ${mail.state}`
  if (evaluation.subscriber === null) return `no mail: ${whyNotWatching(row, evaluation.at)}`
  return decisionText(explanation, evaluation)
}

function whyNotWatching({ createdAt, confirmation, ended }: AlertExplanation['row'], at: number): string {
  if (createdAt > at) return 'the subscription did not exist yet'
  if (ended !== null && ended.at <= at) return 'the subscription has ended'
  return confirmation.isConfirmed && confirmation.at <= at
    ? 'the subscription was not among those that are told'
    : 'the subscription was not confirmed'
}

function decisionText({ mode, suppression }: AlertExplanation, evaluation: Evaluated): string {
  const reason = whyNothingIsDue(evaluation, 'mail')
  if (reason !== null) return reason
  if (mode === 'then') return 'a mail was due and is not in the outbox: the run failed for this address, or the mail is older than 30 days'
  return suppression === null ? 'a mail is due: the next run writes it' : 'a mail is due, and will not be sent: the address is suppressed'
}

/** Why nothing is to be written to the recipient, in a sentence; null: something is. */
export function whyNothingIsDue({ decision, subscriber, notices }: Evaluated, what: 'mail' | 'notification'): string | null {
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
