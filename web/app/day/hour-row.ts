import { fallText, windShort } from '../city/view/now.ts'
import type { Teller } from '../city/view/teller.ts'
import type { Hourly } from '../city/weather.ts'
import { degrees, share, speed, UNKNOWN } from '../format/numbers.ts'
import { hour } from '../format/times.ts'

/** A row of the day's table: time, words, temperature, feels like, rain, chance, wind, gusts. */
export function hourRow(point: Hourly['points'][number], units: Hourly['units'], teller: Teller): string[] {
  const { locale, zone } = teller
  return [
    hour(point.time, zone, teller),
    point.description ?? UNKNOWN,
    degrees(point.temperature, locale),
    degrees(point.feelsLike, locale),
    fallText(point, units.precipitation, teller),
    share(point.precipitationProbability, locale),
    windShort(point, units.windSpeed, teller),
    speed(point.windGust, units.windSpeed, locale),
  ]
}
