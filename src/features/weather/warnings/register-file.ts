import { type AreaCode, type Polygon, thinPolygons } from '@isobar/weather'
import type { Shape } from './geometry/shape.ts'

export interface RegisterArea extends AreaCode {
  readonly name: string
  readonly shape: Shape
}

export interface AreaAlias {
  readonly of: AreaCode
  readonly alias: AreaCode
}

/** A file that cannot be used; the message tells the operator why. */
export class UnusableRegister extends Error {}

/** As JSON writes it: no text with it can be stored. */
const NUL = /\\u0000/

interface Feature {
  readonly properties?: Readonly<Record<string, unknown>> | null
  readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null
}

/**
 * Reads a GeoJSON collection of areas: MeteoAlarm's `geocodes.json` (`code`, `type`, `name`; EMMA_ID unless `type` says otherwise) or a
 * file of the Deutscher Wetterdienst (`WARNCELLID`, `NAME`). Features without a code or a geometry are left out.
 * @throws UnusableRegister for another file, or one with a broken feature
 */
export function readAreas(text: string): RegisterArea[] {
  const { features } = parse(text)
  if (!Array.isArray(features)) throw new UnusableRegister('it is no GeoJSON feature collection')
  const areas = features.flatMap((feature: unknown, index) => {
    if (!isFeature(feature)) throw new UnusableRegister(`feature ${index + 1} is no object`)
    const { properties, geometry } = feature
    if (NUL.test(JSON.stringify(properties ?? null))) throw new UnusableRegister(`feature ${index + 1} contains a NUL character`)
    const polygons = polygonsOf(geometry)
    const code = codeOf(properties ?? {})
    return code === null || polygons.length === 0 ? [] : [{ ...code, name: nameOf(properties ?? {}), shape: { polygons, circles: [] } }]
  })
  if (areas.length === 0) throw new UnusableRegister('no feature has both a code and an area')
  return joined(areas)
}

/**
 * Reads MeteoAlarm's `geocodes-aliases.csv`: EMMA_ID, another code, its scheme.
 * @throws UnusableRegister for another file
 */
export function readAliases(text: string): AreaAlias[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (head.trim() !== 'CODE,ALIAS_CODE,ALIAS_TYPE') throw new UnusableRegister('it does not begin with CODE,ALIAS_CODE,ALIAS_TYPE')
  return lines.flatMap((line, index) => {
    if (line.includes('\0')) throw new UnusableRegister(`line ${index + 2} contains a NUL character`)
    const [code = '', alias = '', scheme = ''] = line.split(',').map((field) => field.trim())
    if (code === '' || alias === '' || scheme === '') return []
    // One file uses both spellings.
    return { of: { scheme: 'EMMA_ID', code }, alias: { scheme: scheme === 'WARNCELL' ? 'WARNCELLID' : scheme, code: alias } }
  })
}

function parse(text: string): { readonly features?: unknown } {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null ? value : {}
  } catch (cause) {
    throw new UnusableRegister('it is no JSON', { cause })
  }
}

function isFeature(value: unknown): value is Feature {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function codeOf({ code, type, WARNCELLID }: Readonly<Record<string, unknown>>): AreaCode | null {
  if (typeof code === 'string' && code !== '') return { scheme: typeof type === 'string' ? type : 'EMMA_ID', code }
  return typeof WARNCELLID === 'number' || typeof WARNCELLID === 'string' ? { scheme: 'WARNCELLID', code: String(WARNCELLID) } : null
}

function nameOf({ name, NAME }: Readonly<Record<string, unknown>>): string {
  return [name, NAME].find((each) => typeof each === 'string') ?? ''
}

function polygonsOf(geometry: Feature['geometry']): readonly Polygon[] {
  const { type, coordinates } = geometry ?? {}
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' && Array.isArray(coordinates) ? coordinates : []
  return thinPolygons(polygons.filter(isPolygon))
}

function isPolygon(value: unknown): value is Polygon {
  return (
    Array.isArray(value) && value.length > 0 && value.every((ring) => Array.isArray(ring) && ring.length >= 4 && ring.every(isPosition))
  )
}

function isPosition(value: unknown): boolean {
  return Array.isArray(value) && value.length >= 2 && Number.isFinite(value[0]) && Number.isFinite(value[1])
}

/** Merges areas that the file gives in several features. */
function joined(areas: readonly RegisterArea[]): RegisterArea[] {
  const byCode = Map.groupBy(areas, ({ scheme, code }) => JSON.stringify([scheme, code]))
  return [...byCode.values()].map((same) => {
    const [first] = same as [RegisterArea]
    return { ...first, shape: { polygons: thinPolygons(same.flatMap(({ shape }) => shape.polygons)), circles: [] } }
  })
}
