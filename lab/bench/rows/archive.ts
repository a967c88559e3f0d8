import pg from 'pg'
import { HOURLY_VARIABLES } from '../../../src/features/weather/history/variables.ts'

export const DAYS = 30
const HOURS = 48
const FORECAST_DAYS = 8
const OBSERVATION_MINUTES = 10
const POINTS_PER_ISSUE = HOURS + FORECAST_DAYS
const VARIANTS = 1_000
const CELL_STRIDE = 3_571
const FIRST_CELL = 400_000_000

/** Ids of the cells that make up this many forecast points: each is fetched every hour for 30 days and observed every 10 minutes. */
export function cellsFor(points: number): number[] {
  const count = Math.ceil(points / (POINTS_PER_ISSUE * 24 * DAYS))
  return Array.from({ length: count }, (_, i) => FIRST_CELL + i * CELL_STRIDE)
}

/**
 * Fills the archive up to the current hour, in the order in which the data would have arrived: hour by hour, every cell in turn. Rows are
 * combined from prepared variants, whose numbers vary as measured ones do.
 */
export async function fill(connectionString: string, cells: readonly number[], endMs: number): Promise<void> {
  const client = new pg.Client({ connectionString, statement_timeout: 0 })
  await client.connect()
  try {
    await client.query(`SELECT setseed(0.4)`)
    await prepareVariants(client)
    await client.query(
      `CREATE TEMP TABLE place AS SELECT n, FIRST + n * ${CELL_STRIDE} AS cell FROM generate_series(0, $1::int - 1) n, (SELECT ${FIRST_CELL} AS FIRST) f`,
      [cells.length],
    )
    for (let day = DAYS; day > 0; day--) {
      const from = new Date(endMs - day * 86_400_000)
      await client.query(hourlyOf(), [from])
      await client.query(dailyOf(), [from])
      await client.query(observationsOf(), [from])
    }
    await client.query('VACUUM (ANALYZE) observation, hourly_issue, daily_issue')
    await client.query('CHECKPOINT')
  } finally {
    await client.end()
  }
}

const NUMBER: Readonly<Record<string, string>> = {
  temperature: 'round((12 + 8 * sin(h / 4.0 + k) + random() * 2)::numeric, 2)',
  feels_like: 'round((11 + 8 * sin(h / 4.0 + k) + random() * 2)::numeric, 2)',
  dew_point: 'round((6 + random() * 3)::numeric, 2)',
  humidity: '(50 + random() * 40)::int',
  pressure: '(1000 + random() * 25)::int',
  cloud_cover: '(random() * 100)::int',
  visibility: '10000',
  uv_index: 'round((random() * 6)::numeric, 2)',
  wind_speed: 'round((random() * 9)::numeric, 2)',
  wind_gust: 'round((random() * 15)::numeric, 2)',
  wind_direction: '(random() * 360)::int',
  precipitation: 'CASE WHEN random() < 0.2 THEN round((random() * 4)::numeric, 2) END',
  rain: 'CASE WHEN random() < 0.2 THEN round((random() * 4)::numeric, 2) END',
  snow: 'NULL',
  precipitation_probability: 'round(random()::numeric, 2)',
}
const CONDITION = `(ARRAY['clear', 'overcast', 'partly_cloudy', 'light_rain', 'rain'])[1 + (h / 5) % 5]`

async function prepareVariants(client: pg.Client): Promise<void> {
  const numbers = Object.entries(NUMBER).map(([column, expression]) => `(${expression})::real AS ${column}`)
  await client.query(`
    CREATE TEMP TABLE one AS SELECT k, h, ${numbers.join(', ')}, ${CONDITION} AS condition, 800 + h % 5 AS provider_code, h % 24 BETWEEN 6 AND 18 AS is_day
    FROM generate_series(0, ${VARIANTS - 1}) k, generate_series(0, ${HOURS - 1}) h`)
  const arrays = Object.values(HOURLY_VARIABLES).map(
    (column) => `CASE WHEN count(${column}) > 0 THEN array_agg(${column} ORDER BY h) END AS ${column}`,
  )
  await client.query(`CREATE TEMP TABLE hours AS SELECT k, ${arrays.join(', ')} FROM one GROUP BY k`)
  await client.query(`
    CREATE TEMP TABLE days AS SELECT k, jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'date', date '2026-07-01' + h, 'time', '2026-07-01T00:00:00Z', 'temperatureMin', temperature::numeric, 'temperatureMax', feels_like::numeric,
      'temperatureMorning', temperature::numeric, 'temperatureDay', temperature::numeric, 'temperatureEvening', temperature::numeric,
      'temperatureNight', temperature::numeric, 'feelsLikeMorning', feels_like::numeric, 'feelsLikeDay', feels_like::numeric,
      'feelsLikeEvening', feels_like::numeric, 'feelsLikeNight', feels_like::numeric, 'dewPoint', dew_point::numeric, 'humidity', humidity::numeric,
      'pressure', pressure::numeric, 'cloudCover', cloud_cover::numeric, 'uvIndex', uv_index::numeric, 'windSpeed', wind_speed::numeric,
      'windGust', wind_gust::numeric, 'windDirection', wind_direction::numeric, 'precipitation', precipitation::numeric, 'rain', rain::numeric,
      'precipitationProbability', precipitation_probability::numeric, 'condition', condition, 'providerCode', provider_code,
      'summary', 'Expect a day of partly cloudy with rain', 'sunrise', '2026-07-01T02:47:40Z', 'sunset', '2026-07-01T19:32:28Z',
      'moonrise', '2026-07-01T20:57:00Z', 'moonset', '2026-07-01T03:39:00Z', 'moonPhase', 0.54)) ORDER BY h) AS points
    FROM one WHERE h < ${FORECAST_DAYS} GROUP BY k`)
  await client.query('CREATE UNIQUE INDEX ON one (k, h)')
  await client.query('ANALYZE one, hours, days')
}

/** The issues of one day; $1 is its first hour. */
function hourlyOf(): string {
  const columns = Object.values(HOURLY_VARIABLES).join(', ')
  return `
    INSERT INTO hourly_issue (cell, issued_hour, source, issued_at, simulated, last_valid_at, valid_at, ${columns})
    SELECT cell, hour, 'openweather', hour + interval '7 minutes', false, valid_at[${HOURS}], valid_at, ${columns}
    FROM (SELECT i, hour, (SELECT array_agg(hour + h * interval '1 hour' ORDER BY h) FROM generate_series(0, ${HOURS - 1}) h) AS valid_at
          FROM generate_series(0, 23) i, LATERAL (SELECT $1::timestamptz + i * interval '1 hour' AS hour) t) issue
    CROSS JOIN place JOIN hours ON k = (n * 7919 + i * 31) % ${VARIANTS} ORDER BY i, n`
}

function dailyOf(): string {
  return `
    INSERT INTO daily_issue (cell, issued_hour, source, issued_at, simulated, last_valid_at, valid_at, points)
    SELECT cell, hour, 'openweather', hour + interval '7 minutes', false, valid_at[${FORECAST_DAYS}], valid_at, points
    FROM (SELECT i, hour, (SELECT array_agg(date_trunc('day', hour, 'UTC') + d * interval '1 day' ORDER BY d) FROM generate_series(0, ${FORECAST_DAYS - 1}) d) AS valid_at
          FROM generate_series(0, 23) i, LATERAL (SELECT $1::timestamptz + i * interval '1 hour' AS hour) t) issue
    CROSS JOIN place JOIN days ON k = (n * 7919 + i * 31) % ${VARIANTS} ORDER BY i, n`
}

function observationsOf(): string {
  const columns = Object.values(HOURLY_VARIABLES)
    .filter((column) => column !== 'precipitation_probability')
    .join(', ')
  return `
    INSERT INTO observation (cell, observed_at, source, recorded_at, simulated, timezone, sunrise, sunset, ${columns})
    SELECT cell, at, 'openweather', at + interval '30 seconds', false, 'Europe/Berlin', date_trunc('day', at), date_trunc('day', at), ${columns}
    FROM (SELECT i, $1::timestamptz + i * interval '${OBSERVATION_MINUTES} minutes' AS at FROM generate_series(0, ${1440 / OBSERVATION_MINUTES - 1}) i) moment
    CROSS JOIN place JOIN one ON k = (n * 7919 + i * 31) % ${VARIANTS} AND h = i % ${HOURS} ORDER BY i, n`
}
