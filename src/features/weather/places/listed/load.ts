import { open } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { ChangeTables } from '../../../../platform/db/tables.ts'
import type { PlacesTables } from '../tables.ts'
import { type ListedPlace, findLineReader } from './read-lists.ts'
import { createListedPlaceStore } from './store.ts'

/** A file that is none of the lists, or is too large. */
export class UnusableList extends Error {}

const MAX_PLACES = 5_000_000
/** GeoNames' places have up to 10,000 characters of names. */
const MAX_LINE = 100_000

/**
 * Loads a file of postcodes (GeoNames), airports (OurAirports, GeoNames) or summits (GeoNames), which replaces what was listed of the countries in it;
 * all or nothing.
 * @throws UnusableList if it is none of these; the error of Node.js if it cannot be read
 */
export async function loadPlaces(db: Kysely<PlacesTables & ChangeTables>, file: string) {
  // Opened first: a stream of a file that is not there would fail before anything reads it.
  const handle = await open(file)
  try {
    return await load(db, handle.createReadStream({ encoding: 'utf8', autoClose: false }))
  } finally {
    await handle.close()
  }
}

async function load(db: Kysely<PlacesTables & ChangeTables>, chunks: AsyncIterable<string>) {
  const written = await createListedPlaceStore(db).replace(placesIn(linesOf(chunks)))
  if (written.size === 0) throw new UnusableList('it lists no postcodes, airports or summits')
  const byList = Map.groupBy(written.values(), ({ list }) => list)
  return [...byList].map(([list, parts]) => ({
    list,
    places: parts.reduce((sum, { places }) => sum + places, 0),
    countries: parts.length,
  }))
}

async function* placesIn(lines: AsyncIterable<string>): AsyncGenerator<ListedPlace> {
  let read: ((line: string) => ListedPlace | null) | null | undefined
  let count = 0
  for await (const text of lines) {
    // Editors and spreadsheets begin a file with a byte order mark.
    const line = read === undefined ? text.replace(/^\ufeff/, '') : text
    read ??= findLineReader(line)
    if (read === null) throw new UnusableList("it is neither GeoNames' postal codes or places nor OurAirports' airports.csv")
    const place = read(line)
    if (place === null) continue
    count += 1
    if (count > MAX_PLACES) throw new UnusableList(`it has more than ${MAX_PLACES} places`)
    yield place
  }
}

/** Not by `readline`, which keeps a line of any length. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r?\n/)
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE || lines.some((line) => line.length > MAX_LINE)) throw new UnusableList('it has a line that is too long')
    yield* lines
  }
  if (rest !== '') yield rest
}
