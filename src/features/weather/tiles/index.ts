export { tileTables } from './tables.ts'
export { openTiles } from './open.ts'
