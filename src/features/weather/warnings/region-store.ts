import { AREA_CODE_SCHEMES, type AreaCode } from '@isobar/weather'
import { sql } from 'kysely'
import { buildExcludedValues, type Queries } from '../../../platform/db/queries.ts'
import type { StoredArea } from './stored-warning.ts'
import type { WarningTables } from './tables.ts'

/** An area of the register: a name for its geometry under a code. */
export interface Region extends AreaCode {
  readonly name: string
  /** The number of its shape. */
  readonly shape: number
}

const REGIONS_STEP = 1_000

/** Adds regions to the register, or replaces those of the same codes. */
export async function putRegions(trx: Queries<WarningTables>, regions: readonly Region[]): Promise<void> {
  for (let from = 0; from < regions.length; from += REGIONS_STEP) {
    await trx
      .insertInto('warning_region')
      .values(regions.slice(from, from + REGIONS_STEP))
      .onConflict((conflict) => conflict.columns(['scheme', 'code']).doUpdateSet(buildExcludedValues('name', 'shape')))
      .execute()
  }
}

/** The shapes of the codes that the register has, by `toAreaCodeKey`. */
export async function findRegions(trx: Queries<WarningTables>, codes: readonly AreaCode[]): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<AreaCode & { shape: number }>`
    select scheme, code, shape from warning_region
    where (scheme, code) in (
      select * from unnest(${codes.map(({ scheme }) => scheme)}::text[], ${codes.map(({ code }) => code)}::text[]))`.execute(trx)
  return new Map(rows.map((row) => [toAreaCodeKey(row), row.shape]))
}

/** The number of areas in the register, by scheme. */
export async function countRegions(db: Queries<WarningTables>): Promise<{ readonly scheme: string; readonly areas: number }[]> {
  return db
    .selectFrom('warning_region')
    .select((eb) => ['scheme', eb.fn.countAll<number>().as('areas')])
    .groupBy('scheme')
    .orderBy('scheme')
    .execute()
}

/** Where an area is: the numbers of its shapes, and those of its codes that the register lacks. */
interface Located {
  /** Empty: not located. */
  readonly shapes: readonly number[]
  readonly unknown: readonly AreaCode[]
}

/**
 * Locates an area by its own geometry, or else by its codes. Codes of different schemes name the same area, so only the first scheme with
 * any code in the register counts; codes of one scheme are parts of the area. `regions`: the register's shapes by `toAreaCodeKey`.
 */
export function locateArea(
  { shape, codes }: StoredArea,
  shapeOf: (hash: string) => number | undefined,
  regions: ReadonlyMap<string, number>,
): Located {
  const own = shape === null ? undefined : shapeOf(shape)
  if (own !== undefined) return { shapes: [own], unknown: [] }
  const schemes = [...new Set(codes.map(({ scheme }) => scheme))].toSorted((a, b) => rankOf(a) - rankOf(b))
  for (const scheme of schemes) {
    const parts = codes.filter((code) => code.scheme === scheme)
    const shapes = parts.flatMap((code) => regions.get(toAreaCodeKey(code)) ?? [])
    if (shapes.length > 0) return { shapes: [...new Set(shapes)], unknown: parts.filter((code) => !regions.has(toAreaCodeKey(code))) }
  }
  return { shapes: [], unknown: codes }
}

/** Known schemes first, in their order. */
function rankOf(scheme: string): number {
  const rank = AREA_CODE_SCHEMES.findIndex((each) => each === scheme)
  return rank < 0 ? AREA_CODE_SCHEMES.length : rank
}

/** A code as text, to use as a map key. */
export const toAreaCodeKey = ({ scheme, code }: AreaCode): string => `${scheme} ${code}`
