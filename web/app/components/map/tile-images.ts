import type { Layer } from './layers.ts'
import type { Tile } from './projection.ts'

/** Enough for a few screens. */
const MAX_KEPT = 64

export type TileImages = ReturnType<typeof createTileImages>

/** Tiles of the service's own API. `onLoaded` is called for each that arrives, `onFailed` for each that fails. */
export function createTileImages(onLoaded: () => void, onFailed: () => void) {
  const images = new Map<string, HTMLImageElement>()
  return {
    /** The image of a tile, once loaded; starts loading on first use. */
    find(layer: Layer, { z, x, y }: Tile): HTMLImageElement | undefined {
      const path = `/api/weather/map-tile/${layer}/${z}/${x}/${y}`
      let image = images.get(path)
      if (image === undefined) {
        for (const oldest of [...images.keys()].slice(0, Math.max(0, images.size - MAX_KEPT))) images.delete(oldest)
        image = new Image()
        image.decoding = 'async'
        image.addEventListener('load', onLoaded)
        image.addEventListener('error', onFailed)
        image.src = path
        images.set(path, image)
      }
      return image.complete && image.naturalWidth > 0 ? image : undefined
    },
  }
}
