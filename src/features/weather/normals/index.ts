export { openNormals } from './open.ts'
export { normalTables } from './tables.ts'
