import { localTime, seconds } from '../times.ts'
import { round } from '../wire.ts'

/** How numbers and times are written. Temperatures are in °C and amounts in mm: nobody here asks for others. */
export interface OmFormat {
  readonly wind: 'km/h' | 'm/s'
  readonly unixtime: boolean
  readonly offsetSeconds: number
}

export const temperatureIn = (celsius: number): number => round(celsius, 1)
export const windIn = (mps: number, { wind }: Pick<OmFormat, 'wind'>): number => round(wind === 'km/h' ? mps * 3.6 : mps, 1)
/** mm of water. */
export const amountIn = (mm: number): number => round(mm, 2)
/** Centimetres of fresh snow for mm of water: 7 cm for 10 mm, as documented. */
export const snowfallIn = (mm: number): number => round(mm * 0.7, 2)

export const timeUnit = ({ unixtime }: OmFormat): string => (unixtime ? 'unixtime' : 'iso8601')

/** By how much a label is before the full hour of UTC whose values it has, milliseconds: half an hour in India, less than nothing in Newfoundland. */
export const labelledEarlyBy = ({ offsetSeconds }: Pick<OmFormat, 'offsetSeconds'>): number => (offsetSeconds % 3_600) * 1_000

/** An instant as the answer writes it: unix seconds, or local time without an offset, at the answer's one offset. */
export function timeIn(epochMs: number, { unixtime, offsetSeconds }: OmFormat): number | string {
  return unixtime ? seconds(epochMs) : localTime(epochMs, offsetSeconds).slice(0, 16)
}
