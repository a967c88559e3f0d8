import type { Rig } from '../rig/rig.ts'
import type { Span } from './felt.ts'

interface Row {
  readonly cell: number
  readonly started_at: Date
}

/** A call for a place fetches all of its scopes, of which minutely precipitation is fresh for the shortest time. */
const FRESH_SECONDS = 300

/**
 * How many needless calls each outage cost: calls for a place whose last successful call for a person was so recent that everything it brought was
 * still fresh. Calls by jobs for themselves are not counted.
 */
export async function repeatedCalls(rig: Rig, spans: readonly Span[]): Promise<number[]> {
  const rows = await rig.query<Row>(
    `select cell, started_at from (
       select cell, started_at, lag(started_at) over (partition by cell order by started_at) as before from upstream_call
       where product = 'openweather/onecall' and outcome = 'ok' and cause in ('request', 'refresh') and cell is not null) calls
     where started_at - before < $1 * interval '1 second'`,
    [FRESH_SECONDS],
  )
  const at = rows.map(({ started_at }) => started_at.getTime())
  return spans.map(({ wallFrom }, i) => at.filter((each) => each >= wallFrom && each < (spans[i + 1]?.wallFrom ?? Infinity)).length)
}
