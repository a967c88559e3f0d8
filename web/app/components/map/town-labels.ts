import type { Point } from '@isobar/weather'
import { divIcon, type LayerGroup, type Map as LeafletMap, layerGroup, marker } from 'leaflet'
import { api } from '../../api/browser.ts'
import { chooseScaleColour } from '../../city/charts/temperature-scale.ts'
import { formatDegrees } from '../../format/numbers.ts'
import type { Place } from '../../visit/city-path.ts'
import { wrapLongitude } from './address.ts'
import type { Town, World } from './base-map.ts'
import {
  selectDistinctTowns,
  isCountryNamed,
  isSameTown,
  type Label,
  getMinThousands,
  listViewTiles,
  listLargeTowns,
  selectVisibleLabels,
} from './labels.ts'
import styles from './weather-map.module.css'

/** A named point with its temperature. */
interface Reading extends Point {
  readonly name: string
  /** °C */
  readonly celsius: number
}

/** Where a label stands. */
interface Named extends Label, Point {
  readonly name: string
  /** By how many pixels it stands below its point. */
  readonly lower: number
  readonly celsius?: number
}

export interface LabelOptions {
  readonly map: LeafletMap
  readonly world: World
  /** The place that is marked; null: none. */
  readonly place: Point | null
  readonly locale: string
  readonly isFahrenheit: boolean
  /** Whether towns that people search for have their temperature. */
  readonly hasReadings: boolean
  /** Opens the page of a town; null: what is under the names can be clicked. */
  readonly onTown: ((town: Place) => void) | null
}

const MAX_LABELS = 60
/** The API's limit. */
const MAX_READINGS = 100
/** The name of a town that is marked stands so many pixels below, where the mark does not cover it. */
const BELOW_MARK = 18

/**
 * The names of countries and towns, drawn anew after each move. Towns that people search for may have their temperature next to their name: the
 * service has it in its cache, so that it costs no call.
 */
export function openLabels({ map, world, place, locale, isFahrenheit, hasReadings, onTown }: LabelOptions): void {
  const group: LayerGroup = layerGroup().addTo(map)
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  let readings: readonly Reading[] = []
  let latest = 0
  let isOpen = true

  async function draw(): Promise<void> {
    if (!isOpen) return
    const drawing = ++latest
    const zoom = Math.round(map.getZoom())
    const parts = await Promise.all(listViewTiles(map.getPixelBounds(), zoom).map((tile) => world.partOf(tile)))
    // The page may have been left meanwhile, and the map with it.
    if (drawing !== latest || !isOpen) return
    const { x: width, y: height } = map.getSize()
    const middle = map.getCenter().lng
    const placed = <P extends Point>(point: P) => {
      // In the copy of the world that is shown.
      const lon = point.lon + 360 * Math.round((middle - point.lon) / 360)
      const { x, y } = map.latLngToContainerPoint([point.lat, lon])
      return { ...point, lon, x, y }
    }
    const named = <P extends Point>(town: P) => {
      const lower = place !== null && isSameTown(place, town) ? BELOW_MARK : 0
      const { y, ...rest } = placed(town)
      return { ...rest, y: y + lower, lower, isCountry: false }
    }
    const inView = ({ lat, lon }: Town): boolean => map.getBounds().contains([lat, placed({ lat, lon }).lon])
    const towns = listLargeTowns(parts, getMinThousands(zoom)).filter(
      (town) => inView(town) && !readings.some((reading) => isSameTown(reading, town)),
    )
    const labels: Named[] = [
      ...readings.map((reading) => ({ ...named(reading), text: `${reading.name} ${textOf(reading)}` })),
      ...world.countries
        .filter(({ widthDegrees }) => isCountryNamed(widthDegrees, zoom))
        .map(({ code, lat, lon }) => ({ ...placed({ lat, lon, name: countries.of(code) ?? code }), lower: 0, isCountry: true }))
        .map((label) => ({ ...label, text: label.name })),
      ...towns.map(({ name, lat, lon }) => ({ ...named({ name, lat, lon }), text: name })),
    ]
    group.clearLayers()
    for (const label of selectVisibleLabels(labels, { width, height }, MAX_LABELS)) add(label)
  }

  function add({ name, text, lat, lon, lower, isCountry, celsius }: Named): void {
    const element = document.createElement('span')
    element.textContent = text
    element.className = isCountry ? (styles.country ?? '') : celsius === undefined ? '' : (styles.reading ?? '')
    if (celsius !== undefined) element.dataset.degrees = String(chooseScaleColour(celsius, '°C'))
    const icon = divIcon({ className: styles.label ?? '', html: element, iconSize: [0, 0], iconAnchor: [0, -lower] })
    const label = marker([lat, lon], { icon, interactive: !isCountry && onTown !== null, keyboard: false })
    if (!isCountry) label.on('click', () => onTown?.({ name, lat, lon: wrapLongitude(lon) }))
    group.addLayer(label)
  }

  function textOf({ celsius }: Reading): string {
    return formatDegrees(isFahrenheit ? celsius * 1.8 + 32 : celsius, locale)
  }

  map.on('moveend', () => void draw()).on('unload', () => void (isOpen = false))
  void draw()
  if (!hasReadings) return
  void readingsOf().then(
    (found) => {
      readings = found
      void draw()
    },
    // A map without temperatures is still a map.
    () => undefined,
  )
}

async function readingsOf(): Promise<Reading[]> {
  const { checks } = await api.get('/api/recent-checks', { query: { limit: MAX_READINGS } })
  return selectDistinctTowns(
    checks.flatMap(({ name, lat, lon, current }): Reading[] =>
      name === null || current === null || current.temperature === null ? [] : [{ name, lat, lon, celsius: current.temperature }],
    ),
  )
}
