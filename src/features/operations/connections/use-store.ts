import { type Kysely, sql } from 'kysely'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import type { ConnectionTables } from './tables.ts'

/** The last use of an external system, or of a member of it. Instants are epoch milliseconds. */
export interface Use {
  readonly id: string
  /** Empty: the system is one thing. */
  readonly member: string
  readonly ok: boolean
  readonly message: string
  /** Null: not measured. */
  readonly latencyMs: number | null
  readonly startedAt: number
  /** Of the configuration that was used; null: it is told by the time. */
  readonly version: number | null
  readonly checkedAt: number
}

/** The last use of each external system, in PostgreSQL. */
export function createUseStore(db: Kysely<ConnectionTables>) {
  return {
    /** Stores uses, the last one of each member, except those of systems that have been changed since they began. */
    async put(uses: readonly Use[]): Promise<void> {
      const latest = new Map(uses.map((use) => [`${use.id} ${use.member}`, use]))
      const rows = [...latest.values()].map(({ startedAt, checkedAt, ...use }) => ({
        ...use,
        startedAt: new Date(startedAt),
        checkedAt: new Date(checkedAt),
      }))
      await sql`
        with used as (
          select * from json_to_recordset(${writeStorableJson(rows)}::json)
            as row (id text, member text, ok boolean, message text, "latencyMs" int, version int, "startedAt" timestamptz, "checkedAt" timestamptz)
        ), known as (
          select id, version, updated_at from connection where id in (select id from used) order by id for share
        )
        insert into connection_check (id, member, ok, message, latency_ms, checked_at)
        select id, member, ok, message, "latencyMs", "checkedAt" from used
        where not exists (
          select from known where known.id = used.id and known.version > 0
            and case when used.version is null then known.updated_at > used."startedAt" else known.version <> used.version end)
        order by id, member
        on conflict (id, member) do update
          set ok = excluded.ok, message = excluded.message, latency_ms = excluded.latency_ms, checked_at = excluded.checked_at`.execute(db)
    },

    async list(): Promise<ReadonlyMap<string, readonly Use[]>> {
      const rows = await db.selectFrom('connection_check').selectAll().orderBy('checked_at', 'desc').execute()
      const uses = rows.map(({ latency_ms, checked_at, ...row }): Use => {
        const checkedAt = checked_at.getTime()
        return { ...row, latencyMs: latency_ms, startedAt: checkedAt, version: null, checkedAt }
      })
      return Map.groupBy(uses, ({ id }) => id)
    },

    async hasWorkedSince(id: string, instant: number): Promise<boolean> {
      const found = db.selectFrom('connection_check').select('id').where('id', '=', id).where('ok', '=', true)
      return (await found.where('checked_at', '>=', new Date(instant)).executeTakeFirst()) !== undefined
    },

    /** Deletes what members were last used before the instant: their number is not ours to limit. */
    async deleteBefore(instant: number): Promise<void> {
      await db.deleteFrom('connection_check').where('member', '<>', '').where('checked_at', '<', new Date(instant)).execute()
    },
  }
}
