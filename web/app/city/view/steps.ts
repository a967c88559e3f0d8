import {
  type ForecastStep,
  KMH_PER_MPS,
  MM_PER_INCH,
  MPS_PER_MPH,
  TRACE_MM_PER_HOUR,
  computeMiddleTemperature,
  findEndOfStep,
  isWetStep,
  roundHalfAway,
} from '@isobar/weather'
import type { Daily, Hourly } from '../weather.ts'

type Units = Pick<Hourly['units'], 'temperature' | 'windSpeed' | 'precipitation'>
type Hour = Hourly['points'][number]
/** What sentences need of an hour of an answer, or of a day as a whole. */
export type StepValues = Pick<
  Hour,
  'condition' | 'precipitation' | 'rain' | 'snow' | 'precipitationProbability' | 'windSpeed' | 'windGust'
> & { readonly temperature?: number | null }

/** m/s for each unit of an answer. */
const MPS: Readonly<Record<string, number>> = { 'km/h': 1 / KMH_PER_MPS, mph: MPS_PER_MPH, 'm/s': 1 }

/** The hours of an answer as steps in canonical units. */
export function toSteps(
  points: readonly (StepValues & { readonly time: string; readonly stepHours?: number })[],
  units: Units,
): ForecastStep[] {
  return points.map((point) => toStep(point, { startMs: Date.parse(point.time), endMs: findEndOfStep(point) }, units))
}

/** A day as a whole as one step; its temperature is the middle of its range. */
export function toDayStep(
  day: Omit<StepValues, 'temperature'> & Pick<Daily['points'][number], 'temperatureMin' | 'temperatureMax'>,
  span: Pick<ForecastStep, 'startMs' | 'endMs'>,
  units: Units,
): ForecastStep {
  return toStep({ ...day, temperature: computeMiddleTemperature(day) }, span, units)
}

/** A temperature of an answer in °C. */
export function toCelsius(value: number | null, units: Pick<Units, 'temperature'>): number | null {
  return value === null || units.temperature === '°C' ? value : roundHalfAway(((value - 32) * 5) / 9, 2)
}

function toStep(values: StepValues, { startMs, endMs }: Pick<ForecastStep, 'startMs' | 'endMs'>, units: Units): ForecastStep {
  const water = (value: number | null) => (value === null || units.precipitation === 'mm' ? value : toMillimetres(value))
  const wind = (value: number | null) => (value === null ? null : roundHalfAway(value * (MPS[units.windSpeed] ?? 1), 3))
  const { condition, precipitationProbability } = values
  return {
    startMs,
    endMs,
    condition,
    precipitationProbability,
    precipitation: water(values.precipitation),
    rain: water(values.rain),
    snow: water(values.snow),
    windSpeed: wind(values.windSpeed),
    windGust: wind(values.windGust),
    temperature: toCelsius(values.temperature ?? null, units),
  }
}

/** Inches of answers are rounded: to the tenth of a millimetre, they are what was forecast; a trace stays one. */
function toMillimetres(inches: number): number {
  const mm = inches * MM_PER_INCH
  return roundHalfAway(mm, mm < TRACE_MM_PER_HOUR ? 2 : 1)
}

/** How an hour, or a day as a whole, looks. */
type Look = Pick<Hour, 'description' | 'icon'> & { readonly isDay?: boolean | null }
/** Of hours without an amount, the most frequent sky counts. */
const UNKNOWN_WEIGHT = 0.001

/** The sky under which most falls, else the most frequent one. `steps`: those of the points. */
export function chooseSky(
  points: readonly Look[],
  steps: readonly ForecastStep[],
): { readonly icon: string | null; readonly words: string | null } {
  const isWet = steps.map(isWetStep)
  const hasFall = isWet.includes(true)
  const described = points.flatMap((point, index) =>
    point.description === null || isWet[index] !== hasFall
      ? []
      : [{ ...point, weight: hasFall ? (steps[index]?.precipitation ?? 0) + UNKNOWN_WEIGHT : 1 }],
  )
  const weights = new Map<string | null, number>()
  for (const { description, weight } of described) weights.set(description, (weights.get(description) ?? 0) + weight)
  const [first] = described.toSorted((a, b) => (weights.get(b.description) ?? 0) - (weights.get(a.description) ?? 0))
  // By day if any of its hours is: the icon of a whole day is no night's.
  const shown = described.find(({ description, isDay }) => description === first?.description && isDay === true) ?? first
  return { icon: shown?.icon ?? null, words: shown?.description ?? null }
}
