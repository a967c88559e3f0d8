import { foldName } from '../geocode/fold.ts'

/** Places sorted by key, as a few flat arrays: 135,000 towns take 7 MB instead of 60 MB as objects. */
export interface TownTable {
  /** The UTF-8 keys concatenated, and the offset of each; the last offset is the end. */
  readonly keys: Uint8Array
  readonly keyStarts: Uint32Array
  readonly names: Uint8Array
  readonly nameStarts: Uint32Array
  readonly ids: Uint32Array
  /** Hundred-thousandths of a degree. */
  readonly lat: Int32Array
  readonly lon: Int32Array
  readonly population: Uint32Array
  /** Index into `countries`. */
  readonly country: Uint16Array
  /** Indices into `areas`: the area that is part of its label, and that of the first level in which it lies; 0 if there is none. */
  readonly area: Uint16Array
  readonly region: Uint16Array
  /** Metres; `NO_ELEVATION` if unknown. */
  readonly elevation: Int16Array
  /** Index into `featureCodes`. */
  readonly feature: Uint8Array
  readonly countries: readonly string[]
  readonly areas: readonly string[]
  readonly featureCodes: readonly string[]
  /** The keys of large towns' names in other languages, sorted, and the town index of each. */
  readonly otherKeys: Uint8Array
  readonly otherKeyStarts: Uint32Array
  readonly otherTowns: Uint32Array
}

export interface Town {
  /** GeoNames' id. */
  readonly id: number
  readonly name: string
  readonly country: string
  /** The area that people name to tell it from others of its name. */
  readonly state: string | null
  /** The area of the first level in which it lies, as GeoNames names it. */
  readonly region: string | null
  readonly lat: number
  readonly lon: number
  readonly population: number
  /** Metres above the sea. */
  readonly elevation: number | null
  /** GeoNames' code of what it is: `PPLC`, `ISL`. */
  readonly featureCode: string
}

/** Parts of a degree in which points are kept. */
export const SCALE = 100_000
/** What stands for an unknown elevation. */
export const NO_ELEVATION = -32_768

/** The search key of a name: folded, without the hyphens, full stops and apostrophes that people omit. */
export function toTownKey(text: string): string {
  return foldName(foldName(text).replace(/[\p{P}\p{S}]+/gu, ' '))
}

/** GeoNames' code of a town that is no seat of anything. */
export const TOWN = 'PPL'

/** The town at an index of the table; coordinates in degrees. */
export function getTown(table: TownTable, index: number): Town {
  const [state = '', region = ''] = [table.area, table.region].map((areas) => table.areas[areas[index] ?? 0])
  const elevation = table.elevation[index] ?? NO_ELEVATION
  return {
    id: table.ids[index] ?? 0,
    name: Buffer.from(sliceTextBytes(table.names, table.nameStarts, index)).toString(),
    country: table.countries[table.country[index] ?? 0] ?? '',
    state: state === '' ? null : state,
    region: region === '' ? null : region,
    lat: (table.lat[index] ?? 0) / SCALE,
    lon: (table.lon[index] ?? 0) / SCALE,
    population: table.population[index] ?? 0,
    elevation: elevation === NO_ELEVATION ? null : elevation,
    featureCode: table.featureCodes[table.feature[index] ?? 0] ?? TOWN,
  }
}

/**
 * Town indices, by how the names match a key, which must come from `toTownKey`: exactly, exactly in another language or script (`elsewhere`), or
 * by their beginning (`longer`).
 */
export function matchTowns(table: TownTable, key: string) {
  const wanted = Buffer.from(key)
  const exact: number[] = []
  const longer: number[] = []
  for (let index = firstNotBefore(table.keys, table.keyStarts, wanted); index < table.population.length; index += 1) {
    const candidate = sliceTextBytes(table.keys, table.keyStarts, index)
    if (!beginsWith(candidate, wanted)) break
    const list = candidate.length === wanted.length ? exact : longer
    list.push(index)
  }
  const elsewhere: number[] = []
  for (let at = firstNotBefore(table.otherKeys, table.otherKeyStarts, wanted); at < table.otherTowns.length; at += 1) {
    if (Buffer.compare(sliceTextBytes(table.otherKeys, table.otherKeyStarts, at), wanted) !== 0) break
    elsewhere.push(table.otherTowns[at] ?? 0)
  }
  return { exact, elsewhere, longer }
}

function beginsWith(key: Uint8Array, wanted: Uint8Array): boolean {
  return key.length >= wanted.length && Buffer.compare(key.subarray(0, wanted.length), wanted) === 0
}

/**
 * The indices of the towns in a box around a point. Scans all towns, which takes a fraction of a millisecond. Boxes end at the
 * antimeridian.
 */
export function listTownsInBox(
  { lat: lats, lon: lons }: TownTable,
  middle: { readonly lat: number; readonly lon: number },
  extent: { readonly lat: number; readonly lon: number },
): number[] {
  const [lat, lon, up, side] = [middle.lat, middle.lon, extent.lat, extent.lon].map((degrees) => Math.round(degrees * SCALE)) as [
    number,
    number,
    number,
    number,
  ]
  const found: number[] = []
  for (let index = 0; index < lats.length; index += 1) {
    if (Math.abs((lats[index] ?? 0) - lat) <= up && Math.abs((lons[index] ?? 0) - lon) <= side) found.push(index)
  }
  return found
}

/** The indices of the towns with at least `minPopulation` inhabitants, largest first. */
export function listTownsOfSize({ population }: TownTable, minPopulation: number): Uint32Array {
  const found: number[] = []
  for (const [index, inhabitants] of population.entries()) if (inhabitants >= minPopulation) found.push(index)
  return Uint32Array.from(found.sort((a, b) => (population[b] ?? 0) - (population[a] ?? 0) || a - b))
}

/** Binary search: the index of the first key that is not less than `wanted`. */
function firstNotBefore(keys: Uint8Array, starts: Uint32Array, wanted: Buffer): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (Buffer.compare(sliceTextBytes(keys, starts, middle), wanted) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The bytes of one of the concatenated texts. */
export function sliceTextBytes(bytes: Uint8Array, starts: Uint32Array, index: number): Uint8Array {
  return bytes.subarray(starts[index], starts[index + 1])
}
