import { type Coords, GridLayer } from 'leaflet'

/** A file of the base map, generated from Natural Earth and GeoNames by `tools/base-map`. */
interface MapFile {
  /** Width of the world in the paths' units. */
  readonly size: number
  readonly land: string
  readonly borders: string
  readonly towns: readonly (readonly [name: string, lon: number, lat: number, thousands: number])[]
}

interface WorldFile extends MapFile {
  readonly countries: readonly (readonly [code: string, lon: number, lat: number, widthDegrees: number])[]
  readonly parts: readonly string[]
}

export interface Town {
  readonly name: string
  readonly lat: number
  readonly lon: number
  readonly thousands: number
}

/** Land, borders and towns of the world, or of a part of it in detail. */
export interface Part {
  readonly size: number
  readonly land: Path2D
  readonly borders: Path2D
  /** Largest first. */
  readonly towns: readonly Town[]
}

export interface World extends Part {
  /** Largest first. */
  readonly countries: readonly { readonly code: string; readonly lat: number; readonly lon: number; readonly widthDegrees: number }[]
  /** The part that has the tile in detail; the world itself for distant views, at sea, and if the part cannot be loaded. */
  partOf(tile: { readonly z: number; readonly x: number; readonly y: number }): Promise<Part>
}

/** The parts are the tiles of this zoom (contract of `tools/base-map`). */
const PART_ZOOM = 3
/** From this zoom on, the map of the world would look angular. */
const DETAIL_ZOOM = 5

let loading: Promise<World> | undefined

/** The base map, loaded once for all maps of a page. @throws when it cannot be loaded; the next call tries again */
export function loadWorld(): Promise<World> {
  loading ??= openWorld().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function openWorld(): Promise<World> {
  const file = await load<WorldFile>('world')
  const own = partFrom(file)
  const parts = new Map<string, Promise<Part>>()
  return {
    ...own,
    countries: file.countries.map(([code, lon, lat, widthDegrees]) => ({ code, lat: lat / 100, lon: lon / 100, widthDegrees })),
    async partOf({ z, x, y }) {
      const steps = z - PART_ZOOM
      const name = `${x >> steps}-${y >> steps}`
      if (z < DETAIL_ZOOM || !file.parts.includes(name)) return own
      const part = parts.get(name) ?? load<MapFile>(name).then(partFrom)
      parts.set(name, part)
      return part.catch(() => {
        parts.delete(name)
        return own
      })
    },
  }
}

async function load<File>(name: string): Promise<File> {
  const response = await fetch(`/map/${name}.json`)
  if (!response.ok) throw new Error(`The base map answered ${response.status}`)
  return (await response.json()) as File
}

function partFrom({ size, land, borders, towns }: MapFile): Part {
  return {
    size,
    land: new Path2D(land),
    borders: new Path2D(borders),
    towns: towns.map(([name, lon, lat, thousands]) => ({ name, lat: lat / 100, lon: lon / 100, thousands })),
  }
}

const MAX_DENSITY = 2

/** Draws the base map tile by tile, in colours from the layer's own style: `color` is the land, the border's colour that of borders. */
export class BaseLayer extends GridLayer {
  readonly #world: World

  constructor(world: World, className: string) {
    super({ className })
    this.#world = world
  }

  override createTile(tile: Coords, done: (error?: Error, canvas?: HTMLElement) => void): HTMLElement {
    const canvas = document.createElement('canvas')
    const paint = async (): Promise<void> => {
      this.#paint(canvas, tile, await this.#world.partOf(tile))
      done(undefined, canvas)
    }
    void paint()
    return canvas
  }

  #paint(canvas: HTMLCanvasElement, tile: Coords, part: Part): void {
    const { x: side } = this.getTileSize()
    const density = Math.min(devicePixelRatio, MAX_DENSITY)
    canvas.width = canvas.height = side * density
    const container = this.getContainer()
    const context = canvas.getContext('2d')
    // The map was closed in the meantime.
    if (container === null || context === null) return
    const { color, borderTopColor } = getComputedStyle(container)
    const scale = (side * 2 ** tile.z) / part.size
    context.fillStyle = color
    context.strokeStyle = borderTopColor
    context.lineWidth = 1 / scale
    for (const turn of turnsOf(tile)) {
      const left = turn * part.size * scale - side * tile.x
      context.setTransform(density * scale, 0, 0, density * scale, density * left, -density * side * tile.y)
      context.fill(part.land)
      context.stroke(part.borders)
    }
  }
}

/** By how many worlds the paths are moved: land beyond the antimeridian is drawn on both sides of it. */
function turnsOf({ z, x }: Coords): number[] {
  return [0, ...(x === 0 ? [-1] : []), ...(x === 2 ** z - 1 ? [1] : [])]
}
