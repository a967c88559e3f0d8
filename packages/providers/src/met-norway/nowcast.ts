import { type Cell, MINUTE_MS, type MinutelyPoint, type Series, formatInstant } from '@isobar/weather'
import { NO_MINUTES, buildPointSeries } from '../scopes.ts'
import type { MetForecast } from './steps.ts'

/** Denmark, Finland, Norway and Sweden with their waters. Elsewhere the service answers 422. */
const NORDIC = { south: 54, north: 72, west: 3, east: 32 }

/** Whether the place may be in the radar's area. */
export function isNordic({ lat, lon }: Cell): boolean {
  return lat >= NORDIC.south && lat <= NORDIC.north && lon >= NORDIC.west && lon <= NORDIC.east
}

/** A step's rate stands for the five minutes from its time. */
const STEP_MINUTES = 5
const MINUTES = 60

/**
 * The next hour by minutes, in mm/h, from the radar's steps of five minutes. Not available without good coverage: the rates are then missing,
 * which does not mean dry.
 */
export function buildNowcastMinutes({ radarCoverage, steps }: MetForecast, nowMs: number): Series<MinutelyPoint> {
  if (radarCoverage !== 'ok') return NO_MINUTES
  const firstMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  const points = steps
    .flatMap((step) => {
      const precipitation = step.instant('precipitation_rate')
      return Array.from({ length: STEP_MINUTES }, (_, minute) => ({ timeMs: step.timeMs + minute * MINUTE_MS, precipitation }))
    })
    .filter(({ timeMs }) => timeMs >= firstMs && timeMs < firstMs + MINUTES * MINUTE_MS)
    .map(({ timeMs, precipitation }) => ({ time: formatInstant(timeMs), precipitation }))
  return buildPointSeries(points, ({ precipitation }) => precipitation !== null)
}
