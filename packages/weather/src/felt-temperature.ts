import { roundHalfAway } from './round.ts'

/**
 * The felt temperature in °C, to a tenth: Steadman's apparent temperature in the shade (Steadman 1994) as the Bureau of Meteorology prints it (AT = Ta + 0.33·e −
 * 0.70·ws − 4.00, e = rh/100 · 6.105 · exp(17.27·Ta/(237.7 + Ta)); http://www.bom.gov.au/info/thermal_stress, compared on 2026-11-29). Temperature
 * in °C, relative humidity in percent, wind in m/s at 10 m; null if one of them is unknown.
 */
export function computeFeltTemperature(temperature: number | null, humidity: number | null, windSpeed: number | null): number | null {
  if (temperature === null || humidity === null || windSpeed === null) return null
  const vapourHpa = (humidity / 100) * 6.105 * Math.exp((17.27 * temperature) / (237.7 + temperature))
  return roundHalfAway(temperature + 0.33 * vapourHpa - 0.7 * windSpeed - 4, 1)
}
