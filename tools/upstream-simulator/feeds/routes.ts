import { atPath, type Product } from '../products.ts'
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
  atPath('met-norway/warnings', '/weatherapi/metalerts/2.0/current.json', metAlerts),
  atPath('eccc/warnings', '/collections/weather-alerts/items', geoMet),
  atPath('metservice/warnings', '/cap/rss', metServiceIndex),
  atPath('metservice/warnings', '/cap/alert', metServiceAlert),
]
