import { cellFromId } from '../../../../domain/cell.ts'
import { formatInstant } from '../../../../domain/instant.ts'
import { describeAge } from './ages.ts'
import type { AlertExplanation, Evaluated, NameOf } from './explanation.ts'
import type { CellRole } from '../place-state.ts'
import { eventLines, toldLines } from './event-text.ts'
import { resultText } from './result-text.ts'
import { wishLines } from './wish-text.ts'

const ROLES: readonly CellRole[] = ['primary', 'second', 'national']
const INDENT = '  '

/** The explanation in plain words, line by line. Contains no address. */
export function explanationText(explanation: AlertExplanation, nameOf: NameOf): string {
  const { row, evaluation } = explanation
  const { lat, lon } = cellFromId(row.cell)
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [`Subscription ${row.id}`, [...headLines(explanation), ...wishLines(evaluation?.subscriber ?? null)]],
    [`Place ${lat}, ${lon}`, evaluation === null ? ['nothing is kept of a run at that time'] : placeLines(explanation, evaluation)],
    ['Sources', evaluation === null ? [] : sourceLines(explanation, evaluation, nameOf)],
    ['Events', evaluation === null ? [] : eventLines(evaluation, nameOf)],
    ['Told before', evaluation === null ? [] : toldLines(evaluation)],
    ['Mails', mailLines(explanation)],
    ['Result', [resultText(explanation)]],
  ]
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines.map((line) => INDENT + line)].join('\n'))
    .join('\n')
}

function headLines({ row, evaluation, mode, suppression }: AlertExplanation): string[] {
  const { active, confirmedAt, deactivatedAt, deactivatedBy, updatedAt } = row
  const ended =
    deactivatedAt === null ? 'ended' : `ended ${formatInstant(deactivatedAt)}${deactivatedBy === null ? '' : ` by ${deactivatedBy}`}`
  const confirmed = confirmedAt === null ? 'not confirmed' : `confirmed ${formatInstant(confirmedAt)}`
  const isChanged = mode === 'then' && evaluation !== null && updatedAt > evaluation.at
  return [
    `${active ? 'active' : ended}, ${confirmed}`,
    ...(isChanged ? [`changed ${formatInstant(updatedAt)}, after that run: what follows uses its preferences of today`] : []),
    suppression === null ? 'not suppressed' : `suppressed since ${formatInstant(suppression.since)}: ${suppression.reason}`,
  ]
}

function placeLines({ mode, askedAt }: AlertExplanation, { at, state }: Evaluated): string[] {
  const when = mode === 'now' ? 'evaluated now, from what is held' : `evaluated by the run of ${formatInstant(at)}`
  const gap = mode === 'then' && askedAt > at ? `, the last one before ${formatInstant(askedAt)}` : ''
  return [`${when}${gap}`, `time zone ${state.timezone ?? 'not known'}${state.simulated ? '; simulated weather' : ''}`]
}

function sourceLines(explanation: AlertExplanation, evaluation: Evaluated, nameOf: NameOf): string[] {
  const feeds = evaluation.state.feeds ?? []
  return [
    ...ROLES.map((role) => sourceLine(role, explanation, evaluation, nameOf)),
    ...feeds.map(({ source, alerts }) => `official: ${nameOf(source)} was heard: ${alerts ?? 0} official alerts`),
  ]
}

function sourceLine(role: CellRole, { mode, callsLeft }: AlertExplanation, { at, state }: Evaluated, nameOf: NameOf): string {
  const source = state.sources[role]
  const name = `${role}: ${source.source === '' ? 'none' : nameOf(source.source)}`
  if (source.outcome === 'none') return source.source === '' ? name : `${name} is not in use or does not cover the place`
  const data = source.fetchedAt === null ? 'no data' : `data of ${source.fetchedAt} (${describeAge(at - Date.parse(source.fetchedAt))} old)`
  const alerts = source.alerts === null ? '' : `, ${source.alerts} official alerts`
  const left =
    callsLeft === null ? '' : `; jobs may make ${Number.isFinite(callsLeft[role]) ? callsLeft[role] : 'any number of'} calls to it now`
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
