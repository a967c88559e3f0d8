import { consistentPoint } from './contradictions.ts'
import type { CurrentWeather } from './model.ts'
import { roundHalfAway } from './round.ts'
import type { NearbyReport, StationReading } from './station.ts'
import type { WeatherKind } from './weather-kind.ts'

/** Values that come from one source together. */
export const WEATHER_GROUPS = {
  temperature: ['temperature'],
  feelsLike: ['feelsLike'],
  humidity: ['dewPoint', 'humidity'],
  pressure: ['pressure'],
  cloudCover: ['cloudCover'],
  visibility: ['visibility'],
  uvIndex: ['uvIndex'],
  wind: ['windSpeed', 'windDirection'],
  gust: ['windGust'],
  precipitation: ['precipitation', 'rain', 'snow'],
  weather: ['condition', 'providerCode'],
} as const satisfies Readonly<Record<string, readonly (keyof CurrentWeather)[]>>

export type WeatherGroup = keyof typeof WEATHER_GROUPS
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
  /** The station that any of the values are from; null if none is. */
  readonly station: NearbyReport | null
  readonly heightCorrection: HeightCorrection | null
}

/** The lapse rate of the ICAO standard atmosphere, °C per metre. */
export const LAPSE_RATE = 6.5 / 1_000
/** Differences up to this are within what a grid and a station leave open anyway. */
export const MIN_HEIGHT_DIFFERENCE = 50

type Measured = { -readonly [Field in keyof CurrentWeather]?: CurrentWeather[Field] }

/**
 * What a station measured takes the place of the analysis, group by group; the rest stays. `heights` is null if temperatures are left at the
 * height that they are for. The felt temperature keeps its distance from the temperature, and stays an analysis.
 */
export function measuredCurrent(analysis: CurrentWeather, station: NearbyReport | null, heights: Heights | null): MeasuredCurrent {
  const measured = station === null ? {} : measuredValues(station.reading, analysis)
  const isMeasured = measured.temperature !== undefined
  const correction = correctionOf(isMeasured ? (station?.station.height ?? null) : (heights?.analysis ?? null), heights?.place ?? null)
  const corrected = atHeight({ ...analysis, ...measured }, correction)
  const data = consistentPoint(withFelt(corrected, analysis), () => {})
  const kinds = Object.entries(WEATHER_GROUPS).map(([group, fields]) => {
    if (fields.every((field) => data[field] === null)) return [group, null]
    return [group, fields.some((field) => measured[field] !== undefined) ? 'observation' : analysis.kind]
  })
  return {
    data,
    kinds: Object.fromEntries(kinds) as KindsByGroup,
    station: kinds.some(([, kind]) => kind === 'observation') ? station : null,
    heightCorrection: corrected.temperature === null ? null : correction,
  }
}

/** The fields that a reading replaces; those of a group go together. */
function measuredValues(reading: StationReading, analysis: CurrentWeather): Measured {
  const { temperature, pressure, windSpeed, windDirection, windGust, visibility, condition } = reading
  const measured: Measured = {}
  if (temperature !== null) measured.temperature = temperature
  if (reading.dewPoint !== null || reading.humidity !== null) {
    measured.dewPoint = reading.dewPoint
    measured.humidity = reading.humidity ?? relativeHumidity(temperature, reading.dewPoint)
  }
  if (pressure !== null) measured.pressure = pressure
  if (windSpeed !== null) Object.assign(measured, { windSpeed, windDirection })
  if (windGust !== null) measured.windGust = windGust
  // An analysed gust below the wind that was measured is refuted.
  else if (windSpeed !== null && analysis.windGust !== null && analysis.windGust < windSpeed) measured.windGust = null
  // Of "10 km or more", only the bound is measured.
  if (visibility !== null && !(reading.isVisibilityLeast && (analysis.visibility ?? 0) > visibility)) measured.visibility = visibility
  // The code belongs to the provider of the analysis.
  if (condition !== null) Object.assign(measured, { condition, providerCode: null })
  return measured
}

/** In percent, by the Magnus formula over water (WMO-No. 8); null without both. */
export function relativeHumidity(temperature: number | null, dewPoint: number | null): number | null {
  if (temperature === null || dewPoint === null) return null
  return roundHalfAway(Math.min(100, (100 * saturation(dewPoint)) / saturation(temperature)), 0)
}

/** Relative to 0 °C. */
function saturation(celsius: number): number {
  return Math.exp((17.62 * celsius) / (243.12 + celsius))
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

function withFelt(current: CurrentWeather, { temperature, feelsLike }: CurrentWeather): CurrentWeather {
  if (current.temperature === temperature || feelsLike === null) return current
  if (current.temperature === null || temperature === null) return { ...current, feelsLike: null }
  return { ...current, feelsLike: roundHalfAway(feelsLike + current.temperature - temperature, 4) }
}
