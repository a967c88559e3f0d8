export { openAlerts } from './open.ts'
