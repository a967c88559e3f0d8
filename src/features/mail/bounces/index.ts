export { type BounceTables, bounceTables } from './tables.ts'
export { countBounces, erasePersonBounces, exportPersonBounces, listBounces } from './store.ts'
export { openBounces } from './open.ts'
