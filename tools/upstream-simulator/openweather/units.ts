import { round } from '../wire.ts'

export type OwUnits = 'standard' | 'metric' | 'imperial'

/** How numbers are written in a system of units: only temperatures and wind are converted. */
export interface OwWriter {
  readonly units: OwUnits
  temperature(celsius: number): number
  wind(mps: number): number
}

/** The writer for a `units` parameter. An unknown value counts as standard: the documentation names no error. */
export function writerFor(parameter: string | null): OwWriter {
  const units: OwUnits = parameter === 'metric' || parameter === 'imperial' ? parameter : 'standard'
  return {
    units,
    temperature: (celsius) => round(units === 'metric' ? celsius : units === 'imperial' ? celsius * 1.8 + 32 : celsius + 273.15, 2),
    wind: (mps) => round(units === 'imperial' ? mps * 2.236936 : mps, 2),
  }
}
