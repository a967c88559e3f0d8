import { type Kysely, type Selectable, sql } from 'kysely'
import type { FeedPart } from '../feed.ts'
import type { Shape } from '../geometry/shape.ts'
import type { WarningTables } from '../tables.ts'

export interface ListingQuery {
  /** The parts to list, those of preferred feeds first: a warning that several feeds carry is listed from the first of them. */
  readonly parts: readonly FeedPart[]
  /** Tiles that the warnings have to meet (`listTileRanges`); null: anywhere, and those without a location, too. */
  readonly tiles: readonly (readonly [first: number, last: number])[] | null
  /** The number of the last warning of the page before, or 0. */
  readonly after: number
  readonly limit: number
  /** Epoch milliseconds. */
  readonly now: number
}

export type ListedRow = Pick<Selectable<WarningTables['warning']>, 'id' | 'feed' | 'part' | 'message' | 'state' | 'state_at' | 'simulated'>

/** An area of a warning, by its index there; its shape is null where it cannot be located. */
export interface ListedArea {
  readonly warning: number
  readonly position: number
  readonly shape: number | null
}

export type ListingStore = ReturnType<typeof createListingStore>

/** Lists warnings that are in force or coming, over PostgreSQL. */
export function createListingStore(db: Kysely<WarningTables>) {
  return {
    /** A page, in the order of the warnings' numbers. */
    async list({ parts, tiles, after, limit, now }: ListingQuery): Promise<ListedRow[]> {
      const feeds = [...new Set(parts.map(({ feed }) => feed))]
      const meets =
        tiles === null
          ? sql`true`
          : // An array is computed once, from the tiles; a list of rows might be searched again for each warning.
            sql`w.id = any(array(
              select a.warning from unnest(${tiles.map(([first]) => first)}::int4[], ${tiles.map(([, last]) => last)}::int4[]) as range (first, last)
              join warning_shape_tile t on t.tile between range.first and range.last join warning_area a on a.shape = t.shape))`
      const { rows } = await sql<ListedRow>`
        with wanted as (
          select * from unnest(${parts.map(({ feed }) => feed)}::text[], ${parts.map(({ part }) => part)}::text[],
            ${parts.map(({ feed }) => feeds.indexOf(feed))}::int4[]) as each (feed, part, rank))
        select w.id, w.feed, w.part, w.message, w.state, w.state_at, w.simulated
        from warning w join wanted on wanted.feed = w.feed and wanted.part = w.part
        where w.state = 'running' and w.listed_until > ${new Date(now)} and w.id > ${after} and ${meets}
          and not exists (
            select from wanted better
            join warning_name n on n.feed = better.feed and n.part = better.part and n.name = w.message_id
            join warning twin on twin.feed = n.feed and twin.part = n.part and twin.key = n.key
            where better.rank < wanted.rank and twin.state = 'running' and twin.listed_until > ${new Date(now)})
        order by w.id limit ${limit}`.execute(db)
      return rows
    },

    /** The warning of a feed with this number. */
    find: (feed: string, id: number): Promise<ListedRow | undefined> =>
      db
        .selectFrom('warning')
        .select(['id', 'feed', 'part', 'message', 'state', 'state_at', 'simulated'])
        .where('feed', '=', feed)
        .where('id', '=', id)
        .executeTakeFirst(),

    /** The geometry of shapes by their hashes (hexadecimal). */
    async findShapes(hashes: readonly string[]): Promise<ReadonlyMap<string, Shape>> {
      const rows = await db
        .selectFrom('warning_shape')
        .select(['hash', 'geometry'])
        .where(sql<boolean>`hash = any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`)
        .execute()
      return new Map(rows.map(({ hash, geometry }) => [hash.toString('hex'), geometry]))
    },

    /** The areas of warnings, in their order. */
    listAreas: (warnings: readonly number[]): Promise<ListedArea[]> =>
      db
        .selectFrom('warning_area')
        .select(['warning', 'position', 'shape'])
        .where(sql<boolean>`warning = any(${warnings}::int8[])`)
        .orderBy('warning')
        .orderBy('position')
        .execute(),
  }
}
