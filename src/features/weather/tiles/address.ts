import type { PaidCalls, TileAddress } from '@isobar/providers/port'
import { chooseSourceZoom, isSourceZoom } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { AppError, type FieldError } from '../../../errors.ts'

export const TILE_LAYERS = ['clouds', 'precipitation', 'pressure', 'wind', 'temp'] as const satisfies readonly TileAddress['layer'][]

/** Each layer under our name and the provider's. */
export const LAYER_NAMES = TILE_LAYERS.flatMap((layer) => [layer, `${layer}_new` as const])

export const MAX_ZOOM = 19

/** A tile of a layer, which is one of the provider's or, as `radar/{source}/{frame}`, a picture of the radar. */
export interface TileKey {
  readonly layer: string
  readonly z: number
  readonly x: number
  readonly y: number
}

/** Draws tiles; see `TileCapability`. */
export interface TileSource<Address extends TileKey> {
  configured(): boolean
  /** @throws ProviderFailure */
  fetch(address: Address, calls: PaidCalls): Promise<Uint8Array>
}

const POSITION = {
  z: Type.Integer({ minimum: 0, maximum: MAX_ZOOM, description: 'Zoom', examples: [3] }),
  x: Type.Integer({ minimum: 0, maximum: 2 ** MAX_ZOOM - 1, description: 'Column from the west, below 2^z', examples: [4] }),
  y: Type.String({
    pattern: '^\\d{1,6}(?:\\.png)?$',
    description: 'Row from the north, below 2^z; `.png` may follow',
    examples: ['2.png'],
  }),
}

/** The path parameters of a tile, each validated on its own. */
export const TileParams = Type.Object({
  layer: Type.Enum([...LAYER_NAMES], { description: 'Map layer', examples: ['clouds'] }),
  ...POSITION,
})

/** The path parameters of a tile of a radar's frame. */
export const FrameTileParams = Type.Object({
  frame: Type.String({ pattern: '^[\\w.-]{1,64}$', description: 'Id of a listed frame', examples: ['20260512T0115'] }),
  ...POSITION,
})

export const TileQuery = Type.Object({
  exact: Type.Optional(
    Type.Boolean({
      description:
        'Whether the tile is to be the provider’s own, for programs that enlarge tiles themselves: only at zooms 0, 1, 2, 4 and 5. Else it may be cut out of one of a lower zoom',
      examples: [false],
    }),
  ),
})

/** The zoom at which the provider is asked for a tile. @throws AppError invalid_request if an exact tile is wanted where there is none */
export function resolveSourceZoom({ z }: TileKey, { exact }: Static<typeof TileQuery>): number {
  if (exact !== true) return chooseSourceZoom(z)
  if (isSourceZoom(z)) return z
  const message = 'is possible at zooms 0, 1, 2, 4 and 5 only'
  throw new AppError('invalid_request', `exact ${message}`, { details: [{ path: 'exact', message }] })
}

/** @throws AppError invalid_request naming the parameter that lies outside the map at this zoom */
export function parseTileAddress({ layer, ...position }: Static<typeof TileParams>): TileAddress {
  return { layer: layer.replace(/_new$/, '') as TileAddress['layer'], ...parseTilePosition(position) }
}

/** @throws AppError invalid_request naming the parameter that lies outside the map at this zoom */
export function parseTilePosition({ z, x, y }: Omit<Static<typeof TileParams>, 'layer'>): Omit<TileKey, 'layer'> {
  const position = { z, x, y: Number.parseInt(y, 10) }
  const across = 2 ** z
  const outside = (['x', 'y'] as const).filter((name) => position[name] >= across)
  if (outside.length === 0) return position
  const message = `must be at most ${across - 1} at zoom ${z}`
  const details: FieldError[] = outside.map((path) => ({ path, message }))
  throw new AppError('invalid_request', `${outside.join(' and ')} ${message}`, { details })
}

/** The key of a tile in caches and leases. */
export function formatTileKey({ layer, z, x, y }: TileKey): string {
  return `${layer}/${z}/${x}/${y}`
}
