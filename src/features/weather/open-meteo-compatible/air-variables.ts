import { type AirPoint, POLLEN } from '@isobar/weather'
import { defineVariable, type Definitions, findIn } from './definition.ts'
import type { Quantity } from './unit.ts'

/** The hour of a row's time. */
type AirRow = AirPoint | undefined

const of = (quantity: Quantity, read: (hour: AirPoint) => number | null | undefined) =>
  defineVariable<AirRow>(quantity, (row) => (row === undefined ? null : (read(row) ?? null)))

const AIR: Definitions<AirRow> = {
  pm2_5: of('concentration', (hour) => hour.pm25),
  pm10: of('concentration', (hour) => hour.pm10),
  nitrogen_dioxide: of('concentration', (hour) => hour.no2),
  ozone: of('concentration', (hour) => hour.o3),
  sulphur_dioxide: of('concentration', (hour) => hour.so2),
  carbon_monoxide: of('concentration', (hour) => hour.co),
  dust: of('concentration', (hour) => hour.dust),
  european_aqi: of('europeanIndex', (hour) => hour.europeanIndex?.value),
  us_aqi: of('usIndex', (hour) => hour.usIndex?.value),
  ...Object.fromEntries(POLLEN.map((plant) => [`${plant}_pollen`, of('grains', (hour) => hour.pollen?.[plant])])),
}

/** By today's name. */
export const findAir = findIn(AIR)
