import type { Language } from '../messages/languages.ts'
import { localIndexOf } from './air/air-series.ts'
import type { AirPoint } from './air/air.ts'
import { measuredCurrent } from './measured.ts'
import type { MarinePoint, PlaceClock, ScopeData, Series } from './model.ts'
import { summariseNowcast } from './nowcast.ts'
import { renderDaily, renderHourly, renderMeasured } from './render-points.ts'
import type { PublicScope } from './scope.ts'
import { NO_STATION_VIEW, type StationView } from './station-view.ts'
import { type UnitLabels, type UnitSystem, unitWriter, waveUnit } from './units.ts'
import type { WeatherKind } from './weather-kind.ts'

/** The first fields of every payload. */
export interface PayloadHead extends PlaceClock {
  readonly units: UnitLabels
  readonly lang: Language
}

/** The payload of each scope after its head, in output order. */
export interface ScopePayload {
  readonly current: ReturnType<typeof renderMeasured>
  readonly hourly: { readonly kind: WeatherKind; readonly available: boolean; readonly points: readonly ReturnType<typeof renderHourly>[] }
  readonly daily: { readonly kind: WeatherKind; readonly available: boolean; readonly points: readonly ReturnType<typeof renderDaily>[] }
  readonly minutely: {
    readonly kind: WeatherKind
    readonly available: boolean
    readonly points: readonly { readonly time: string; readonly precipitation: number | null }[]
    readonly summary: ReturnType<typeof summariseNowcast>
  }

  readonly air: Series<AirPoint> & { readonly kind: WeatherKind; readonly localIndex: ReturnType<typeof localIndexOf> }
  readonly marine: Series<MarinePoint> & { readonly kind: WeatherKind; readonly units: UnitLabels & { readonly waveHeight: 'm' | 'ft' } }
}

type Writing = readonly [
  clock: PlaceClock,
  units: UnitSystem,
  lang: Language,
  alertIds: readonly string[] | null,
  now: number,
  station: StationView,
]

const RENDERERS: { readonly [S in PublicScope]: (data: ScopeData[S], ...writing: Writing) => ScopePayload[S] } = {
  current: (data, _clock, units, lang, alertIds, _now, { report, heights, attribution }) =>
    renderMeasured(measuredCurrent(data, report, heights), attribution, unitWriter(units), lang, alertIds),
  hourly: (data, _clock, units, lang) => ({
    kind: 'forecast',
    available: data.available,
    points: data.points.map((point) => renderHourly(point, unitWriter(units), lang)),
  }),
  daily: (data, _clock, units, lang) => ({
    kind: 'forecast',
    available: data.available,
    points: data.points.map((point) => renderDaily(point, unitWriter(units), lang)),
  }),
  minutely: (data, clock, units, lang, _alertIds, now) => ({
    kind: 'forecast',
    available: data.available,
    points: data.points.map(({ time, precipitation }) => ({ time, precipitation: unitWriter(units).precipitation(precipitation) })),
    summary: data.available ? summariseNowcast(data.points, clock.timezone, lang, now) : null,
  }),
  air: (data, clock) => ({ kind: 'forecast', localIndex: localIndexOf(clock.timezone), available: data.available, points: data.points }),
  marine: (data, _clock, units) => {
    const { labels, waveHeight, temperature } = unitWriter(units)
    return {
      units: { ...labels, waveHeight: waveUnit(units) },
      kind: 'forecast',
      available: data.available,
      points: data.points.map((point) => ({
        ...point,
        waveHeight: waveHeight(point.waveHeight),
        swellHeight: waveHeight(point.swellHeight),
        waterTemperature: temperature(point.waterTemperature),
      })),
    }
  },
}

/**
 * The payload of one scope in one unit system and language: the part of an answer that does not depend on the request. `data` is what
 * remains at `now`, epoch milliseconds (`remaining.ts`), and the JSON may be cached for as long as that stays the same. `alertIds` goes
 * into the current scope (null: unknown), and so does what a station measured; the others ignore both. The caller adds coordinates, the scope's name
 * and the envelope.
 */
export function renderScope<S extends PublicScope>(
  scope: S,
  data: ScopeData[S],
  clock: PlaceClock,
  units: UnitSystem,
  lang: Language,
  alertIds: readonly string[] | null,
  now: number,
  station: StationView = NO_STATION_VIEW,
): PayloadHead & ScopePayload[S] {
  const { timezone, utcOffsetSeconds } = clock
  return {
    timezone,
    utcOffsetSeconds,
    units: unitWriter(units).labels,
    lang,
    ...RENDERERS[scope](data, clock, units, lang, alertIds, now, station),
  }
}
