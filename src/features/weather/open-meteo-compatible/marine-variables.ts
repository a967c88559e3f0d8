import type { MarinePoint } from '@isobar/weather'
import { type Definition, defineVariable, type Definitions, findIn } from './definition.ts'
import type { Quantity } from './unit.ts'

/** The hour of a row's time. */
type MarineRow = MarinePoint | undefined

const of = (quantity: Quantity, read: (hour: MarinePoint) => number | null) =>
  defineVariable<MarineRow>(quantity, (row) => (row === undefined ? null : read(row)))

const MARINE: Definitions<MarineRow> = {
  wave_height: of('waves', (hour) => hour.waveHeight),
  wave_period: of('seconds', (hour) => hour.wavePeriod),
  wave_direction: of('degree', (hour) => hour.waveDirection),
  swell_wave_height: of('waves', (hour) => hour.swellHeight),
  swell_wave_period: of('seconds', (hour) => hour.swellPeriod),
  swell_wave_direction: of('degree', (hour) => hour.swellDirection),
  sea_surface_temperature: of('temperature', (hour) => hour.waterTemperature),
}

/** By today's name. */
export const findMarine = findIn(MARINE)

/** Of a day: the highest and lowest of its hours that are known, and the direction of its highest waves. */
export function findMarineOfDay(name: string): Definition<readonly MarineRow[]> | undefined {
  const [, hourly = '', fold = ''] = /^(.+)_(max|min|dominant)$/.exec(name) ?? []
  const found = findMarine(hourly)
  if (found === undefined || (fold === 'dominant') !== (found.quantity === 'degree')) return undefined
  if (fold === 'dominant') {
    const height = findMarine(hourly.replace(/direction$/, 'height'))
    return defineVariable('degree', (hours) => {
      const highest = hours
        .toSorted((one, other) => (height?.value(other) ?? -1) - (height?.value(one) ?? -1))
        .find((hour) => found.value(hour) !== null)
      return highest === undefined ? null : found.value(highest)
    })
  }
  return defineVariable(found.quantity, (hours) => {
    const values = hours.flatMap((hour) => found.value(hour) ?? [])
    if (values.length === 0) return null
    return fold === 'max' ? Math.max(...values) : Math.min(...values)
  })
}
