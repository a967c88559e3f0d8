import { type Kysely, sql } from 'kysely'
import { CLOCK_TOLERANCE_MS } from '../../../time.ts'
import type { FeedPart } from './feed.ts'
import type { WarningTables } from './tables.ts'

/** A part of a feed that is due, with what its next reading needs. */
export interface DuePart extends FeedPart {
  readonly readings: number
  readonly failures: number
  /** JSON, as the provider wrote it after the last reading; null before the first. */
  readonly state: string | null
  /** Whether it was ever read completely. */
  readonly isFollowed: boolean
  /** Whether its last reading began and did not end: the process was stopped, perhaps by that reading. */
  readonly wasInterrupted: boolean
}

/** Whether a part is due, by when it is to be read next (epoch milliseconds) and how often it failed since it was read last. */
export type IsDue = (part: FeedPart & { readonly nextAt: number; readonly failures: number }) => boolean

export interface CompletePart extends FeedPart {
  /** Whether a running warning has an area that could not be located. */
  readonly hasLostAreas: boolean
  /** Whether a running warning has no located area at all. */
  readonly hasLostWarnings: boolean
}

/** The status of a part of a feed. Instants are epoch milliseconds. */
export interface PartStatus extends FeedPart {
  readonly readAt: number | null
  readonly completeAt: number | null
  readonly nextAt: number
  readonly failures: number
  readonly failure: string | null
  readonly leftOut: Readonly<Record<string, number>>
  /** Running warnings that are listed. */
  readonly warnings: number
  /** Areas of those warnings that could not be located. */
  readonly unlocated: number
}

/** The state of the feeds, over PostgreSQL. */
export function createFeedStore(db: Kysely<WarningTables>) {
  return {
    /** Adds parts that are not known yet, due at once. */
    async register(parts: readonly FeedPart[], now: number): Promise<void> {
      if (parts.length === 0) return
      await db
        .insertInto('warning_feed')
        .values(parts.map(({ feed, part }) => ({ feed, part, next_at: new Date(now) })))
        .onConflict((conflict) => conflict.columns(['feed', 'part']).doNothing())
        .execute()
    },

    /** The parts that `isDue` accepts, the most overdue first, and last those whose last reading did not end. */
    async listDue(isDue: IsDue): Promise<FeedPart[]> {
      const rows = await db
        .selectFrom('warning_feed')
        .select(['feed', 'part', 'next_at', 'failures'])
        .orderBy(sql`begun_at is not null`)
        .orderBy('next_at')
        .execute()
      return rows.filter((row) => isDue({ ...row, nextAt: row.next_at.getTime() })).map(({ feed, part }) => ({ feed, part }))
    },

    /** The part, if it is still due. */
    async findDue({ feed, part }: FeedPart, isDue: IsDue): Promise<DuePart | undefined> {
      const row = await db
        .selectFrom('warning_feed')
        .select(['readings', 'failures', 'state', 'complete_at', 'begun_at', 'next_at'])
        .where('feed', '=', feed)
        .where('part', '=', part)
        .executeTakeFirst()
      if (row === undefined || !isDue({ feed, part, failures: row.failures, nextAt: row.next_at.getTime() })) return undefined
      const { readings, failures, state, complete_at, begun_at } = row
      return { feed, part, readings, failures, state, isFollowed: complete_at !== null, wasInterrupted: begun_at !== null }
    },

    /** Notes that a reading begins, before anything is parsed, or that it was given up (null). */
    async noteBegun({ feed, part }: FeedPart, at: number | null): Promise<void> {
      const begun_at = at === null ? null : new Date(at)
      await db.updateTable('warning_feed').set({ begun_at }).where('feed', '=', feed).where('part', '=', part).execute()
    },

    /** Notes that a reading failed; nothing else changes. */
    async noteFailure({ feed, part, readings }: DuePart, failure: string, nextAt: number): Promise<void> {
      await db
        .updateTable('warning_feed')
        .set((eb) => ({ failures: eb('failures', '+', 1), failure, next_at: new Date(nextAt), begun_at: null }))
        .where('feed', '=', feed)
        .where('part', '=', part)
        .where('readings', '=', readings)
        .execute()
    },

    /** The parts that were read completely since the instant, and whether their warnings are located; both epoch milliseconds. */
    async listComplete(since: number, now: number): Promise<CompletePart[]> {
      const { rows } = await sql<CompletePart>`
        select f.feed, f.part,
          exists (select from warning w where w.feed = f.feed and w.part = f.part and w.state = 'running' and w.listed_until > ${new Date(now)}
            and exists (select from warning_area a where a.warning = w.id and a.shape is null)) as "hasLostAreas",
          exists (select from warning w where w.feed = f.feed and w.part = f.part and w.state = 'running' and w.listed_until > ${new Date(now)}
            and not exists (select from warning_area a where a.warning = w.id and a.shape is not null)) as "hasLostWarnings"
        from warning_feed f
        where f.complete_at >= ${new Date(since)} and f.complete_at <= ${new Date(now + CLOCK_TOLERANCE_MS)}`.execute(db)
      return rows
    },

    /** All parts that were ever registered, with counts of what is listed for them. */
    async listStatus(now: number): Promise<PartStatus[]> {
      const { rows } = await sql<PartStatus>`
        select f.feed, f.part, ${epochMs('read_at')} as "readAt", ${epochMs('complete_at')} as "completeAt", ${epochMs('next_at')} as "nextAt", f.failures, f.failure,
          f.left_out as "leftOut", count(distinct w.id)::int4 as warnings, count(a.warning)::int4 as unlocated
        from warning_feed f
        left join warning w on w.feed = f.feed and w.part = f.part and w.state = 'running' and w.listed_until > ${new Date(now)}
        left join warning_area a on a.warning = w.id and a.shape is null
        group by f.feed, f.part
        order by f.feed, f.part`.execute(db)
      return rows
    },
  }
}

const epochMs = (column: string) => sql`(extract(epoch from f.${sql.ref(column)}) * 1000)::float8`

export type FeedStore = ReturnType<typeof createFeedStore>
