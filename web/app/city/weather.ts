import type { Answer } from '../api/ask.ts'

/** Of one scope. */
type Weather = Extract<Answer<'get', '/api/weather'>, { scope: string }>
export type Scope = Weather['scope']
export type Scoped<S extends Scope> = Extract<Weather, { scope: S }>
export type Current = Scoped<'current'>
export type Hourly = Scoped<'hourly'>
export type Daily = Scoped<'daily'>
export type Minutely = Scoped<'minutely'>
export type Air = Scoped<'air'>
export type Marine = Scoped<'marine'>
export type Alert = Answer<'get', '/api/alerts/{alertId}'>
export type WeatherHistory = Extract<Answer<'get', '/api/weather/history'>, { scope: 'weather' }>
export type History = Pick<WeatherHistory, 'summary' | 'units' | 'timezone' | 'nextDays'>

type Normals = Answer<'get', '/api/normals'>

/** What is usual on a day of the year. */
export interface Usual {
  readonly day: Normals['days'][number]
  /** `1991-2020` */
  readonly period: string
  readonly units: Normals['units']
  readonly attribution: NonNullable<Normals['attribution']>
}

/** Everything the API knows about a place. Null: unavailable right now; the page is shown without it. */
export interface PlaceWeather {
  readonly current: Current | null
  readonly hourly: Hourly | null
  readonly daily: Daily | null
  readonly minutely: Minutely | null
  /** Null: unknown. */
  readonly alerts: readonly Alert[] | null
  /** The number of warnings whose details are unavailable. */
  readonly alertsFailed: number
  readonly history: History | null
  /** On the day that it is at the place. Undefined: not asked for. */
  readonly usual?: Usual | null
  /** Air and sea, which cost calls of their own: read only for readers who ask for them. Undefined: not asked for. */
  readonly extra?: { readonly air: Air | null; readonly marine: Marine | null } | undefined
}

/** The zone of a place by its weather. */
export function getWeatherZone({ current, hourly, daily }: Pick<PlaceWeather, 'current' | 'hourly' | 'daily'>): string {
  return (current ?? hourly ?? daily)?.timezone ?? 'UTC'
}

/** The initial state. */
export const NOTHING_KNOWN: PlaceWeather = {
  current: null,
  hourly: null,
  daily: null,
  minutely: null,
  alerts: null,
  alertsFailed: 0,
  history: null,
}
