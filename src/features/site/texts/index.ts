export { type IndexablePage, type Pages } from './service.ts'
export { PAGE_LANGUAGES } from './shipped.ts'
export { pageTables } from './tables.ts'
export { openTexts } from './open.ts'
