export { registerAds } from './routes.ts'
export { type AdService, createAdService } from './service.ts'
export { createUnsplash } from './unsplash.ts'
