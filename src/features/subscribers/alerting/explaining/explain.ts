import { decodeCellId } from '@isobar/weather'
import type { Kysely } from 'kysely'
import { AppError } from '../../../../errors.ts'
import { listMails, type MailTables } from '../../../mail/outbox/index.ts'
import { findSuppressions, type SuppressionTables } from '../../../mail/suppression/index.ts'
import type { PushTables } from '../../push/index.ts'
import { toSubscription, type SubscriptionTables } from '../../subscriptions/index.ts'
import { collectOthers, collectQuestions, REMEMBERED_MS } from '../check-cell.ts'
import { buildAlertMailKeyPrefix } from '../compose.ts'
import { decideAlerts } from '../decide.ts'
import { evaluateReadings } from '../evaluate.ts'
import type { TrackedEvent } from '../event.ts'
import type { WeatherAlertsOptions } from '../job.ts'
import { isEventful, type PlaceState } from '../place-state.ts'
import { listDistinctQuestions, listQuestionHazards } from '../questions.ts'
import { listCellSources, createCellReader } from '../readings.ts'
import { type AddressReading, findSubscriber } from '../subscriber-store.ts'
import type { AlertingTables } from '../tables.ts'
import type { AlertExplanation, Asked, Evaluated, PlaceExplanation, WatchingSubscription } from './explanation.ts'

type Tables = AlertingTables & SubscriptionTables & MailTables & SuppressionTables & PushTables

export interface ExplainParts extends Omit<WeatherAlertsOptions, 'wake' | 'onError'> {
  readonly db: Kysely<Tables>
  readonly addressHash: AddressReading['addressHash']
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const MAX_MAILS = 5
const MAX_AT_PLACE = 50

/**
 * Explains why a mail was or was not sent for a subscription (its id), at an instant (epoch milliseconds) or now (null). Calls no provider
 * and writes nothing. Now: the job's own functions decide on the cached data. Then: on the stored state of that run.
 * @throws AppError not_found for an unknown id, invalid_request for a subscription of another type or an instant in the future
 */
export async function explainAlert(id: string, at: number | null, parts: ExplainParts): Promise<AlertExplanation> {
  const row = await findRow(id, parts)
  return explainRow(row, await readPlaceStateAt(row.cell, at, parts), parts)
}

/**
 * The same for a place: its state without a decision, and all subscriptions to its alerts, oldest first, at most MAX_AT_PLACE.
 * @throws AppError invalid_request for an instant in the future
 */
export async function explainPlace(cell: number, at: number | null, parts: ExplainParts): Promise<PlaceExplanation> {
  const knownThen = await readPlaceStateAt(cell, at, parts)
  const rows = await parts.db
    .selectFrom('subscription')
    .selectAll()
    .where('cell', '=', cell)
    .where('type', '=', 'city_alerts')
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_AT_PLACE)
    .execute()
  const explanations: AlertExplanation[] = []
  for (const row of rows) explanations.push(await explainRow({ ...toSubscription(row), cell }, knownThen, parts))
  const { known, ...asked } = knownThen
  const evaluation = known && { at: known.at, state: known.state, subscriber: null, notices: [], decision: null }
  return { cell, ...asked, evaluation, explanations }
}

async function explainRow(row: WatchingSubscription, { known, ...asked }: KnownAt, parts: ExplainParts): Promise<AlertExplanation> {
  const { mode, askedAt } = asked
  const hash = parts.addressHash(row.emailKey)
  const [suppression = null] = await findSuppressions(parts.db, [hash])
  return {
    row,
    ...asked,
    evaluation: known && (await decideForAddress(row, known, mode, parts)),
    suppression,
    mails: await listMails(parts.db, {
      emailKey: row.emailKey,
      keyPrefix: buildAlertMailKeyPrefix(hash, row.cell),
      // The mails of that run. If the run is unknown or the question is about now: the latest until then.
      from: mode === 'now' || known === null ? 0 : known.at,
      until: known?.at ?? askedAt,
      limit: MAX_MAILS,
    }),
  }
}

async function findRow(id: string, { db }: ExplainParts): Promise<WatchingSubscription> {
  const row = UUID.test(id) ? await db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirst() : undefined
  if (row === undefined) throw new AppError('not_found', `There is no subscription ${id}`)
  const { cell } = row
  if (row.type !== 'city_alerts' || cell === null) {
    throw new AppError('invalid_request', `The subscription ${id} is a ${row.type}: alerts go to subscriptions of the type city_alerts`)
  }
  return { ...toSubscription(row), cell }
}

interface Known {
  readonly at: number
  readonly state: PlaceState
  readonly events: readonly TrackedEvent[]
}

/** What is asked of a place, which is the same for all of its subscribers; `known` null: no run at that time is stored. */
export interface KnownAt extends Asked {
  readonly known: Known | null
}

/** What was known of a place at an instant (epoch milliseconds), or is now (null). @throws AppError invalid_request for an instant in the future */
export async function readPlaceStateAt(cell: number, at: number | null, parts: ExplainParts): Promise<KnownAt> {
  const now = parts.clock.now()
  if (at === null) return { mode: 'now', askedAt: now, known: await evaluateNow(cell, now, parts), callsLeft: await callsLeft(parts) }
  if (at > now) throw new AppError('invalid_request', 'The time to explain has not come yet')
  return { mode: 'then', askedAt: at, known: await findThen(cell, at, parts), callsLeft: null }
}

/** Evaluates the place as the job would, from what is cached. */
async function evaluateNow(cell: number, now: number, parts: ExplainParts): Promise<Known> {
  const [asked, others] = [await collectQuestions(cell, parts), await collectOthers(cell, now, parts)]
  const questions = listDistinctQuestions([...asked.questions, ...(others ?? [])])
  const reader = createCellReader(parts, false)
  await reader.refill()
  const readings = await reader.read(decodeCellId(cell), listQuestionHazards(questions))
  const known = await parts.events.listEvents(cell, now - REMEMBERED_MS)
  const { state, events } = evaluateReadings({ readings, known, questions, now, newId: parts.newId })
  return { at: now, state, events }
}

/** The stored state of the run. Events that were over by then are read as stored now, since they no longer change. */
async function findThen(cell: number, at: number, { events }: ExplainParts): Promise<Known | null> {
  const found = await events.findEvaluation(cell, at)
  if (found === undefined) return null
  const current = [...found.state.officials.map(({ event }) => event), ...found.state.forecasts]
  const ids = new Set(current.map(({ id }) => id))
  const stored = await events.listEvents(cell, found.at - REMEMBERED_MS)
  return { ...found, events: [...current, ...stored.filter((event) => !ids.has(event.id))] }
}

async function decideForAddress(row: WatchingSubscription, known: Known, mode: Asked['mode'], parts: ExplainParts): Promise<Evaluated> {
  const then = mode === 'now' ? null : known.at
  const subscriber = (await findSubscriber(parts.db, parts, { cell: row.cell, emailKey: row.emailKey, at: then })) ?? null
  const isWatching = subscriber?.subscriptions.some(({ id }) => id === row.id) === true
  return decideFor(isWatching ? subscriber : null, subscriber?.addressHash ?? '', known, mode, parts)
}

/** Decides as the job does; `key`: as whom the recipient's notices are stored. */
export async function decideFor(
  subscriber: Evaluated['subscriber'],
  key: string,
  { at, state, events }: Known,
  mode: Asked['mode'],
  { notifications }: Pick<ExplainParts, 'notifications'>,
): Promise<Evaluated> {
  if (subscriber === null) return { at, state, subscriber, notices: [], decision: null }
  const notices = (await notifications.listNotices(events, [key], mode === 'now' ? null : at)).get(key) ?? []
  return { at, state, subscriber, notices, decision: isEventful(state, at) ? decideAlerts(subscriber, state, notices, at) : null }
}

async function callsLeft({ gateway }: ExplainParts): Promise<ReadonlyMap<string, number>> {
  return new Map(await Promise.all(listCellSources(gateway).map(async ({ id }) => [id, await gateway.jobCallsLeft(id)] as const)))
}
