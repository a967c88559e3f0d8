import type { WeatherScope } from '../../../../domain/scope.ts'
import { buildRecords, type ScopeRecord } from '../../../../gateway/record.ts'
import type { WeatherBundle } from '../../../../providers/provider.ts'

/** The gateway's record of one scope, fetched at an instant. */
export function buildTestScopeRecord(scope: WeatherBundle['scopes'], fetchedAt: string, simulated = false): ScopeRecord<WeatherScope> {
  const bundle = { timezone: 'UTC', utcOffsetSeconds: 0, simulated, scopes: scope }
  const [record] = buildRecords(bundle, 'openweather', Date.parse(fetchedAt))
  return record as ScopeRecord<WeatherScope>
}
