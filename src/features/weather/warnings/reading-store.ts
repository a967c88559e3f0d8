import type { Kysely } from 'kysely'
import { announceChange } from '../../../platform/db/changes.ts'
import type { Transaction } from '../../../platform/db/queries.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { HOUR_MS } from '../../../time.ts'
import { type Applied, applyReading, repeatReading } from './apply-reading.ts'
import type { Arrival, KeptWarning } from './kept-warning.ts'
import { findNames, putNames } from './name-store.ts'
import type { WarningTables } from './tables.ts'
import { putWarnings, warningOf, WARNINGS_TOPIC } from './warning-store.ts'

/** One part of a feed. */
export interface FeedPart {
  readonly feed: string
  readonly part: string
}

/** A successful reading, with the row's reading count from when it began. */
export interface FinishedReading extends FeedPart {
  readonly readings: number
  /** When it began: epoch milliseconds, in whole seconds. */
  readonly at: number
  readonly nextAt: number
  /** Null: the content is the same as in the last reading. */
  readonly told: ToldReading | null
}

/** The content of a reading that differs from the last one. */
export interface ToldReading {
  readonly arrivals: readonly Arrival[]
  readonly complete: boolean
  readonly simulated: boolean
  /** JSON. */
  readonly state: string | null
  readonly leftOut: Readonly<Record<string, number>>
}

/** The result of a reading; null if another was stored since it began. */
export type Stored = {
  readonly changed: readonly KeptWarning[]
  /** What was stored before, by key. */
  readonly before: ReadonlyMap<string, KeptWarning>
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
  const { feed, part, at, told } = reading
  const row = await trx
    .selectFrom('warning_feed')
    .select(['readings', 'is_complete', 'complete_at'])
    .where('feed', '=', feed)
    .where('part', '=', part)
    .forUpdate()
    .executeTakeFirst()
  if (row?.readings !== reading.readings) return null
  const rows = await trx.selectFrom('warning').selectAll().where('feed', '=', feed).where('part', '=', part).execute()
  const warnings = new Map(rows.map((each) => [each.key, warningOf(each)]))
  let applied: Applied
  if (told === null) {
    const changed = row.is_complete ? repeatReading(warnings.values(), at) : []
    applied = { changed, names: new Map(), isComplete: row.is_complete, outdated: 0 }
  } else {
    applied = applyReading({ warnings, names: await findNames(trx, reading, told.arrivals) }, told, at)
  }
  await putNames(trx, reading, applied.names, at)
  await putWarnings(trx, reading, {
    changed: applied.changed,
    before: warnings,
    shapes: new Map(told?.arrivals.flatMap(({ shapes }) => [...shapes])),
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
      ...(told === null
        ? {}
        : {
            is_complete: applied.isComplete,
            state: told.state,
            left_out: JSON.stringify(told.leftOut),
          }),
    })
    .where('feed', '=', feed)
    .where('part', '=', part)
    .execute()
  const { changed, isComplete, outdated } = applied
  // Places where nothing was known can now be told that there are no warnings.
  if (isComplete && at - (row.complete_at?.getTime() ?? 0) > SILENT_MS) await announceChange(trx, WARNINGS_TOPIC)
  return { changed, before: warnings, isComplete, outdated }
}
