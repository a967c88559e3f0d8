import type { Map as LeafletMap } from 'leaflet'
import type { Answer } from '../../api/ask.ts'
import { OverlayLayer } from './overlay-layer.ts'

export type FrameList = Answer<'get', '/api/weather/map-frames'>
export type Frame = FrameList['frames'][number]

export interface RadarLayer {
  /**
   * Shows a frame once it has loaded, in place of the one before. Resolves with whether all of it could be loaded; null if another was asked for
   * meanwhile.
   */
  show(id: string): Promise<boolean | null>
  /** Loads a frame that is to be shown next. */
  prepare(id: string): void
  close(): void
}

interface Picture {
  readonly id: string
  readonly layer: OverlayLayer
  readonly loaded: Promise<boolean>
}

const OPACITY = 0.8
/** Longer than the service waits for its source. */
const LATE_MS = 15_000

/** The frames of the radar on a map, one at a time. `onMoved` says of the one that is shown whether all of it is there, after the map was moved. */
export function openRadarLayer(map: LeafletMap, area: FrameList['area'], onMoved: (isWhole: boolean) => void): RadarLayer {
  let shown: Picture | undefined
  let coming: Picture | undefined
  let next: Picture | undefined

  function load(id: string): Picture {
    const layer = new OverlayLayer(`/api/weather/map-frame/${id}/{z}/{x}/{y}?exact=true`, {
      opacity: 0,
      keepBuffer: 0,
      ...(area === null
        ? {}
        : {
            bounds: [
              [area.south, area.west],
              [area.north, area.east],
            ],
          }),
    })
    let isWhole = true
    layer.on('loading', () => (isWhole = true)).on('tileerror', () => (isWhole = false))
    const loaded = new Promise<boolean>((resolve) => {
      const late = setTimeout(resolve, LATE_MS, false)
      layer.on('load', () => {
        clearTimeout(late)
        resolve(isWhole)
        if (shown?.layer === layer) onMoved(isWhole)
      })
      layer.addTo(map)
      // Beyond the radar's area there is nothing to load.
      if (!layer.isLoading()) resolve(true)
    })
    return { id, layer, loaded }
  }

  function drop(picture: Picture | undefined): void {
    if (picture !== shown) picture?.layer.remove()
  }

  return {
    async show(id) {
      const known = [shown, coming, next].find((each) => each?.id === id)
      const picture = known ?? load(id)
      if (coming !== picture) drop(coming)
      coming = picture
      if (next === picture) next = undefined
      const isWhole = await picture.loaded
      if (coming !== picture) return null
      coming = undefined
      if (shown !== picture) {
        picture.layer.setOpacity(OPACITY)
        shown?.layer.remove()
        shown = picture
      }
      return isWhole
    },
    prepare(id) {
      if ([shown, coming, next].some((each) => each?.id === id)) return
      drop(next)
      next = load(id)
    },
    close() {
      for (const picture of [shown, coming, next]) picture?.layer.remove()
      shown = coming = next = undefined
    },
  }
}
