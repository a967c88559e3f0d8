export { findBundle, type SiteBundle } from './bundle.ts'
export { registerSite } from './routes.ts'
export type { Visit } from './visit.ts'
