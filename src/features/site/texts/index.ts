export { type IndexablePage, type Pages } from './service.ts'
export { pageTables } from './tables.ts'
export { openTexts } from './open.ts'
