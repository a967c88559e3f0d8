export type { TestOfBackup } from './admin.ts'
export { openBackups } from './open.ts'
