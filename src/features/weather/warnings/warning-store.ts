import { formatInstant, parseInstant } from '@isobar/weather'
import { sql } from 'kysely'
import { announceChange } from '../../../platform/db/changes.ts'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import type { FeedPart } from './feed.ts'
import { findRegions, locateArea } from './region-store.ts'
import { putShapes, readShapeIds } from './shape-store.ts'
import { type StoredWarning, computeListingEnd } from './stored-warning.ts'
import type { WarningTables } from './tables.ts'

/** The topic that makes nodes look warnings up anew. */
export const WARNINGS_TOPIC = 'official-warnings'

/** Warnings to write, with what was stored before. */
export interface ChangedWarnings {
  readonly changed: readonly StoredWarning[]
  readonly before: ReadonlyMap<string, StoredWarning>
  /** The geometry that came with them as JSON, by hash. */
  readonly shapes: ReadonlyMap<string, string>
  /** Epoch milliseconds. */
  readonly at: number
}

type Tables = WarningTables & ChangeTables

/** The stored warnings of a part, by key. */
export async function listWarnings(trx: Queries<Tables>, { feed, part }: FeedPart): Promise<Map<string, StoredWarning>> {
  const rows = await trx
    .selectFrom('warning')
    .select(['key', 'message', 'digest', 'state', 'state_at', 'simulated', 'absence'])
    .where('feed', '=', feed)
    .where('part', '=', part)
    .execute()
  return new Map(rows.map(({ state_at, ...row }) => [row.key, { ...row, stateAt: state_at.getTime() }]))
}

/** Writes warnings with their areas, and announces the changes that readers would notice. */
export async function putWarnings(trx: Queries<Tables>, part: FeedPart, { changed, before, shapes, at }: ChangedWarnings): Promise<void> {
  if (changed.length === 0) return
  const ids = await upsert(trx, part, changed, at)
  const news = changed.filter((warning) => isNews(warning, before.get(warning.key)))
  if (news.length === 0) return
  const formerly = await shapesOf(trx, [...ids.values()])
  const moved = changed.filter(({ key, digest }) => before.get(key)?.digest !== digest)
  await putAreas(trx, moved, ids, shapes)
  const now = await shapesOf(trx, [...ids.values()])
  const rows = news.flatMap(({ key, message, digest }) => {
    const id = ids.get(key) as number
    // With an unchanged message, the change is that a list lacks it, which nobody published: it is dated to the reading.
    const sent = new Date(before.get(key)?.digest === digest ? at : parseInstant(message.sent))
    const places = [...new Set([...(formerly.get(id) ?? []), ...(now.get(id) ?? [])])]
    return places.length === 0 ? [] : { sent, at: new Date(at), shapes: places }
  })
  if (rows.length > 0) await trx.insertInto('warning_change').values(rows).execute()
  await announceChange(trx, WARNINGS_TOPIC)
}

/** Relocates the areas of all warnings with codes after the register has changed. */
export async function relocateWarnings(trx: Queries<Tables>, at: number): Promise<void> {
  const rows = await trx.selectFrom('warning').selectAll().execute()
  const coded = rows.filter(({ message }) => message.areas.some(({ codes }) => codes.length > 0))
  for (const row of coded) await putAreas(trx, [row], new Map([[row.key, row.id]]), new Map())
  const shapes = await shapesOf(
    trx,
    coded.map(({ id }) => id),
  )
  const placed = coded.flatMap(({ id, sent, listed_until }) => {
    const found = shapes.get(id) ?? []
    return found.length === 0 || listed_until.getTime() <= at ? [] : { sent, at: new Date(at), shapes: found }
  })
  if (placed.length > 0) await trx.insertInto('warning_change').values(placed).execute()
  await announceChange(trx, WARNINGS_TOPIC)
}

/** Whether readers would notice the change; being missing once more is no news. */
function isNews(warning: StoredWarning, before: StoredWarning | undefined): boolean {
  return before?.state !== warning.state || before.digest !== warning.digest
}

async function upsert(
  trx: Queries<Tables>,
  { feed, part }: FeedPart,
  changed: readonly StoredWarning[],
  at: number,
): Promise<Map<string, number>> {
  const rows = changed.map((warning) => {
    const { stateAt, ...columns } = warning
    const { messageId: message_id, sent } = warning.message
    return { ...columns, message_id, sent, state_at: formatInstant(stateAt), listed_until: formatInstant(computeListingEnd(warning, at)) }
  })
  const ids = new Map<string, number>()
  while (rows.length > 0) {
    for (const { key, id } of await upsertRows(trx, { feed, part }, rows.splice(0, UPSERT_STEP))) ids.set(key, id)
  }
  return ids
}

/** Warnings in one statement: some hundred kilobytes. */
const UPSERT_STEP = 100

async function upsertRows(trx: Queries<Tables>, { feed, part }: FeedPart, rows: readonly object[]): Promise<{ key: string; id: number }[]> {
  const { rows: written } = await sql<{ key: string; id: number }>`
    insert into warning (feed, part, key, message_id, sent, state, state_at, listed_until, message, digest, simulated, absence)
    select ${feed}, ${part}, each.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as each (
      key text, message_id text, sent timestamptz, state text, state_at timestamptz, listed_until timestamptz, message jsonb, digest text,
      simulated bool, absence jsonb)
    on conflict (feed, part, key) do update set
      message_id = excluded.message_id, sent = excluded.sent, state = excluded.state, state_at = excluded.state_at,
      listed_until = excluded.listed_until, message = excluded.message, digest = excluded.digest, simulated = excluded.simulated,
      absence = excluded.absence
    returning key, id`.execute(trx)
  return written
}

/** Replaces the areas of warnings; an area that cannot be located is a row without a shape. */
async function putAreas(
  trx: Queries<Tables>,
  warnings: readonly Pick<StoredWarning, 'key' | 'message'>[],
  ids: ReadonlyMap<string, number>,
  shapes: ReadonlyMap<string, string>,
): Promise<void> {
  if (warnings.length === 0) return
  const areas = warnings.flatMap(({ message }) => message.areas)
  const stored = await readShapeIds(
    trx,
    areas.flatMap(({ shape }) => (shape === null || shapes.has(shape) ? [] : shape)),
  )
  const wanted = new Set(areas.map(({ shape }) => shape))
  const put = await putShapes(trx, new Map([...shapes].filter(([hash]) => wanted.has(hash))))
  const codes = areas.flatMap((area) => area.codes)
  const regions = await findRegions(trx, codes)
  const rows = warnings.flatMap(({ key, message }) =>
    message.areas.flatMap((area, position) => {
      const { shapes: found, unknown } = locateArea(area, (hash) => put.get(hash) ?? stored.get(hash), regions)
      const warning = ids.get(key) as number
      const places: (number | null)[] = found.length === 0 || unknown.length > 0 ? [...found, null] : [...found]
      return places.map((shape) => ({ warning, position, shape }))
    }),
  )
  // If nothing of a new message can be located, the places of the previous one stay warned.
  const found = new Set(rows.flatMap(({ warning, shape }) => (shape === null ? [] : warning)))
  const lost = [...new Set(rows.map(({ warning }) => warning))].filter((warning) => !found.has(warning))
  await sql`
    delete from warning_area where warning = any(${warnings.map(({ key }) => ids.get(key))}::int8[])
      and (shape is null or warning <> all(${lost}::int8[]))`.execute(trx)
  await sql`
    insert into warning_area (warning, position, shape)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as each (warning int8, position int4, shape int8)`.execute(trx)
}

async function shapesOf(trx: Queries<Tables>, warnings: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ warning: number; shape: number }>`
    select distinct warning, shape from warning_area where shape is not null and warning = any(${warnings}::int8[])`.execute(trx)
  const shapes = Map.groupBy(rows, ({ warning }) => warning)
  return new Map([...shapes].map(([warning, each]) => [warning, each.map(({ shape }) => shape)]))
}

/** Deletes the warnings that have not been listed since the instant (epoch milliseconds); resolves to how many. */
export const deleteWarningsBefore = (db: Queries<Tables>, listedBefore: number): Promise<number> =>
  deleteInSteps(db, 'warning', sql`listed_until < ${new Date(listedBefore)}`)

/** Deletes the names of deleted warnings that were last used before the instant (epoch milliseconds); resolves to how many. */
export const deleteNamesBefore = (db: Queries<Tables>, seenBefore: number): Promise<number> =>
  deleteInSteps(
    db,
    'warning_name',
    sql`seen_at < ${new Date(seenBefore)}
      and not exists (select from warning where (warning.feed, warning.part, warning.key) = (warning_name.feed, warning_name.part, warning_name.key))`,
  )
