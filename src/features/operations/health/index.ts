export { registerHealth } from './routes.ts'
export type { HealthRoutes } from './routes.ts'
