export { registerTiles, type TileRoutes } from './routes.ts'
export { createTileService, type TileService } from './service.ts'
export { createTileStore } from './store.ts'
export { type TileTables, tileTables } from './tables.ts'
