export { registerTiles } from './routes.ts'
export { createTileService, type TileService } from './service.ts'
export { createTileStore } from './store.ts'
export { tileTables } from './tables.ts'
