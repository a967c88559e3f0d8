import type { Point } from '@isobar/weather'
import type { Town } from './base-map.ts'

/** A text on the map, at a point in pixels of the view. */
export interface Label {
  readonly text: string
  readonly x: number
  readonly y: number
  /** Characters are wider in titles than in small print. */
  readonly isCountry: boolean
  /** What stands around the text, in pixels; omitted: nothing. */
  readonly frame?: number
}

/** Widths in pixels of a character, and a line's height. */
const TOWN_CHARACTER = 7.2
const COUNTRY_CHARACTER = 9
/** Japanese and Chinese characters are as wide as high. */
const WIDE_CHARACTER = 14
const LINE = 18
/** Room around a label. */
const GAP = 6

/** The labels that fit without covering each other, in their order of importance; at most `most`, within the view. */
export function selectVisibleLabels<L extends Label>(
  labels: readonly L[],
  { width, height }: { readonly width: number; readonly height: number },
  most: number,
): L[] {
  const placed: { readonly left: number; readonly right: number; readonly y: number }[] = []
  const shown: L[] = []
  for (const label of labels) {
    if (shown.length === most) break
    const half = widthOf(label) / 2 + GAP
    const [left, right] = [label.x - half, label.x + half]
    const isInView = right > 0 && left < width && label.y > -LINE && label.y < height + LINE
    if (!isInView || placed.some((other) => left < other.right && right > other.left && Math.abs(label.y - other.y) < LINE)) continue
    placed.push({ left, right, y: label.y })
    shown.push(label)
  }
  return shown
}

function widthOf({ text, isCountry, frame = 0 }: Label): number {
  let width = frame
  for (const character of text) width += character > '\u2e80' ? WIDE_CHARACTER : isCountry ? COUNTRY_CHARACTER : TOWN_CHARACTER
  return width
}

/** People that a town must have to be on a map of this zoom, in thousands. */
export function getMinThousands(zoom: number): number {
  return MIN_THOUSANDS[Math.min(MIN_THOUSANDS.length - 1, zoom)] ?? 0
}

const MIN_THOUSANDS = [5_000, 5_000, 5_000, 2_500, 800, 350, 120, 50, 25, 15]

/** Whether a country's name stands on a map of this zoom: it fits in the country, and the country is not all there is to see. */
export function isCountryNamed(widthDegrees: number, zoom: number): boolean {
  const pixels = (widthDegrees * 256 * 2 ** zoom) / 360
  return pixels > 45 && pixels < 3_000
}

/** Two places this near, in degrees, are one town. */
const SAME_TOWN = 0.15

export function isSameTown(a: Point, b: Point): boolean {
  return Math.abs(a.lat - b.lat) < SAME_TOWN && Math.abs(a.lon - b.lon) < SAME_TOWN
}

/** Without those that are the same town as an earlier one. */
export function selectDistinctTowns<P extends Point>(points: readonly P[]): P[] {
  return points.filter((point, index) => !points.slice(0, index).some((before) => isSameTown(before, point)))
}

/** The towns of parts of the base map, which overlap, that have so many people (in thousands), the largest first. */
export function listLargeTowns(parts: readonly { readonly towns: readonly Town[] }[], least: number): Town[] {
  const towns = new Map(parts.flatMap((part) => part.towns).map((town) => [`${town.lat},${town.lon}`, town]))
  return [...towns.values()].filter(({ thousands }) => thousands >= least).toSorted((a, b) => b.thousands - a.thousands)
}

interface Pixels {
  readonly x: number
  readonly y: number
}

const TILE = 256

/** The tiles of a view, given in pixels of the world at that zoom. Beyond the antimeridian the world begins anew; beyond the poles there is none. */
export function listViewTiles({ min, max }: { readonly min?: Pixels | undefined; readonly max?: Pixels | undefined }, zoom: number) {
  const across = 2 ** zoom
  const tiles: { z: number; x: number; y: number }[] = []
  if (min === undefined || max === undefined) return tiles
  for (let x = Math.floor(min.x / TILE); x * TILE < max.x; x++) {
    for (let y = Math.max(0, Math.floor(min.y / TILE)); y < across && y * TILE < max.y; y++) {
      tiles.push({ z: zoom, x: ((x % across) + across) % across, y })
    }
  }
  return tiles
}
