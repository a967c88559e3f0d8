export { openLimits } from './open.ts'
