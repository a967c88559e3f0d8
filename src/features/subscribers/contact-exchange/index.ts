export { exchangeTables } from './tables.ts'
export { openContactExchange } from './open.ts'
