import type { BaseMap } from './base-map.ts'
import type { Layer } from './layers.ts'
import { copiesOf, type Spot, TILE_SIZE, tilesOf, type View, worldSize } from './projection.ts'
import type { TileImages } from './tile-images.ts'

export interface Drawn {
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
