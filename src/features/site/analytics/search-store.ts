import { type Kysely, sql } from 'kysely'
import type { AnalyticsTables } from './tables.ts'

/** A search without a result: its text, and keyed hashes of the text and of who typed it. */
export interface TypedSearch {
  readonly text: string
  readonly search: Buffer
  readonly visitor: Buffer
}

export interface MissedSearch {
  readonly text: string
  /** Summed over days. */
  readonly visitors: number
  readonly days: number
  /** The last of them, `YYYY-MM-DD`. */
  readonly lastDay: string
}

/** So many visitors must have typed a text on one day before it is stored. */
export const MIN_VISITORS = 5
/** Limits for a day: different searches of one visitor, searches of all visitors, stored texts. */
export const MAX_OF_VISITOR = 20
const MAX_TYPED = 50_000
const MAX_TEXTS = 500

export type SearchStore = ReturnType<typeof createSearchStore>

/** Searches without a result in PostgreSQL, for all nodes. */
export function createSearchStore(db: Kysely<AnalyticsTables>) {
  return {
    /** Counts searches of a day (`YYYY-MM-DD`), and stores the texts that enough visitors have typed by now. */
    async add(day: string, typed: readonly TypedSearch[]): Promise<void> {
      await sql`
        insert into analytics_search_typed (day, search, visitor)
        select ${day}, search, visitor from (
          select decode(search, 'hex') as search, decode(visitor, 'hex') as visitor, row_number() over (partition by visitor) as number
          from unnest(${hex(typed.map(({ search }) => search))}::text[], ${hex(typed.map(({ visitor }) => visitor))}::text[])
            as typed (search, visitor)
        ) as typed
        where (select count(*) from (select from analytics_search_typed limit ${MAX_TYPED}) as all_typed) < ${MAX_TYPED}
          and number + (select count(*) from analytics_search_typed own where own.visitor = typed.visitor and own.day = ${day}) <= ${MAX_OF_VISITOR}
        order by search, visitor
        on conflict do nothing`.execute(db)
      const texts = new Map(typed.map(({ text, search }) => [search.toString('hex'), text]))
      // Not in the same transaction: of two nodes that count at once, the later one sees both counts.
      await sql`
        insert into analytics_search (day, text, visitors)
        select ${day}, text, visitors from unnest(${[...texts.values()]}::text[], ${[...texts.keys()]}::text[]) as typed (text, search)
        cross join lateral (
          select count(*) as visitors from analytics_search_typed each where each.day = ${day} and each.search = decode(typed.search, 'hex')
        ) as counted
        where visitors >= ${MIN_VISITORS} and (
          (select count(*) from analytics_search stored where stored.day = ${day}) < ${MAX_TEXTS}
          or exists (select from analytics_search stored where stored.day = ${day} and stored.text = typed.text))
        order by text
        on conflict (day, text) do update set visitors = greatest(analytics_search.visitors, excluded.visitors)`.execute(db)
    },

    /** What was typed most since a day. */
    async list(fromDay: string, limit: number): Promise<readonly MissedSearch[]> {
      const { rows } = await sql<MissedSearch>`
        select text, sum(visitors)::int8 as visitors, count(*) as days, max(day) as "lastDay"
        from analytics_search where day >= ${fromDay} group by text order by 2 desc, 1 limit ${limit}`.execute(db)
      return rows
    },

    /** Deletes the hashes of days before `today`, and the texts of days before `oldest`. */
    async deleteBefore(today: string, oldest: string): Promise<void> {
      await db.deleteFrom('analytics_search_typed').where('day', '<', today).execute()
      await db.deleteFrom('analytics_search').where('day', '<', oldest).execute()
    },
  }
}

const hex = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'))
