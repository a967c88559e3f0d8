import { findZoneOffsetSeconds } from '@isobar/weather'
import {
  readChoiceParameter,
  readIntegersParameter,
  isTrue,
  readListParameter,
  NUMBER,
  readNumbersParameter,
  type Parameters,
} from './parameters.ts'
import { buildValueRefusal, NO_DATA, buildRequestRefusal } from './refusal.ts'
import { type Horizon, type RangesAt, readTimeRanges, countRangeRows } from './time-range.ts'
import { AMOUNT, type AskedUnits, LENGTH, SPEED, TEMPERATURE } from './unit.ts'
import { readDailyName, readName, type VariableName } from './variable-name.ts'

export const FORMATS = ['json', 'csv', 'flatbuffers'] as const
export type Format = (typeof FORMATS)[number]

export interface AskedPlace {
  readonly lat: number
  readonly lon: number
  /** IANA name; `auto`: the place's own. */
  readonly timezone: string
  readonly locationId: number
  /** The height in metres that temperatures are asked for; `nan`: that of the source, as it is; null: that of the place. */
  readonly elevation: number | 'nan' | null
  readonly rangesAt: RangesAt
}

/** A request for weather or air, read. Of each block the variables in the order asked. */
export interface WeatherRequest {
  readonly places: readonly AskedPlace[]
  readonly current: readonly VariableName[]
  /** The former block `current_weather`, which takes the place of `current`. */
  readonly isFormerCurrent: boolean
  readonly minutely15: readonly VariableName[]
  readonly hourly: readonly VariableName[]
  readonly daily: readonly VariableName[]
  readonly units: AskedUnits
  readonly isUnixTime: boolean
  readonly format: Format
}

/** An API of theirs, as far as it decides how a request is read. */
export interface Api {
  readonly horizonAt: (now: number) => Horizon
  readonly hasDaily: boolean
  readonly hasCurrent: boolean
  readonly hasMinutely15: boolean
}

/** As many as a batch has. */
const MAX_PLACES = 50
/** Bounds the work and the size of an answer: 50 places with 25 variables in each hour of a week. */
const MAX_VALUES = 210_000

/** Metres: nothing on the earth is higher. */
const MAX_ELEVATION = 10_000

/** What of `current_weather` is what of today's names. */
const FORMER_CURRENT = {
  temperature: 'temperature_2m',
  windspeed: 'wind_speed_10m',
  winddirection: 'wind_direction_10m',
  is_day: 'is_day',
  weathercode: 'weather_code',
}

/**
 * Reads a request; unknown parameters are ignored, as theirs are.
 * @throws AppError invalid_request, in their words
 */
export function readRequest(parameters: Parameters, api: Api, now: number): WeatherRequest {
  const isFormerCurrent = api.hasCurrent && isTrue(parameters, 'current_weather')
  const request = {
    places: readPlaces(parameters, readTimeRanges(parameters, api.horizonAt(now), now), now),
    current: isFormerCurrent ? FORMER_NAMES : api.hasCurrent ? namesOf(parameters, 'current', readName) : [],
    isFormerCurrent,
    minutely15: api.hasMinutely15 ? namesOf(parameters, 'minutely_15', readName) : [],
    hourly: namesOf(parameters, 'hourly', readName),
    daily: api.hasDaily ? namesOf(parameters, 'daily', readDailyName) : [],
    units: readUnits(parameters),
    isUnixTime: readChoiceParameter(parameters, 'timeformat', 'Timeformat', ['iso8601', 'unixtime']) === 'unixtime',
    format: readChoiceParameter(parameters, 'format', 'ForecastResultFormat', FORMATS),
  } satisfies WeatherRequest
  readChoiceParameter(parameters, 'cell_selection', 'GridSelectionMode', ['land', 'sea', 'nearest'])
  // One mixture of sources is all there is: no single model's values can be given as such.
  if (
    readListParameter(parameters, 'models').some((model) => model !== 'best_match') ||
    readListParameter(parameters, 'domains').some((domain) => domain !== 'auto')
  ) {
    throw buildRequestRefusal(NO_DATA)
  }
  assertBounded(request, now)
  return request
}

function namesOf(parameters: Parameters, block: string, read: (asked: string) => VariableName | undefined): readonly VariableName[] {
  return readListParameter(parameters, block).map((asked) => {
    const name = read(asked)
    if (name === undefined) throw buildValueRefusal('WeatherVariable', asked, block)
    return name
  })
}

const FORMER_NAMES = Object.entries(FORMER_CURRENT).map(([asked, name]) => ({ ...(readName(name) as VariableName), asked }))

function readUnits(parameters: Parameters): AskedUnits {
  const isOldName = parameters.get('wind_speed_unit') === null
  return {
    temperature: readChoiceParameter(parameters, 'temperature_unit', 'TemperatureUnit', keysOf(TEMPERATURE)),
    speed: readChoiceParameter(parameters, isOldName ? 'windspeed_unit' : 'wind_speed_unit', 'WindspeedUnit', keysOf(SPEED)),
    amount: readChoiceParameter(parameters, 'precipitation_unit', 'PrecipitationUnit', keysOf(AMOUNT)),
    length: readChoiceParameter(parameters, 'length_unit', 'LengthUnit', keysOf(LENGTH)),
  }
}

const keysOf = <K extends string>(units: Readonly<Record<K, unknown>>) => Object.keys(units) as [K, ...K[]]

function readPlaces(parameters: Parameters, ranges: readonly RangesAt[], now: number): readonly AskedPlace[] {
  const points = readCoordinates(parameters, MAX_PLACES)
  const ids = readIntegersParameter(parameters, 'location_id')
  const elevations = readListParameter(parameters, 'elevation').map(elevationOf)
  const zones = readListParameter(parameters, 'timezone').map((zone) => zoneOf(zone, now))
  if (zones.length > 1 && zones.length !== points.length) throw buildRequestRefusal(UNEQUAL)
  if (ids.length > 0 && ids.length !== points.length) throw buildRequestRefusal(UNEQUAL)
  if (elevations.length > 1 && elevations.length !== points.length) {
    throw buildRequestRefusal("Parameter 'elevation' must have the same number of elements as coordinates")
  }
  // One place may be asked for in several periods.
  const count = points.length === 1 ? ranges.length : points.length
  if (ranges.length > 1 && ranges.length !== count) {
    throw buildRequestRefusal("Parameter 'start_date' and 'end_date' must have the same number of elements as coordinates")
  }
  if (count > MAX_PLACES) throw buildRequestRefusal(`Parameter 'start_date' and 'end_date' must not exceed ${MAX_PLACES} periods.`)
  return Array.from({ length: count }, (_, index) => {
    const at = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : list[index])
    const elevation = at(elevations) ?? null
    return {
      ...(at(points) as Point),
      timezone: at(zones) ?? 'GMT',
      locationId: ids[index] ?? index,
      elevation,
      rangesAt: at(ranges) as RangesAt,
    }
  })
}

/** A point in degrees. */
interface Point {
  readonly lat: number
  readonly lon: number
}

/** The points that a request names, at least one and at most so many. @throws AppError invalid_request, in their words */
export function readCoordinates(parameters: Parameters, most: number): readonly Point[] {
  const [latitudes, longitudes] = [readNumbersParameter(parameters, 'latitude'), readNumbersParameter(parameters, 'longitude')]
  if (latitudes.length !== longitudes.length || latitudes.length === 0) throw buildRequestRefusal(UNEQUAL)
  if (latitudes.length > most) throw buildRequestRefusal(`Parameter 'latitude' and 'longitude' must not exceed ${most} coordinates.`)
  return latitudes.map((lat, index) => {
    const lon = longitudes[index] as number
    if (!(Math.abs(lat) <= 90)) throw buildRequestRefusal(`Latitude must be in range of -90 to 90°. Given: ${swiftFloat(lat)}.`)
    if (!(Math.abs(lon) <= 180)) throw buildRequestRefusal(`Longitude must be in range of -180 to 180°. Given: ${swiftFloat(lon)}.`)
    return { lat, lon }
  })
}

const UNEQUAL = "Parameter 'latitude' and 'longitude' must have the same number of elements"

/** As their server prints a number. */
const swiftFloat = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value))

/** @throws AppError invalid_request */
function elevationOf(text: string): number | 'nan' {
  if (text.toLowerCase() === 'nan') return 'nan'
  const metres = NUMBER.test(text) ? Number(text) : Number.NaN
  if (!(Math.abs(metres) < MAX_ELEVATION)) throw buildValueRefusal('Float', text, 'elevation')
  return metres
}

function zoneOf(zone: string, now: number): string {
  // Offsets are no zones to them.
  if (zone === 'auto' || (/^[A-Za-z]/.test(zone) && findZoneOffsetSeconds(zone, now) !== null)) return zone
  throw buildRequestRefusal('Invalid timezone')
}

/** The variables of a block with their times. */
const columns = (names: readonly VariableName[]): number => (names.length === 0 ? 0 : names.length + 1)

/** A day counts as the hours that it may have to be made of. */
function assertBounded({ places, current, minutely15, hourly, daily }: WeatherRequest, now: number): void {
  const values = places.reduce((sum, { rangesAt }) => {
    const ranges = rangesAt(0, now)
    const days = countRangeRows(ranges.daily) * (daily.length === 0 ? 0 : 24 + columns(daily))
    return (
      sum +
      current.length +
      days +
      countRangeRows(ranges.hourly) * columns(hourly) +
      countRangeRows(ranges.minutely15) * columns(minutely15)
    )
  }, 0)
  if (values > MAX_VALUES) throw buildRequestRefusal(`Only up to ${MAX_VALUES} values can be requested at once. Given ${values}.`)
}
