import { sql } from 'kysely'
import type { Queries } from '../../../platform/db/queries.ts'
import { keyName, type WarningName } from './apply-reading.ts'
import type { Arrival } from './kept-warning.ts'
import type { FeedPart } from './reading-store.ts'
import type { WarningTables } from './tables.ts'

/** What the names used by the arrivals stand for. */
export async function findNames(
  trx: Queries<WarningTables>,
  { feed, part }: FeedPart,
  arrivals: readonly Arrival[],
): Promise<Map<string, WarningName>> {
  const wanted = new Set(arrivals.flatMap(({ message: { key, messageId, replaces } }) => [keyName(key), messageId, ...replaces]))
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
export async function putNames(
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
