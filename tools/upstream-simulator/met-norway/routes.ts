import type { Product } from '../products.ts'
import { locationforecast } from './locationforecast.ts'
import { nowcast } from './nowcast.ts'

/** The forecasts of api.met.no; its warnings are among the feeds. */
export const metNorwayProducts: readonly Product[] = [
  {
    id: 'met-norway/locationforecast',
    template: '/weatherapi/locationforecast/2.0/complete',
    matches: (path) => path === '/weatherapi/locationforecast/2.0/complete',
    answer: locationforecast,
  },
  {
    id: 'met-norway/nowcast',
    template: '/weatherapi/nowcast/2.0/complete',
    matches: (path) => path === '/weatherapi/nowcast/2.0/complete',
    answer: nowcast,
  },
]
