export { openAds } from './open.ts'
