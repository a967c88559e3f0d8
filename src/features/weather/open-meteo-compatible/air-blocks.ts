import { type AirPoint, POLLEN } from '../../../domain/air/air.ts'
import { parseInstant } from '../../../domain/instant.ts'
import { HOUR_MS } from '../../../time.ts'
import type { Block } from './answer.ts'
import { columnsOf, definition, type Definitions, findIn } from './definition.ts'
import type { WeatherRequest } from './request.ts'
import { timesIn, type TimeRanges } from './time-range.ts'
import type { Quantity } from './unit.ts'
import { hourOf } from './weather-blocks.ts'

/** The hour of a row's time. */
type AirRow = AirPoint | undefined

const of = (quantity: Quantity, read: (hour: AirPoint) => number | null | undefined) =>
  definition<AirRow>(quantity, (row) => (row === undefined ? null : (read(row) ?? null)))

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

const findAir = findIn(AIR)

/** The blocks that a request for air asks for; `now`: epoch milliseconds. */
export function airBlocks(
  { current, hourly, units, isUnixTime }: WeatherRequest,
  hours: readonly AirPoint[],
  ranges: TimeRanges,
  utcOffsetSeconds: number,
  now: number,
): readonly Block[] {
  const byStart = new Map(hours.map((hour) => [parseInstant(hour.time), hour]))
  const block = (name: Block['name'], names: WeatherRequest['hourly'], times: readonly number[], starts: readonly number[]): Block => ({
    name,
    times: times.map((ms) => ms / 1_000),
    intervalSeconds: HOUR_MS / 1_000,
    columns: columnsOf(
      names,
      findAir,
      starts.map((ms) => byStart.get(ms)),
      units,
      isUnixTime,
    ),
  })
  const running = Math.floor(now / HOUR_MS) * HOUR_MS
  const times = timesIn(ranges.hourly)
  const starts = times.map((ms) => hourOf(ms, utcOffsetSeconds))
  return [
    ...(current.length === 0 ? [] : [block('current', current, [running], [running])]),
    ...(hourly.length === 0 ? [] : [block('hourly', hourly, times, starts)]),
  ]
}
