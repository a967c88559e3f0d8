import { type ListEntry, type Provider, parseRegionCountries } from '@isobar/providers/port'
import { CELL_SCOPES } from '@isobar/weather'
import type { Config } from '../config/config.ts'
import type { PartId, WeatherPart } from '../features/operations/connections/index.ts'
import { isStationSourceEnabled } from './provider-list.ts'
import type { Candidate, Usable } from './usable-providers.ts'

/** A provider as an admin has left it. */
interface Used extends Candidate {
  readonly provider: Provider
  /** Whether the environment wants its official warnings. */
  readonly isFeedWanted: boolean
}

const SWITCHED_OFF = 'it is turned off here'

/** A provider's part in the weather, as the back office shows it; null if it delivers none. */
export function buildWeatherPart(
  { provider, refusal, missing }: Pick<Used, 'provider' | 'refusal' | 'missing'>,
  list: readonly Usable[],
  entries: readonly ListEntry[],
  isEnabled: boolean,
): WeatherPart | null {
  const { id, weather, coverage } = provider
  if (weather === undefined) return null
  const index = list.findIndex((each) => each.id === id)
  const entry = entries.find((each) => each.id === id)
  const delivered = new Set(weather.groups.flat())
  const region = entry?.region ?? null
  return {
    position: index === -1 ? null : index + 1,
    region,
    coverage,
    reason:
      (index === -1 ? (refusal() ?? missing() ?? 'it is not in the list') : null) ??
      (isEnabled ? null : SWITCHED_OFF) ??
      (region !== null && areApart(region, coverage) ? `its region, ${region}, is outside of where it has weather (${coverage})` : null),
    lacks: [...CELL_SCOPES.filter((scope) => !delivered.has(scope)), ...(weather.lacks ?? [])],
  }
}

/** Why a part of a provider is not in use, as the end of a sentence; null: it is. */
export function findUnusedReason(part: PartId, used: Used, weather: WeatherPart | null, config: Config, isEnabled: boolean): string | null {
  const { provider, isFeedWanted, missing, refusal } = used
  if (part !== 'alerts' && part !== 'warnings' && part !== 'stations' && part !== 'radar') return weather?.reason ?? null
  const missed = missing() ?? (isEnabled ? null : SWITCHED_OFF)
  if (missed !== null) return missed
  if (part === 'warnings' && !isFeedWanted) return 'WARNING_FEEDS does not name it'
  if (part === 'radar') return config.RADAR_SOURCE === provider.id ? refusal() : 'RADAR_SOURCE does not name it'
  return part === 'stations' && !isStationSourceEnabled(config, provider.id) ? 'STATION_SOURCES does not name it' : null
}

/** Whether no country is in both regions. */
function areApart(region: string, coverage: string): boolean {
  if (coverage === 'global') return false
  const covered = new Set(parseRegionCountries(coverage))
  return !(parseRegionCountries(region) ?? []).some((country) => covered.has(country))
}
