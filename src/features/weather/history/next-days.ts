import type { Attribution } from '@isobar/providers/port'
import { type FreshnessWindow, type UnitWriter, formatInstant, getNextDay, toCalendarDay } from '@isobar/weather'
import { Type } from 'typebox'
import { Instant } from '../../../platform/http/schema/schemas.ts'
import { Credit, SCOPE_PAYLOADS } from '../forecast/index.ts'
import { markSimulatedCredit } from '../place-weather/index.ts'
import type { IssuedDays } from './summary-store.ts'

const DAYS = 3

const { date, temperatureMin, temperatureMax, precipitation } = SCOPE_PAYLOADS.daily.properties.points.items.properties

export const NextDays = Type.Array(
  Type.Object(
    {
      source: Type.String({ description: 'Provider id' }),
      simulated: Type.Boolean(),
      agencies: Type.Array(Type.String(), {
        description: 'Whose forecasts these are. Two sources with one in common are not independent of each other',
        examples: [['dwd']],
      }),
      issuedAt: Instant,
      expiresAt: Type.String({ format: 'date-time', description: 'When it stops being fresh' }),
      attribution: Credit,
      days: Type.Array(Type.Object({ date, temperatureMin, temperatureMax, precipitation }, { title: 'NextDay' })),
    },
    { title: 'NextDaysOfSource' },
  ),
  { description: `The ${DAYS} days after today, as each source with a fresh forecast sees them. Only with \`nextDays\`` },
)

export interface NextDaysOptions {
  readonly attributionOf: (source: string) => Attribution
  /** The agencies whose forecasts a source passes on at a cell. */
  readonly agenciesAt: (source: string, cellId: number) => readonly string[]
}

interface Place {
  readonly cellId: number
  readonly timezone: string
}

/** The days after today of each source's last forecast, in the writer's units. `now`: epoch milliseconds. */
export function listNextDaysEntries(
  issued: readonly IssuedDays[],
  { cellId, timezone }: Place,
  window: FreshnessWindow,
  now: number,
  writer: UnitWriter,
  { attributionOf, agenciesAt }: NextDaysOptions,
) {
  const dates = [getNextDay(toCalendarDay(now, timezone))]
  while (dates.length < DAYS) dates.push(getNextDay(dates.at(-1) as string))
  return issued.map(({ source, simulated, issuedAt, points }) => ({
    source,
    simulated,
    agencies: agenciesAt(source, cellId),
    issuedAt: formatInstant(issuedAt.getTime()),
    expiresAt: formatInstant(issuedAt.getTime() + window.freshSeconds * 1_000),
    attribution: markSimulatedCredit(attributionOf(source), simulated),
    days: points
      .filter((point) => dates.includes(point.date))
      .map((point) => ({
        date: point.date,
        temperatureMin: writer.temperature(point.temperatureMin ?? null),
        temperatureMax: writer.temperature(point.temperatureMax ?? null),
        precipitation: writer.precipitation(point.precipitation ?? null),
      })),
  }))
}
