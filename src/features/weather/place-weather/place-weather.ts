import type { Alert } from '../../../domain/alert.ts'
import type { FreshnessWindows } from '../../../domain/freshness.ts'
import { zoneOffsetSeconds } from '../../../domain/local-time.ts'
import { measuredCurrent } from '../../../domain/measured.ts'
import type { PlaceClock, ScopeData } from '../../../domain/model.ts'
import { remainingAt } from '../../../domain/remaining.ts'
import { PUBLIC_SCOPES, type PublicScope } from '../../../domain/scope.ts'
import type { StationView } from '../../../domain/station-view.ts'
import type { NearbyReport } from '../../../domain/station.ts'
import { dataWith } from '../../../gateway/index.ts'
import { type Credits, creditsOf } from './credits.ts'
import { knownAlerts } from './known-alerts.ts'
import type { FoundScope, PlaceReading } from './reader.ts'
import { type ShownStationOptions, shownStation } from './shown-station.ts'

/** One scope's data in the canonical model and its units, with what others supply and what a station measured. */
export interface ScopeWeather<S extends PublicScope> extends Credits {
  /** Without points that have ended. */
  readonly data: ScopeData[S]
  /** With points that have ended since the data was fetched. */
  readonly whole: ScopeData[S]
  readonly source: string
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

/** The weather of a place at one time, and how long all of that holds: `from` ≤ now < `until`, epoch milliseconds. */
export interface PlaceWeather {
  readonly now: number
  /** The place's time zone, and its offset now. */
  readonly clock: PlaceClock
  /** The height in metres that temperatures are for; null if unknown. */
  readonly height: number | null
  readonly simulated: boolean
  readonly scopes: { readonly [S in PublicScope]?: ScopeWeather<S> }
  /** What a station measured; null unless it is in `scopes.current`. */
  readonly measured: ({ readonly station: NearbyReport } & Pick<StationView, 'attribution'>) | null
  /** Running and coming alerts, read with the current scope; null: unknown. */
  readonly alerts: readonly Alert[] | null
  readonly from: number
  readonly until: number
}

export interface PlaceWeatherOptions extends ShownStationOptions {
  readonly windows: () => FreshnessWindows
}

/**
 * The typed data of a reading at `now` (epoch milliseconds). Parses every record: callers cache what they write of it while the reading is the
 * same (`isSameScope`) and `until` is not reached. `lang`: of the alerts, where there is a choice.
 */
export function placeWeatherOf(reading: PlaceReading, now: number, lang: string, options: PlaceWeatherOptions): PlaceWeather {
  const { attributionOf, windows } = options
  let [from, until] = [-Infinity, Infinity]
  function holds(since: number, end: number): void {
    from = Math.max(from, since)
    until = Math.min(until, end)
  }
  const first = PUBLIC_SCOPES.map((scope) => reading.scopes[scope]?.record).find((record) => record !== undefined)
  if (first === undefined) throw new Error('a reading without scopes')
  const timezone = first.timezone
  let measured: PlaceWeather['measured'] = null

  function typed<S extends PublicScope>(scope: S, { record, supplements, station }: FoundScope<S>): ScopeWeather<S> {
    let whole = dataWith(record, supplements)
    if (scope === 'current') {
      const shown = shownStation(record, station, now, options)
      const { data, station: measuring } = measuredCurrent(whole as ScopeData['current'], shown.view.report, shown.view.heights)
      holds(-Infinity, shown.until)
      whole = data as ScopeData[S]
      if (measuring !== null) measured = { station: measuring, attribution: shown.view.attribution }
    }
    const remaining = remainingAt(scope, whole, record.timezone, now)
    holds(remaining.from, remaining.until)
    return {
      data: remaining.data,
      whole,
      source: record.source,
      fetchedAt: record.fetchedAt,
      ...creditsOf(record, supplements, attributionOf),
    }
  }

  const scopes = Object.fromEntries(
    PUBLIC_SCOPES.flatMap((scope) => {
      const read = reading.scopes[scope]
      return read === undefined ? [] : [[scope, typed(scope, read as FoundScope)]]
    }),
  ) as PlaceWeather['scopes']
  const { alerts, until: alertsUntil } = knownAlerts(reading.scopes.current?.alerts ?? [], windows().alert.staleSeconds, now, lang)
  holds(-Infinity, alertsUntil)
  return {
    now,
    clock: { timezone, utcOffsetSeconds: zoneOffsetSeconds(timezone, now) ?? first.utcOffsetSeconds },
    height: first.height ?? null,
    simulated: first.simulated,
    scopes,
    measured,
    alerts,
    from,
    until,
  }
}
