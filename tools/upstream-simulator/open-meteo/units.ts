import { localTime, seconds } from '../times.ts'
import { round } from '../wire.ts'

/** The units asked for, with the words that the answer names them by. */
export interface OmUnits {
  readonly temperature: '°C' | '°F'
  readonly wind: 'km/h' | 'm/s' | 'mp/h' | 'kn'
  readonly precipitation: 'mm' | 'inch'
  readonly snowfall: 'cm' | 'inch'
}

export interface OmFormat {
  readonly units: OmUnits
  readonly unixtime: boolean
  readonly offsetSeconds: number
}

const WIND = { kmh: 'km/h', ms: 'm/s', mph: 'mp/h', kn: 'kn' } as const
const PER_MPS = { 'km/h': 3.6, 'm/s': 1, 'mp/h': 2.236936, kn: 1.943844 } as const

/** The units of a request; null for an unknown value. */
export function unitsOf(query: URLSearchParams): OmUnits | null {
  const temperature = query.get('temperature_unit') ?? 'celsius'
  const wind = query.get('wind_speed_unit') ?? query.get('windspeed_unit') ?? 'kmh'
  const precipitation = query.get('precipitation_unit') ?? 'mm'
  if (temperature !== 'celsius' && temperature !== 'fahrenheit') return null
  if (precipitation !== 'mm' && precipitation !== 'inch') return null
  if (!(wind in WIND)) return null
  return {
    temperature: temperature === 'celsius' ? '°C' : '°F',
    wind: WIND[wind as keyof typeof WIND],
    precipitation,
    snowfall: precipitation === 'mm' ? 'cm' : 'inch',
  }
}

export const temperatureIn = (celsius: number, units: OmUnits): number =>
  round(units.temperature === '°C' ? celsius : celsius * 1.8 + 32, 1)
export const windIn = (mps: number, units: OmUnits): number => round(mps * PER_MPS[units.wind], 1)
/** mm of water. */
export const amountIn = (mm: number, units: OmUnits): number => (units.precipitation === 'mm' ? round(mm, 2) : round(mm / 25.4, 3))
/** Centimetres of fresh snow for mm of water: 7 cm for 10 mm, as documented. */
export const snowfallIn = (mm: number, units: OmUnits): number =>
  units.snowfall === 'cm' ? round(mm * 0.7, 2) : round((mm * 0.7) / 2.54, 3)

/** An instant as the answer writes it: unix seconds, or local time without an offset, at the answer's one offset. */
export function timeIn(epochMs: number, format: OmFormat): number | string {
  if (format.unixtime) return seconds(epochMs)
  return localTime(epochMs, format.offsetSeconds).slice(0, 16)
}
