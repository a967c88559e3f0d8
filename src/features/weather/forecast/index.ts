export { Lang, SCOPE_PAYLOADS, Units } from './schemas.ts'
export { MAX_BATCH_CITIES } from './batch-schemas.ts'
export { openForecast } from './open.ts'
