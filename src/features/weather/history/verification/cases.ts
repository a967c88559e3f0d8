import {
  type Baselines,
  type DailyPoint,
  type HourlyPoint,
  type Tally,
  VERIFIED_AIR,
  type VerifiedVariable,
  WET_HOUR_MM,
  type Wind,
  addTo,
  buildErrorCase,
  buildEventCase,
  buildProbabilityCase,
  computeBaselines,
  computeDirectionError,
} from '@isobar/weather'
import { DAY_MS, HOUR_MS, toUtcDay } from '../../../../time.ts'
import type { LeadSums, TruthName } from './model.ts'
import type { Reading, Truth, Verified } from './truth.ts'

/** A forecast of an hour: one per source, hour and lead time band. Canonical units; amounts are for the hour that begins then. */
export interface HourForecast extends Verified, Pick<HourlyPoint, 'precipitationProbability'> {
  readonly source: string
  readonly validAt: Date
  readonly leadHours: number
}

/** A forecast of a local day: one per source, day and number of days ahead. */
export interface DayForecast extends Pick<DailyPoint, 'date' | 'temperatureMin' | 'temperatureMax'> {
  readonly source: string
  /** 24 for each day ahead. */
  readonly leadHours: number
}

/** One comparison of a forecast and the truth. */
interface Case {
  readonly source: string
  readonly leadHours: number
  readonly variable: VerifiedVariable
  /** What the forecast was for, in milliseconds or as a date: sources are compared on the same cases. */
  readonly of: number | string
  readonly tally: Tally
}

/** The sums of a day against one truth, for each source, and for each source on the cases that another source has, too. */
export function computeLeadSums(hours: readonly HourForecast[], days: readonly DayForecast[], truth: Truth): Omit<LeadSums, 'simulated'>[] {
  return summed([...hours.flatMap((hour) => hourCases(hour, truth)), ...days.flatMap((day) => dayCases(day, truth))], truth.name)
}

function summed(cases: readonly Case[], truth: TruthName): Omit<LeadSums, 'simulated'>[] {
  const sums = new Map<
    string,
    { readonly of: Omit<LeadSums, 'tallies' | 'simulated'>; readonly tallies: { [Name in VerifiedVariable]?: number[] } }
  >()
  const add = ({ source, leadHours, variable, tally }: Case, versus: string | null): void => {
    const key = `${source} ${versus} ${leadHours}`
    let known = sums.get(key)
    if (known === undefined) sums.set(key, (known = { of: { source, truth, versus, leadHours }, tallies: {} }))
    const sum = known.tallies[variable]
    if (sum === undefined) known.tallies[variable] = [...tally]
    else addTo(sum, tally)
  }
  for (const same of Map.groupBy(cases, ({ leadHours, variable, of }) => `${leadHours} ${variable} ${of}`).values()) {
    for (const each of same) {
      add(each, null)
      for (const other of same) if (other !== each) add(each, other.source)
    }
  }
  return [...sums.values()].map(({ of, tallies }) => ({ ...of, tallies }))
}

function hourCases(forecast: HourForecast, truth: Truth): Case[] {
  const { source, leadHours, precipitationProbability: p } = forecast
  const validAt = forecast.validAt.getTime()
  const made = (variable: VerifiedVariable, tally: Tally | null): Case[] =>
    tally === null ? [] : [{ source, leadHours, variable, of: validAt, tally }]
  const quantity = (name: 'temperature' | 'windSpeed' | 'windGust', at: number) =>
    made(
      name,
      errorTally(forecast[name], (ms) => truth.at(ms)?.[name] ?? null, at, leadHours),
    )
  const ended = validAt + HOUR_MS
  const amountAt = (ms: number) => truth.at(ms)?.precipitation ?? null
  const fell = amountAt(ended)
  return [
    ...quantity('temperature', validAt),
    ...quantity('windSpeed', validAt),
    ...quantity('windGust', ended),
    ...made('windDirection', directionTally(forecast, truth, validAt, leadHours)),
    ...made('precipitation', forecast.precipitation === null || fell === null ? null : buildEventCase(forecast.precipitation, fell)),
    ...made('precipitationProbability', p === null || fell === null ? null : probabilityTally(p, fell, amountAt, ended, leadHours)),
  ]
}

function dayCases({ source, date, leadHours, ...forecast }: DayForecast, truth: Truth): Case[] {
  // Dates are counted as UTC days, so that clock changes shift nothing.
  const at = Date.parse(`${date}T00:00:00Z`)
  const ofDay = (which: 'min' | 'max') => (ms: number) => truth.day(toUtcDay(ms))?.[which] ?? null
  return (
    [
      ['temperatureMax', 'max'],
      ['temperatureMin', 'min'],
    ] as const
  ).flatMap(([variable, which]) => {
    // The day on which a forecast is issued has not ended yet, so the baseline's latest complete day is a day older.
    const tally = errorTally(forecast[variable], ofDay(which), at, leadHours, leadHours + DAY_MS / HOUR_MS)
    return tally === null ? [] : [{ source, leadHours, variable, of: date, tally }]
  })
}

/** Null unless both the forecast and the truth are known. */
function errorTally(
  forecast: number | null,
  truthAt: (ms: number) => number | null,
  at: number,
  leadHours: number,
  knownBefore = leadHours,
): Tally | null {
  const truth = truthAt(at)
  if (forecast === null || truth === null) return null
  return buildErrorCase(forecast - truth, errorsOf(computeBaselines(truthAt, at, knownBefore), truth))
}

function errorsOf({ persistence, climatology }: Baselines, truth: number) {
  return { persistence: persistence === null ? null : persistence - truth, climatology: climatology === null ? null : climatology - truth }
}

/** A mean direction would mean little, so there is no climatology. */
function directionTally(forecast: HourForecast, truth: Truth, at: number, leadHours: number): Tally | null {
  const was = truth.at(at)
  if (was === null) return null
  const error = computeDirectionError(windOf(forecast), windOf(was))
  if (error === null) return null
  const before = truth.at(at - Math.ceil(leadHours / 24) * DAY_MS)
  return buildErrorCase(error, {
    persistence: before === null ? null : computeDirectionError(windOf(before), windOf(was)),
    climatology: null,
  })
}

function windOf({ windSpeed, windDirection }: Pick<Reading, 'windSpeed' | 'windDirection'>): Wind {
  return { speed: windSpeed, direction: windDirection }
}

/** Persistence forecasts 0 or 1; climatology forecasts the share of wet hours. */
function probabilityTally(p: number, fell: number, amountAt: (ms: number) => number | null, at: number, leadHours: number): Tally {
  const wetAt = (ms: number) => {
    const amount = amountAt(ms)
    return amount === null ? null : Number(amount >= WET_HOUR_MM)
  }
  return buildProbabilityCase(p, fell >= WET_HOUR_MM, computeBaselines(wetAt, at, leadHours))
}

/** µg/m³; null: unknown. */
type VerifiedAir = { readonly [Name in (typeof VERIFIED_AIR)[number]]: number | null }

/** What a source gave for the hour that begins at `observedAt` while it was running. */
export interface AirAnalysis extends VerifiedAir {
  readonly source: string
  readonly observedAt: Date
}

/** A forecast of the air of an hour: one per source, hour and lead time band. */
export interface AirForecast extends VerifiedAir {
  readonly source: string
  readonly validAt: Date
  readonly leadHours: number
}

/**
 * The sums of a day for each source against its own analysis: no station measures air here, and the analysis of another source is no truth
 * for it, so sources are not compared with each other. Both values are means of the same hour.
 */
export function computeAirLeadSums(forecasts: readonly AirForecast[], analyses: readonly AirAnalysis[]): Omit<LeadSums, 'simulated'>[] {
  const bySource = Map.groupBy(analyses, ({ source }) => source)
  return [...Map.groupBy(forecasts, ({ source }) => source)].flatMap(([source, own]) => {
    const hours = new Map((bySource.get(source) ?? []).map((analysis) => [analysis.observedAt.getTime(), analysis]))
    const cases = own.flatMap(({ validAt, leadHours, ...forecast }) =>
      VERIFIED_AIR.flatMap((variable): Case[] => {
        const at = validAt.getTime()
        const tally = errorTally(forecast[variable], (ms) => hours.get(ms)?.[variable] ?? null, at, leadHours)
        return tally === null ? [] : [{ source, leadHours, variable, of: at, tally }]
      }),
    )
    return summed(cases, { source, kind: 'analysis', station: null })
  })
}
