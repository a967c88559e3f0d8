export { registerLimits } from './routes.ts'
export { createLimitsService, type LimitsService } from './service.ts'
