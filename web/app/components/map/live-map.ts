import { type BaseMap, createTileImages, draw, loadBaseMap } from './draw.ts'
import type { Layer } from './layers.ts'
import { MAX_ZOOM, MIN_ZOOM, type Spot, spotOf, type View, viewOf, worldSize } from './projection.ts'

export interface LiveMap {
  show(layer: Layer): void
  zoomBy(steps: number): void
  close(): void
}

export interface LiveMapOptions {
  readonly place: { readonly lat: number; readonly lon: number }
  readonly layer: Layer
  /** Horizontal position of the place, as a share of the map's width. */
  readonly anchor: () => number
  readonly onFailed: () => void
}

const START_ZOOM = 4
/** From this zoom on, the coarse map would look angular. */
const FINE_ZOOM = 5
const MAX_DENSITY = 2
/** A pointer movement below this is a click. */
const CLICK_PX = 5
const KEY_STEP_PX = 80
const KEYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Turns a canvas into a map for dragging, keys, clicks and zooming. */
export async function openMap(canvas: HTMLCanvasElement, { place, anchor, onFailed, ...given }: LiveMapOptions): Promise<LiveMap> {
  const coarse = await loadBaseMap('coarse')
  let fine: BaseMap | undefined
  const mark = spotOf(place.lat, place.lon)
  let { layer } = given
  let [middle, zoom]: [Spot, number] = [mark, START_ZOOM]
  let frame = 0
  const left = new AbortController()
  const { signal } = left
  const tiles = createTileImages(redraw, onFailed)

  /** The fine map once it has loaded; until then, or if loading fails, the coarse one. */
  function baseFor(zoom: number): BaseMap {
    if (zoom < FINE_ZOOM) return coarse
    if (fine === undefined)
      loadBaseMap('fine').then(
        (loaded) => {
          fine = loaded
          redraw()
        },
        () => undefined,
      )
    return fine ?? coarse
  }

  function view(): View {
    return viewOf(middle, zoom, { width: canvas.clientWidth, height: canvas.clientHeight }, anchor())
  }

  function redraw(): void {
    if (frame !== 0 || signal.aborted) return
    frame = requestAnimationFrame(() => {
      frame = 0
      const density = Math.min(devicePixelRatio, MAX_DENSITY)
      const [width, height] = [Math.round(canvas.clientWidth * density), Math.round(canvas.clientHeight * density)]
      if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height]
      draw(canvas, { view: view(), base: baseFor(zoom), tiles, layer, place: mark, density })
    })
  }

  function moveBy(x: number, y: number): void {
    const world = worldSize(zoom)
    const half = canvas.clientHeight / 2 / world
    middle = { x: middle.x + x / world, y: Math.max(half, Math.min(1 - half, middle.y + y / world)) }
    redraw()
  }

  let drag: { x: number; y: number; moved: number } | undefined
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      drag = { x: event.clientX, y: event.clientY, moved: 0 }
      canvas.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  canvas.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (drag === undefined) return
      const [x, y] = [drag.x - clientX, drag.y - clientY]
      drag = { x: clientX, y: clientY, moved: drag.moved + Math.hypot(x, y) }
      if (drag.moved >= CLICK_PX) moveBy(x, y)
    },
    { signal },
  )
  canvas.addEventListener(
    'pointerup',
    ({ offsetX, offsetY }) => {
      if (drag !== undefined && drag.moved < CLICK_PX) moveBy(offsetX - anchor() * canvas.clientWidth, offsetY - canvas.clientHeight / 2)
      drag = undefined
    },
    { signal },
  )
  canvas.addEventListener('pointercancel', () => (drag = undefined), { signal })
  canvas.addEventListener(
    'keydown',
    (event) => {
      const step = KEYS[event.key]
      if (step === undefined) return
      event.preventDefault()
      moveBy(step[0] * KEY_STEP_PX, step[1] * KEY_STEP_PX)
    },
    { signal },
  )
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw, { signal })
  const resized = new ResizeObserver(redraw)
  resized.observe(canvas)
  redraw()

  return {
    show(other) {
      layer = other
      redraw()
    },
    zoomBy(steps) {
      zoom = Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, zoom + steps))
      redraw()
    },
    close() {
      left.abort()
      resized.disconnect()
      cancelAnimationFrame(frame)
    },
  }
}
