import type { AlertSeverity } from '@isobar/weather'
import { type Kysely, sql } from 'kysely'
import { getMatchEvent, FORECAST_SEVERITY, type Match } from './decision.ts'
import { findEndOfView } from './official-view.ts'
import type { AlertingTables } from './tables.ts'

/** One event as sent to a recipient: an address (its keyed hash), or the `key` of one that a channel notifies. */
export interface NewNotice {
  readonly eventId: string
  readonly addressHash: string
  /** Number of notifications of this event, including this one. */
  readonly times: number
  readonly state: 'open' | 'cancelled'
  readonly severity: AlertSeverity | null
  /** Epoch milliseconds; Infinity: until further notice. */
  readonly end: number
}

/** The record of what a recipient (`addressHash`) is sent of a match. */
export function buildNewNotice(match: Match, addressHash: string): NewNotice {
  const { notice, stage } = match
  return {
    eventId: getMatchEvent(match).id,
    addressHash,
    times: (notice?.times ?? 0) + 1,
    state: stage === 'cancelled' ? 'cancelled' : 'open',
    severity: match.kind === 'official' ? match.view.severity : FORECAST_SEVERITY,
    end: match.kind === 'official' ? findEndOfView(match.view) : Date.parse(match.event.data.end),
  }
}

/** Rejects when somebody has been notified of one of the events meanwhile. */
export async function insertNotices(transaction: Kysely<AlertingTables>, notices: readonly NewNotice[], now: number): Promise<void> {
  const rows = notices.map(({ eventId, addressHash, times, state, severity, end }) => ({
    event_id: eventId,
    address_hash: addressHash,
    times,
    told_state: state,
    told_severity: severity,
    told_end: end === Infinity ? null : new Date(end),
  }))
  const { numAffectedRows = 0n } = await sql`
    insert into alert_notice (event_id, address_hash, times, told_at, told_state, told_severity, told_end)
    select event_id, address_hash, times, ${new Date(now)}, told_state, told_severity, told_end
    from json_to_recordset(${JSON.stringify(rows)}::json) as notice (event_id uuid, address_hash text, times int2, told_state text,
      told_severity text, told_end timestamptz)
    on conflict do nothing`.execute(transaction)
  if (Number(numAffectedRows) < rows.length) throw new Error('another run has notified an address of the same event meanwhile')
}
