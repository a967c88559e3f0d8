import { type Kysely, sql } from 'kysely'
import { cellFromId } from '../../../domain/cell.ts'
import type { ChangedArea } from '../../weather/warnings/index.ts'
import type { AlertingTables } from './tables.ts'

/** A place where an official warning changed. Instants are epoch milliseconds. */
export interface PressingCell {
  readonly cell: number
  /** Since when. */
  readonly at: number
  /** When the first message was issued that the job has not acted on. */
  readonly sent: number
}

export type PressingStore = ReturnType<typeof createPressingStore>

type Ranges = ChangedArea['inside']

const within = (ranges: Ranges) => sql`
  from unnest(${ranges.map(([first]) => first)}::int4[], ${ranges.map(([, last]) => last)}::int4[]) as range (first, last)
  join alert_cell on warning_tile(alert_cell.cell) between range.first and range.last`

/** Which watched places an official warning concerns that changed, over PostgreSQL. */
export function createPressingStore(db: Kysely<AlertingTables>) {
  async function onTheBorder({ border, holds }: ChangedArea): Promise<number[]> {
    if (border.length === 0) return []
    const { rows } = await sql<{ cell: number }>`select alert_cell.cell ${within(border)}`.execute(db)
    return rows.flatMap(({ cell }) => {
      const { lat, lon } = cellFromId(cell)
      return holds(lat, lon) ? cell : []
    })
  }

  return {
    /** Marks the watched places of an area, also those that are marked already: a check of them may be under way. */
    async press(area: ChangedArea, now: number): Promise<void> {
      const sent = new Date(area.sent)
      const cells = await onTheBorder(area)
      await sql`
        update alert_cell set pressing_at = ${new Date(now)}, pressing_sent = least(pressing_sent, ${sent})
        where cell = any(array(select alert_cell.cell ${within(area.inside)} union all select unnest(${cells}::int4[])))`.execute(db)
    },

    /** Whether any place has been pressing since the instant or longer. */
    async isAny(before: number): Promise<boolean> {
      const row = await db.selectFrom('alert_cell').select('cell').where('pressing_at', '<=', new Date(before)).limit(1).executeTakeFirst()
      return row !== undefined
    },

    /** The next places after the given one, longest pressing first. */
    async list(before: number, after: PressingCell | null, limit: number): Promise<PressingCell[]> {
      const rows = await db
        .selectFrom('alert_cell')
        .select(['cell', 'pressing_at', 'pressing_sent'])
        .where('pressing_at', '<=', new Date(before))
        .$if(after !== null, (query) => {
          const { at, cell } = after as PressingCell
          return query.where(sql<boolean>`(pressing_at, cell) > (${new Date(at)}, ${cell})`)
        })
        .orderBy('pressing_at')
        .orderBy('cell')
        .limit(limit)
        .execute()
      return rows.flatMap(({ cell, pressing_at, pressing_sent }) =>
        pressing_at === null ? [] : { cell, at: pressing_at.getTime(), sent: (pressing_sent ?? pressing_at).getTime() },
      )
    },

    /** What was checked presses no longer, unless a warning has changed again since. */
    async release(cells: readonly PressingCell[]): Promise<void> {
      if (cells.length === 0) return
      await sql`
        update alert_cell set pressing_at = null, pressing_sent = null
        from unnest(${cells.map(({ cell }) => cell)}::int4[], ${cells.map(({ at }) => new Date(at).toISOString())}::timestamptz[]) as checked (cell, at)
        where alert_cell.cell = checked.cell and alert_cell.pressing_at = checked.at`.execute(db)
    },

    /** What could not be checked is tried again at the instant. */
    async postpone(cells: readonly PressingCell[], until: number): Promise<void> {
      if (cells.length === 0) return
      await sql`update alert_cell set pressing_at = ${new Date(until)} where cell = any(${cells.map(({ cell }) => cell)}::int4[])`.execute(
        db,
      )
    },
  }
}
