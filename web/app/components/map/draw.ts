import type { Layer } from './layers.ts'
import { copiesOf, type Spot, type Tile, TILE_SIZE, tilesOf, type View, worldSize } from './projection.ts'

interface Drawn {
  readonly view: View
  readonly base: BaseMap
  readonly tiles: TileImages
  readonly layer: Layer
  readonly place: Spot
  /** Device pixels per CSS pixel. */
  readonly density: number
}

const OVERLAY_OPACITY = 0.75
const MARK_RADIUS = 6

/**
 * Draws the map in colours from the canvas's own style: the background is the sea, and properties without a visible effect on a canvas hold
 * the other colours.
 */
export function draw(canvas: HTMLCanvasElement, { view, base, tiles, layer, place, density }: Drawn): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  const { color: land, borderTopColor: border, outlineColor: mark, columnRuleColor: ground } = getComputedStyle(canvas)
  const world = worldSize(view.zoom)
  const scale = world / base.size
  context.setTransform(density, 0, 0, density, 0, 0)
  context.clearRect(0, 0, view.width, view.height)
  for (const copy of copiesOf(view)) {
    context.setTransform(density * scale, 0, 0, density * scale, density * (copy * world - view.left), -density * view.top)
    context.fillStyle = land
    context.fill(base.land)
    context.strokeStyle = border
    context.lineWidth = 1 / scale
    context.stroke(base.borders)
  }
  context.setTransform(density, 0, 0, density, 0, 0)
  context.globalAlpha = OVERLAY_OPACITY
  for (const tile of tilesOf(view)) {
    const image = tiles.find(layer, tile)
    if (image !== undefined) context.drawImage(image, tile.left, tile.top, TILE_SIZE, TILE_SIZE)
  }
  context.globalAlpha = 1
  for (const copy of copiesOf(view)) {
    context.beginPath()
    context.arc((place.x + copy) * world - view.left, place.y * world - view.top, MARK_RADIUS, 0, 2 * Math.PI)
    context.fillStyle = mark
    context.fill()
    context.lineWidth = 3
    context.strokeStyle = ground
    context.stroke()
  }
}

/** Land and borders, generated from Natural Earth by `tools/base-map`. */
export interface BaseMap {
  /** Width of the world in the paths' units. */
  readonly size: number
  readonly land: Path2D
  readonly borders: Path2D
}

const loading = new Map<string, Promise<BaseMap>>()

/** Loaded once per page for all maps; the fine one is for close views. */
export function loadBaseMap(detail: 'coarse' | 'fine'): Promise<BaseMap> {
  const path = detail === 'fine' ? '/base-map-fine.json' : '/base-map.json'
  const known = loading.get(path)
  if (known !== undefined) return known
  const map = load(path)
  loading.set(path, map)
  map.catch(() => loading.delete(path))
  return map
}

async function load(path: string): Promise<BaseMap> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`The base map answered ${response.status}`)
  const { size, land, borders } = (await response.json()) as { size: number; land: string; borders: string }
  return { size, land: new Path2D(land), borders: new Path2D(borders) }
}

/** Enough for a few screens. */
const MAX_CACHED = 64

type TileImages = ReturnType<typeof createTileImages>

/** Tiles of the service's own API. `onLoaded` is called for each that arrives, `onFailed` for each that fails. */
export function createTileImages(onLoaded: () => void, onFailed: () => void) {
  const images = new Map<string, HTMLImageElement>()
  return {
    /** The image of a tile, once loaded; starts loading on first use. */
    find(layer: Layer, { z, x, y }: Tile): HTMLImageElement | undefined {
      const path = `/api/weather/map-tile/${layer}/${z}/${x}/${y}`
      let image = images.get(path)
      if (image === undefined) {
        for (const oldest of [...images.keys()].slice(0, Math.max(0, images.size - MAX_CACHED))) images.delete(oldest)
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
