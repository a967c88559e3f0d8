import type { Attribution } from '@isobar/providers/port'
import {
  type Alert,
  type DailyPoint,
  type FreshnessWindows,
  type NearbyReport,
  PUBLIC_SCOPES,
  type PlaceClock,
  type PublicScope,
  type ScopeData,
  type StationView,
  buildMeasuredCurrent,
  dropEndedPoints,
  findZoneOffsetSeconds,
  includeMeasured,
} from '@isobar/weather'
import { parseSupplementedData, type ScopeRecord } from '../../../gateway/index.ts'
import type { PlaceStation } from '../stations/index.ts'
import { readActiveAlerts } from './active-alerts.ts'
import { markSimulatedCredit, type Credits, buildScopeCredits } from './credits.ts'
import type { FoundScope, PlaceReading } from './reader.ts'
import { readWholeSeries } from './series.ts'
import { type ShownStationOptions, buildShownStation } from './shown-station.ts'

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

/** Days with what a station measured on them, and until when that holds, epoch milliseconds. */
function measuredDays(days: ScopeData['daily'], record: ScopeRecord, station: PlaceStation, now: number, options: ShownStationOptions) {
  const { view, until } = buildShownStation(record, station, now, options)
  return { data: includeMeasured(days, view.report, view.heights, record.timezone).data, until }
}

/** The days of a place from its today on, as every answer, page and mail has them, and whom to credit for them besides the record's source. */
export interface PlaceDays {
  readonly points: readonly DailyPoint[]
  readonly credits: readonly Attribution[]
}

/** The days of a record with what others supply and what a station measured; `now`: epoch milliseconds. */
export function readPlaceDays(
  found: Pick<FoundScope<'daily'>, 'record' | 'supplements' | 'station'>,
  now: number,
  options: ShownStationOptions,
): PlaceDays {
  const { record, supplements, station } = found
  const { data } = measuredDays(parseSupplementedData(record, supplements), record, station, now, options)
  return {
    points: dropEndedPoints('daily', data, record.timezone, now).data.points,
    credits: [...(record.blend?.of ?? []), ...supplements.map((supplement) => supplement.record)].map(({ source }) =>
      markSimulatedCredit(options.attributionOf(source), record.simulated),
    ),
  }
}

/**
 * The typed data of a reading at `now` (epoch milliseconds). Parses every record: callers cache what they write of it while the reading is the
 * same (`isSameScope`) and `until` is not reached. `lang`: of the alerts, where there is a choice.
 */
export function readPlaceWeather(reading: PlaceReading, now: number, lang: string, options: PlaceWeatherOptions): PlaceWeather {
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

  function typed<S extends PublicScope>(scope: S, found: FoundScope<S>): ScopeWeather<S> {
    const { record, supplements, station } = found
    const series = readWholeSeries(found, reading.extent)
    let whole = series.data
    if (scope === 'current') {
      const shown = buildShownStation(record, station, now, options)
      const { data, station: measuring } = buildMeasuredCurrent(
        whole as ScopeData['current'],
        shown.view.report,
        shown.view.heights,
        shown.view.isSkyYoung,
      )
      holds(-Infinity, shown.until)
      whole = data as ScopeData[S]
      if (measuring !== null) measured = { station: measuring, attribution: shown.view.attribution }
    }
    if (scope === 'daily') {
      const measured = measuredDays(whole as ScopeData['daily'], record, station, now, options)
      holds(-Infinity, measured.until)
      whole = measured.data as ScopeData[S]
    }
    const remaining = dropEndedPoints(scope, whole, record.timezone, now)
    holds(remaining.from, remaining.until)
    return {
      data: remaining.data,
      whole,
      source: record.source,
      fetchedAt: record.fetchedAt,
      ...buildScopeCredits(record, supplements, attributionOf, series.parts),
    }
  }

  const scopes = Object.fromEntries(
    PUBLIC_SCOPES.flatMap((scope) => {
      const read = reading.scopes[scope]
      return read === undefined ? [] : [[scope, typed(scope, read as FoundScope)]]
    }),
  ) as PlaceWeather['scopes']
  const { alerts, until: alertsUntil } = readActiveAlerts(reading.scopes.current?.alerts ?? [], windows().alert.staleSeconds, now, lang)
  holds(-Infinity, alertsUntil)
  return {
    now,
    clock: { timezone, utcOffsetSeconds: findZoneOffsetSeconds(timezone, now) ?? first.utcOffsetSeconds },
    height: first.height ?? null,
    simulated: first.simulated,
    scopes,
    measured,
    alerts,
    from,
    until,
  }
}
