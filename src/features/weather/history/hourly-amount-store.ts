import { DRY_CONDITIONS } from '@isobar/weather'
import { type RawBuilder, sql } from 'kysely'
import { HOUR_MS } from '../../../time.ts'
import type { SummedHours } from './coverage.ts'

/**
 * The amount of a row with `source`, `precipitation` and `condition`. Rows of OpenWeather from releases before 2026-12 are null where it
 * omits the amount of dry weather; they are read as its transform reads it now (decision 5).
 */
export function buildAmountExpression(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const dry = sql`${column('source')} = 'openweather' and ${column('condition')} = any(${sql.val(DRY_CONDITIONS)}::text[])`
  return sql`coalesce(${column('precipitation')}::float8, case when ${dry} then 0 end)`
}

/**
 * Hourly amounts from one source. Rows of `mark` (an hour's end) and `amount`, at most one per hour. Amounts cover the 60 minutes before an
 * observation and overlap if there are more observations than hours: then the observation nearest to the hour's end counts, and one with an
 * amount is preferred to one without.
 */
export function buildHourlyAmountsQuery(cellId: number, source: string, { afterMs, untilMs }: SummedHours): RawBuilder<unknown> {
  const [after, until] = [new Date(afterMs), new Date(untilMs)]
  return sql`
    select distinct on (mark) mark, amount from (
      select observed_at, precipitation is null as is_derived, ${buildAmountExpression('observation')} as amount,
        date_bin('1 hour', observed_at + interval '30 minutes', 'epoch') as mark
      from observation where cell = ${cellId} and source = ${source}
        and observed_at between ${new Date(afterMs - HOUR_MS / 2)} and ${new Date(untilMs + HOUR_MS / 2)}
    ) marked
    where amount is not null and mark > ${after} and mark <= ${until}
    order by mark, is_derived, abs(extract(epoch from observed_at - mark)), observed_at desc`
}
