import type { Kysely } from 'kysely'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import type { WarningFeed } from './feed.ts'
import { toAreaCodeKey, countRegions, findRegions, putRegions, type Region } from './region-store.ts'
import type { AreaAlias, RegisterArea } from './register-file.ts'
import { putShapes } from './shape-store.ts'
import { hashAsJson } from './stored-warning.ts'
import type { WarningTables } from './tables.ts'
import { relocateWarnings } from './warning-store.ts'

export interface LoadedAreas {
  readonly areas: number
  readonly aliases: number
  /** Aliases of areas that are in neither the file nor the register. */
  readonly unknownAliases: number
  /** Contents of the register after loading. */
  readonly register: readonly { readonly scheme: string; readonly areas: number }[]
}

/** Loads the outlines that come with feeds, unless the register has areas of their schemes: an operator's are kept. `now` is epoch milliseconds. */
export async function loadBundledAreas(
  db: Kysely<WarningTables & ChangeTables>,
  feeds: readonly Pick<WarningFeed, 'capability'>[],
  now: number,
): Promise<void> {
  const bundled = feeds.flatMap(({ capability }) => (capability.configured() && capability.areas !== undefined ? capability.areas : []))
  if (bundled.length === 0) return
  const known = new Set((await countRegions(db)).map(({ scheme }) => scheme))
  for (const { scheme, read } of bundled) {
    if (known.has(scheme)) continue
    const areas = (await read()).map(({ polygons, ...area }) => ({ ...area, shape: { polygons, circles: [] } }))
    await loadAreas(db, { areas, aliases: [] }, now)
  }
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
    const hashes = areas.map(({ shape }) => hashAsJson(shape))
    const shapes = await putShapes(trx, new Map(areas.map(({ shape }, index) => [hashes[index] as string, JSON.stringify(shape)])))
    const regions = areas.map(({ scheme, code, name }, index): Region => ({
      scheme,
      code,
      name,
      shape: shapes.get(hashes[index] as string) as number,
    }))
    await putRegions(trx, regions)
    const given = new Set(regions.map(toAreaCodeKey))
    const originals = aliases.map(({ of }) => of)
    const known = await findRegions(trx, originals)
    const named = new Map(
      aliases.flatMap(({ of, alias }) => {
        const shape = known.get(toAreaCodeKey(of))
        return shape === undefined || given.has(toAreaCodeKey(alias)) ? [] : [[toAreaCodeKey(alias), { ...alias, name: of.code, shape }]]
      }),
    )
    await putRegions(trx, [...named.values()])
    await relocateWarnings(trx, now)
    const unknownAliases = aliases.filter(({ of }) => !known.has(toAreaCodeKey(of))).length
    return { areas: regions.length, aliases: named.size, unknownAliases, register: await countRegions(trx) }
  })
}
