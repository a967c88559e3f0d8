export { registerIcons } from './routes.ts'
