/**
 * The absolute scale of temperature colours: −30 to 40 °C in steps of ten, as `--degrees-0` to `--degrees-7` in the tokens. The same temperature
 * has the same colour on every page, whatever the day.
 */
const LOWEST = -30
const STEP = 10
const STEPS = 8

/** A gradient along an axis of a drawing: from and to are positions, stops are at shares of the way, each with the number of its colour. */
export interface ScaleGradient {
  readonly from: number
  readonly to: number
  readonly stops: readonly (readonly [share: number, colour: number])[]
}

/**
 * The colours between two temperatures in `unit`. It reaches to the steps around them, so that each step keeps its colour.
 * @param positionOf the position of a temperature in the drawing, a linear function
 */
export function buildScaleGradient(low: number, high: number, unit: string, positionOf: (temperature: number) => number): ScaleGradient {
  const [first, last] = [Math.floor(stepOf(low, unit)), Math.ceil(stepOf(high, unit))].map(withinScale) as [number, number]
  const end = Math.max(last, Math.min(first + 1, STEPS - 1))
  const start = Math.min(first, end - 1)
  const stops = Array.from({ length: end - start + 1 }, (_, index) => [index / (end - start), start + index] as const)
  return { from: tenths(positionOf(temperatureOf(start, unit))), to: tenths(positionOf(temperatureOf(end, unit))), stops }
}

/** The number of a temperature's own colour: that of the nearest step. */
export function chooseScaleColour(temperature: number, unit: string): number {
  return withinScale(Math.round(stepOf(temperature, unit)))
}

const tenths = (value: number): number => Math.round(value * 10) / 10
const withinScale = (step: number): number => Math.min(STEPS - 1, Math.max(0, step))

function stepOf(temperature: number, unit: string): number {
  const celsius = unit === '°F' ? (temperature - 32) / 1.8 : temperature
  return (celsius - LOWEST) / STEP
}

function temperatureOf(step: number, unit: string): number {
  const celsius = LOWEST + step * STEP
  return unit === '°F' ? celsius * 1.8 + 32 : celsius
}
