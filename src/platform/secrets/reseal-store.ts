import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { buildContainsPattern } from '../db/keyset.ts'
import type { Transaction } from '../db/queries.ts'
import type { SealedPlace } from './sealed-place.ts'
import { SealedError, type Sealing } from './sealing.ts'

/** A sealed text that neither key opens. */
export interface Unreadable {
  readonly table: string
  readonly key: string
  readonly reason: SealedError['reason']
}

export interface Resealed {
  /** Number of texts that were resealed. */
  readonly resealed: number
  /** Number of texts that were already sealed with the new key. */
  readonly already: number
  /** Texts that were given up. */
  readonly lost: readonly Unreadable[]
}

/** Thrown with the obstacles; nothing was changed. */
export class ResealRefused extends Error {
  override readonly name = 'ResealRefused'
  readonly unreadable: readonly Unreadable[]
  /** Tables that hold texts of the old key in columns that are not among the places. */
  readonly unknown: readonly string[]

  constructor(unreadable: readonly Unreadable[], unknown: readonly string[]) {
    super('Not every secret could be re-encrypted')
    this.unreadable = unreadable
    this.unknown = unknown
  }
}

export interface ResealOptions<T> {
  readonly places: readonly SealedPlace[]
  readonly from: Sealing
  readonly to: Sealing
  /** Give up texts that neither key opens, instead of throwing. */
  readonly giveUp: boolean
  /** Called before the commit, once everything is written and verified; an exception rolls everything back. */
  readonly beforeCommit: (trx: Transaction<T>) => Promise<void>
}

const PAGE = 500

/**
 * Reseals every text in one transaction and verifies each by opening it again. A node that starts meanwhile waits for the end. Finally the
 * whole database is searched for texts of the old key, so that no text outside the known places is lost.
 * @throws ResealRefused
 */
export async function resealTexts<T>(db: Kysely<T>, options: ResealOptions<T>): Promise<Resealed> {
  const { places, from, giveUp, beforeCommit } = options
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    for (const table of new Set(places.map((place) => place.table)))
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
    const counts = { resealed: 0, already: 0 }
    const unreadable: Unreadable[] = []
    for (const place of places) await resealPlace(trx, place, options, counts, unreadable)
    if (unreadable.length > 0 && !giveUp) throw new ResealRefused(unreadable, [])
    const unknown = await tablesWith(trx, `v1.${from.keyId}.`)
    if (unknown.length > 0) throw new ResealRefused([], unknown)
    await beforeCommit(trx)
    return { ...counts, lost: unreadable }
  })
}

/** Counts the texts that the key opens, and names those that it does not. */
export async function openAll(
  db: QueryExecutorProvider,
  places: readonly SealedPlace[],
  sealing: Pick<Sealing, 'open'>,
): Promise<{ readonly opened: number; readonly unreadable: readonly Unreadable[] }> {
  const unreadable: Unreadable[] = []
  let opened = 0
  for (const place of places)
    for await (const { key, sealed } of sealedIn(db, place))
      try {
        sealing.open(place.purpose(key), sealed)
        opened++
      } catch (error) {
        if (!(error instanceof SealedError)) throw error
        unreadable.push({ table: place.table, key, reason: error.reason })
      }
  return { opened, unreadable }
}

/** Number of connections to this database under this application name; the caller must use another one. */
export async function countOthers(db: QueryExecutorProvider, applicationName: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName}`.execute(db)
  return rows[0]?.count ?? 0
}

async function resealPlace(
  trx: QueryExecutorProvider,
  place: SealedPlace,
  { from, to, giveUp }: Pick<ResealOptions<never>, 'from' | 'to' | 'giveUp'>,
  counts: { resealed: number; already: number },
  unreadable: Unreadable[],
): Promise<void> {
  for await (const { key, sealed } of sealedIn(trx, place)) {
    const outcome = resealText(sealed, place.purpose(key), from, to)
    if (outcome === 'already') counts.already += 1
    else if ('reason' in outcome) {
      unreadable.push({ table: place.table, key, reason: outcome.reason })
      if (giveUp) await forget(trx, place, key)
    } else {
      await write(trx, place, key, outcome.sealed)
      counts.resealed += 1
    }
  }
}

/** The sealed texts of a place, page by page. */
async function* sealedIn(db: QueryExecutorProvider, place: SealedPlace): AsyncGenerator<{ readonly key: string; readonly sealed: string }> {
  const text = textOf(place)
  const key = sql<string>`${sql.ref(place.key)}::text`
  for (let after = ''; ;) {
    const { rows } = await sql<{ key: string; sealed: string }>`
      select ${key} as key, ${text} as sealed from ${sql.table(place.table)}
      where ${text} is not null and ${key} collate "C" > ${after} order by ${key} collate "C" limit ${PAGE}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (rows.length < PAGE || last === undefined) return
    after = last.key
  }
}

function resealText(
  sealed: string,
  purpose: string,
  from: Sealing,
  to: Sealing,
): 'already' | { readonly sealed: string } | { readonly reason: SealedError['reason'] } {
  try {
    to.open(purpose, sealed)
    return 'already'
  } catch (error) {
    if (!(error instanceof SealedError)) throw error
  }
  try {
    const text = from.open(purpose, sealed)
    const anew = to.seal(purpose, text)
    if (to.open(purpose, anew) !== text) throw new Error('a resealed text opens to a different one')
    return { sealed: anew }
  } catch (error) {
    if (error instanceof SealedError) return { reason: error.reason }
    throw error
  }
}

async function write(trx: QueryExecutorProvider, place: SealedPlace, key: string, sealed: string | null): Promise<void> {
  const { table, column, field } = place
  const value = field === undefined ? sql`${sealed}` : sql`jsonb_set(${sql.ref(column)}, ${[field]}::text[], to_jsonb(${sealed}::text))`
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${sql.ref(place.key)}::text = ${key}`.execute(trx)
}

async function forget(trx: QueryExecutorProvider, place: SealedPlace, key: string): Promise<void> {
  if (place.lost === 'clear') return write(trx, place, key, null)
  await sql`delete from ${sql.table(place.table)} where ${sql.ref(place.key)}::text = ${key}`.execute(trx)
}

function textOf({ column, field }: SealedPlace): RawBuilder<string> {
  return field === undefined ? sql<string>`${sql.ref(column)}` : sql<string>`${sql.ref(column)} ->> ${field}::text`
}

/** Tables with a column that contains `text`. Partitions are searched with their parent table. */
async function tablesWith(trx: QueryExecutorProvider, text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.table_name as name, c.column_name as column
    from information_schema.columns c join pg_class on pg_class.oid = quote_ident(c.table_name)::regclass
    where c.table_schema = current_schema() and relkind in ('r', 'p') and not relispartition
      and c.data_type in ('text', 'character varying', 'jsonb', 'json')
    order by name`.execute(trx)
  const found = new Set<string>()
  const pattern = buildContainsPattern(text)
  for (const { name, column } of rows) {
    const hit = await sql`select 1 from ${sql.table(name)} where ${sql.ref(column)}::text like ${pattern} limit 1`.execute(trx)
    if (hit.rows.length > 0) found.add(name)
  }
  return [...found]
}
