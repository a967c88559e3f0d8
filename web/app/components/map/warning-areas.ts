import { geoJSON, type GeoJSON, type LatLngBounds, type LeafletMouseEvent, type Map as LeafletMap, type Path } from 'leaflet'
import { api } from '../../api/browser.ts'
import { collectWarnings, type Warning, type WarningFeature } from '../../warnings/collection.ts'
import { rankColour } from '../../warnings/fold.ts'
import { wrapLongitude } from './address.ts'
import styles from './weather-map.module.css'

/**
 * What the map knows about the warnings of its view: `closer`, it is too wide to ask; `away`, they cannot be read; `partly`, feeds do not cover
 * all of it; `known`, they do.
 */
export type WarningsState = 'closer' | 'away' | 'partly' | 'known'

/** A warning whose area was clicked, and where: shares of the map's width and height, from the left and the top. */
export interface PickedWarning {
  readonly warning: Warning
  readonly x: number
  readonly y: number
}

interface WarningAreasOptions {
  readonly map: LeafletMap
  readonly lang: string
  readonly onState: (state: WarningsState) => void
  /** Null: what was picked has moved. */
  readonly onPicked: (picked: PickedWarning | null) => void
}

export interface WarningAreas {
  setShown(isShown: boolean): void
}

/** From this zoom on; the warnings of a hemisphere would be megabytes. */
export const WARNINGS_MIN_ZOOM = 3
const MAX_PAGES = 3
const SETTLED_MS = 250

/** The areas of official warnings, from the service's own database, asked for after each move. */
export function openWarningAreas({ map, lang, onState, onPicked }: WarningAreasOptions): WarningAreas {
  let isShown = true
  let drawn: GeoJSON | undefined
  let asked = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = (): void => {
    drawn?.remove()
    drawn = undefined
    asked = ''
  }

  async function read(): Promise<void> {
    if (!isShown) return
    if (map.getZoom() < WARNINGS_MIN_ZOOM) {
      clear()
      return onState('closer')
    }
    const bbox = boxOf(map.getBounds(), map.getZoom())
    if (bbox === asked) return
    asked = bbox
    try {
      const { features, complete } = await collectWarnings(api, { bbox, lang }, MAX_PAGES)
      if (asked !== bbox) return
      drawn?.remove()
      drawn = drawingOf(features).addTo(map)
      onState(complete ? 'known' : 'partly')
    } catch {
      if (asked !== bbox) return
      clear()
      onState('away')
    }
  }

  function drawingOf(features: readonly WarningFeature[]): GeoJSON {
    // The most severe on top, drawn last.
    const ordered = features
      .filter(({ geometry }) => geometry !== null)
      .toSorted((a, b) => rankColour(b.properties.color) - rankColour(a.properties.color))
    return geoJSON(ordered as never, {
      style: (feature) => {
        const color = (feature?.properties as Warning | undefined)?.color ?? 'unknown'
        return { className: `${styles.warned} ${styles[`warned-${color}`] ?? ''}` }
      },
      onEachFeature(feature, layer) {
        const warning = feature.properties as Warning
        ;(layer as Path).on('click', ({ containerPoint }: LeafletMouseEvent) => {
          const { x: width, y: height } = map.getSize()
          onPicked({ warning, x: containerPoint.x / width, y: containerPoint.y / height })
        })
      },
    })
  }

  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void read(), SETTLED_MS)
  }
  map
    .on('moveend', soon)
    .on('movestart', () => onPicked(null))
    .on('unload', () => clearTimeout(timer))
  soon()
  return {
    setShown(other) {
      isShown = other
      if (isShown) soon()
      else clear()
    },
  }
}

/** The view as the API's box, on a grid as wide as half a tile: small moves ask for what the browser has. */
function boxOf(bounds: LatLngBounds, zoom: number): string {
  const step = 180 / 2 ** zoom
  const down = (degrees: number): number => Math.floor(degrees / step) * step
  const up = (degrees: number): number => Math.ceil(degrees / step) * step
  const [west, east] = [down(bounds.getWest()), up(bounds.getEast())]
  const [south, north] = [Math.max(-90, down(bounds.getSouth())), Math.min(90, up(bounds.getNorth()))]
  // 180° is the eastern edge, not the western.
  const [left, right] = east - west >= 360 ? [-180, 180] : [wrapLongitude(west), wrapLongitude(east) === -180 ? 180 : wrapLongitude(east)]
  return [left, south, right, north].map((degrees) => Number(degrees.toFixed(3))).join(',')
}
