import { type Condition, type Measurements, gradePrecipitation } from '@isobar/weather'

/** Amounts of water in millimetres. */
export type Amounts = Pick<Measurements, 'precipitation' | 'rain' | 'snow'>

/** The parts of an amount by what falls. If that is neither rain nor snow alone (sleet is both), they are unknown. */
export function splitAmount(precipitation: number | null, falls: unknown): Amounts {
  if (precipitation === 0) return { precipitation, rain: 0, snow: 0 }
  if (precipitation === null || (falls !== 'rain' && falls !== 'snow')) return { precipitation, rain: null, snow: null }
  return falls === 'rain' ? { precipitation, rain: precipitation, snow: 0 } : { precipitation, rain: 0, snow: precipitation }
}

/** The condition of rain that falls at a rate in mm/h. */
export function gradeRain(rate: number): Condition {
  const intensity = gradePrecipitation('rain', rate)
  return intensity === 'light' ? 'light_rain' : intensity === 'moderate' ? 'rain' : 'heavy_rain'
}
