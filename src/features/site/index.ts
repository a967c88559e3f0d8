export { findBundle, type SiteBundle } from './bundle.ts'
export { createHeldWeather } from './held-weather.ts'
export { registerCrawlerRoutes } from './crawler-routes.ts'
export { registerSite } from './routes.ts'
