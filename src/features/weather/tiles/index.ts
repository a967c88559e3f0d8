export { tileTables } from './tables.ts'
export { openTiles, type Tiles } from './open.ts'
