export { registerAlerts } from './routes.ts'
export { type AlertService, createAlertService } from './service.ts'
