import type { Kysely } from 'kysely'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { codeText, countRegions, findRegions, putRegions, type Region } from './region-store.ts'
import type { AreaAlias, RegisterArea } from './register-file.ts'
import { putShapes } from './shape-store.ts'
import { hashOf } from './stored-warning.ts'
import type { WarningTables } from './tables.ts'
import { relocate } from './warning-store.ts'

export interface LoadedAreas {
  readonly areas: number
  readonly aliases: number
  /** Aliases of areas that are in neither the file nor the register. */
  readonly unknownAliases: number
  /** Contents of the register after loading. */
  readonly register: readonly { readonly scheme: string; readonly areas: number }[]
}

/**
 * Adds areas to the register or replaces them, and relocates all stored warnings; all or nothing. An alias never replaces an area that
 * a publisher's file gives under the same code. `now` is epoch milliseconds.
 */
export async function loadAreas(
  db: Kysely<WarningTables & ChangeTables>,
  { areas, aliases }: { readonly areas: readonly RegisterArea[]; readonly aliases: readonly AreaAlias[] },
  now: number,
): Promise<LoadedAreas> {
  return db.transaction().execute(async (trx) => {
    const hashes = areas.map(({ shape }) => hashOf(shape))
    const shapes = await putShapes(trx, new Map(areas.map(({ shape }, index) => [hashes[index] as string, JSON.stringify(shape)])))
    const regions = areas.map(({ scheme, code, name }, index): Region => ({
      scheme,
      code,
      name,
      shape: shapes.get(hashes[index] as string) as number,
    }))
    await putRegions(trx, regions)
    const given = new Set(regions.map(codeText))
    const originals = aliases.map(({ of }) => of)
    const known = await findRegions(trx, originals)
    const named = new Map(
      aliases.flatMap(({ of, alias }) => {
        const shape = known.get(codeText(of))
        return shape === undefined || given.has(codeText(alias)) ? [] : [[codeText(alias), { ...alias, name: of.code, shape }]]
      }),
    )
    await putRegions(trx, [...named.values()])
    await relocate(trx, now)
    const unknownAliases = aliases.filter(({ of }) => !known.has(codeText(of))).length
    return { areas: regions.length, aliases: named.size, unknownAliases, register: await countRegions(trx) }
  })
}
