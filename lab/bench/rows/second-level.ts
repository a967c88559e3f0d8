import pg from 'pg'
import { cellOf } from '../../../src/domain/cell.ts'
import { until } from '../../../test/helpers/until.ts'
import { callsOf, openDatabases } from '../database.ts'
import { HAS_WRK } from '../load.ts'
import { startListening, startService } from '../processes.ts'
import type { MeasuredRow, Pace } from '../row.ts'
import { loadSideBySide } from '../side-by-side.ts'

/** Not on the grid whose places are requested. */
const WARM = { lat: 5, lon: 5 }
/** More than are requested in a round. */
const PLACES = 30_000
/** The grid of scripts/places.lua. */
const CELLS = `SELECT (1000 + place / 3000 + 9000) * 36000 + place % 3000 + 18000 AS id FROM generate_series(0, $1::int - 1) place`
const SCOPES = ['current', 'hourly', 'daily', 'minutely', 'alert']
/** What the service looks up for a place. */
const KEYS = [
  'absent:openweather',
  'absent:nws',
  ...SCOPES.map((scope) => `${scope}:openweather`),
  ...SCOPES.slice(0, 4).map((scope) => `${scope}:open-meteo`),
  'alert:nws',
  'alert:official',
].map((key) => `'cell:' || $1::int || ':${key}'`)

/** Places that only the second level (PostgreSQL) has, each requested once. */
export async function* secondLevel(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  if (!HAS_WRK) return
  const bench = closing.use(await openDatabases())
  const database = await bench.createDatabase('second_level')
  const service = closing.use(await startService({ DATABASE_URL: database, ADMIN_SECRET: 'bench-admin-secret-0123456789' }))
  await fetch(`${service.url}/api/weather?lat=${WARM.lat}&lon=${WARM.lon}&scope=current`)
  await fill(database, PLACES * (pace.rounds + 1))
  const query = `SELECT value AS bytes FROM cache_entry WHERE key = ANY(ARRAY[${KEYS.join(', ')}]) AND expires_at > now()`
  const bare = closing.use(await startListening(['lab/bench/scripts/bare-queries.ts', database, JSON.stringify([query])]))
  const before = await callsOf(service.simulator)
  const asking = (round: number) => ({ firstPlace: (round + 1) * PLACES })
  const path = '?lat=%.2f&lon=%.2f'
  const measured = await loadSideBySide(
    { url: `${service.url}/api/weather${path}&scope=current`, asking },
    { url: `${bare.url}/${path}`, asking },
    pace,
  )
  if (JSON.stringify(await callsOf(service.simulator)) !== JSON.stringify(before))
    throw new Error('not everything came from the second level')
  if (measured.some(({ isobar }) => isobar.value * pace.seconds > PLACES)) throw new Error('some places were requested twice')
  yield { name: 'current', unit: '/s', yardstick: 'node:http and the bare query', goal: null, rounds: measured }
}

/** Gives each place the entries that a first request left for one, except the long series, which this answer does not show. */
async function fill(database: string, places: number): Promise<void> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const prefix = `cell:${cellOf(WARM.lat, WARM.lon).id}:`
  const found = async (): Promise<number> =>
    (await client.query('SELECT FROM cache_entry WHERE key = $1', [`${prefix}current:openweather`])).rowCount ?? 0
  await until('the second level has the first place', async () => (await found()) === 1)
  await client.query(
    `INSERT INTO cache_entry (key, value, expires_at)
      SELECT 'cell:' || cell.id || ':' || substr(key, length($2) + 1), value, expires_at
      FROM (${CELLS}) cell CROSS JOIN cache_entry
      WHERE key LIKE $2 || '%' AND key !~ '(hourly|daily|minutely)'`,
    [places, prefix],
  )
  await client.query('VACUUM ANALYZE cache_entry')
  await client.query('CHECKPOINT')
  await client.end()
}
