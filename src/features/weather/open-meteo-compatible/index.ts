export { openOpenMeteoApi } from './open.ts'
