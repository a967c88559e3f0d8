import type { PlaceWeather } from '../place-weather/index.ts'
import { createNoWeatherError } from './errors.ts'
import type { CurrentWeather, TownMatches, TownGroup } from './schemas.ts'
import type { RequestedTown } from './towns.ts'
import { findCurrentWeather, type TownOptions } from './weather-25.ts'

export interface TownsOptions extends Pick<TownOptions, 'units' | 'lang'> {
  readonly towns: readonly RequestedTown[]
}

/**
 * `/data/2.5/group`: the current weather of towns, without those of which nobody knows it.
 * @throws AppError location_not_found without any
 */
export function writeTownGroup(options: TownsOptions, places: readonly PlaceWeather[]): TownGroup {
  const list = currentOf(options, places).map(({ base: _base, cod: _cod, timezone, sys, ...rest }) => ({
    ...rest,
    sys: { ...sys, timezone },
  }))
  return { cnt: list.length, list }
}

/**
 * `/data/2.5/find`: towns by name or around a point, with their current weather. Where it is dry, amounts are null, as in theirs.
 * @throws AppError location_not_found without any
 */
export function writeTownMatches(
  { isAround, ...options }: TownsOptions & { readonly isAround: boolean },
  places: readonly PlaceWeather[],
): TownMatches {
  const list = currentOf(options, places).map(({ id, name, coord, main, dt, wind, sys, rain, snow, clouds, weather }) => ({
    id,
    name,
    coord,
    main,
    dt,
    wind,
    sys: { country: sys.country ?? '' },
    rain: rain ?? null,
    snow: snow ?? null,
    clouds,
    weather,
  }))
  return { message: isAround ? 'accurate' : 'like', cod: '200', count: list.length, list }
}

function currentOf({ towns, ...options }: TownsOptions, places: readonly PlaceWeather[]): readonly CurrentWeather[] {
  const known = towns.flatMap((town, index) => findCurrentWeather({ ...options, town }, places[index] as PlaceWeather) ?? [])
  if (known.length === 0) throw createNoWeatherError()
  return known
}
