import { type Kysely, sql } from 'kysely'
import { storableJson } from '../../../platform/db/storable-json.ts'
import type { TrackedEvent } from './event.ts'
import type { AlertingTables } from './tables.ts'

export interface EventStore {
  /** The events of a place that a source has shown since the instant (epoch milliseconds), the oldest first. */
  listEvents(cell: number, seenSince: number): Promise<TrackedEvent[]>
  /** Writes events as they are now, new ones too. */
  upsertEvents(cell: number, events: readonly TrackedEvent[]): Promise<void>
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

    async upsertEvents(cell, events) {
      if (events.length === 0) return
      const rows = events.map(({ id, state, data, seenAt }) => ({ id, kind: data.kind, state, data, seen_at: new Date(seenAt) }))
      await sql`
        insert into alert_event (id, cell, kind, state, data, seen_at)
        select id, ${cell}::int4, kind, state, data, seen_at
        from json_to_recordset(${storableJson(rows)}::json) as event (id uuid, kind text, state text, data jsonb, seen_at timestamptz)
        on conflict (id) do update set state = excluded.state, data = excluded.data, seen_at = excluded.seen_at`.execute(db)
    },

    async deleteEventsBefore(seenBefore) {
      const { numAffectedRows = 0n } = await sql`
        delete from alert_event where id in (
          select id from alert_event where seen_at < ${new Date(seenBefore)} order by seen_at limit ${DELETE_STEP})`.execute(db)
      return Number(numAffectedRows)
    },
  }
}
