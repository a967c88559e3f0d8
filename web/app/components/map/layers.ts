/** The overlays for which the API has tiles. */
export const TILE_LAYERS = ['precipitation', 'clouds', 'temp', 'wind', 'pressure'] as const
export type TileLayerName = (typeof TILE_LAYERS)[number]

/** What a map shows: an overlay, or land and borders alone. */
export const LAYERS = [...TILE_LAYERS, 'none'] as const
export type Layer = (typeof LAYERS)[number]
