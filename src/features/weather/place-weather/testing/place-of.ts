import { freshnessWindows } from '../../../../domain/freshness.ts'
import type { PublicScope } from '../../../../domain/scope.ts'
import { type AlertRecord, NO_SUPPLEMENTS, type ScopeRecord } from '../../../../gateway/index.ts'
import { recordsOf } from '../../../../gateway/record.ts'
import type { WeatherBundle } from '../../../../providers/provider.ts'
import { NO_STATION } from '../../stations/index.ts'
import { placeWeatherOf } from '../place-weather.ts'
import { NO_ALERTS, type PlaceReading } from '../reader.ts'

const ATTRIBUTION = { name: 'A', text: 'Weather by A', url: 'https://a.example/', license: 'CC BY 4.0' }

/** A place whose only weather is a fetch of OpenWeather's at `now`, epoch milliseconds, as of then. */
export function placeOf(bundle: Omit<WeatherBundle, 'follow' | 'simulated'>, now: number, lang = 'en') {
  const records = recordsOf({ ...bundle, simulated: false }, 'openweather', now)
  const alerts = records.filter((record): record is AlertRecord => record.scope === 'alert')
  const scopes = records.flatMap((record) => {
    if (record.scope === 'alert') return []
    const found = { record: record as ScopeRecord<PublicScope>, supplements: NO_SUPPLEMENTS, station: NO_STATION }
    return [[record.scope, { ...found, alerts: record.scope === 'current' ? alerts : NO_ALERTS, layer: 'memory', freshness: 'fresh' }]]
  })
  const reading = { scopes: Object.fromEntries(scopes) as PlaceReading['scopes'], cacheHit: true, tokensUsed: 0 }
  return placeWeatherOf(reading, now, lang, { attributionOf: () => ATTRIBUTION, correctsHeight: false, windows: freshnessWindows })
}
