import { toConditionIcon } from './condition-icon.ts'
import { describeCondition } from './condition-text.ts'
import { computeMiddleTemperature } from './diurnal-temperature.ts'
import { LAPSE_RATE, type MeasuredCurrent } from './measured.ts'
import { type Measured, type MeasurementName, MEASUREMENT_NAMES, MEASUREMENTS, NOTHING_MEASURED } from './measurements.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, Measurements } from './model.ts'
import { gradeCondition } from './outlook/reading.ts'
import { toForecastStep } from './outlook/step.ts'
import { roundHalfAway } from './round.ts'
import { isHour } from './series.ts'
import { estimateSnowDepth } from './snow-depth.ts'
import type { StationCredit } from './station-view.ts'
import type { NearbyReport } from './station.ts'
import type { WeatherTexts } from './texts.ts'
import type { UnitWriter } from './units.ts'
import { findCommonKind } from './weather-kind.ts'

/** The measurements common to all points, which go between temperatures and condition. */
function renderMeasurements(point: Measured, writer: UnitWriter): Measured {
  // Filling a copy with all fields present is faster than growing an empty object.
  const rendered: { -readonly [Name in MeasurementName]: number | null } = { ...NOTHING_MEASURED }
  for (const name of MEASUREMENT_NAMES) {
    const { unit } = MEASUREMENTS[name]
    const value = point[name]
    rendered[name] = unit === null ? value : writer[unit](value)
  }
  return rendered
}

function renderCondition({ condition, providerCode }: Measurements, isDay: boolean | null, texts: WeatherTexts) {
  return {
    condition,
    providerCode,
    description: describeCondition(condition, isDay, texts),
    icon: toConditionIcon(condition, isDay),
  }
}

/** The current scope's fields in the writer's units. */
export function renderCurrent(data: CurrentWeather, writer: UnitWriter, texts: WeatherTexts, alertIds: readonly string[] | null) {
  return {
    kind: data.kind,
    observedAt: data.observedAt,
    temperature: writer.temperature(data.temperature),
    feelsLike: writer.temperature(data.feelsLike),
    ...renderMeasurements(data, writer),
    ...renderCondition(data, data.isDay, texts),
    isDay: data.isDay,
    sunrise: data.sunrise,
    sunset: data.sunset,
    sun: data.sun ?? null,
    alertIds,
  }
}

/**
 * The current scope's fields with what a station measured. `kind` is what may be claimed of all of them together; `attribution` credits the
 * station's source.
 */
export function renderMeasured(
  { data, kinds, station, heightCorrection }: MeasuredCurrent,
  attribution: StationCredit | null,
  writer: UnitWriter,
  texts: WeatherTexts,
  alertIds: readonly string[] | null,
) {
  const { kind, ...weather } = renderCurrent(data, writer, texts, alertIds)
  return {
    kind: findCommonKind(Object.values(kinds).filter((each) => each !== null)) ?? kind,
    ...weather,
    kinds,
    station: station === null ? null : renderStation(station, attribution),
    heightCorrection:
      heightCorrection === null
        ? null
        : { fromMetres: heightCorrection.from, toMetres: heightCorrection.to, lapseRatePerKm: LAPSE_RATE * 1_000 },
  }
}

function renderStation({ station, reading, distanceKm }: NearbyReport, attribution: StationCredit | null) {
  const { source, id, name, height } = station
  return { source, id, name, distanceKm: roundHalfAway(distanceKm, 1), heightMetres: height, observedAt: reading.observedAt, attribution }
}

/** One hour in the writer's units; its condition is as strong as its amount. */
export function renderHourly(point: HourlyPoint, writer: UnitWriter, texts: WeatherTexts) {
  return {
    time: point.time,
    ...(isHour(point) ? {} : { stepHours: point.stepHours }),
    temperature: writer.temperature(point.temperature),
    ...renderBand(point, writer),
    feelsLike: writer.temperature(point.feelsLike),
    ...renderMeasurements(point, writer),
    freshSnow: writer.snow(depthOfFresh(point.snow, point.temperature)),
    precipitationProbability: point.precipitationProbability,
    ...renderCondition({ ...point, condition: gradeCondition(toForecastStep(point)) }, point.isDay, texts),
    isDay: point.isDay,
  }
}

function renderBand({ temperatureLow: low, temperatureHigh: high }: HourlyPoint, { temperature }: UnitWriter) {
  return low === undefined || high === undefined
    ? {}
    : { temperatureLow: temperature(low) as number, temperatureHigh: temperature(high) as number }
}

/**
 * One day in the writer's units, with the day wording and icon of its condition. The provider's sentence is English, so other languages get
 * none; it is for its day, whenever it is read.
 */
export function renderDaily(point: DailyPoint, writer: UnitWriter, texts: WeatherTexts) {
  return {
    date: point.date,
    time: point.time,
    temperatureMin: writer.temperature(point.temperatureMin),
    temperatureMax: writer.temperature(point.temperatureMax),
    temperatureMorning: writer.temperature(point.temperatureMorning),
    temperatureDay: writer.temperature(point.temperatureDay),
    temperatureEvening: writer.temperature(point.temperatureEvening),
    temperatureNight: writer.temperature(point.temperatureNight),
    feelsLikeMin: writer.temperature(point.feelsLikeMin),
    feelsLikeMax: writer.temperature(point.feelsLikeMax),
    feelsLikeMorning: writer.temperature(point.feelsLikeMorning),
    feelsLikeDay: writer.temperature(point.feelsLikeDay),
    feelsLikeEvening: writer.temperature(point.feelsLikeEvening),
    feelsLikeNight: writer.temperature(point.feelsLikeNight),
    ...renderMeasurements(point, writer),
    freshSnow: writer.snow(depthOfFresh(point.snow, computeMiddleTemperature(point))),
    precipitationProbability: point.precipitationProbability,
    ...renderCondition(point, true, texts),
    summary: texts.language === 'en' ? cleanDaySentence(point.summary) : null,
    sunrise: point.sunrise,
    sunset: point.sunset,
    sun: point.sun ?? null,
    moonrise: point.moonrise,
    moonset: point.moonset,
    moonPhase: point.moonPhase,
  }
}

/** Millimetres of depth, to the tenth. */
function depthOfFresh(waterMm: number | null, temperature: number | null): number | null {
  return waterMm === null ? null : roundHalfAway(estimateSnowDepth(waterMm, temperature), 1)
}

/** OpenWeather ends sentences about any of its eight days like this: "There will be rain today". */
const ENDS_TODAY = / today(\.?)$/i
const RELATIVE = /\b(?:today|tonight|tomorrow|yesterday|now|currently|next|last|this (?:morning|afternoon|evening|week))\b/i

/**
 * A provider's English sentence about a day, for a reader who sees it next to the day's name or date, whenever that is. A final "today" goes:
 * it means the day itself. Any other word that depends on when the sentence is read makes it null.
 */
export function cleanDaySentence(sentence: string | null): string | null {
  if (sentence === null) return null
  const dated = sentence.replace(ENDS_TODAY, '$1')
  return RELATIVE.test(dated) ? null : dated
}
