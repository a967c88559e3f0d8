export { openOpenWeatherApi } from './open.ts'
