export { openSharing } from './open.ts'
