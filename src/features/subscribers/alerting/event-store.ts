import { type Kysely, sql } from 'kysely'
import type { Queries } from '../../../platform/db/queries.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import type { Evaluation } from './evaluate.ts'
import type { TrackedEvent } from './event.ts'
import { type KeptState, keptState } from './kept-state.ts'
import type { AlertingTables } from './tables.ts'
import { DAY_MS } from '../../../time.ts'

/** What the job knew of a place. */
export interface KeptEvaluation {
  /** When it knew it: epoch milliseconds. */
  readonly at: number
  readonly state: KeptState
}

export interface EventStore {
  /** The events of a place that a source has shown since the instant (epoch milliseconds), the oldest first. */
  listEvents(cell: number, seenSince: number): Promise<TrackedEvent[]>
  /** Writes what a place has come to, in one transaction: the events that changed as they are now, new ones too, and the state for later. */
  insertEvaluation(cell: number, evaluation: Pick<Evaluation, 'changes' | 'state'>, now: number): Promise<void>
  /** What the job knew at the last evaluation at or before the instant (epoch milliseconds); undefined where none is kept. */
  findEvaluation(cell: number, at: number): Promise<KeptEvaluation | undefined>
  /** Forgets evaluations of before the instant, in one bounded step. Resolves to how many rows. */
  deleteEvaluationsBefore(firstBefore: number): Promise<number>
  /** Forgets the events that nobody has shown since the instant, and who was told of them, in one bounded step. Resolves to how many. */
  deleteEventsBefore(seenBefore: number): Promise<number>
}

/** What is read of one place: what it has had in the last days, at the worst. */
const MAX_EVENTS = 2_000
const DELETE_STEP = 500

export function createEventStore(db: Kysely<AlertingTables>): EventStore {
  return {
    async listEvents(cell, seenSince) {
      const rows = await db
        .selectFrom('alert_event')
        .select(['id', 'state', 'data', 'seen_at'])
        .where('cell', '=', cell)
        .where('seen_at', '>', new Date(seenSince))
        .orderBy('seen_at', 'desc')
        .limit(MAX_EVENTS)
        .execute()
      return rows.reverse().map(({ id, state, data, seen_at }) => ({ id, state, data, seenAt: seen_at.getTime() }))
    },

    insertEvaluation: (cell, { changes, state }, now) =>
      db.transaction().execute(async (trx) => {
        await upsertEvents(trx, cell, changes)
        await keepState(trx, cell, keptState(state), now)
      }),

    async findEvaluation(cell, at) {
      const row = await db
        .selectFrom('alert_evaluation')
        .select(['state', 'evaluated_at'])
        .where('cell', '=', cell)
        .where('first_at', '<=', new Date(at))
        .orderBy('first_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      const last = row?.evaluated_at.findLast((each) => each.getTime() <= at)
      return row === undefined || last === undefined ? undefined : { at: last.getTime(), state: row.state }
    },

    async deleteEvaluationsBefore(firstBefore) {
      const { numAffectedRows = 0n } = await sql`
        delete from alert_evaluation where (cell, first_at) in (
          select cell, first_at from alert_evaluation where first_at < ${new Date(firstBefore)} order by first_at limit ${DELETE_STEP})`.execute(
        db,
      )
      return Number(numAffectedRows)
    },

    async deleteEventsBefore(seenBefore) {
      const { numAffectedRows = 0n } = await sql`
        delete from alert_event where id in (
          select id from alert_event where seen_at < ${new Date(seenBefore)} order by seen_at limit ${DELETE_STEP})`.execute(db)
      return Number(numAffectedRows)
    },
  }
}

async function upsertEvents(trx: Queries<AlertingTables>, cell: number, events: readonly TrackedEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ id, state, data, seenAt }) => ({ id, kind: data.kind, state, data, seen_at: new Date(seenAt) }))
  await sql`
    insert into alert_event (id, cell, kind, state, data, seen_at)
    select id, ${cell}::int4, kind, state, data, seen_at
    from json_to_recordset(${storableJson(rows)}::json) as event (id uuid, kind text, state text, data jsonb, seen_at timestamptz)
    on conflict (id) do update set state = excluded.state, data = excluded.data, seen_at = excluded.seen_at`.execute(trx)
}

/** Adds the instant to the newest row where that has the same state, so that a quiet place takes little; a row is at most a day long. */
async function keepState(trx: Queries<AlertingTables>, cell: number, state: KeptState, now: number): Promise<void> {
  const json = storableJson(state)
  const at = new Date(now)
  await sql`
    with newest as (select first_at from alert_evaluation where cell = ${cell} order by first_at desc limit 1),
    same as (
      update alert_evaluation e set evaluated_at = e.evaluated_at || ${at}::timestamptz from newest
      where e.cell = ${cell} and e.first_at = newest.first_at and e.first_at > ${new Date(now - DAY_MS)} and e.state = ${json}::jsonb
      returning 1)
    insert into alert_evaluation (cell, first_at, evaluated_at, state)
    select ${cell}::int4, ${at}::timestamptz, array[${at}::timestamptz], ${json}::jsonb where not exists (select from same)
    on conflict (cell, first_at) do update set state = excluded.state, evaluated_at = excluded.evaluated_at`.execute(trx)
}
