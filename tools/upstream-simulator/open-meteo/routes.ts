import type { Product } from '../products.ts'
import { airQuality, archive, forecast, marine } from './forecast.ts'

/** The routes of Open-Meteo's hosts. */
export const openMeteoProducts: readonly Product[] = [
  { id: 'open-meteo/forecast', template: '/v1/forecast', matches: (path) => path === '/v1/forecast', answer: forecast },
  { id: 'open-meteo/air-quality', template: '/v1/air-quality', matches: (path) => path === '/v1/air-quality', answer: airQuality },
  { id: 'open-meteo/archive', template: '/v1/archive', matches: (path) => path === '/v1/archive', answer: archive },
  { id: 'open-meteo/marine', template: '/v1/marine', matches: (path) => path === '/v1/marine', answer: marine },
]
