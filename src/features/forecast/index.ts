export { createRenderings } from './rendering.ts'
export { type ForecastRoutes, registerForecast } from './routes.ts'
export { createForecastService, type ForecastService } from './service.ts'
