import { HPA_PER_INHG, METRES_PER_MILE, MM_PER_INCH, MPS_PER_KNOT, type StationReport, formatInstant, roundHalfAway } from '@isobar/weather'
import { type Json, readNumber, readObjects } from '../json.ts'
import { isCorrection, parsePresentWeather, deduceStationCondition } from '../present-weather.ts'
import { readStationPoint, readStationName } from '../station.ts'

/** Why an entry was left out. */
export type LeftOut = 'unreadable' | 'older' | 'not_metar'

/** The highest that an altimeter setting in inches of mercury can be. */
const MAX_INHG = 40
/** Less than can be measured (0.01 in). */
const TRACE_INCHES = 0.005
/**
 * Up to this height, the altimeter setting is the pressure at sea level to 0.5 hPa. Above, it is reduced by a standard atmosphere and may be off
 * by several.
 */
const MAX_ALTIMETER_HEIGHT = 50
/** The station has no sensor for present weather, or it is out of order. */
const NO_WEATHER_SENSOR = /\bAO1\b|\bPWINO\b|\s\/\/\s/
/** Other reports in the same list: buoys and C-MAN stations have other rules. */
const METARS = new Set(['METAR', 'SPECI'])

/** The newest report of each station of a list. Null if the body is not a list. */
export function decodeMetars(
  body: unknown,
  source: string,
): { reports: StationReport[]; leftOut: Readonly<Record<string, number>> } | null {
  if (!Array.isArray(body)) return null
  const leftOut: Partial<Record<LeftOut, number>> = {}
  const count = (reason: LeftOut) => void (leftOut[reason] = (leftOut[reason] ?? 0) + 1)
  const newest = new Map<string, StationReport>()
  for (const entry of readObjects(body)) {
    if (!METARS.has(String(entry['metarType'] ?? 'METAR'))) {
      count('not_metar')
      continue
    }
    const report = reportOf(entry, source)
    if (report === null) {
      count('unreadable')
      continue
    }
    const { id } = report.station
    const known = newest.get(id)
    if (known !== undefined) count('older')
    const isNewer = known === undefined || known.reading.observedAt < report.reading.observedAt
    if (isNewer || (known.reading.observedAt === report.reading.observedAt && report.reading.isCorrection === true)) newest.set(id, report)
  }
  return { reports: [...newest.values()], leftOut }
}

function reportOf(entry: Json, source: string): StationReport | null {
  const number = (name: string) => readNumber(entry[name])
  const [point, seconds, id] = [readStationPoint(entry['lat'], entry['lon']), number('obsTime'), entry['icaoId']]
  if (point === null || seconds === null || typeof id !== 'string' || !/^[A-Z0-9]{3,8}$/.test(id)) return null
  if (!Number.isInteger(seconds) || Math.abs(seconds) > 8e9) return null
  const raw = String(entry['rawOb'] ?? '')
  const height = number('elev')
  const [speed, gust] = [number('wspd'), number('wgst')]
  const visibility = visibilityOf(entry['visib'])
  const codes = typeof entry['wxString'] === 'string' ? entry['wxString'] : ''
  const weather = parsePresentWeather(codes)
  const isUnwatched = weather === 'nothing' && NO_WEATHER_SENSOR.test(raw)
  return {
    station: { source, id, name: readStationName(entry['name']) ?? id, ...point, height },
    reading: {
      observedAt: formatInstant(seconds * 1_000),
      temperature: number('temp'),
      dewPoint: number('dewp'),
      humidity: null,
      pressure: pressureOf(number('slp'), number('altim'), height),
      windSpeed: speed === null ? null : roundHalfAway(speed * MPS_PER_KNOT, 4),
      // A calm has no direction.
      windDirection: speed === 0 ? null : number('wdir'),
      windGust: gust === null ? null : roundHalfAway(gust * MPS_PER_KNOT, 4),
      ...visibility,
      condition: isUnwatched ? null : deduceStationCondition(weather, coversOf(entry)),
      ...(weather === 'nothing' && !isUnwatched ? { isWithoutWeather: true } : {}),
      ...(isCorrection(raw) ? { isCorrection: true } : {}),
      precipitation: precipitationOf(number('precip'), entry['metarType']),
    },
  }
}

/** `10+` and `6+` are the highest that a station reports. */
function visibilityOf(sent: unknown): { visibility: number | null; isVisibilityLeast: boolean } {
  const [, miles, plus] = /^(\d+(?:\.\d+)?)(\+?)$/.exec(String(sent)) ?? []
  if (miles === undefined) return { visibility: null, isVisibilityLeast: false }
  return { visibility: roundHalfAway(Number(miles) * METRES_PER_MILE, 0), isVisibilityLeast: plus === '+' }
}

function pressureOf(atSeaLevel: number | null, altimeter: number | null, height: number | null): number | null {
  if (atSeaLevel !== null) return atSeaLevel
  if (altimeter === null || height === null || height > MAX_ALTIMETER_HEIGHT) return null
  return altimeter <= MAX_INHG ? roundHalfAway(altimeter * HPA_PER_INHG, 1) : altimeter
}

/** In a special report, the amount is since the last hourly one. A trace cannot be measured. */
function precipitationOf(inches: number | null, type: unknown): number | null {
  if (inches === null || type === 'SPECI') return null
  return inches <= TRACE_INCHES ? 0 : roundHalfAway(inches * MM_PER_INCH, 4)
}

/** The amounts of the layers; without layers, the one for the sky. */
function coversOf(entry: Json): string[] {
  const layers = readObjects(entry['clouds']).map(({ cover }) => String(cover))
  return layers.length > 0 ? layers : typeof entry['cover'] === 'string' ? [entry['cover']] : []
}
