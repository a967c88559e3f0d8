export { exchangeTables } from './exchange-store.ts'
export { openContactExchange } from './open.ts'
