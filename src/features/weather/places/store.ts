import { type Kysely, sql } from 'kysely'
import { buildExcludedValues } from '../../../platform/db/queries.ts'
import type { PlacesTables } from './tables.ts'

/** One client's latest search for a cell within an hour. */
export interface Check {
  readonly cell: number
  /** Epoch milliseconds of the start of the hour. */
  readonly hour: number
  /** Keyed hash of address and hour. */
  readonly client: Buffer
  /** Epoch milliseconds. */
  readonly checkedAt: number
}

export interface PlaceName {
  readonly cell: number
  readonly name: string
  readonly country: string
  readonly state: string | null
  readonly lat: number
  readonly lon: number
  /** By language; omitted if none are known. */
  readonly localNames?: Readonly<Record<string, string>> | null
}

/** A cell in the ranking; `place` is the geocoder's name for it, if it ever had one. */
export interface RankedCell {
  readonly cell: number
  readonly count: number
  readonly lastCheckedAt: number
  readonly place: Omit<PlaceName, 'cell' | 'localNames'> | null
}

export type PlacesStore = ReturnType<typeof createPlacesStore>

const DELETE_STEP = 5_000

/** Names and search counts in PostgreSQL. Database errors are thrown. */
export function createPlacesStore(db: Kysely<PlacesTables>) {
  return {
    /** Names cells; a later name wins. */
    async insertNames(names: readonly PlaceName[], now: number): Promise<void> {
      if (names.length === 0) return
      await db
        .insertInto('place_name')
        .values(rowsOf(names, now))
        .onConflict((conflict) =>
          conflict.column('cell').doUpdateSet(buildExcludedValues('name', 'country', 'state', 'lat', 'lon', 'named_at', 'local_names')),
        )
        .execute()
    },

    /** Names only the cells that have no name yet. */
    async insertMissingNames(names: readonly PlaceName[], now: number): Promise<void> {
      if (names.length === 0) return
      await db
        .insertInto('place_name')
        .values(rowsOf(names, now))
        .onConflict((conflict) => conflict.column('cell').doNothing())
        .execute()
    },

    /** The name that a search found in a cell. */
    async findName(cell: number): Promise<PlaceName | undefined> {
      const row = await db.selectFrom('place_name').selectAll().where('cell', '=', cell).executeTakeFirst()
      if (row === undefined) return undefined
      const { named_at: _namedAt, local_names: localNames, ...place } = row
      return { ...place, localNames }
    },

    /** Counts each check unless its client has already been counted for the cell and hour, on any node. */
    async insertChecks(checks: readonly Check[]): Promise<void> {
      if (checks.length === 0) return
      const hours = checks.map(({ hour }) => new Date(hour))
      const cells = checks.map(({ cell }) => cell)
      const clients = checks.map(({ client }) => client)
      const times = checks.map(({ checkedAt }) => new Date(checkedAt))
      // Every statement that writes totals locks them in the order of their cells, so that two nodes cannot deadlock.
      await sql`
        with seen as (
          select * from unnest(${hours}::timestamptz[], ${cells}::int[], ${clients}::bytea[], ${times}::timestamptz[]) as c (hour, cell, client, checked_at)
        ), fresh as (
          insert into check_client (hour, cell, client)
          select distinct hour, cell, client from seen order by hour, cell, client
          on conflict do nothing returning hour, cell
        ), counted as (
          insert into check_hour as held (hour, cell, count)
          select hour, cell, count(*) from fresh group by hour, cell order by hour, cell
          on conflict (hour, cell) do update set count = held.count + excluded.count
        )
        insert into check_total as held (cell, count, last_checked_at)
        select s.cell, coalesce(f.count, 0), s.checked_at
        from (select cell, max(checked_at) as checked_at from seen group by cell) s
        left join (select cell, count(*) from fresh group by cell) f using (cell)
        order by s.cell
        on conflict (cell) do update
        set count = held.count + excluded.count, last_checked_at = greatest(held.last_checked_at, excluded.last_checked_at)`.execute(db)
    },

    /** The most checked cells, ties by the latest check. */
    async listRanking(limit: number): Promise<RankedCell[]> {
      const rows = await db
        .selectFrom((eb) =>
          eb
            .selectFrom('check_total')
            .selectAll()
            .where('count', '>', 0)
            .orderBy('count', 'desc')
            .orderBy('last_checked_at', 'desc')
            .orderBy('cell')
            .limit(limit)
            .as('top'),
        )
        .leftJoin('place_name', 'place_name.cell', 'top.cell')
        .select(['top.cell', 'top.count', 'top.last_checked_at', 'name', 'country', 'state', 'lat', 'lon'])
        .orderBy('top.count', 'desc')
        .orderBy('top.last_checked_at', 'desc')
        .orderBy('top.cell')
        .execute()
      return rows.map(({ cell, count, last_checked_at, name, country, state, lat, lon }) => ({
        cell,
        count,
        lastCheckedAt: last_checked_at.getTime(),
        place: toCellPlace({ name, country, state, lat, lon }),
      }))
    },

    /** Subtracts the oldest hour up to and including `upTo` from the totals, one hour per call. Returns whether there was one. */
    async deleteOldestHour(upTo: number): Promise<boolean> {
      const gone = await sql`
        with gone as (
          delete from check_hour
          where hour = (select min(hour) from check_hour where hour <= ${new Date(upTo)})
          returning cell, count
        ), emptied as (
          select t.cell, g.count from check_total t join gone g using (cell) order by t.cell for update of t
        ), lowered as (
          update check_total t set count = t.count - e.count from emptied e where t.cell = e.cell and t.count > e.count
        ), removed as (
          delete from check_total t using emptied e where t.cell = e.cell and t.count <= e.count
        )
        select 1 from gone limit 1`.execute(db)
      return gone.rows.length > 0
    },

    /** Deletes the clients counted in earlier hours. */
    async deleteClients(before: number): Promise<void> {
      await db.deleteFrom('check_client').where('hour', '<', new Date(before)).execute()
    },

    /** Deletes names given before `namedBefore` to cells without checks, a bounded number. Returns how many. */
    async deleteNames(namedBefore: number): Promise<number> {
      const gone = await sql`
        delete from place_name where cell in (
          select cell from place_name p where named_at < ${new Date(namedBefore)}
          and not exists (select from check_total t where t.cell = p.cell)
          order by named_at limit ${DELETE_STEP} for update skip locked)`.execute(db)
      return Number(gone.numAffectedRows ?? 0n)
    },
  }
}

/** The name of a cell as an outer join has it; null without one. */
export function toCellPlace({ name, country, state, lat, lon }: NameColumns): RankedCell['place'] {
  return name === null || country === null || lat === null || lon === null ? null : { name, country, state, lat, lon }
}

type NameColumns = { readonly [Name in keyof NonNullable<RankedCell['place']>]: NonNullable<RankedCell['place']>[Name] | null }

/** One row per cell, the last name winning, in a fixed order, so that two inserts cannot deadlock. */
function rowsOf(names: readonly PlaceName[], now: number) {
  const byCell = [...new Map(names.map((name) => [name.cell, name])).values()]
  return byCell
    .sort((a, b) => a.cell - b.cell)
    .map(({ localNames = null, ...name }) => ({
      ...name,
      named_at: new Date(now),
      local_names: localNames === null ? null : JSON.stringify(localNames),
    }))
}
