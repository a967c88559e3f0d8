import { setImmediate } from 'node:timers/promises'
import { decodeCellId } from '@isobar/weather'
import { type Kysely, sql } from 'kysely'
import type { ChangedArea } from '../../weather/warnings/index.ts'
import type { AlertingTables } from './tables.ts'

/** A place where an official warning changed. Instants are epoch milliseconds. */
export interface UrgentCell {
  readonly cell: number
  /** When it became urgent. */
  readonly at: number
  /** When the first message was issued that the job has not handled yet. */
  readonly sent: number
}

export type UrgentStore = ReturnType<typeof createUrgentStore>

const WRITE_STEP = 10_000
/** Tests before yielding to the event loop. */
const TEST_STEP = 50

/** The watched places where an official warning has changed, over PostgreSQL. */
export function createUrgentStore(db: Kysely<AlertingTables>) {
  async function within(ranges: ChangedArea['inside']): Promise<number[]> {
    if (ranges.length === 0) return []
    const { rows } = await sql<{ cell: number }>`
      select alert_cell.cell
      from unnest(${ranges.map(([first]) => first)}::int4[], ${ranges.map(([, last]) => last)}::int4[]) as range (first, last)
      join alert_cell on warning_tile(alert_cell.cell) between range.first and range.last`.execute(db)
    return rows.map(({ cell }) => cell)
  }

  return {
    /** Marks the watched places of an area as urgent, including those already marked: a check of them may be under way. */
    async mark({ inside, border, holds, sent }: ChangedArea, now: number): Promise<void> {
      const onTheBorder: number[] = []
      for (const [index, id] of (await within(border)).entries()) {
        if (index % TEST_STEP === TEST_STEP - 1) await setImmediate()
        const { lat, lon } = decodeCellId(id)
        if (holds(lat, lon)) onTheBorder.push(id)
      }
      const cells = [...new Set([...(await within(inside)), ...onTheBorder])]
      for (let from = 0; from < cells.length; from += WRITE_STEP) {
        await sql`
          insert into alert_pressing (cell, at, sent)
          select cell, ${new Date(now)}, ${new Date(sent)} from unnest(${cells.slice(from, from + WRITE_STEP)}::int4[]) as urgent (cell)
          on conflict (cell) do update set at = excluded.at, sent = least(alert_pressing.sent, excluded.sent)`.execute(db)
      }
    },

    /** Whether any place has been urgent since the instant or longer. */
    async isAny(before: number): Promise<boolean> {
      const row = await db.selectFrom('alert_pressing').select('cell').where('at', '<=', new Date(before)).limit(1).executeTakeFirst()
      return row !== undefined
    },

    /** The next places after the given one, longest urgent first. */
    async list(before: number, after: UrgentCell | null, limit: number): Promise<UrgentCell[]> {
      const rows = await db
        .selectFrom('alert_pressing')
        .selectAll()
        .where('at', '<=', new Date(before))
        .$if(after !== null, (query) => {
          const { at, cell } = after as UrgentCell
          return query.where(sql<boolean>`(at, cell) > (${new Date(at)}, ${cell})`)
        })
        .orderBy('at')
        .orderBy('cell')
        .limit(limit)
        .execute()
      return rows.map(({ cell, at, sent }) => ({ cell, at: at.getTime(), sent: sent.getTime() }))
    },

    /** Unmarks places that were checked, unless a warning has changed there again. */
    async release(cells: readonly UrgentCell[]): Promise<void> {
      if (cells.length === 0) return
      await sql`
        delete from alert_pressing using unnest(
          ${cells.map(({ cell }) => cell)}::int4[], ${cells.map(({ at }) => new Date(at).toISOString())}::timestamptz[]) as checked (cell, at)
        where alert_pressing.cell = checked.cell and alert_pressing.at = checked.at`.execute(db)
    },

    /** Postpones places that could not be checked until the instant. */
    async postpone(cells: readonly UrgentCell[], until: number): Promise<void> {
      if (cells.length === 0) return
      await sql`update alert_pressing set at = ${new Date(until)} where cell = any(${cells.map(({ cell }) => cell)}::int4[])`.execute(db)
    },
  }
}
