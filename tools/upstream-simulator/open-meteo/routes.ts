import { atPath, type Product } from '../products.ts'
import { airQuality, archive, forecast, marine } from './forecast.ts'

/** The routes of Open-Meteo's hosts. */
export const openMeteoProducts: readonly Product[] = [
  atPath('open-meteo/forecast', '/v1/forecast', forecast),
  atPath('open-meteo/air-quality', '/v1/air-quality', airQuality),
  atPath('open-meteo/archive', '/v1/archive', archive),
  atPath('open-meteo/marine', '/v1/marine', marine),
]
