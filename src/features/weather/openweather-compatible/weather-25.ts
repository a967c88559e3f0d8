import type { HourlyPoint, Measurements } from '../../../domain/model.ts'
import { roundHalfAway } from '../../../domain/round.ts'
import type { Language } from '../../../messages/languages.ts'
import { HOUR_MS } from '../../../time.ts'
import type { PlaceWeather } from '../place-weather/index.ts'
import { weatherOf } from './conditions.ts'
import { amountsIn, amountsOf, byStart, positive, unix, unixOrNull, visibility, windOf } from './fields.ts'
import type { CurrentWeather, Forecast } from './schemas.ts'
import type { RequestedTown } from './towns.ts'
import { hundredths, type Units, whole, type Writer, writerOf } from './units.ts'

export interface TownOptions {
  readonly town: RequestedTown
  readonly units: Units
  readonly lang: Language
}

const STEP_HOURS = 3
const STEP_MS = STEP_HOURS * HOUR_MS
export const MAX_STEPS = 40

/** `/data/2.5/weather`. The place must have been read with the current scope. */
export function currentWeather({ town, units, lang }: TownOptions, { clock, scopes }: PlaceWeather): CurrentWeather {
  const current = scopes.current?.data
  if (current === undefined) throw new Error('no current weather was read')
  const write = writerOf(units)
  return {
    coord: coordinateOf(town),
    weather: [...weatherOf(current, current.isDay, lang)],
    base: 'stations',
    main: mainOf(current, write),
    ...visibility(current),
    wind: windOf(current, write),
    ...amountsIn(amountsOf(current), '1h'),
    clouds: { all: whole(current.cloudCover) },
    dt: unix(current.observedAt),
    sys: { ...(town.country === '' ? {} : { country: town.country }), ...sunOf(current) },
    timezone: clock.utcOffsetSeconds,
    id: town.id,
    name: town.name,
    cod: 200,
  }
}

/** `/data/2.5/forecast`: every third hour that is to come, as far as the hours reach; at most `count`. */
export function forecast({ town, units, lang, count }: TownOptions & { readonly count: number }, place: PlaceWeather): Forecast {
  const { clock, scopes, now } = place
  const write = writerOf(units)
  const hours = byStart(scopes.hourly?.whole.points ?? [])
  const first = (Math.floor(now / STEP_MS) + 1) * STEP_MS
  const list = Array.from({ length: count }, (_, step) => first + step * STEP_MS).flatMap((time) => {
    const hour = hours.get(time)
    return hour === undefined ? [] : [stepOf(hour, lastHours(hours, time), write, lang)]
  })
  const { name, id, country, population } = town
  return {
    cod: '200',
    message: 0,
    cnt: list.length,
    list,
    city: {
      id,
      name,
      coord: coordinateOf(town),
      country,
      population,
      timezone: clock.utcOffsetSeconds,
      ...sunOf(scopes.daily?.data.points[0] ?? { sunrise: null, sunset: null }),
    },
  }
}

/** The hours whose amounts fall before a step; of the first step, those that are known. */
function lastHours(hours: ReadonlyMap<number, HourlyPoint>, time: number): HourlyPoint[] {
  return Array.from({ length: STEP_HOURS }, (_, ago) => hours.get(time - (ago + 1) * HOUR_MS)).filter((hour) => hour !== undefined)
}

function stepOf(hour: HourlyPoint, last: readonly HourlyPoint[], write: Writer, lang: Language): Forecast['list'][number] {
  const amounts = last.map(amountsOf)
  const sum = (kind: 'rain' | 'snow') => positive(amounts.reduce((total, each) => total + (each[kind] ?? 0), 0))
  const chances = last.flatMap(({ precipitationProbability: chance }) => chance ?? [])
  return {
    dt: unix(hour.time),
    main: mainOf(hour, write),
    weather: [...weatherOf(hour, hour.isDay, lang)],
    clouds: { all: whole(hour.cloudCover) },
    wind: windOf(hour, write),
    ...visibility(hour),
    pop: chances.length === 0 ? null : hundredths(Math.max(...chances)),
    ...amountsIn({ rain: sum('rain'), snow: sum('snow') }, '3h'),
    sys: { pod: hour.isDay === false ? 'n' : 'd' },
    dt_txt: hour.time.slice(0, 19).replace('T', ' '),
  }
}

/** There is one temperature: OpenWeather's extremes are those within a large city at that time, elsewhere the same. */
function mainOf(point: Measurements & { readonly temperature: number | null; readonly feelsLike: number | null }, write: Writer) {
  const temp = write.temperature(point.temperature)
  const pressure = whole(point.pressure)
  return {
    temp,
    feels_like: write.temperature(point.feelsLike),
    temp_min: temp,
    temp_max: temp,
    pressure,
    sea_level: pressure,
    humidity: whole(point.humidity),
  }
}

/** Where One Call leaves the keys out, 2.5 has zeros. */
function sunOf({ sunrise, sunset }: { readonly sunrise: string | null; readonly sunset: string | null }) {
  return { sunrise: unixOrNull(sunrise) ?? 0, sunset: unixOrNull(sunset) ?? 0 }
}

/** In their order. */
export function coordinateOf({ lat, lon }: { readonly lat: number; readonly lon: number }) {
  return { lon: roundHalfAway(lon, 4), lat: roundHalfAway(lat, 4) }
}
