import { type Kysely, sql } from 'kysely'
import { announceChange } from '../../../platform/db/changes.ts'
import type { Transaction, Queries } from '../../../platform/db/queries.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { HOUR_MS } from '../../../time.ts'
import { type Applied, applyReading, repeatReading } from './apply-reading.ts'
import type { FeedPart, ReadingContent } from './feed.ts'
import type { Arrival, StoredWarning } from './stored-warning.ts'
import type { WarningTables } from './tables.ts'
import { toWarningKeyName, type WarningName } from './warning-of-message.ts'
import { listWarnings, putWarnings, WARNINGS_TOPIC } from './warning-store.ts'

/** A successful reading, with the row's reading count from when it began. */
export interface FinishedReading extends FeedPart {
  readonly readings: number
  /** When it began: epoch milliseconds, in whole seconds. */
  readonly at: number
  readonly nextAt: number
  /** Null: the content is the same as in the last reading. */
  readonly content: ReadingContent | null
}

/** The result of a reading; null if another was stored since it began. */
export type Stored = {
  readonly changed: readonly StoredWarning[]
  /** What was stored before, by key. */
  readonly before: ReadonlyMap<string, StoredWarning>
  readonly isComplete: boolean
  /** Messages older than what was known. */
  readonly outdated: number
} | null

/** A feed without a complete reading for this long may meanwhile count as unknown. */
const SILENT_MS = HOUR_MS / 2

type Tables = WarningTables & ChangeTables

/** Stores what a reading changes, in one transaction. */
export function storeReading(db: Kysely<Tables>, reading: FinishedReading): Promise<Stored> {
  return db.transaction().execute((trx) => store(trx, reading))
}

async function store(trx: Transaction<Tables>, reading: FinishedReading): Promise<Stored> {
  const { feed, part, at, content } = reading
  const row = await trx
    .selectFrom('warning_feed')
    .select(['readings', 'is_complete', 'complete_at'])
    .where('feed', '=', feed)
    .where('part', '=', part)
    .forUpdate()
    .executeTakeFirst()
  if (row?.readings !== reading.readings) return null
  const warnings = await listWarnings(trx, reading)
  let applied: Applied
  if (content === null) {
    const changed = row.is_complete ? repeatReading(warnings.values(), at) : []
    applied = { changed, names: new Map(), isComplete: row.is_complete, outdated: 0 }
  } else {
    applied = applyReading({ warnings, names: await findNames(trx, reading, content.arrivals) }, content, at)
  }
  await putNames(trx, reading, applied.names, at)
  await putWarnings(trx, reading, {
    changed: applied.changed,
    before: warnings,
    shapes: new Map(content?.arrivals.flatMap(({ shapes }) => [...shapes])),
    at,
  })
  await trx
    .updateTable('warning_feed')
    .set({
      readings: row.readings + 1,
      next_at: new Date(reading.nextAt),
      read_at: new Date(at),
      failures: 0,
      failure: null,
      begun_at: null,
      ...(applied.isComplete ? { complete_at: new Date(at) } : {}),
      ...(content && { is_complete: applied.isComplete, state: content.state, left_out: JSON.stringify(content.leftOut) }),
    })
    .where('feed', '=', feed)
    .where('part', '=', part)
    .execute()
  const { changed, isComplete, outdated } = applied
  // Places where nothing was known can now state that there are no warnings.
  if (isComplete && at - (row.complete_at?.getTime() ?? 0) > SILENT_MS) await announceChange(trx, WARNINGS_TOPIC)
  return { changed, before: warnings, isComplete, outdated }
}

/** What the names used by the arrivals stand for. */
async function findNames(
  trx: Queries<WarningTables>,
  { feed, part }: FeedPart,
  arrivals: readonly Arrival[],
): Promise<Map<string, WarningName>> {
  const wanted = new Set(arrivals.flatMap(({ message: { key, messageId, replaces } }) => [toWarningKeyName(key), messageId, ...replaces]))
  if (wanted.size === 0) return new Map()
  const rows = await trx
    .selectFrom('warning_name')
    .select(['name', 'key', 'replaced_sent'])
    .where('feed', '=', feed)
    .where('part', '=', part)
    .where(sql<boolean>`name = any(${[...wanted]}::text[])`)
    .execute()
  return new Map(rows.map(({ name, key, replaced_sent }) => [name, { key, replacedSent: replaced_sent?.getTime() ?? null }]))
}

/** Writes names that are new or stand for something else; `at` is epoch milliseconds. */
async function putNames(
  trx: Queries<WarningTables>,
  { feed, part }: FeedPart,
  names: ReadonlyMap<string, WarningName>,
  at: number,
): Promise<void> {
  if (names.size === 0) return
  const rows = [...names].map(([name, { key, replacedSent }]) => ({
    name,
    key,
    replaced: replacedSent === null ? null : new Date(replacedSent).toISOString(),
  }))
  await sql`
    insert into warning_name (feed, part, name, key, replaced_sent, seen_at)
    select ${feed}, ${part}, name, key, replaced, ${new Date(at)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as each (name text, key text, replaced timestamptz)
    on conflict (feed, part, name) do update set key = excluded.key, replaced_sent = excluded.replaced_sent, seen_at = excluded.seen_at`.execute(
    trx,
  )
}
