import {
  type ForecastStep,
  type OutlookWriter,
  buildOutlook,
  findUnitSystem,
  getUnitWriter,
  summarisePeriod,
  writeOutlook,
  writePeriod,
} from '@isobar/weather'
import { formatAmount, formatDegrees, formatShare, formatSnowDepth, formatSpeed } from '../../format/numbers.ts'
import { formatHour } from '../../format/times.ts'
import type { Daily, Hourly, PlaceWeather } from '../weather.ts'
import { convertClockTimes } from './minutes.ts'
import { toCelsius, toSteps } from './steps.ts'
import { joinSentences, type Teller, computePlaceToday } from './teller.ts'

type Parts = Pick<PlaceWeather, 'current' | 'hourly' | 'daily' | 'minutely'>

/**
 * What comes next, by the rule of `packages/weather/src/outlook`, as sentences; none without the hours. Nothing is called dry while the minutes say that something
 * falls: then they are told.
 */
export function listOutlookSentences({ current, hourly, daily, minutely }: Parts, teller: Teller): string[] {
  if (hourly === null) return []
  const { now } = teller
  const steps = toSteps(hourly.points, hourly.units)
  const outlook = buildOutlook(steps, { now, current: current?.condition ?? null, highs: highsIn(daily, teller) })
  const summary = minutely?.summary ?? null
  const denied = summary !== null && summary.intensity !== 'none' ? outlook.statements.find(({ type }) => type === 'dry') : undefined
  const statements = outlook.statements.filter((each) => each !== denied)
  const minutes = summary === null || denied === undefined ? [] : [convertClockTimes(summary.text, teller)]
  return [...minutes, ...writeOutlook({ ...outlook, statements }, now, outlookWriter(hourly.units, teller))]
}

/** The same as one text. */
export const describeOutlook = (parts: Parts, teller: Teller): string => joinSentences(teller.lang, listOutlookSentences(parts, teller))

/** What falls and how it blows in a period that is named beside it. `isWhole` and `chance`: as in `summarisePeriod`. */
export function describePeriod(
  steps: readonly ForecastStep[],
  isWhole: boolean,
  units: Hourly['units'],
  teller: Teller,
  chance: number | null = null,
): string {
  return joinSentences(teller.lang, writePeriod(summarisePeriod(steps, isWhole, chance), outlookWriter(units, teller)))
}

/** The highs of today and tomorrow in °C. */
function highsIn(daily: Daily | null, teller: Teller): [number | null, number | null] {
  const index = daily?.points.findIndex(({ date }) => date === computePlaceToday(teller)) ?? -1
  if (daily === null || index === -1) return [null, null]
  const [today, tomorrow] = [daily.points[index], daily.points[index + 1]].map((day) => toCelsius(day?.temperatureMax ?? null, daily.units))
  return [today ?? null, tomorrow ?? null]
}

/** The texts and formats of a page's reader, for the units of an answer. */
function outlookWriter(units: Hourly['units'], teller: Teller): OutlookWriter {
  const { t, locale, zone } = teller
  const write = getUnitWriter(findUnitSystem(units))
  return {
    t,
    time: (atMs) => formatHour(new Date(atMs).toISOString(), zone, teller),
    water: (mm) => formatAmount(write.precipitation(mm), units.precipitation, locale),
    snowDepth: (mm) => formatSnowDepth(mm, units.precipitation, locale),
    speed: (mps) => formatSpeed(write.windSpeed(mps), units.windSpeed, locale),
    degrees: (celsius) => formatDegrees(write.temperature(celsius), locale),
    share: (value) => formatShare(value, locale),
  }
}
