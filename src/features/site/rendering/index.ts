export { type SiteBundle } from './bundle.ts'
export { PAGE_PATHS } from './paths.ts'
export { openRendering } from './open.ts'
