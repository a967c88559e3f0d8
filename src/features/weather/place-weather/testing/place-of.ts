import type { WeatherBundle } from '@isobar/providers/port'
import { type PublicScope, buildFreshnessWindows } from '@isobar/weather'
import { type AlertRecord, NO_SUPPLEMENTS, type ScopeRecord } from '../../../../gateway/index.ts'
import { buildRecords } from '../../../../gateway/record.ts'
import { NO_STATION } from '../../stations/index.ts'
import { readPlaceWeather } from '../place-weather.ts'
import { NO_ALERTS, NO_EXTENDED, type PlaceReading } from '../reader.ts'

const ATTRIBUTION = { name: 'A', text: 'Weather by A', url: 'https://a.example/', license: 'CC BY 4.0' }

/** A place whose only weather is a fetch of OpenWeather's at `now`, epoch milliseconds, as of then. */
export function buildTestPlaceWeather(bundle: Omit<WeatherBundle, 'follow' | 'simulated'>, now: number, lang = 'en') {
  const records = buildRecords({ ...bundle, simulated: false }, 'openweather', now)
  const alerts = records.filter((record): record is AlertRecord => record.scope === 'alert')
  const scopes = records.flatMap((record) => {
    if (record.scope === 'alert') return []
    const found = { record: record as ScopeRecord<PublicScope>, supplements: NO_SUPPLEMENTS, station: NO_STATION, extended: NO_EXTENDED }
    return [[record.scope, { ...found, alerts: record.scope === 'current' ? alerts : NO_ALERTS, layer: 'memory', freshness: 'fresh' }]]
  })
  const reading = { scopes: Object.fromEntries(scopes) as PlaceReading['scopes'], cacheHit: true, tokensUsed: 0 }
  return readPlaceWeather(reading, now, lang, { attributionOf: () => ATTRIBUTION, correctsHeight: false, windows: buildFreshnessWindows })
}
