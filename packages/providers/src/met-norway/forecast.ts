import {
  type Cell,
  type CurrentWeather,
  HOUR_MS,
  type HourlyPoint,
  type Span,
  buildDaysFromSpans,
  formatInstant,
  isHour,
  isSunUp,
} from '@isobar/weather'
import { type Amounts, splitAmount } from '../amounts.ts'
import type { DeliveredScopes } from '../provider.ts'
import { fractionOf } from '../units.ts'
import { computeStepHours, type Step, type Window } from './steps.ts'
import { readSymbol } from './symbols.ts'

/**
 * Current weather, hours and days from the steps of Locationforecast; null if there is no weather in them. Hours are those of the part with
 * hourly steps, from the current one on; steps of six hours follow in the extended series. Days are the place's own; `timezone` is its zone.
 */
export function transformLocationForecast(
  steps: readonly Step[],
  cell: Cell,
  timezone: string,
  nowMs: number,
): Pick<DeliveredScopes, 'current' | 'hourly' | 'daily' | 'extended'> | null {
  const running = steps.filter(({ timeMs }, index) => (steps[index + 1]?.timeMs ?? timeMs + HOUR_MS) > nowMs)
  const points = running.flatMap((step, index) => toHour(step, running[index + 1], cell) ?? []).filter(hasData)
  const [hours, longer] = [points.filter(isHour), points.filter((point) => !isHour(point))]
  const days = buildDaysFromSpans(spansOf(running, cell), timezone)
  const now = running[0]
  const current = now === undefined || now.timeMs > nowMs ? null : toCurrent(now, cell)
  if (hours.length === 0 && days.length === 0) return null
  return {
    ...(current !== null && hasData(current) ? { current } : {}),
    hourly: { available: hours.length > 0, points: hours },
    daily: { available: days.length > 0, points: days },
    ...(longer.length === 0 ? {} : { extended: { available: true, hours: longer, days: [] } }),
  }
}

function hasData({ temperature, windSpeed, pressure, condition }: CurrentWeather | HourlyPoint): boolean {
  return [temperature, windSpeed, pressure, condition].some((value) => value !== null)
}

/**
 * The values at a step. Not sent: visibility, the apparent temperature, and the UV index: that of this source is for a sky without clouds.
 */
function stateOf(step: Step, window: Window | null, cell: Cell) {
  const symbol = readSymbol(window?.symbol)
  return {
    temperature: step.instant('air_temperature'),
    feelsLike: null,
    dewPoint: step.instant('dew_point_temperature'),
    humidity: step.instant('relative_humidity'),
    pressure: step.instant('air_pressure_at_sea_level'),
    cloudCover: step.instant('cloud_area_fraction'),
    visibility: null,
    uvIndex: null,
    windSpeed: step.instant('wind_speed'),
    windGust: step.instant('wind_speed_of_gust'),
    windDirection: step.instant('wind_from_direction'),
    condition: symbol?.condition ?? null,
    providerCode: null,
    isDay: symbol?.isDay ?? isSunUp(cell, step.timeMs),
  }
}

/** The symbol says what falls; under a symbol of dry weather, that is unknown. */
function amountsIn(window: Window | null): Amounts {
  return splitAmount(window?.value('precipitation_amount') ?? null, readSymbol(window?.symbol)?.falls)
}

/** What has fallen in the hour before is not sent. The values are the model's: no station is behind them. */
function toCurrent(step: Step, cell: Cell): CurrentWeather {
  return {
    kind: 'analysis',
    observedAt: formatInstant(step.timeMs),
    ...stateOf(step, step.after(1) ?? step.after(6), cell),
    precipitation: null,
    rain: null,
    snow: null,
    sunrise: null,
    sunset: null,
  }
}

/**
 * An hour or six hours; null where a step stands for neither, as the last one. The last step of the hourly part may be without the next hour, and six hours that begin
 * before its end overlap it.
 */
function toHour(step: Step, next: Step | undefined, cell: Cell): HourlyPoint | null {
  const free = computeStepHours(next, step)
  const stepHours = step.after(1) !== null || free === 1 ? 1 : 6
  const window = step.after(stepHours)
  if (stepHours === 6 && (window === null || (free ?? stepHours) < stepHours)) return null
  return {
    time: formatInstant(step.timeMs),
    ...(stepHours === 1 ? {} : { stepHours }),
    ...stateOf(step, window, cell),
    ...amountsIn(window),
    precipitationProbability: probabilityOf(window),
  }
}

const probabilityOf = (window: Window | null): number | null => fractionOf(window?.value('probability_of_precipitation') ?? null)

/**
 * Stretches that do not overlap: the next hour of each step that has one, and the next six hours of the others, if they end by the next step.
 * A step with neither stands for no time.
 */
function spansOf(steps: readonly Step[], cell: Cell): Span[] {
  return steps.flatMap((step, index): readonly Span[] => {
    const hours = step.after(1) !== null ? 1 : 6
    const window = step.after(hours)
    const isFree = (computeStepHours(steps[index + 1], step) ?? hours) >= hours
    if (window === null || !isFree) return []
    const span: Span = {
      startMs: step.timeMs,
      endMs: step.timeMs + hours * HOUR_MS,
      ...stateOf(step, window, cell),
      ...amountsIn(window),
      temperatureMin: window.value('air_temperature_min'),
      temperatureMax: window.value('air_temperature_max'),
      precipitationProbability: probabilityOf(window),
    }
    return [span]
  })
}
