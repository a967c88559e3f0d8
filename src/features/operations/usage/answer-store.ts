import { type Kysely, sql } from 'kysely'
import { floorToUsageDay } from './periods.ts'
import type { UsageTables } from './tables.ts'

/** The number of weather answers of one kind in one hour. */
export interface AnswerCount {
  /** Start of the hour, epoch milliseconds. */
  readonly hour: number
  readonly layer: string
  readonly scope: string
  readonly trigger: string
  readonly answers: number
}

export type AnswerStore = ReturnType<typeof createAnswerStore>

/** Answer counts in PostgreSQL. */
export function createAnswerStore(db: Kysely<UsageTables>) {
  return {
    /** Adds the counts to their hours' and days' totals, all or nothing. */
    async add(counts: readonly AnswerCount[]): Promise<void> {
      const of = <K extends keyof AnswerCount>(name: K) => counts.map((count) => count[name])
      // In a fixed order, to avoid deadlocks between nodes. Two hours of one day in one flush are added to the same day's row.
      await sql`
        insert into usage_answer (period, starts_at, layer, scope, trigger, answers)
        select p.period, p.starts_at, c.layer, c.scope, c.trigger, sum(c.answers)
        from unnest(${of('hour').map((hour) => new Date(hour))}::timestamptz[], ${of('hour').map((hour) => new Date(floorToUsageDay(hour)))}::timestamptz[],
          ${of('layer')}::text[], ${of('scope')}::text[], ${of('trigger')}::text[], ${of('answers')}::int8[])
          as c (hour, day, layer, scope, trigger, answers)
        cross join lateral (values ('hour', c.hour), ('day', c.day)) as p (period, starts_at)
        group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
        on conflict (period, starts_at, layer, scope, trigger) do update set answers = usage_answer.answers + excluded.answers`.execute(db)
    },
  }
}
