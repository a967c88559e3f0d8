import { decodeCellId } from '@isobar/weather'
import { DAY_MS } from '../../../time.ts'
import type { CellOutcome, CellParts, CellRun } from './cell-run.ts'
import type { PlacePreferences } from './cell-store.ts'
import { readRecipientPages } from './channel.ts'
import { evaluateReadings } from './evaluate.ts'
import { notifyRecipients } from './notify-recipients.ts'
import { notifySubscribers } from './notify-subscribers.ts'
import { isEventful, isExtra } from './place-state.ts'
import { listDistinctQuestions, listQuestionHazards, type Question, listPreferenceQuestions } from './questions.ts'
import type { CellReadings } from './readings.ts'

/** Retention of events: the longest cooldown. */
export const REMEMBERED_MS = 7 * DAY_MS
const PREFERENCES_PAGE = 1_000

/**
 * Checks one place: collects the subscribers' questions, reads the sources, evaluates both, writes changes, and notifies subscribers.
 * Events are written before anyone is notified of them; each page of subscribers is one transaction. Safe to kill and rerun at any point: a
 * rerun sends what is missing. Subscribers who join meanwhile are served by the next run. Null when nobody watches the place.
 */
export async function checkCell(cellId: number, run: CellRun, parts: CellParts): Promise<CellOutcome | null> {
  const { events, newId } = parts
  const { counts } = run.tally
  const { subscriptions, questions: asked } = await collectQuestions(cellId, parts)
  // A dry run shows mails.
  const others = run.dryRun ? null : await collectOthers(cellId, run.now, parts)
  if (subscriptions === 0 && others === null) return null
  const questions = listDistinctQuestions([...asked, ...(others ?? [])])
  const cell = decodeCellId(cellId)
  const readings = await run.reader.read(cell, listQuestionHazards(questions))
  const known = await events.listEvents(cellId, run.now - REMEMBERED_MS)
  const evaluation = evaluateReadings({ readings, known, questions, now: run.now, newId })
  if (!run.dryRun) await events.insertEvaluation(cellId, evaluation, run.now)
  const weather = getWeatherOutcome(readings)
  counts.cells += 1
  counts.subscriptions += subscriptions
  if (!weather.hasPrimary) counts.deferred += 1
  if (!isEventful(evaluation.state, run.now)) return { ...weather, enqueued: 0 }
  const enqueued = await notifySubscribers(cell, evaluation, run, parts)
  if (others !== null) await notifyRecipients(cellId, evaluation, run, parts)
  return { ...weather, enqueued }
}

/** Places are served in turn by the first weather provider that has anything for them: `isWeatherRead` puts this one last. */
export function getWeatherOutcome({ sources }: Pick<CellReadings, 'sources'>): Pick<CellOutcome, 'hasPrimary' | 'isWeatherRead'> {
  const weather = sources.filter(({ kind }) => kind !== 'feed' && !isExtra(kind))
  const [primary] = weather
  const first = weather.find(({ outcome }) => outcome !== 'none')
  return {
    hasPrimary: primary?.outcome === 'ok' || primary?.wouldBeAsked === true,
    isWeatherRead: first !== undefined && (first.called || (first.outcome === 'ok' && first.isDue !== true)),
  }
}

/** The distinct questions that active, confirmed subscriptions ask of the place's forecasts, and the number of these subscriptions. */
export async function collectQuestions(
  cellId: number,
  { cells, readPreferences }: Pick<CellParts, 'cells' | 'readPreferences'>,
): Promise<{ readonly subscriptions: number; readonly questions: readonly Question[] }> {
  let questions: Question[] = []
  let subscriptions = 0
  let page: readonly PlacePreferences[] = []
  do {
    page = await cells.listDistinct(cellId, page.at(-1) ?? null, PREFERENCES_PAGE)
    for (const preferences of page) subscriptions += preferences.subscriptions
    questions = listDistinctQuestions([
      ...questions,
      ...page.flatMap((preferences) => listPreferenceQuestions(readPreferences(preferences))),
    ])
  } while (page.length === PREFERENCES_PAGE)
  return { subscriptions, questions }
}

/** The distinct questions of the place's recipients other than addresses; null: there are none. */
export async function collectOthers(
  cellId: number,
  now: number,
  { channels }: Pick<CellParts, 'channels'>,
): Promise<readonly Question[] | null> {
  let questions: readonly Question[] | null = null
  for (const channel of channels) {
    for await (const page of readRecipientPages(channel, cellId, now)) {
      const asked = page.flatMap(({ subscriptions }) => subscriptions.flatMap(({ preferences }) => listPreferenceQuestions(preferences)))
      questions = listDistinctQuestions([...(questions ?? []), ...asked])
    }
  }
  return questions
}
