import { fallText, pointName } from '../city/view/now.ts'
import type { Teller } from '../city/view/teller.ts'
import type { Hourly } from '../city/weather.ts'
import { degrees, share, speed, UNKNOWN } from '../format/numbers.ts'
import { hour } from '../format/times.ts'

/** A row of the day's table: time, words, temperature, feels like, rain, chance, wind, gusts. */
export function hourRow(point: Hourly['points'][number], units: Hourly['units'], teller: Teller): string[] {
  const { locale, zone } = teller
  const from = pointName(point.windDirection, teller)
  const wind = speed(point.windSpeed, units.windSpeed, locale)
  return [
    hour(point.time, zone, teller),
    point.description ?? UNKNOWN,
    degrees(point.temperature, locale),
    degrees(point.feelsLike, locale),
    fallText(point, units.precipitation, teller),
    share(point.precipitationProbability, locale),
    from === null || point.windSpeed === null ? wind : `${wind} ${from}`,
    speed(point.windGust, units.windSpeed, locale),
  ]
}
