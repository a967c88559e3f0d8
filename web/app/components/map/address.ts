/** The overlays for which the API has tiles. */
export const TILE_LAYERS = ['precipitation', 'clouds', 'temp', 'wind', 'pressure'] as const
export type TileLayerName = (typeof TILE_LAYERS)[number]

/** What a map shows: the frames of a radar, an overlay, or land and borders alone. */
export const LAYERS = ['radar', ...TILE_LAYERS, 'none'] as const
export type Layer = (typeof LAYERS)[number]

/** What a map shows, as its address says it. */
export interface MapView {
  readonly zoom: number
  readonly lat: number
  readonly lon: number
  readonly layer: Layer
}

export const MIN_ZOOM = 2
export const MAX_ZOOM = 9
/** The limit of Web Mercator. */
const MAX_LATITUDE = 85

/** The fragment of a view's address, `#5/52.52/13.41/clouds`: two decimals are a kilometre. */
export function writeViewFragment({ zoom, lat, lon, layer }: MapView): string {
  return `#${zoom}/${shortened(lat)}/${shortened(wrapLongitude(lon))}/${layer}`
}

/** The longitude within −180…180, however often a map went around the world. */
export function wrapLongitude(lon: number): number {
  return ((((lon + 180) % 360) + 360) % 360) - 180
}

const shortened = (degrees: number): string => String(Number(degrees.toFixed(2)) + 0)

/**
 * The view that a fragment names, its zoom and latitude within bounds; null if it names none. A layer that is missing or not among `layers` is
 * the first of them.
 */
export function parseViewFragment(fragment: string, layers: readonly [Layer, ...Layer[]] = LAYERS): MapView | null {
  const found = /^#(\d{1,2})\/(-?\d{1,2}(?:\.\d{1,8})?)\/(-?\d{1,3}(?:\.\d{1,8})?)(?:\/(\w+))?$/.exec(fragment)
  if (found === null) return null
  const [, zoom, lat, lon, layer] = found
  const view = { zoom: within(Number(zoom), MIN_ZOOM, MAX_ZOOM), lat: within(Number(lat), -MAX_LATITUDE, MAX_LATITUDE), lon: Number(lon) }
  return Math.abs(view.lon) > 180 ? null : { ...view, layer: layers.find((each) => each === layer) ?? layers[0] }
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
