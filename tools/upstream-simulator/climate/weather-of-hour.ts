import type { HourRecord } from './series.ts'

/** What an hour is like, in the terms that the providers' own words are made of. */
export interface WeatherOfHour {
  readonly falls: 'rain' | 'freezing rain' | 'sleet' | 'snow' | null
  readonly strength: 'light' | 'moderate' | 'heavy'
  readonly isShower: boolean
  readonly thunder: boolean
  readonly fog: boolean
  /** Cloud cover in eighths. */
  readonly eighths: number
}

/** Less than a tenth of a millimetre is dry. */
export function weatherOfHour({ rain, snow, convective, thunder, freezing, state }: HourRecord): WeatherOfHour {
  const amount = rain + snow
  const share = amount > 0 ? snow / amount : 0
  const falls = amount < 0.1 ? null : freezing ? 'freezing rain' : share > 0.75 ? 'snow' : share > 0.25 ? 'sleet' : 'rain'
  return {
    falls,
    strength: amount < 0.5 ? 'light' : amount < 4 ? 'moderate' : 'heavy',
    isShower: convective > 0.6,
    thunder: thunder && falls !== null,
    fog: state.fog,
    eighths: Math.round(state.cloud / 12.5),
  }
}
