import { buildErrorCase, buildEventCase, buildProbabilityCase, toCell } from '@isobar/weather'
import type { TestApp } from '../../../../../test/helpers/app.ts'
import { until } from '../../../../../test/helpers/until.ts'
import { DAY_MS } from '../../../../time.ts'
import type { LeadSums } from '../verification/model.ts'
import { createSumStore } from '../verification/sum-store.ts'

const LEADS = [3, 24, 48] as const
const TRUTH = { source: 'openweather', kind: 'analysis', station: null } as const

/**
 * The sums of the last `days` days of places, as the comparison of their archive leaves them, and the resulting scores. OpenWeather is off by
 * 0.1 degrees for each hour of lead, Open-Meteo by one degree more, both on the same hours. Every second day is wet, and two of three are
 * forecast to be. OpenWeather's PM2.5 is off by ten times as much as its temperature.
 */
export async function putCompared(
  app: TestApp,
  places: readonly { readonly lat: number; readonly lon: number; readonly days: number }[],
): Promise<void> {
  const sums = createSumStore(app.services.db)
  const yesterday = Math.floor(app.clock.now() / DAY_MS) * DAY_MS - DAY_MS
  // A day is compared in the order of its cells.
  const cells = places.map(({ lat, lon, days }) => ({ cell: toCell(lat, lon).id, days })).toSorted((a, b) => a.cell - b.cell)
  for (const { cell, days } of cells) {
    for (let back = days; back > 0; back -= 1) {
      const day = new Date(yesterday - back * DAY_MS).toISOString().slice(0, 10)
      const ofDay = LEADS.flatMap((leadHours) => [
        sumsOf('openweather', null, leadHours, back),
        sumsOf('open-meteo', null, leadHours, back),
        sumsOf('openweather', 'open-meteo', leadHours, back),
        sumsOf('open-meteo', 'openweather', leadHours, back),
      ])
      await sums.writeCells(day, [{ cell, sums: ofDay }])
    }
  }
  await runVerification(app)
}

/** Compares all days that are due: a slow machine needs several runs, and may be at one of its own. */
export async function runVerification(app: TestApp): Promise<void> {
  await until('forecasts are compared', () => app.services.history.verify(), 600_000)
}

function sumsOf(source: string, versus: string | null, leadHours: number, back: number): LeadSums {
  const error = (leadHours / 10 + (source === 'openweather' ? 0 : 1)) * (back % 2 === 0 ? 0.9 : 1.1)
  const [said, was] = [back % 3 === 0 ? 0 : 2, back % 2 === 0 ? 0 : 2]
  return {
    source,
    truth: TRUTH,
    versus,
    leadHours,
    simulated: true,
    tallies: {
      ...(source === TRUTH.source && versus === null
        ? { pm25: buildErrorCase(10 * error, { persistence: 20 * error, climatology: null }) }
        : {}),
      temperature: buildErrorCase(error, { persistence: 2 * error, climatology: -3 * error }),
      precipitation: buildEventCase(said, was),
      precipitationProbability: buildProbabilityCase(said / 2.5, was > 0, { persistence: 1, climatology: 0.5 }),
    },
  }
}
