export { openPersons } from './open.ts'
