import type { Product } from '../products.ts'
import { dwd, meteoAlarm, metServiceAlert, metServiceIndex } from './agencies.ts'
import { geoMet, metAlerts } from './geojson.ts'

/** The feeds of official warnings. */
export const feedProducts: readonly Product[] = [
  {
    id: 'meteoalarm/warnings',
    template: '/api/v1/warnings/feeds-{country}',
    matches: (path) => path.startsWith('/api/v1/warnings/feeds-'),
    answer: meteoAlarm,
  },
  {
    id: 'dwd/warnings',
    template: '/weather/alerts/cap/….zip',
    matches: (path) => /^\/weather\/alerts\/cap\/COMMUNEUNION_DWD_STAT\/.*_MUL\.zip$/.test(path),
    answer: dwd,
  },
  {
    id: 'met-norway/warnings',
    template: '/weatherapi/metalerts/2.0/current.json',
    matches: (path) => path === '/weatherapi/metalerts/2.0/current.json',
    answer: metAlerts,
  },
  {
    id: 'eccc/warnings',
    template: '/collections/weather-alerts/items',
    matches: (path) => path === '/collections/weather-alerts/items',
    answer: geoMet,
  },
  { id: 'metservice/warnings', template: '/cap/rss', matches: (path) => path === '/cap/rss', answer: metServiceIndex },
  { id: 'metservice/warnings', template: '/cap/alert', matches: (path) => path === '/cap/alert', answer: metServiceAlert },
]
