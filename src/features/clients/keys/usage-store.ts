import { type Kysely, sql } from 'kysely'
import type { ClientScope } from './key.ts'
import type { ClientKeyTables } from './tables.ts'

/** What was counted of a key, a day and a scope. */
export interface UsageCount {
  readonly keyId: string
  /** `2026-11-26`, UTC. */
  readonly day: string
  readonly scope: ClientScope
  readonly requests: number
  readonly refused: number
  /** Epoch milliseconds of the last request. */
  readonly lastAt: number
}

/** A key's requests over all nodes. */
export interface UsageTotals {
  readonly keyId: string
  readonly today: number
  readonly month: number
}

/** The same, and the last request of any day, in epoch milliseconds. */
export interface UsageSummary extends UsageTotals {
  readonly lastAt: number
}

/** Requests of a day for a scope. */
export type DayUsage = Pick<UsageCount, 'day' | 'scope' | 'requests' | 'refused'>

export type UsageStore = ReturnType<typeof createUsageStore>

/** The counts of requests by key, over PostgreSQL. */
export function createUsageStore(db: Kysely<ClientKeyTables>) {
  return {
    /** Adds counts, each key, day and scope once. Those of keys that have been deleted are dropped. */
    async add(counts: readonly UsageCount[]): Promise<void> {
      // Sorted, so that two nodes that write the same keys at once cannot deadlock.
      await sql`
        insert into client_key_usage as u (key_id, day, scope, requests, refused, last_at)
        select d.key_id, d.day, d.scope, d.requests, d.refused, d.last_at
        from unnest(
          ${counts.map(({ keyId }) => keyId)}::uuid[], ${counts.map(({ day }) => day)}::date[], ${counts.map(({ scope }) => scope)}::text[],
          ${counts.map(({ requests }) => requests)}::bigint[], ${counts.map(({ refused }) => refused)}::bigint[],
          ${counts.map(({ lastAt }) => new Date(lastAt))}::timestamptz[]
        ) as d (key_id, day, scope, requests, refused, last_at)
        join client_key on client_key.id = d.key_id
        order by d.key_id, d.day, d.scope
        on conflict (key_id, day, scope) do update set
          requests = u.requests + excluded.requests, refused = u.refused + excluded.refused, last_at = greatest(u.last_at, excluded.last_at)`.execute(
        db,
      )
    },

    /** The totals of these keys on a day and in the month until then; keys without any are omitted. */
    async totals(keyIds: readonly string[], day: string): Promise<UsageTotals[]> {
      const { rows } = await sql<UsageTotals>`
        select key_id as "keyId", coalesce(sum(requests) filter (where day = ${day}::date), 0)::bigint as today, sum(requests)::bigint as month
        from client_key_usage
        where key_id = any(${keyIds}::uuid[]) and day between date_trunc('month', ${day}::date)::date and ${day}::date
        group by key_id`.execute(db)
      return rows
    },

    /** Those of all keys that have been used. */
    async summaries(day: string): Promise<UsageSummary[]> {
      const { rows } = await sql<Omit<UsageSummary, 'lastAt'> & { lastAt: Date }>`
        select k.id as "keyId", last.at as "lastAt", coalesce(u.today, 0)::bigint as today, coalesce(u.month, 0)::bigint as month
        from client_key k
        cross join lateral (
          select max(last_at) as at from client_key_usage
          where key_id = k.id and day = (select max(day) from client_key_usage where key_id = k.id)
        ) last
        cross join lateral (
          select sum(requests) filter (where day = ${day}::date) as today, sum(requests) as month from client_key_usage
          where key_id = k.id and day between date_trunc('month', ${day}::date)::date and ${day}::date
        ) u
        where last.at is not null`.execute(db)
      return rows.map((row) => ({ ...row, lastAt: row.lastAt.getTime() }))
    },

    /** The counts since a day, of one key or of all together. */
    async byDay(firstDay: string, keyId: string | null): Promise<DayUsage[]> {
      const counted = db.selectFrom('client_key_usage').where('day', '>=', firstDay)
      const rows = await (keyId === null ? counted : counted.where('key_id', '=', keyId))
        .select(({ fn }) => ['day', 'scope', fn.sum<string>('requests').as('requests'), fn.sum<string>('refused').as('refused')])
        .groupBy(['day', 'scope'])
        .orderBy('day')
        .orderBy('scope')
        .execute()
      // PostgreSQL sums to numeric.
      return rows.map(({ requests, refused, ...row }) => ({ ...row, requests: Number(requests), refused: Number(refused) }))
    },

    async deleteBefore(day: string): Promise<void> {
      await db.deleteFrom('client_key_usage').where('day', '<', day).execute()
    },
  }
}
