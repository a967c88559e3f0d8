import { formatInstant, toCell } from '@isobar/weather'
import { runVerification } from '../../src/features/weather/history/testing/compared.ts'
import { buildTestObservation, buildTestFetch, buildTestForecastHour } from '../../src/features/weather/history/testing/fetched.ts'
import { createStationStore } from '../../src/features/weather/stations/station-store.ts'
import { buildTestStationReport } from '../../src/features/weather/stations/testing/source.ts'
import { DAY_MS, HOUR_MS } from '../../src/time.ts'
import { createTestApp } from '../../test/helpers/app.ts'
import { numberOf, type Row, rowsOf } from './sets.ts'

/** Recorded forecasts of hours and what the city's station measured then. Local times, which are taken for UTC: only differences matter. */
export const recordedPairs = (): Row[] => rowsOf('meteostat_four_cities_hourly_0_235h_2020.csv')

/** The set names no station; one is put into the middle of each city. */
export const CITIES = {
  London: { lat: 51.51, lon: -0.13 },
  'New York': { lat: 40.71, lon: -74.01 },
  Rome: { lat: 41.9, lon: 12.5 },
  Warsaw: { lat: 52.23, lon: 21.01 },
} as const
export type City = keyof typeof CITIES
const HEIGHT = 100
const FORECASTER = 'open-meteo'
const NETWORK = 'aviation-weather'

/** An entry of `GET /api/weather/accuracy` for a temperature. */
export interface ReplayedScore {
  readonly leadHours: number
  readonly n: number
  readonly truth: { readonly source: string; readonly kind: string; readonly station: { readonly id: string } | null }
  readonly scores: Readonly<Record<'bias' | 'mae' | 'rmse', { readonly value: number }>> | null
}

const timeOf = (row: Row, name: string): number => Date.parse(`${row[name]?.replace(' ', 'T')}:00:00Z`)

/**
 * Archives the recorded forecasts and the stations' readings in the whole service, each at its time, lets the service compare them, and reads its
 * answers: the scores of temperature against stations for each city, by lead time.
 */
export async function replayPairs(rows: readonly Row[]): Promise<ReadonlyMap<City, readonly ReplayedScore[]>> {
  const [first, last] = [
    Math.min(...rows.map((row) => timeOf(row, 'issued_local'))),
    Math.max(...rows.map((row) => timeOf(row, 'valid_local'))),
  ]
  const app = await createTestApp({ now: formatInstant(first), site: null, env: { WEATHER_PROVIDERS: FORECASTER } })
  try {
    const { db, history } = app.services
    const stations = createStationStore(db)
    const byDay = Map.groupBy(rows, (row) => `${row['city']} ${timeOf(row, 'issued_local')}`)
    const byTime = Map.groupBy(rows, (row) => timeOf(row, 'valid_local'))
    const report = (reports: ReturnType<typeof buildTestStationReport>[]): Promise<void> =>
      stations.put({ source: NETWORK, reports, simulated: false, usedSince: 0, hasHourlyGusts: false, count: () => undefined })
    const reading = (city: City, at: number, temperature: number) =>
      buildTestStationReport(formatInstant(at), { temperature }, { source: NETWORK, id: city, name: city, ...CITIES[city], height: HEIGHT })

    const cities = Object.keys(CITIES) as City[]
    const idOf = (city: City): number => toCell(CITIES[city].lat, CITIES[city].lon).id
    await report(cities.map((city) => reading(city, first - HOUR_MS, 0)))
    await stations.noteUsed(
      cities.map((id) => ({ source: NETWORK, id })),
      first,
    )
    for (const city of cities) await stations.putHeight(idOf(city), HEIGHT, first)
    for (let at = first; at <= last; at += HOUR_MS) {
      app.clock.set(formatInstant(at))
      const measured = new Map((byTime.get(at) ?? []).map((row) => [row['city'] as City, numberOf(row, 'observed_c')]))
      await report([...measured].map(([city, temperature]) => reading(city, at, temperature)))
      if (at % DAY_MS !== 0) continue
      for (const city of cities) {
        const forecasts = byDay.get(`${city} ${at}`) ?? []
        const hourly = forecasts.map((row) =>
          buildTestForecastHour(formatInstant(timeOf(row, 'valid_local')), { temperature: numberOf(row, 'forecast_c') }),
        )
        // Days are compared where somebody asked for the weather, which an analysis came with.
        const asked = buildTestObservation(formatInstant(at), { temperature: 0 })
        history.archive.add(buildTestFetch(at, { cell: idOf(city), source: FORECASTER, current: asked, hourly, daily: [] }))
      }
      await history.archive.flush()
    }
    app.clock.set(formatInstant(last + 3 * DAY_MS))
    await runVerification(app)
    const answers = await Promise.all(
      cities.map(async (city) => {
        const { lat, lon } = CITIES[city]
        const { verification } = (await app.get(`/api/weather/accuracy?lat=${lat}&lon=${lon}`)).body
        const entries = verification.quantities as (ReplayedScore & { readonly variable: string })[]
        return [city, entries.filter(({ variable, truth }) => variable === 'temperature' && truth.kind === 'observation')] as const
      }),
    )
    return new Map(answers)
  } finally {
    await app.close()
  }
}
