import { type Kysely, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import type { SubscriptionTables } from '../subscriptions/index.ts'
import type { Channel } from './channel.ts'
import { WATCHING } from './subscriber-store.ts'
import type { StoredPreferences } from './subscriber.ts'
import type { AlertingTables } from './tables.ts'

/** A place to check, with its position in the queue. */
export interface WaitingCell {
  readonly cell: number
  /** Epoch milliseconds of the last run with an answer from the primary provider; 0: none yet. */
  readonly primaryAt: number
}

/** One set of alert preferences for a place, and how many active, confirmed subscriptions share it. */
export interface PlacePreferences extends StoredPreferences {
  readonly subscriptions: number
  /** `alertPrefs` as text, in the database's sort order. */
  readonly key: string
}

export type CellStore = ReturnType<typeof createCellStore>

export interface MarkedCell {
  readonly cell: number
  readonly isWatched: boolean
  /** Whether the first weather provider that has anything for the place answered or failed. */
  readonly isWeatherRead: boolean
}

/** One index probe for each distinct cell, however many subscribe to it. */
const watchedAfter = (after: number) => sql`
  recursive watched(cell) as (
    (select cell from subscription where ${WATCHING} and cell > ${after} order by cell limit 1)
    union all
    select (select s.cell from subscription s where ${WATCHING} and s.cell > watched.cell order by s.cell limit 1)
    from watched where watched.cell is not null
  )`

/** The queue of watched places, over PostgreSQL. */
export function createCellStore(db: Kysely<AlertingTables & SubscriptionTables>) {
  /** Registered places that the run has not marked, longest without the primary provider first. */
  async function listKnown(runId: string | null, after: WaitingCell | null, limit: number): Promise<WaitingCell[]> {
    const rows = await db
      .selectFrom('alert_cell')
      .select(['cell', 'primary_at'])
      .$if(runId !== null, (query) => query.where('run', 'is distinct from', runId))
      .$if(after !== null, (query) => {
        const { primaryAt, cell } = after as WaitingCell
        return query.where(sql<boolean>`(primary_at, cell) > (${new Date(primaryAt)}, ${cell})`)
      })
      .orderBy('primary_at')
      .orderBy('cell')
      .limit(limit)
      .execute()
    return rows.map(({ cell, primary_at }) => ({ cell, primaryAt: primary_at.getTime() }))
  }

  return {
    /** Registers places that subscriptions or recipients of channels watch and that are not yet known. */
    async registerCells(channels: readonly Pick<Channel, 'selectCells'>[], now: number): Promise<void> {
      const others = channels.map(
        ({ selectCells }) => sql` union select cell, 'epoch'::timestamptz, now() from (${selectCells(now)}) as of_channel`,
      )
      await sql`
        with ${watchedAfter(-1)}
        insert into alert_cell (cell, primary_at, checked_at)
        select cell, 'epoch'::timestamptz, now() from watched where cell is not null ${sql.join(others, sql``)}
        on conflict (cell) do nothing`.execute(db)
    },

    /** The next places after the given one that this run has not marked, longest without the primary provider first. */
    listWaiting: listKnown,

    /**
     * The places that listWaiting would return to a new run after registerCells, in the same order, but for those that only channels watch; writes
     * nothing, for a dry run.
     */
    async listWatched(after: WaitingCell | null, limit: number): Promise<WaitingCell[]> {
      const known = await listKnown(null, after, limit)
      // Unregistered places sort with those that have never been checked.
      if (after !== null && after.primaryAt > 0) return known
      const { rows } = await sql<{ cell: number }>`
        with ${watchedAfter(after?.cell ?? -1)} select cell from watched
        where cell is not null and not exists (select from alert_cell where alert_cell.cell = watched.cell)
        order by cell limit ${limit}`.execute(db)
      const unknown = rows.map(({ cell }) => ({ cell, primaryAt: 0 }))
      return [...known, ...unknown].toSorted((a, b) => a.primaryAt - b.primaryAt || a.cell - b.cell).slice(0, limit)
    },

    /** The next distinct preferences for a place after the given one, in a fixed order. */
    async listDistinct(cell: number, after: PlacePreferences | null, limit: number): Promise<PlacePreferences[]> {
      const beyond =
        after === null
          ? sql``
          : sql`and (alert_prefs, alert_on_rain, alert_on_storm) > (${after.key}::jsonb, ${after.alertOnRain}, ${after.alertOnStorm})`
      const { rows } = await sql<PlacePreferences>`
        select alert_prefs::text as key, alert_prefs as "alertPrefs", alert_on_rain as "alertOnRain", alert_on_storm as "alertOnStorm",
          count(*)::int4 as subscriptions
        from subscription where ${WATCHING} and cell = ${cell} ${beyond}
        group by alert_prefs, alert_on_rain, alert_on_storm order by alert_prefs, alert_on_rain, alert_on_storm limit ${limit}`.execute(db)
      return rows
    },

    /** Marks places as checked by this run; those with an answer or a failure of the primary provider move to the end of the queue. */
    async markCells(runId: string, cells: readonly MarkedCell[], now: number): Promise<void> {
      if (cells.length === 0) return
      await sql`
        update alert_cell set
          run = ${runId},
          checked_at = case when mark."isWatched" then ${new Date(now)} else checked_at end,
          primary_at = case when mark."isWeatherRead" then ${new Date(now)} else primary_at end
        from json_to_recordset(${JSON.stringify(cells)}::json) as mark (cell int4, "isWatched" bool, "isWeatherRead" bool)
        where alert_cell.cell = mark.cell`.execute(db)
    },

    /** Deletes places not watched since the instant. Resolves to how many. */
    deleteCellsBefore: (checkedBefore: number): Promise<number> =>
      deleteInSteps(db, 'alert_cell', sql`checked_at < ${new Date(checkedBefore)}`),
  }
}
