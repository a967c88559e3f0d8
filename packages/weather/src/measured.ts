import { type Condition, gradeCloudCover, SKY_CONDITIONS } from './condition.ts'
import { dropAcross } from './contradictions.ts'
import { computeFeltTemperature } from './felt-temperature.ts'
import { listGroupFields, WEATHER_GROUPS, type WeatherGroup } from './groups.ts'
import { computeDewPoint, computeHumidity } from './humidity.ts'
import type { CurrentWeather } from './model.ts'
import { roundHalfAway } from './round.ts'
import type { NearbyReport, StationReading } from './station.ts'
import { MPS_PER_KNOT } from './units.ts'
import type { WeatherKind } from './weather-kind.ts'

/** What kind of number each group is; null if its values are unknown. */
export type KindsByGroup = Readonly<Record<WeatherGroup, WeatherKind | null>>

/** Heights above sea level in metres; null: unknown. */
export interface Heights {
  /** Of the terrain at the place. */
  readonly place: number | null
  /** Of the terrain that the source of the analysis has its temperature for. */
  readonly analysis: number | null
}

/** A temperature that was brought from one height to another. */
export interface HeightCorrection {
  /** The height, in metres, that the temperature was for … */
  readonly from: number
  /** … and the place's, that it is for now. */
  readonly to: number
  /** What was added, in °C. */
  readonly added: number
}

/** Current weather with what a station measured in place of the analysis. */
export interface MeasuredCurrent {
  readonly data: CurrentWeather
  readonly kinds: KindsByGroup
  /** The fields that were computed from others that are shown. */
  readonly computed: readonly (keyof CurrentWeather)[]
  /** The station that any of the values are from; null if none is. */
  readonly station: NearbyReport | null
  readonly heightCorrection: HeightCorrection | null
}

/** The lapse rate of the ICAO standard atmosphere, °C per metre. */
export const LAPSE_RATE = 6.5 / 1_000
/** Differences up to this are within what a grid and a station leave open anyway. */
export const MIN_HEIGHT_DIFFERENCE = 50

/** Stations report a gust where it exceeds the mean wind by 10 kt or more (ICAO Annex 3, 4.1.5.2): without one, it was less. */
const UNREPORTED_GUST_MPS = 10 * MPS_PER_KNOT

type Measured = { -readonly [Field in keyof CurrentWeather]?: CurrentWeather[Field] }

/**
 * What a station measured takes the place of the analysis, group by group, and of what depends on it: the felt temperature and the humidity are
 * computed from what is shown, and what contradicts a measurement goes, without any tolerance. The rest stays. `heights` is null if temperatures
 * are left at the height that they are for. `isSkyYoung`: whether what the station saw of the sky is recent enough to stand against the analysis;
 * otherwise it counts only where both agree.
 */
export function buildMeasuredCurrent(
  analysis: CurrentWeather,
  station: NearbyReport | null,
  heights: Heights | null,
  isSkyYoung = true,
): MeasuredCurrent {
  const measured = station === null ? {} : measuredValues(station.reading, analysis, isSkyYoung)
  const isMeasured = measured.temperature !== undefined
  const correction = correctionOf(isMeasured ? (station?.station.height ?? null) : (heights?.analysis ?? null), heights?.place ?? null)
  const corrected = atHeight({ ...analysis, ...measured }, correction)
  const replaced = new Set(Object.keys(measured))
  const analysed = new Set(Object.keys(analysis).filter((field) => !replaced.has(field)))
  const { data, computed } = withDependents(dropAcross(corrected, analysed), analysis, station?.reading)
  // That there is no weather was seen, but not which sky there is.
  if (station?.reading.condition === null) replaced.delete('condition')
  const kinds = WEATHER_GROUPS.map((group) => {
    const fields = listGroupFields(group).filter((field) => field in data) as (keyof CurrentWeather)[]
    if (fields.every((field) => data[field] === null)) return [group, null]
    return [
      group,
      fields.some((field) => replaced.has(field) && data[field] !== null && field !== 'providerCode') ? 'observation' : analysis.kind,
    ]
  })
  return {
    data,
    computed,
    kinds: Object.fromEntries(kinds) as KindsByGroup,
    station: kinds.some(([, kind]) => kind === 'observation') ? station : null,
    heightCorrection: corrected.temperature === null ? null : correction,
  }
}

/** The temperature that a station measured, at the height of the place; null without one. */
export function findMeasuredTemperature(station: NearbyReport | null, heights: Heights | null): number | null {
  const { temperature = null } = station?.reading ?? {}
  if (station === null || temperature === null) return null
  const correction = correctionOf(station.station.height, heights?.place ?? null)
  return correction === null ? temperature : roundHalfAway(temperature + correction.added, 4)
}

/** The fields that a reading replaces; those of a group go together. */
function measuredValues(reading: StationReading, analysis: CurrentWeather, isSkyYoung: boolean): Measured {
  const { temperature, pressure, windSpeed, windDirection, windGust, visibility } = reading
  const measured: Measured = {}
  if (temperature !== null) measured.temperature = temperature
  if (reading.dewPoint !== null || reading.humidity !== null) {
    measured.dewPoint = reading.dewPoint
    measured.humidity = reading.humidity ?? computeHumidity(temperature, reading.dewPoint)
  }
  if (pressure !== null) measured.pressure = pressure
  if (windSpeed !== null) Object.assign(measured, { windSpeed, windDirection })
  if (windGust !== null) measured.windGust = windGust
  else if (windSpeed !== null && (analysis.windGust ?? 0) > windSpeed + UNREPORTED_GUST_MPS) measured.windGust = null
  // Of "10 km or more", only the bound is measured.
  if (visibility !== null && !(reading.isVisibilityLeast && (analysis.visibility ?? 0) > visibility)) measured.visibility = visibility
  // The code belongs to the provider of the analysis.
  const condition = conditionSeen(reading, analysis, isSkyYoung)
  if (condition !== undefined) Object.assign(measured, { condition, providerCode: null })
  if (condition === null) Object.assign(measured, { precipitation: null, rain: null, snow: null })
  return measured
}

/**
 * What a station saw of sky and weather; undefined where the analysis stands. A report that rules weather out refutes rain and fog of the analysis
 * even where it names no sky, which is then that of the analysed cover.
 */
function conditionSeen(
  { condition, isWithoutWeather }: StationReading,
  analysis: CurrentWeather,
  isSkyYoung: boolean,
): Condition | null | undefined {
  const isWeatherAnalysed = analysis.condition !== null && !SKY_CONDITIONS.includes(analysis.condition)
  if (condition !== null) {
    const isAgreeing = !SKY_CONDITIONS.includes(condition) === isWeatherAnalysed
    return isSkyYoung || isAgreeing ? condition : undefined
  }
  if (!isSkyYoung || isWithoutWeather !== true || !isWeatherAnalysed) return undefined
  return analysis.cloudCover === null ? null : gradeCloudCover(analysis.cloudCover)
}

/** Humidity and felt temperature of the values that are shown, where the analysis had others. */
function withDependents(
  current: CurrentWeather,
  analysis: CurrentWeather,
  reading: StationReading | undefined,
): Pick<MeasuredCurrent, 'data' | 'computed'> {
  const computed: (keyof CurrentWeather)[] = []
  let data = current.windSpeed === null ? { ...current, windDirection: null } : current
  function compute(field: 'humidity' | 'dewPoint' | 'feelsLike', value: number | null): void {
    data = { ...data, [field]: value }
    if (value !== null) computed.push(field)
  }
  const { temperature, dewPoint } = data
  const hasChanged = (field: 'temperature' | 'humidity' | 'windSpeed') => data[field] !== analysis[field]
  if (reading !== undefined && (reading.dewPoint !== null || reading.humidity !== null)) {
    if (reading.humidity === null && data.humidity !== null) computed.push('humidity')
    if (dewPoint === null) compute('dewPoint', computeDewPoint(temperature, data.humidity))
  } else if (hasChanged('temperature') || dewPoint !== analysis.dewPoint) {
    if (dewPoint !== null) compute('humidity', computeHumidity(temperature, dewPoint))
    else compute('dewPoint', computeDewPoint(temperature, data.humidity))
  }
  if (hasChanged('temperature') || hasChanged('windSpeed') || hasChanged('humidity'))
    compute('feelsLike', computeFeltTemperature(temperature, data.humidity, data.windSpeed))
  return { data, computed }
}

function correctionOf(from: number | null, to: number | null): HeightCorrection | null {
  if (from === null || to === null || Math.abs(from - to) <= MIN_HEIGHT_DIFFERENCE) return null
  return { from, to, added: roundHalfAway(LAPSE_RATE * (from - to), 1) }
}

/** The air is saturated at most: the dew point is not above the temperature that results. */
function atHeight(current: CurrentWeather, correction: HeightCorrection | null): CurrentWeather {
  if (correction === null || current.temperature === null) return current
  const temperature = roundHalfAway(current.temperature + correction.added, 4)
  const dewPoint = current.dewPoint === null ? null : Math.min(current.dewPoint, temperature)
  return { ...current, temperature, dewPoint }
}
