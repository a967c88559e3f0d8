import { airAt, type AirState } from './air.ts'
import { type Site, siteAt } from './geography.ts'
import { chance } from './noise.ts'
import { TRUTH, weatherAt, type WeatherState, type ErrorModel } from './weather.ts'

const DAY_HOURS = 24
/** After this many days, less than a thousandth of an error remains. */
const MEMORY_DAYS = 60

/** The weather of a site at `t` hours since the epoch as forecast with these errors, `lead` hours ahead; with a lead of 0, the actual weather. */
export function createErrors(site: Site, model: ErrorModel): (t: number, lead: number) => WeatherState {
  const rainSite = model.displacedDeg === 0 ? null : siteAt(site.lat, turned(site.lon + model.displacedDeg))
  const errorOf = errorsBy(site, model)
  return (t, lead) => {
    const state = weatherAt(site, t, TRUTH)
    if (lead <= 0) return state
    const error = errorOf(t, lead)
    const elsewhere = rainSite === null ? state : weatherAt(rainSite, t, TRUTH)
    const { precipitation, convective, snowShare, thunder, freezing, wetness } = elsewhere
    const temperature = state.temperature + error
    return { ...state, temperature, dewPoint: state.dewPoint + error, precipitation, convective, snowShare, thunder, freezing, wetness }
  }
}

/** The same of the air, whose errors have nothing to do with those of the temperature. No concentration falls below 0. */
export function createAirErrors(site: Site, model: ErrorModel): (t: number, lead: number) => AirState {
  const { airBias: bias, airSpread: spread, correlation, seed } = model
  const errorOf = errorsBy(site, { bias, spread, correlation, seed: seed + 1 })
  return (t, lead) => {
    const air = airAt(site, t * HOUR, weatherAt(site, t, TRUTH))
    if (lead <= 0) return air
    const error = errorOf(t, lead)
    const concentrations = CONCENTRATIONS.map((name) => [name, Math.max(0, air[name] + error)])
    return { ...air, ...(Object.fromEntries(concentrations) as Record<(typeof CONCENTRATIONS)[number], number>) }
  }
}

const HOUR = 3_600_000
const CONCENTRATIONS = ['pm25', 'pm10', 'no2', 'no', 'o3', 'so2', 'co', 'nh3', 'dust'] as const

type Errors = Pick<ErrorModel, 'bias' | 'spread' | 'correlation' | 'seed'>

/** The error of a forecast for `t`, `lead` hours ahead. */
function errorsBy(site: Site, model: Errors): (t: number, lead: number) => number {
  const errors = new Map<number, number>()
  return (t, lead) => {
    const day = Math.floor(t / DAY_HOURS)
    const ofDay = errors.get(day) ?? standardError(day, site, model)
    errors.set(day, ofDay)
    return model.bias + model.spread * Math.sqrt(lead / DAY_HOURS) * ofDay
  }
}

/** An autoregressive process of days with a standard normal distribution, a pure function of the day. */
function standardError(day: number, { lat, lon }: Site, { correlation, seed }: Errors): number {
  const place = Math.round(lat * 100) * 36_000 + Math.round(lon * 100)
  let sum = 0
  let weight = Math.sqrt(1 - correlation ** 2)
  for (let back = 0; back < MEMORY_DAYS && weight > 0.001; back += 1) {
    sum += weight * normal(day - back, place, seed)
    weight *= correlation
  }
  return sum
}

/** A stable number of a standard normal distribution (Box and Muller). */
function normal(day: number, place: number, seed: number): number {
  const [u, v] = [chance(day, place, 1, seed), chance(day, place, 2, seed)]
  return Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v)
}

function turned(lon: number): number {
  return ((((lon + 180) % 360) + 360) % 360) - 180
}
