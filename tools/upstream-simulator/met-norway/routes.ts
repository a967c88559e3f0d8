import { atPath, type Product } from '../products.ts'
import { locationforecast } from './locationforecast.ts'
import { nowcast } from './nowcast.ts'

/** The forecasts of api.met.no; its warnings are among the feeds. */
export const metNorwayProducts: readonly Product[] = [
  atPath('met-norway/locationforecast', '/weatherapi/locationforecast/2.0/complete', locationforecast),
  atPath('met-norway/nowcast', '/weatherapi/nowcast/2.0/complete', nowcast),
]
