import { readFile } from 'node:fs/promises'
import { feature } from 'topojson-client'

type Ring = readonly (readonly [lon: number, lat: number])[]

/** A country's land as outlines; other neighbours have `null` instead of a code. */
export interface Outline {
  readonly country: string | null
  readonly rings: readonly Ring[]
}

/** ISO 3166 numbers, as Natural Earth uses them, of the countries with undisputed borders where one agency issues warnings everywhere. */
const NUMBERS: Readonly<Record<string, number>> = {
  AT: 40,
  BA: 70,
  BE: 56,
  BG: 100,
  CA: 124,
  CH: 756,
  CZ: 203,
  DE: 276,
  DK: 208,
  EE: 233,
  ES: 724,
  FI: 246,
  FR: 250,
  GB: 826,
  GR: 300,
  HR: 191,
  HU: 348,
  IE: 372,
  IS: 352,
  IT: 380,
  LT: 440,
  LU: 442,
  LV: 428,
  ME: 499,
  MK: 807,
  NL: 528,
  NO: 578,
  PL: 616,
  PT: 620,
  RO: 642,
  RS: 688,
  SE: 752,
  SI: 705,
  SK: 703,
}

type Atlas = Parameters<typeof feature>[0]

/** The countries of Natural Earth 1:10m (public domain), as `world-atlas` packs them. */
export async function readOutlines(): Promise<Outline[]> {
  const atlas = JSON.parse(await readFile(new URL(import.meta.resolve('world-atlas/countries-10m.json')), 'utf8')) as Atlas
  const found = feature(atlas, atlas.objects['countries'] as Parameters<typeof feature>[1])
  const features = 'features' in found ? found.features : [found]
  const codes = new Map(Object.entries(NUMBERS).map(([code, number]) => [number, code]))
  return features.map(({ id, geometry }) => ({
    country: codes.get(Number(id)) ?? null,
    rings: (geometry.type === 'MultiPolygon'
      ? geometry.coordinates.flat()
      : geometry.type === 'Polygon'
        ? geometry.coordinates
        : []) as unknown as Ring[],
  }))
}
