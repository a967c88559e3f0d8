import type { Product } from '../products.ts'
import { forecast } from './forecast.ts'

/** The routes of Open-Meteo's forecast host. */
export const openMeteoProducts: readonly Product[] = [
  { id: 'open-meteo/forecast', template: '/v1/forecast', matches: (path) => path === '/v1/forecast', answer: forecast },
]
