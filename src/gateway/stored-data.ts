import { isObject, parseJson } from '@isobar/providers/port'
import {
  ALERT_CERTAINTIES,
  ALERT_SEVERITIES,
  ALERT_URGENCIES,
  type Alert,
  type AlertText,
  CONDITIONS,
  type CellScope,
  type CurrentWeather,
  type DailyPoint,
  EUROPEAN_CATEGORIES,
  FALL_KINDS,
  type HourlyPoint,
  type MarinePoint,
  type MinuteFall,
  type MinutelyPoint,
  POLLEN,
  POLLUTANTS,
  PRECIPITATION_INTENSITIES,
  SEVERITY_SOURCES,
  SUN_STATES,
  type ScopeData,
  US_CATEGORIES,
  WEATHER_KINDS,
  mapMeasurements,
} from '@isobar/weather'
import { decodePoints, encodePoints, MAX_POINTS } from './columns.ts'
import {
  type Check,
  type Fields,
  isDate,
  isFlag,
  isInstant,
  checkList,
  checkMap,
  isNumber,
  checkObject,
  checkWord,
  isText,
  allowNull,
} from './shapes.ts'

/** Bytes of one scope of one cell; the largest recorded are alerts of some hundred kilobytes. */
export const MAX_BYTES = 8 * 1024 * 1024
const [MAX_ALERTS, MAX_NAMES] = [1_000, 10_000]

const number = allowNull(isNumber)
const instant = allowNull(isInstant)
const flag = allowNull(isFlag)
const text = allowNull(isText)

const MEASURED = { ...mapMeasurements(() => number), condition: allowNull(checkWord(CONDITIONS)), providerCode: number }

const sun = allowNull(checkWord(SUN_STATES))

const CURRENT: Fields<Required<CurrentWeather>> = {
  ...MEASURED,
  sun,
  kind: checkWord(WEATHER_KINDS),
  observedAt: isInstant,
  temperature: number,
  feelsLike: number,
  isDay: flag,
  sunrise: instant,
  sunset: instant,
}

const HOUR: Fields<Required<HourlyPoint>> = {
  ...MEASURED,
  time: isInstant,
  stepHours: allowNull((value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 24),
  temperature: number,
  temperatureLow: number,
  temperatureHigh: number,
  feelsLike: number,
  precipitationProbability: number,
  isDay: flag,
}

const DAY: Fields<Required<DailyPoint>> = {
  ...MEASURED,
  sun,
  date: isDate,
  time: isInstant,
  temperatureMin: number,
  temperatureMax: number,
  temperatureMorning: number,
  temperatureDay: number,
  temperatureEvening: number,
  temperatureNight: number,
  feelsLikeMin: number,
  feelsLikeMax: number,
  feelsLikeMorning: number,
  feelsLikeDay: number,
  feelsLikeEvening: number,
  feelsLikeNight: number,
  precipitationProbability: number,
  summary: text,
  sunrise: instant,
  sunset: instant,
  moonrise: instant,
  moonset: instant,
  moonPhase: number,
}

const MINUTE: Fields<MinutelyPoint> = { time: isInstant, precipitation: number }

const SEA: Fields<MarinePoint> = {
  time: isInstant,
  waveHeight: number,
  wavePeriod: number,
  waveDirection: number,
  swellHeight: number,
  swellPeriod: number,
  swellDirection: number,
  waterTemperature: number,
}

/** Above every published scale, which are extended beyond their last class. */
const isIndexValue: Check = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 100_000
const indexOf = (categories: readonly string[]) =>
  allowNull(checkObject({ value: isIndexValue, category: checkWord(categories), pollutant: checkWord(POLLUTANTS) }))

const AIR: Readonly<Record<string, Check>> = {
  time: isInstant,
  ...Object.fromEntries(POLLUTANTS.map((pollutant) => [pollutant, number])),
  pollen: allowNull(checkObject(Object.fromEntries(POLLEN.map((plant) => [plant, number])))),
  europeanIndex: indexOf(EUROPEAN_CATEGORIES),
  usIndex: indexOf(US_CATEGORIES),
}

const names = checkList(isText, MAX_NAMES)

const TEXT: Fields<AlertText> = { language: isText, event: isText, headline: text, description: isText, instruction: text, areas: names }

/** Whether it is a point as it is stored. */
export const isHourlyPoint: Check = checkObject(HOUR)
export const isDailyPoint: Check = checkObject(DAY)
export const isAirPoint: Check = checkObject(AIR)

/** A release that stated no severity wrote `unknown` (`graded`). */
const ALERT: Fields<Required<Alert>> = {
  id: isText,
  source: isText,
  senderName: text,
  severity: allowNull(checkWord([...ALERT_SEVERITIES, 'unknown'])),
  severitySource: allowNull(checkWord(SEVERITY_SOURCES)),
  event: isText,
  start: isInstant,
  end: instant,
  expires: instant,
  sent: instant,
  description: isText,
  instruction: text,
  urgency: checkWord(ALERT_URGENCIES),
  certainty: checkWord(ALERT_CERTAINTIES),
  tags: names,
  areas: names,
  language: text,
  texts: allowNull(checkList(checkObject(TEXT), MAX_NAMES)),
  level: allowNull(checkObject({ name: isText, color: text })),
  isNumbered: allowNull(isFlag),
  cancelled: isFlag,
  messages: allowNull(names),
}

/** Whether it is an alert as this or an earlier release stored it. */
export const isAlert: Check = checkObject(ALERT)

const isAbsence = checkObject({ since: isInstant, latest: isInstant, readings: isNumber })

const seriesOf = (fields: Readonly<Record<string, Check>>, others: Readonly<Record<string, Check>> = {}) =>
  checkObject({ available: isFlag, points: checkList(checkObject(fields), MAX_POINTS), ...others })

const FALL: Fields<MinuteFall> = { kind: checkWord(FALL_KINDS), intensity: allowNull(checkWord(PRECIPITATION_INTENSITIES)) }

const CHECKS: Readonly<Record<Exclude<CellScope, 'extended'>, Check>> = {
  current: checkObject(CURRENT),
  hourly: seriesOf(HOUR),
  daily: seriesOf(DAY),
  minutely: seriesOf(MINUTE, { fall: allowNull(checkObject(FALL)) }),
  air: seriesOf(AIR),
  marine: seriesOf(SEA),
  alert: checkObject({
    alerts: checkList(isAlert, MAX_ALERTS),
    absent: allowNull(checkMap(isAbsence, MAX_ALERTS)),
    incomplete: allowNull((value) => value === true),
    sources: allowNull(checkList(checkObject({ id: isText, isAtPlace: allowNull(isFlag) }), MAX_NAMES)),
  }),
}

const COLUMNS = [
  { name: 'hours', fields: HOUR, optional: ['stepHours', 'temperatureLow', 'temperatureHigh'] },
  { name: 'days', fields: DAY, optional: ['sun'] },
] as const

/** The canonical data of a scope as it is stored. */
export function encodeData(scope: CellScope, data: ScopeData[CellScope]): string {
  if (scope !== 'extended') return JSON.stringify(data)
  const { available, hours, days } = data as ScopeData['extended']
  return JSON.stringify({ available, hours: encodePoints(hours), days: encodePoints(days) })
}

function parseExtended(stored: Readonly<Record<string, unknown>>): ScopeData['extended'] | null {
  const { available } = stored
  const [hours, days] = COLUMNS.map(({ name, fields, optional }) => {
    const names = Object.keys(fields).filter((field) => field !== 'time' && !(optional as readonly string[]).includes(field))
    const points = decodePoints(stored[name], names)
    return points !== null && points.every(checkObject(fields)) ? points : null
  }) as [readonly HourlyPoint[] | null, readonly DailyPoint[] | null]
  return isFlag(available) && hours !== null && days !== null ? { available: available === true, hours, days } : null
}

/** The inverse of `encodeData` for bytes that anybody may have written: null unless they are data of that scope. */
export function parseData<S extends CellScope>(scope: S, bytes: Buffer): ScopeData[S] | null {
  const stored = bytes.length <= MAX_BYTES ? parseJson(bytes) : undefined
  if (scope !== 'extended') return CHECKS[scope as Exclude<S, 'extended'>](stored) ? (stored as ScopeData[S]) : null
  return isObject(stored) ? (parseExtended(stored) as ScopeData[S] | null) : null
}
