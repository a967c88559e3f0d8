import type { WeatherBundle } from '@isobar/providers/port'
import type { WeatherScope } from '@isobar/weather'
import { buildRecords, type ScopeRecord } from '../../../../gateway/record.ts'

/** The gateway's record of one scope, fetched at an instant. */
export function buildTestScopeRecord(scope: WeatherBundle['scopes'], fetchedAt: string, simulated = false): ScopeRecord<WeatherScope> {
  const bundle = { timezone: 'UTC', utcOffsetSeconds: 0, simulated, scopes: scope }
  const [record] = buildRecords(bundle, 'openweather', Date.parse(fetchedAt))
  return record as ScopeRecord<WeatherScope>
}
