export { openBackups } from './open.ts'
