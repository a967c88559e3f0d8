import type { Api } from './request.ts'

/** `/v1/forecast` */
export const FORECAST_API: Api = {
  horizon: { forecastDays: 7, maxForecastDays: 16, maxPastDays: 92 },
  hasDaily: true,
  hasCurrent: true,
  hasMinutely15: true,
}

/** `/v1/air-quality` */
export const AIR_QUALITY_API: Api = {
  horizon: { forecastDays: 5, maxForecastDays: 7, maxPastDays: 92 },
  hasDaily: false,
  hasCurrent: true,
  hasMinutely15: false,
}
