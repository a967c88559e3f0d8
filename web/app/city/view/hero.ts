import { type Condition, type Point, computeSunElevation } from '@isobar/weather'
import { formatDegrees } from '../../format/numbers.ts'
import type { PlaceWeather } from '../weather.ts'
import { describeOutlook } from './outlook.ts'
import { findTodayForecast } from './sky.ts'
import type { Teller } from './teller.ts'
import { describeUsualDifference } from './usual.ts'

/** What the sky looks like, for the colours behind the place's name. */
type Sky = 'clear' | 'clouds' | 'fog' | 'rain' | 'snow' | 'storm'

export const SKIES: Readonly<Record<Condition, Sky>> = {
  clear: 'clear',
  mostly_clear: 'clear',
  partly_cloudy: 'clear',
  mostly_cloudy: 'clouds',
  overcast: 'clouds',
  haze: 'fog',
  mist: 'fog',
  fog: 'fog',
  drizzle: 'rain',
  light_rain: 'rain',
  rain: 'rain',
  heavy_rain: 'rain',
  rain_showers: 'rain',
  freezing_drizzle: 'rain',
  freezing_rain: 'rain',
  sleet: 'snow',
  light_snow: 'snow',
  snow: 'snow',
  heavy_snow: 'snow',
  snow_showers: 'snow',
  hail: 'storm',
  thunderstorm: 'storm',
  thunderstorm_hail: 'storm',
  dust: 'fog',
  smoke: 'fog',
  ash: 'fog',
  squall: 'storm',
  tornado: 'storm',
}

/** The sun's elevations at which full daylight ends, and civil twilight. */
const LOW_SUN_DEGREES = 6
const NIGHT_DEGREES = -6

/** The first thing to read: what comes next, and between which temperatures today is. */
export function buildHeroView(weather: PlaceWeather, place: Point, teller: Teller) {
  const { current, daily, usual } = weather
  const { t, locale, now } = teller
  const day = findTodayForecast({ daily }, teller)
  const range = [
    [day?.temperatureMax ?? null, 'city.high'],
    [day?.temperatureMin ?? null, 'city.low'],
  ] as const
  const elevation = computeSunElevation(place, now)
  return {
    outlook: describeOutlook(weather, teller),
    range: [
      ...range.flatMap(([value, name]) => (value === null ? [] : [t(name, { value: formatDegrees(value, locale) })])),
      ...[describeUsualDifference(day, usual, teller)].filter((text) => text !== null),
    ],
    sky: SKIES[current?.condition ?? 'overcast'],
    light: elevation > LOW_SUN_DEGREES ? ('day' as const) : elevation > NIGHT_DEGREES ? ('low' as const) : ('night' as const),
  }
}
