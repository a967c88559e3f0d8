import { DAY_MS } from '../../../time.ts'
import type { Api } from './request.ts'

/** `/v1/forecast` */
export const FORECAST_API: Api = {
  horizonAt: () => ({ forecastDays: 7, maxForecastDays: 16, maxPastDays: 92 }),
  hasDaily: true,
  hasCurrent: true,
  hasMinutely15: true,
}

/** `/v1/air-quality` */
export const AIR_QUALITY_API: Api = {
  horizonAt: () => ({ forecastDays: 5, maxForecastDays: 7, maxPastDays: 92 }),
  hasDaily: false,
  hasCurrent: true,
  hasMinutely15: false,
}

const ARCHIVE_BEGINS_MS = Date.UTC(1940, 0, 1)

/** `/v1/archive`, which may be asked for any day since theirs begins. */
export const ARCHIVE_API: Api = {
  horizonAt: (now) => ({ forecastDays: 1, maxForecastDays: 1, maxPastDays: Math.floor((now - ARCHIVE_BEGINS_MS) / DAY_MS) }),
  hasDaily: true,
  hasCurrent: false,
  hasMinutely15: false,
}
