import {
  type Box,
  type Condition,
  type Station,
  type StationReading,
  type StationReport,
  computeBoxCentre,
  computeBoxRadiusKm,
  formatInstant,
} from '@isobar/weather'
import { toAnswerFailure, fetchJson, isSimulated, buildUrlBelow } from '../fetch-json.ts'
import { readEpochMs, readFields, isObject, type Json, readNumber, readObjects } from '../json.ts'
import { ignoreFailures, type ObservationCapability, type Product } from '../provider.ts'
import { readStationPoint, readStationName } from '../station.ts'
import { mpsOfKmh } from '../units.ts'

const NAME = 'Bright Sky'
/** No limit is published. This one is a courtesy. */
export const OBSERVATIONS: Product = { id: 'bright-sky/observations', weight: 1, limits: { perMinute: 60 } }
/** About the distance between two stations; an answer has the one that is nearest to the centre. */
const BOX_DEGREES = 0.5
/** Reports are of every ten minutes, and come with half an hour's delay. */
const INTERVAL_SECONDS = 900
/** Observations are in Germany only. */
const GERMANY: Box = { south: 47, west: 5.5, north: 55.5, east: 15.5 }

/** Current weather of stations of the Deutscher Wetterdienst through Bright Sky: one call for each box. */
export function createBrightSkyObservations(baseUrl: URL, source: string): ObservationCapability {
  return {
    product: OBSERVATIONS,
    intervalSeconds: INTERVAL_SECONDS,
    boxDegrees: BOX_DEGREES,
    hasHourlyGusts: true,
    configured: () => true,
    covers: ({ south, west, north, east }) => north > GERMANY.south && south < GERMANY.north && east > GERMANY.west && west < GERMANY.east,
    async read(box, _former, calls, now) {
      // 404: no station is near.
      const request = { product: OBSERVATIONS, url: currentUrl(baseUrl, box) }
      const answer = await ignoreFailures(['not_found'], fetchJson(calls, request, { name: NAME }, now))
      if (answer === null) return { reports: [], simulated: false, leftOut: {}, state: null }
      const reports = decodeCurrent(answer.body, source)
      if (reports === null) throw toAnswerFailure(NAME, 'invalid_body', answer)
      return { reports, simulated: isSimulated(answer.headers), leftOut: {}, state: null }
    },
  }
}

function currentUrl(baseUrl: URL, box: Box): URL {
  const { lat, lon } = computeBoxCentre(box)
  return buildUrlBelow(
    baseUrl,
    '/current_weather',
    `lat=${lat}&lon=${lon}&max_dist=${Math.ceil(computeBoxRadiusKm(box) * 1_000)}&units=dwd&tz=Etc/UTC`,
  )
}

const asSent = (value: number | null): number | null => value

/** The fields of a reading by the upstream's, and how each becomes canonical. Means and sums: the suffix is the minutes before the timestamp. */
const FIELDS = {
  temperature: ['temperature', asSent],
  dewPoint: ['dew_point', asSent],
  humidity: ['relative_humidity', asSent],
  pressure: ['pressure_msl', asSent],
  windSpeed: ['wind_speed_10', mpsOfKmh],
  windDirection: ['wind_direction_10', asSent],
  windGust: ['wind_gust_speed_60', mpsOfKmh],
  visibility: ['visibility', asSent],
  precipitation: ['precipitation_60', asSent],
} as const

/**
 * One report for each station that contributed: values of other stations (`fallback_source_ids`) are theirs, not the nearest one's. Null if the
 * body is no current weather.
 */
export function decodeCurrent(body: unknown, source: string): StationReport[] | null {
  if (!isObject(body) || !isObject(body['weather'])) return null
  const weather = body['weather']
  const observedMs = readEpochMs(weather['timestamp'])
  if (observedMs === null) return null
  const fallbacks = readFields(weather['fallback_source_ids'])
  const from = (field: string): unknown => fallbacks[field] ?? weather['source_id']
  return readObjects(body['sources']).flatMap((sent) => {
    const station = stationOf(sent, source)
    if (station === null) return []
    const read = (field: string) => (from(field) === sent['id'] ? readNumber(weather[field]) : null)
    const values = Object.entries(FIELDS).map(([name, [field, convert]]) => [name, convert(read(field))])
    const measured = Object.fromEntries(values) as Readonly<Record<keyof typeof FIELDS, number | null>>
    const isOwnCondition = from('condition') === sent['id']
    const condition = isOwnCondition ? conditionOf(weather['condition'], read('cloud_cover')) : null
    const reading: StationReading = { observedAt: formatInstant(observedMs), ...measured, isVisibilityLeast: false, condition }
    return Object.values({ ...measured, condition }).some((value) => value !== null) ? [{ station, reading }] : []
  })
}

function stationOf(sent: Json, source: string): Station | null {
  const point = readStationPoint(sent['lat'], sent['lon'])
  // The numbers of sources change; those of stations do not.
  const id = sent['dwd_station_id'] ?? sent['wmo_station_id']
  if (point === null || typeof id !== 'string' || !/^[A-Z0-9]{2,8}$/.test(id)) return null
  return { source, id, name: readStationName(sent['station_name']) ?? id, ...point, height: readNumber(sent['height']) }
}

const WET: Readonly<Record<string, Condition>> = {
  fog: 'fog',
  rain: 'rain',
  sleet: 'sleet',
  snow: 'snow',
  hail: 'hail',
  thunderstorm: 'thunderstorm',
}
/** Upper bounds of cloud cover in percent: eighths of the sky, as METARs group them. */
const SKIES = [
  [6, 'clear'],
  [31, 'mostly_clear'],
  [56, 'partly_cloudy'],
  [94, 'mostly_cloudy'],
  [100, 'overcast'],
] as const

/** A dry sky is described by its cover. The icon is not used: it may disagree. */
function conditionOf(sent: unknown, cloudCover: number | null): Condition | null {
  if (typeof sent !== 'string') return null
  if (sent !== 'dry') return Object.hasOwn(WET, sent) ? (WET[sent] ?? null) : null
  return cloudCover === null ? null : (SKIES.find(([most]) => cloudCover <= most)?.[1] ?? null)
}
