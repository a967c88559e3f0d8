import { type Kysely, type Selectable, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import { buildExcludedValues } from '../../../platform/db/queries.ts'
import type { DayErrors, Proof } from './proof.ts'
import type { BlendTables } from './tables.ts'

/** What was learned of a place, as it is stored; its sums have not been checked. Its own proof is that of temperatures. */
export interface BlendPlace extends Proof {
  readonly cell: number
  readonly simulated: boolean
  readonly sources: readonly string[]
  readonly sums: Buffer
  readonly days: number
  /** `2026-11-21`. */
  readonly lastDay: string
  readonly truth: { readonly source: string; readonly station: string | null }
  /** The first source, which the errors compare the blend with. */
  readonly first: string
  /** That of chances of rain. */
  readonly chance: Proof
}

export type BlendPlaceStore = ReturnType<typeof createBlendPlaceStore>

const ERROR_WIDTH = 4
const REPLACED = [
  'simulated',
  'sources',
  'sums',
  'days',
  'last_day',
  'truth_source',
  'truth_station',
  'first_source',
  'errors',
  'is_proved',
  'since',
  'chance_errors',
  'chance_is_proved',
  'chance_since',
] as const

/** Stores what was learned of places. Database errors are thrown. */
export function createBlendPlaceStore(db: Kysely<BlendTables>) {
  return {
    /** Those of these places that are known, in any order. */
    async list(cells: readonly number[]): Promise<BlendPlace[]> {
      const rows = await db
        .selectFrom('blend_place')
        .selectAll()
        .where('cell', '=', sql<number>`any(${cells as number[]}::int4[])`)
        .execute()
      return rows.map(readPlace)
    },

    /** Replaces what was known of places, in the transaction that marks their day as done. Each is there once. */
    async write(trx: Kysely<BlendTables>, places: readonly BlendPlace[]): Promise<void> {
      if (places.length === 0) return
      await trx
        .insertInto('blend_place')
        .values(places.map(toRow))
        .onConflict((on) => on.column('cell').doUpdateSet(buildExcludedValues(...REPLACED)))
        .execute()
    },

    /** Deletes places that nothing was learned of since a day, step by step. */
    deleteBefore: (day: string): Promise<number> => deleteInSteps(db, 'blend_place', sql`last_day < ${day}::date`),

    /** How many places are known, and at how many of them the blend's temperatures and its chances of rain are proved. */
    async count(): Promise<{ readonly places: number; readonly proved: number; readonly chanceProved: number }> {
      return db
        .selectFrom('blend_place')
        .select([
          sql<number>`count(*)::int4`.as('places'),
          sql<number>`(count(*) filter (where is_proved))::int4`.as('proved'),
          sql<number>`(count(*) filter (where chance_is_proved))::int4`.as('chanceProved'),
        ])
        .executeTakeFirstOrThrow()
    },
  }
}

function readPlace({
  last_day: lastDay,
  truth_source: source,
  truth_station: station,
  first_source: first,
  is_proved: isProved,
  since,
  errors,
  chance_errors: chanceErrors,
  chance_is_proved: isChanceProved,
  chance_since: chanceSince,
  ...rest
}: Selectable<BlendTables['blend_place']>): BlendPlace {
  return {
    ...rest,
    lastDay,
    truth: { source, station },
    first,
    errors: readErrors(errors),
    isProved,
    since: since?.getTime() ?? null,
    chance: { errors: readErrors(chanceErrors), isProved: isChanceProved, since: chanceSince?.getTime() ?? null },
  }
}

function toRow({ lastDay, truth, first, errors, isProved, since, chance, sources, ...rest }: BlendPlace) {
  return {
    ...rest,
    sources: [...sources],
    last_day: lastDay,
    truth_source: truth.source,
    truth_station: truth.station,
    first_source: first,
    errors: listErrorNumbers(errors),
    is_proved: isProved,
    since: since === null ? null : new Date(since),
    chance_errors: listErrorNumbers(chance.errors),
    chance_is_proved: chance.isProved,
    chance_since: chance.since === null ? null : new Date(chance.since),
  }
}

function listErrorNumbers(errors: readonly DayErrors[]): number[] {
  return errors.flatMap(({ day, n, blend, first }) => [day, n, blend, first])
}

function readErrors(numbers: readonly number[]): DayErrors[] {
  return Array.from({ length: Math.floor(numbers.length / ERROR_WIDTH) }, (_, index) => {
    const [day = 0, n = 0, blend = 0, first = 0] = numbers.slice(index * ERROR_WIDTH, (index + 1) * ERROR_WIDTH)
    return { day, n, blend, first }
  }).filter(({ day, n, blend, first }) => [day, n, blend, first].every((each) => Number.isFinite(each) && each >= 0))
}
