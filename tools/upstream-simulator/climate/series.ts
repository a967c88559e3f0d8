import { solarAltitude } from '../sky/sun.ts'
import { airAt, type AirState } from './air.ts'
import { createAirErrors, createErrors } from './errors.ts'
import { contains, force, type ForcedCondition } from './forced.ts'
import { type Site, siteAt } from './geography.ts'
import { type ModelRun, weatherAt, type WeatherState } from './weather.ts'

const HOUR = 3_600_000

/** One clock hour: the state at its start, and what falls and blows within it. */
export interface HourRecord {
  /** Epoch milliseconds of its start. */
  readonly startMs: number
  readonly state: WeatherState
  /** mm of water. */
  readonly rain: number
  readonly snow: number
  readonly convective: number
  readonly thunder: boolean
  readonly freezing: boolean
  readonly gust: number
  /** 0–1. */
  readonly probability: number
  readonly uvIndex: number
  readonly isDay: boolean
}

/** What falls and blows within an interval. Amounts in mm of water. */
export interface Interval {
  readonly rain: number
  readonly snow: number
  /** The parts of the rain, and of all, that fall from showers. */
  readonly rainShowers: number
  readonly showers: number
  readonly thunder: boolean
  readonly freezing: boolean
  readonly gust: number
  /** The highest wetness of its states. */
  readonly wettest: number
}

/** The weather of one place as one model run sees it. States and hours are computed on first use: a series lives as long as one answer. */
export interface Series {
  readonly site: Site
  readonly run: ModelRun
  at(epochMs: number): WeatherState
  air(epochMs: number): AirState
  hour(startMs: number): HourRecord
  uvIndex(epochMs: number, cloud: number): number
  /** Of quarters of an hour. */
  interval(fromMs: number, quarters: number): Interval
}

/** A series for a coordinate pair. `forced` are the conditions to lay over the climate. */
export function createSeries(lat: number, lon: number, run: ModelRun, forced: readonly ForcedCondition[]): Series {
  const site = siteAt(lat, lon)
  const here = forced.filter((condition) => condition.weather !== null && contains(condition.box, lat, lon))
  const withErrors = run.errors ? createErrors(site, run.errors) : null
  const airWithErrors = run.errors ? createAirErrors(site, run.errors) : null
  const hours = new Map<number, HourRecord>()
  const states = new Map<number, WeatherState>()
  const intervals = new Map<string, Interval>()

  function at(epochMs: number): WeatherState {
    const known = states.get(epochMs)
    if (known !== undefined) return known
    const t = epochMs / HOUR
    let state = withErrors === null ? weatherAt(site, t, run) : withErrors(t, t - run.issuedAt)
    for (const condition of here)
      if (condition.weather !== null && epochMs >= condition.from && epochMs < condition.to) state = force(state, condition.weather)
    states.set(epochMs, state)
    return state
  }

  function air(epochMs: number): AirState {
    const t = epochMs / HOUR
    return airWithErrors === null ? airAt(site, epochMs, at(epochMs)) : airWithErrors(t, t - run.issuedAt)
  }

  function uvIndex(epochMs: number, cloud: number): number {
    const sine = Math.sin((solarAltitude(lat, lon, epochMs) * Math.PI) / 180)
    if (sine <= 0) return 0
    return 12.4 * sine ** 2.4 * (1 - 0.72 * (cloud / 100) ** 3) * (1 + 0.06 * (site.elevation / 1000))
  }

  function interval(fromMs: number, quarters: number): Interval {
    const key = `${fromMs} ${quarters}`
    const known = intervals.get(key)
    if (known !== undefined) return known
    const sum = {
      rain: 0,
      snow: 0,
      rainShowers: 0,
      showers: 0,
      thunder: false,
      freezing: false,
      gust: 0,
      wettest: Number.NEGATIVE_INFINITY,
    }
    for (let quarter = 0; quarter < quarters; quarter++) {
      const { precipitation, snowShare, convective, thunder, freezing, windGust, wetness } = at(fromMs + quarter * 900_000)
      const rain = 0.25 * precipitation * (1 - snowShare)
      sum.rain += rain
      sum.snow += 0.25 * precipitation * snowShare
      sum.rainShowers += rain * convective
      sum.showers += 0.25 * precipitation * convective
      sum.thunder ||= thunder
      sum.freezing ||= freezing && precipitation > 0.1
      sum.gust = Math.max(sum.gust, windGust)
      sum.wettest = Math.max(sum.wettest, wetness)
    }
    intervals.set(key, sum)
    return sum
  }

  function hour(startMs: number): HourRecord {
    const known = hours.get(startMs)
    if (known !== undefined) return known
    const state = at(startMs)
    const { rain, snow, showers, thunder, freezing, gust, wettest } = interval(startMs, 4)
    const lead = Math.max(0, startMs / HOUR - run.issuedAt)
    const spread = 0.025 + 0.09 * (1 - Math.exp(-lead / 70))
    const altitude = solarAltitude(lat, lon, startMs)
    const record: HourRecord = {
      startMs,
      state,
      rain,
      snow,
      convective: rain + snow > 0 ? showers / (rain + snow) : 0,
      thunder,
      freezing,
      gust,
      probability: rain + snow > 0 && lead === 0 ? 1 : 1 / (1 + Math.exp(-wettest / spread)),
      uvIndex: altitude > 0 ? uvIndex(startMs, state.cloud) : 0,
      isDay: altitude > -0.833,
    }
    hours.set(startMs, record)
    return record
  }

  return { site, run, at, air, hour, uvIndex, interval }
}
