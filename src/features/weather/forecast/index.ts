export { Lang, Units } from './schemas.ts'
export { SCOPE_PAYLOADS } from './scope-payloads.ts'
export { MAX_BATCH_CITIES } from './batch-schemas.ts'
export { openForecast } from './open.ts'
