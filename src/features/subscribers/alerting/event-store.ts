import { type Kysely, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import { DAY_MS } from '../../../time.ts'
import type { Evaluation } from './evaluate.ts'
import type { TrackedEvent } from './event.ts'
import { readStoredState, type StoredState, toStoredState } from './stored-state.ts'
import type { AlertingTables } from './tables.ts'

/** The state of a place at an earlier evaluation. */
export interface StoredEvaluation {
  /** Epoch milliseconds of the evaluation. */
  readonly at: number
  readonly state: StoredState
}

export type EventStore = ReturnType<typeof createEventStore>

/** Events read per place: the worst case of the last days. */
const MAX_EVENTS = 2_000
const DELETE_STEP = 500

/** Events and evaluations of places, over PostgreSQL. */
export function createEventStore(db: Kysely<AlertingTables>) {
  return {
    /** The events of a place that a source has shown since the instant (epoch milliseconds), oldest first. */
    async listEvents(cell: number, seenSince: number): Promise<TrackedEvent[]> {
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

    /** Writes the result of a place in one transaction: new and changed events, and the state for later explanations. */
    insertEvaluation: (cell: number, { changes, state }: Pick<Evaluation, 'changes' | 'state'>, now: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await upsertEvents(trx, cell, changes)
        await insertState(trx, cell, toStoredState(state), now)
      }),

    /** The last evaluation at or before the instant (epoch milliseconds); undefined if none is stored. */
    async findEvaluation(cell: number, at: number): Promise<StoredEvaluation | undefined> {
      const row = await db
        .selectFrom('alert_evaluation')
        .select(['state', 'evaluated_at'])
        .where('cell', '=', cell)
        .where('first_at', '<=', new Date(at))
        .orderBy('first_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      const last = row?.evaluated_at.findLast((each) => each.getTime() <= at)
      return row === undefined || last === undefined ? undefined : { at: last.getTime(), state: readStoredState(row.state) }
    },

    /** Deletes evaluations from before the instant. Resolves to how many. */
    deleteEvaluationsBefore: (firstBefore: number): Promise<number> =>
      deleteInSteps(db, 'alert_evaluation', sql`first_at < ${new Date(firstBefore)} order by first_at`, { step: DELETE_STEP }),

    /** Deletes events that no source has shown since the instant, with their notification records. Resolves to how many. */
    deleteEventsBefore: (seenBefore: number): Promise<number> =>
      deleteInSteps(db, 'alert_event', sql`seen_at < ${new Date(seenBefore)} order by seen_at`, { step: DELETE_STEP }),
  }
}

async function upsertEvents(trx: Queries<AlertingTables>, cell: number, events: readonly TrackedEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ id, state, data, seenAt }) => ({ id, kind: data.kind, state, data, seen_at: new Date(seenAt) }))
  await sql`
    insert into alert_event (id, cell, kind, state, data, seen_at)
    select id, ${cell}::int4, kind, state, data, seen_at
    from json_to_recordset(${writeStorableJson(rows)}::json) as event (id uuid, kind text, state text, data jsonb, seen_at timestamptz)
    on conflict (id) do update set state = excluded.state, data = excluded.data, seen_at = excluded.seen_at`.execute(trx)
}

/** Extends the newest row if its state is the same, so that a quiet place takes little space; a row covers at most a day. */
async function insertState(trx: Queries<AlertingTables>, cell: number, state: StoredState, now: number): Promise<void> {
  const json = writeStorableJson(state)
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
