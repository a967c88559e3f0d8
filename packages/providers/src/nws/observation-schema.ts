import { type Point, type Station, type StationReading, type StationReport, formatInstant } from '@isobar/weather'
import { readEpochMs, readFields, isObject, type Json, readNumber, readObjects, readText } from '../json.ts'
import { isCorrection, parsePresentWeather, deduceStationCondition } from '../present-weather.ts'
import { readStationPoint, readStationName } from '../station.ts'
import { findQuantityConversion, type Quantity } from './layers.ts'

/**
 * Values that their quality control has rejected, or questions: X failed, Q questioned, B found bad by a person. V, C, S and G passed some of the
 * checks; Z was not checked, and is checked here as all values are.
 */
const REFUSED_FLAGS = new Set(['X', 'Q', 'B'])
/** Automatic stations report at most ten miles (16,093 m), which means as much or more. */
const HIGHEST_VISIBILITY = 16_090

/** Reads a field `{unitCode, value, qualityControl?}` in the canonical unit; counts values that were refused by their flag. */
export function readQuantity(sent: unknown, quantity: Quantity, onRefused: () => void): number | null {
  if (!isObject(sent)) return null
  const value = readNumber(sent['value'])
  const convert = findQuantityConversion(quantity, sent['unitCode'])
  if (value === null || convert === undefined) return null
  if (REFUSED_FLAGS.has(String(sent['qualityControl']))) {
    onRefused()
    return null
  }
  return convert(value)
}

/** The observations of a collection, or of one feature. Null if the body is neither. `onRefused` is called for each value that its flag refuses. */
export function decodeObservations(body: unknown, source: string, onRefused: () => void): StationReport[] | null {
  if (!isObject(body)) return null
  if (body['type'] === 'Feature') return toReport(body, source, onRefused)
  if (!Array.isArray(body['features'])) return null
  return readObjects(body['features']).flatMap((feature) => toReport(feature, source, onRefused))
}

function toReport(feature: Json, source: string, onRefused: () => void): StationReport[] {
  const properties = readFields(feature['properties'])
  const place = pointOf(feature)
  const observedAt = readEpochMs(properties['timestamp'])
  const id = idOf(properties['stationId'] ?? properties['station'])
  if (place === null || observedAt === null || id === null) return []
  const read = (name: string, quantity: Quantity) => readQuantity(properties[name], quantity, onRefused)
  const height = read('elevation', 'length')
  const [windSpeed, visibility] = [read('windSpeed', 'speed'), read('visibility', 'length')]
  const reading: StationReading = {
    observedAt: formatInstant(observedAt),
    temperature: read('temperature', 'temperature'),
    dewPoint: read('dewpoint', 'temperature'),
    humidity: read('relativeHumidity', 'percent'),
    // The barometric pressure is an altimeter setting: too far from the pressure at sea level for stations above it.
    pressure: read('seaLevelPressure', 'pressure'),
    windSpeed,
    windDirection: windSpeed === 0 ? null : read('windDirection', 'angle'),
    windGust: read('windGust', 'speed'),
    visibility,
    isVisibilityLeast: visibility !== null && visibility >= HIGHEST_VISIBILITY,
    condition: conditionOf(properties),
    ...(isCorrection(readText(properties['rawMessage']) ?? '') ? { isCorrection: true } : {}),
    precipitation: read('precipitationLastHour', 'amount'),
  }
  return [{ station: { source, id, name: readStationName(properties['stationName']) ?? id, ...place, height }, reading }]
}

/** Present weather with the METAR code that each entry carries; without any, the sky. */
function conditionOf(properties: Json): StationReading['condition'] {
  const codes = readObjects(properties['presentWeather']).map(({ rawString }) => (typeof rawString === 'string' ? rawString : '?'))
  const amounts = readObjects(properties['cloudLayers']).map(({ amount }) => String(amount))
  return deduceStationCondition(parsePresentWeather(codes.join(' ')), amounts)
}

/** The stations of a list, with their heights. Null if the body is not a list. */
export function decodeStations(body: unknown, source: string): Station[] | null {
  if (!isObject(body) || !Array.isArray(body['features'])) return null
  return readObjects(body['features']).flatMap((feature) => {
    const properties = readFields(feature['properties'])
    const [place, id] = [pointOf(feature), idOf(properties['stationIdentifier'])]
    if (place === null || id === null) return []
    return [
      {
        source,
        id,
        name: readStationName(properties['name']) ?? id,
        ...place,
        height: readQuantity(properties['elevation'], 'length', () => {}),
      },
    ]
  })
}

function pointOf(feature: Json): Point | null {
  const coordinates = readFields(feature['geometry'])['coordinates']
  const [lon, lat]: readonly unknown[] = Array.isArray(coordinates) ? coordinates : []
  return readStationPoint(lat, lon)
}

/** An identifier, also at the end of an address; null if it would not be safe in one. */
function idOf(value: unknown): string | null {
  return typeof value === 'string' ? (/(?:^|\/)([A-Za-z0-9-]{2,16})$/.exec(value)?.[1] ?? null) : null
}
