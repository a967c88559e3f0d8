import { chooseLocalAirIndex } from './air/air-series.ts'
import type { AirPoint } from './air/air.ts'
import { includeMeasured } from './measured-day.ts'
import { buildMeasuredCurrent, type MeasuredCurrent } from './measured.ts'
import type { CurrentWeather, MarinePoint, PlaceClock, ScopeData, Series } from './model.ts'
import { summariseNowcast } from './nowcast.ts'
import { renderDaily, renderHourly, renderMeasured } from './render-points.ts'
import type { PublicScope } from './scope.ts'
import { NO_STATION_VIEW, type StationView } from './station-view.ts'
import type { WeatherTexts } from './texts.ts'
import { type UnitLabels, type UnitSystem, getUnitWriter, getWaveUnit } from './units.ts'
import type { WeatherKind } from './weather-kind.ts'

/** The first fields of every payload. */
export interface PayloadHead extends PlaceClock {
  /** Metres above sea level that the weather is for. */
  readonly elevation: number | null
  /** Whether the elevation is that of the towns near by, since the source states none. */
  readonly isElevationEstimated: boolean
  readonly units: UnitLabels
  readonly lang: string
}

/** Fields that were computed, of each point where the source has not sent them. */
interface ComputedFields {
  readonly computed: string[]
}

/** The payload of each scope after its head, in output order. */
export interface ScopePayload {
  readonly current: ReturnType<typeof renderMeasured> & ComputedFields
  readonly hourly: ComputedFields & {
    readonly kind: WeatherKind
    readonly available: boolean
    readonly points: readonly ReturnType<typeof renderHourly>[]
  }
  readonly daily: ComputedFields & {
    readonly kind: WeatherKind
    readonly available: boolean
    readonly points: readonly ReturnType<typeof renderDaily>[]
  }
  readonly minutely: {
    readonly kind: WeatherKind
    readonly available: boolean
    readonly points: readonly { readonly time: string; readonly precipitation: number | null }[]
    readonly summary: ReturnType<typeof summariseNowcast>
  }

  readonly air: Series<AirPoint> & { readonly kind: WeatherKind; readonly localIndex: ReturnType<typeof chooseLocalAirIndex> }
  readonly marine: Series<MarinePoint> & { readonly kind: WeatherKind; readonly units: UnitLabels & { readonly waveHeight: 'm' | 'ft' } }
}

type Writing = readonly [
  clock: PlaceClock & { readonly computed?: readonly string[] },
  units: UnitSystem,
  texts: WeatherTexts,
  alertIds: readonly string[] | null,
  now: number,
  station: StationView,
]

const RENDERERS: { readonly [S in PublicScope]: (data: ScopeData[S], ...writing: Writing) => ScopePayload[S] } = {
  current: (data, { computed = [] }, units, texts, alertIds, _now, { report, heights, attribution, isSkyYoung }) => {
    const measured = buildMeasuredCurrent(data, report, heights, isSkyYoung)
    return {
      ...renderMeasured(measured, attribution, getUnitWriter(units), texts, alertIds),
      computed: [...new Set([...remainingComputed(computed, data, measured), ...measured.computed])].toSorted(),
    }
  },
  hourly: (data, { computed = [] }, units, texts) => ({
    kind: 'forecast',
    available: data.available,
    computed: [...computed],
    points: data.points.map((point) => renderHourly(point, getUnitWriter(units), texts)),
  }),
  daily: (sent, { computed = [], timezone }, units, texts, _alertIds, _now, { report, heights }) => {
    const { data, changed } = includeMeasured(sent, report, heights, timezone)
    return {
      kind: 'forecast',
      available: data.available,
      computed: [...new Set([...computed, ...changed])],
      points: data.points.map((point) => renderDaily(point, getUnitWriter(units), texts)),
    }
  },
  minutely: (data, clock, units, texts, _alertIds, now) => ({
    kind: 'forecast',
    available: data.available,
    points: data.points.map(({ time, precipitation }) => ({ time, precipitation: getUnitWriter(units).precipitation(precipitation) })),
    summary: data.available ? summariseNowcast(data.points, clock.timezone, texts, now, data.fall) : null,
  }),
  air: (data, clock) => ({
    kind: 'forecast',
    localIndex: chooseLocalAirIndex(clock.timezone),
    available: data.available,
    points: data.points,
  }),
  marine: (data, _clock, units) => {
    const { labels, waveHeight, temperature } = getUnitWriter(units)
    return {
      units: { ...labels, waveHeight: getWaveUnit(units) },
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

/** The computed fields of an analysis that a station has not replaced. */
function remainingComputed(computed: readonly string[], analysis: CurrentWeather, { data }: MeasuredCurrent): readonly string[] {
  return computed.filter((field) => data[field as keyof CurrentWeather] === analysis[field as keyof CurrentWeather])
}

/**
 * The payload of one scope in one unit system and language: the part of an answer that does not depend on the request. `data` is what
 * remains at `now`, epoch milliseconds (`remaining.ts`), and the JSON may be cached for as long as that stays the same. `alertIds` goes
 * into the current scope (null: unknown), and so does what a station measured; the others ignore both. `estimatedHeight`: of the terrain, for a
 * source that states none. The caller adds coordinates, the scope's name
 * and the envelope.
 */
export function renderScope<S extends PublicScope>(
  scope: S,
  data: ScopeData[S],
  clock: PlaceClock & { readonly computed?: readonly string[]; readonly height?: number; readonly estimatedHeight?: number },
  units: UnitSystem,
  texts: WeatherTexts,
  alertIds: readonly string[] | null,
  now: number,
  station: StationView = NO_STATION_VIEW,
): PayloadHead & ScopePayload[S] {
  const { timezone, utcOffsetSeconds, height, estimatedHeight } = clock
  return {
    timezone,
    utcOffsetSeconds,
    elevation: height ?? estimatedHeight ?? null,
    isElevationEstimated: height === undefined && estimatedHeight !== undefined,
    units: getUnitWriter(units).labels,
    lang: texts.language,
    ...RENDERERS[scope](data, clock, units, texts, alertIds, now, station),
  }
}
