import { AppError, type FieldError } from '../../../errors.ts'
import type { TileAddress } from '../../../providers/provider.ts'

export const TILE_LAYERS = ['clouds', 'precipitation', 'pressure', 'wind', 'temp'] as const satisfies readonly TileAddress['layer'][]

/** Each layer under our name and the provider's. */
export const LAYER_NAMES = TILE_LAYERS.flatMap((layer) => [layer, `${layer}_new` as const])
export type LayerName = (typeof LAYER_NAMES)[number]

export const MAX_ZOOM = 19

/** The path parameters of a tile, each validated on its own; `y` may end in `.png`. */
export interface TileParameters {
  readonly layer: LayerName
  readonly z: number
  readonly x: number
  readonly y: string
}

/** @throws AppError invalid_request naming the parameter that lies outside the map at this zoom */
export function tileAddressOf({ layer, z, x, y }: TileParameters): TileAddress {
  const address = { layer: layer.replace(/_new$/, '') as TileAddress['layer'], z, x, y: Number.parseInt(y, 10) }
  const across = 2 ** z
  const outside = (['x', 'y'] as const).filter((name) => address[name] >= across)
  if (outside.length === 0) return address
  const message = `must be at most ${across - 1} at zoom ${z}`
  const details: FieldError[] = outside.map((path) => ({ path, message }))
  throw new AppError('invalid_request', `${outside.join(' and ')} ${message}`, { details })
}

/** The key of a tile in caches and leases. */
export function tileKey({ layer, z, x, y }: TileAddress): string {
  return `${layer}/${z}/${x}/${y}`
}
