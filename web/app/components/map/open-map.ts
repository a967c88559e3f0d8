import 'leaflet/dist/leaflet.css'
import type { Box } from '@isobar/weather'
import { divIcon, map as createMap, marker, type TileLayer } from 'leaflet'
import { type Layer, type MapView, MAX_ZOOM, MIN_ZOOM } from './address.ts'
import { BaseLayer, loadWorld } from './base-map.ts'
import { OverlayLayer } from './overlay-layer.ts'
import { type FrameList, openRadarLayer, type RadarLayer } from './radar-layer.ts'
import { type LabelOptions, openLabels } from './town-labels.ts'
import { openWarningAreas, type PickedWarning, WARNINGS_MIN_ZOOM, type WarningsState } from './warning-areas.ts'
import styles from './weather-map.module.css'

export interface LiveMap {
  show(layer: Layer): void
  zoomBy(steps: number): void
  goTo(view: MapView): void
  showWarnings(isShown: boolean): void
  /** The frames of the radar, none of which is shown yet; `onMoved` as in `openRadarLayer`. */
  openRadar(area: FrameList['area'], onMoved: (isWhole: boolean) => void): RadarLayer
  close(): void
}

export interface LiveMapOptions extends Omit<LabelOptions, 'map' | 'world' | 'hasWind'> {
  readonly view: MapView
  /** What is shown instead of the view, as large as fits. */
  readonly box: Box | undefined
  /** Horizontal position of the view's middle, as a share of the map's width. */
  readonly anchor: () => number
  /** Whether the map is all of the page: else the wheel and one finger scroll the page until the map has the focus. */
  readonly isFull: boolean
  readonly onMoved: (view: MapView) => void
  readonly onFailed: () => void
  /** Whether there is a provider of overlays; the wind at towns needs none. */
  readonly hasOverlays: boolean
  readonly lang: string
  readonly hasWarningFeeds: boolean
  readonly onWarnings: (state: WarningsState) => void
  /** Null: what was picked has moved. */
  readonly onPicked: (picked: PickedWarning | null) => void
}

/** Around a box, in pixels. */
const FIT_PADDING = 20
const FIT_MAX_ZOOM = 7
/** Wind is faint as its provider draws it. */
const OVERLAY_OPACITY = 0.75

/** Turns an element into a map for dragging, wheel, pinch and keys. @throws when the base map cannot be loaded */
export async function openMap(element: HTMLElement, options: LiveMapOptions): Promise<LiveMap> {
  const { view, box, place, anchor, isFull, lang, hasWarningFeeds, hasOverlays, onMoved, onFailed } = options
  const world = await loadWorld()
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const isTouched = matchMedia('(pointer: coarse)').matches
  const map = createMap(element, {
    attributionControl: false,
    zoomControl: false,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    maxBounds: [
      [-85, -Infinity],
      [85, Infinity],
    ],
    maxBoundsViscosity: 1,
    worldCopyJump: true,
    scrollWheelZoom: isFull,
    dragging: isFull || !isTouched,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    inertia: !isStill,
  })
  if (isStill) {
    // The arrow keys move the map by this, which no option keeps from gliding.
    const panBy = map.panBy.bind(map)
    map.panBy = (offset, given) => panBy(offset, { ...given, animate: false })
  }
  if (!isFull) map.on('focus', () => map.scrollWheelZoom.enable()).on('blur', () => map.scrollWheelZoom.disable())

  let { layer } = view
  function goTo({ lat, lon, zoom }: MapView): void {
    map.setView([lat, lon], zoom, { animate: false })
    map.panBy([(0.5 - anchor()) * element.clientWidth, 0], { animate: false })
  }
  function fit({ south, west, north, east }: Box): void {
    map.fitBounds(
      [
        [south, west],
        [north, east],
      ],
      { animate: false, padding: [FIT_PADDING, FIT_PADDING], maxZoom: FIT_MAX_ZOOM },
    )
    // Farther away, no warnings are drawn.
    if (map.getZoom() < WARNINGS_MIN_ZOOM) map.setZoom(WARNINGS_MIN_ZOOM, { animate: false })
  }
  goTo(view)
  if (box !== undefined) fit(box)
  const base = new BaseLayer(world, styles.base ?? '').addTo(map)
  let overlay = overlayOf(layer)?.addTo(map)
  if (place !== null)
    marker([place.lat, place.lon], {
      icon: divIcon({ className: styles.mark ?? '', iconSize: [16, 16] }),
      interactive: false,
      keyboard: false,
    }).addTo(map)
  const warnings = hasWarningFeeds ? openWarningAreas({ map, lang, onState: options.onWarnings, onPicked: options.onPicked }) : undefined
  const labels = openLabels({ ...options, map, world, hasWind: layer === 'wind' })

  function overlayOf(shown: Layer): TileLayer | undefined {
    if (!hasOverlays || shown === 'none' || shown === 'radar') return undefined
    return new OverlayLayer(`/api/weather/map-tile/${shown}/{z}/{x}/{y}?exact=true`, {
      opacity: shown === 'wind' ? 1 : OVERLAY_OPACITY,
      keepBuffer: 1,
    }).on('tileerror', onFailed)
  }

  function moved(): void {
    // The middle itself is exact; other points are as precise as pixels.
    const share = anchor()
    const { lat, lng } =
      share === 0.5 ? map.getCenter() : map.containerPointToLatLng([share * element.clientWidth, element.clientHeight / 2])
    onMoved({ zoom: map.getZoom(), lat, lon: lng, layer })
  }
  map.on('moveend', moved)
  const left = new AbortController()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => base.redraw(), { signal: left.signal })
  const resized = new ResizeObserver(() => map.invalidateSize({ pan: false }))
  resized.observe(element)

  return {
    show(other) {
      layer = other
      overlay?.remove()
      overlay = overlayOf(layer)?.addTo(map)
      labels.showWind(layer === 'wind')
      moved()
    },
    zoomBy: (steps) => void map.setZoom(map.getZoom() + steps),
    goTo,
    openRadar: (area, radarMoved) => openRadarLayer(map, area, radarMoved),
    showWarnings: (isShown) => warnings?.setShown(isShown),
    close() {
      left.abort()
      resized.disconnect()
      map.remove()
    },
  }
}
