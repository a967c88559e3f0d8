import type { Point } from '@isobar/weather'
import { divIcon, type LayerGroup, type Map as LeafletMap, layerGroup, marker } from 'leaflet'
import { api } from '../../api/browser.ts'
import { chooseScaleColour } from '../../city/charts/temperature-scale.ts'
import { formatDegrees, formatNumber } from '../../format/numbers.ts'
import type { Place } from '../../visit/city-path.ts'
import { wrapLongitude } from './address.ts'
import type { World } from './base-map.ts'
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
import { drawWind, type TownWind } from './wind.ts'

/** A named point with what the service has in its cache. */
interface Reading extends Point {
  readonly name: string
  /** °C */
  readonly celsius: number | null
  readonly wind: Pick<TownWind, 'kmh' | 'direction'> | null
}

/** Where a label stands. */
interface Named extends Label, Point {
  readonly name: string
  /** By how many pixels it stands below its point. */
  readonly lower: number
  /** What is drawn before the text of a reading. */
  readonly mark?: HTMLElement
}

export interface LabelOptions {
  readonly map: LeafletMap
  readonly world: World
  /** The place that is marked; null: none. */
  readonly place: Point | null
  readonly locale: string
  readonly isFahrenheit: boolean
  /** The unit of wind, as a share of 1 km/h. */
  readonly perKmh: number
  /** Whether the wind of those towns is shown at first, instead of their temperature. */
  readonly hasWind: boolean
  /** The winds in view, after each move, while they are shown. */
  readonly onWinds: (winds: readonly TownWind[]) => void
  /** Whether towns that people search for have their temperature. */
  readonly hasReadings: boolean
  /** Opens the page of a town; null: what is under the names can be clicked. */
  readonly onTown: ((town: Place) => void) | null
}

const MAX_LABELS = 60
/** The API's limit. */
const MAX_READINGS = 100
/** A reading's chip has this around its text. */
const CHIP = 32
/** The name of a town that is marked stands so many pixels below, where the mark does not cover it. */
const BELOW_MARK = 18

export interface TownLabels {
  /** Shows the wind of towns, or their temperature. */
  showWind(isShown: boolean): void
}

/**
 * The names of countries and towns, drawn anew after each move. Towns that people search for may have their temperature or wind next to their
 * name: the service has it in its cache, so that it costs no call.
 */
export function openLabels(options: LabelOptions): TownLabels {
  const { map, world, place, locale, isFahrenheit, perKmh, hasReadings, onTown, onWinds } = options
  const group: LayerGroup = layerGroup().addTo(map)
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  let readings: readonly Reading[] = []
  let areRead = false
  let latest = 0
  let isOpen = true
  let { hasWind } = options

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
    const inView = ({ lat, lon }: Point): boolean => map.getBounds().contains([lat, placed({ lat, lon }).lon])
    const chips = readings.flatMap((reading) => {
      const chip = hasWind ? drawWindOf(reading) : drawTemperatureOf(reading)
      return chip === null ? [] : [{ ...named(reading), ...chip, frame: CHIP }]
    })
    const towns = listLargeTowns(parts, getMinThousands(zoom)).filter(
      (town) => inView(town) && !chips.some((reading) => isSameTown(reading, town)),
    )
    if (hasWind && areRead)
      onWinds(readings.flatMap(({ name, lat, lon, wind }) => (wind !== null && inView({ lat, lon }) ? [{ name, lat, lon, ...wind }] : [])))
    const labels: Named[] = [
      ...chips,
      ...world.countries
        .filter(({ widthDegrees }) => isCountryNamed(widthDegrees, zoom))
        .map(({ code, lat, lon }) => ({ ...placed({ lat, lon, name: countries.of(code) ?? code }), lower: 0, isCountry: true }))
        .map((label) => ({ ...label, text: label.name })),
      ...towns.map(({ name, lat, lon }) => ({ ...named({ name, lat, lon }), text: name })),
    ]
    group.clearLayers()
    for (const label of selectVisibleLabels(labels, { width, height }, MAX_LABELS)) add(label)
  }

  function add({ name, text, lat, lon, lower, isCountry, mark }: Named): void {
    const element = document.createElement('span')
    element.textContent = text
    element.className = isCountry ? (styles.country ?? '') : mark === undefined ? '' : (styles.reading ?? '')
    if (mark !== undefined) element.prepend(mark)
    const icon = divIcon({ className: styles.label ?? '', html: element, iconSize: [0, 0], iconAnchor: [0, -lower] })
    const label = marker([lat, lon], { icon, interactive: !isCountry && onTown !== null, keyboard: false })
    if (!isCountry) label.on('click', () => onTown?.({ name, lat, lon: wrapLongitude(lon) }))
    group.addLayer(label)
  }

  function drawTemperatureOf({ name, celsius }: Reading): Pick<Named, 'text' | 'mark'> | null {
    if (celsius === null) return null
    const mark = document.createElement('i')
    mark.dataset.degrees = String(chooseScaleColour(celsius, '°C'))
    return { text: `${name} ${formatDegrees(isFahrenheit ? celsius * 1.8 + 32 : celsius, locale)}`, mark }
  }

  function drawWindOf({ name, wind }: Reading): Pick<Named, 'text' | 'mark'> | null {
    return wind && { text: `${name} ${formatNumber(wind.kmh * perKmh, 0, locale)}`, mark: drawWind(wind) }
  }

  map.on('moveend', () => void draw()).on('unload', () => void (isOpen = false))
  void draw()
  if (hasReadings)
    void readingsOf()
      // A map without temperatures is still a map.
      .catch(() => [])
      .then((found) => {
        readings = found
        areRead = true
        void draw()
      })
  return {
    showWind(isShown) {
      if (isShown === hasWind) return
      hasWind = isShown
      void draw()
    },
  }
}

async function readingsOf(): Promise<Reading[]> {
  const { checks } = await api.get('/api/recent-checks', { query: { limit: MAX_READINGS } })
  return selectDistinctTowns(
    checks.flatMap(({ name, lat, lon, current }): Reading[] => {
      if (name === null || current === null) return []
      const { temperature, windSpeed, windDirection } = current
      return [{ name, lat, lon, celsius: temperature, wind: windSpeed === null ? null : { kmh: windSpeed, direction: windDirection } }]
    }),
  )
}
