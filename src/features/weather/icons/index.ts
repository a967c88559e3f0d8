export { openIcons } from './open.ts'
