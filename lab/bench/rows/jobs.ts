import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { openDatabases } from '../database.ts'
import { type Listening, ROOT, simulatedProviders, startSimulator } from '../processes.ts'
import { type MeasuredRow, type Pace, plainRow } from '../row.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const SIZES_IN_QUICK = [4_000, 20_000]
/** Of a grid in Europe. */
const PLACES = 5_000
/** The south of the grid, a tenth of the places, where a hurricane blows; nobody's threshold is reached elsewhere. */
const STORM = { box: { south: 35.9, west: -1, north: 37.1, east: 31 }, weather: { windGust: 60, windSpeed: 40 } }
/** Gusts in km/h: twenty thresholds at each place. */
const PREFERENCES = `jsonb_build_object('wind', jsonb_build_object('minGustKmh', 150 + hashtext(email) % 10 + 10))`
const ENV = {
  ADMIN_SECRET: 'bench-admin-secret-0123456789',
  LOG_LEVEL: 'error',
  SCHEDULER: 'off',
  // Nothing listens there, so that the mails of a run stay in the outbox while it is measured.
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Bench <bench@bench.example>',
}

const JOBS = [
  { job: 'digests', name: 'weekly-digests', type: 'city_weekly', frequency: 'weekly' },
  { job: 'alerts', name: 'weather-alerts', type: 'city_alerts', frequency: 'immediate' },
] as const
type Job = (typeof JOBS)[number]

interface JobRun {
  readonly ms: number
  readonly peakRssBytes: number
  readonly result: Readonly<Record<string, unknown>>
}

/**
 * The jobs that decide who gets which mail, over ten thousand, a hundred thousand and a million subscribers at 5,000 places: their memory must not grow
 * by more than 0.3, and a run asks each source at most once for a place. @throws Error when a mail is missing, is decided twice, or a place is asked
 * about twice
 */
export async function* aMillion({ isQuick }: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const bench = closing.use(await openDatabases())
  const simulator = closing.use(await startSimulator())
  for (const job of JOBS) {
    let smallest: number | undefined
    for (const subscribers of isQuick ? SIZES_IN_QUICK : SIZES) {
      const name = `${job.job}_${subscribers}`
      const url = await bench.createDatabase(name)
      await query(url, fillSubscribers(subscribers, job))
      await control(simulator, 'conditions', 'PUT', { conditions: job.job === 'alerts' ? [STORM] : [] })
      const settings = { ...simulatedProviders(simulator.url), DATABASE_URL: url, DATA_DIR: bench.dataDir }
      const before = await callsOf(simulator)
      const run = await runJob(job, settings)
      const calls = Object.entries(await callsOf(simulator)).map(([product, n]) => [product, n - (before[product] ?? 0)] as const)
      const greedy = calls.filter(([, n]) => n > PLACES)
      if (greedy.length > 0) throw new Error(`more calls than places: ${greedy.map(([product, n]) => `${product} ${n}`).join(', ')}`)
      const [mails] = await query(url, ['SELECT count(*)::int4 AS count FROM mail_outbox'])
      if (run.result['enqueued'] !== mails?.['count']) throw new Error(`mails are missing: ${JSON.stringify(run.result)}`)
      const again = await runJob(job, settings)
      if (again.result['enqueued'] !== 0) throw new Error(`mails were decided twice: ${JSON.stringify(again.result)}`)
      const mb = Math.max(run.peakRssBytes, again.peakRssBytes) / 2 ** 20
      smallest ??= mb
      const who = `${job.job}, ${subscribers.toLocaleString('en')} subscribers`
      yield plainRow(who, '/s', [(subscribers * 1_000) / run.ms])
      yield plainRow(`${who}, the next run`, 'ms', [again.ms])
      yield plainRow(`${who}, memory at most`, 'MB', [mb], { most: 1.3 * smallest })
      await bench.dropDatabase(name)
    }
  }
}

/** Statements for this many subscribers, spread evenly over the places; every fifth has a second place, and with digests every tenth the newsletter. */
function fillSubscribers(subscribers: number, { job, type, frequency }: Job): string[] {
  const insert = (what: string, everyNth: number, place: string | null): string => `
    INSERT INTO subscription (id, client, email, email_key, type, cell, city_name, city_lat, city_lon, frequency, alert_on_rain,
      alert_on_storm, alert_prefs, lang, units, timezone, active, confirmed_at, unsubscribe_token, created_at, updated_at)
    SELECT gen_random_uuid(), 'client' || i, 'reader' || i || '@bench.example', 'reader' || i || '@bench.example', '${what}',
      ${place === null ? 'NULL, NULL, NULL, NULL' : `(lat + 9000) * 36000 + lon + 18000, 'Place ' || k, lat / 100.0, lon / 100.0`},
      '${frequency}', false, false, '{}', (ARRAY['en', 'de', 'fr', 'es'])[1 + i % 4], 'metric', 'Europe/Berlin', true, now(),
      gen_random_uuid(), now(), now()
    FROM generate_series(1, ${subscribers}) i
      CROSS JOIN LATERAL (SELECT ${place ?? '0'} AS k) place
      CROSS JOIN LATERAL (SELECT 3600 + k / 100 * 25 AS lat, k % 100 * 30 AS lon) grid
    WHERE i % ${everyNth} = 0`
  return [
    `SET synchronous_commit = off`,
    insert(type, 1, `i % ${PLACES}`),
    insert(type, 5, `(i + ${PLACES / 2}) % ${PLACES}`),
    job === 'digests' ? insert('newsletter', 10, null) : `UPDATE subscription SET alert_prefs = ${PREFERENCES}`,
    'VACUUM ANALYZE subscription',
    'CHECKPOINT',
  ]
}

/** Runs the job in its own process, which starts cold. */
async function runJob({ name }: Job, settings: Readonly<Record<string, string>>): Promise<JobRun> {
  const args = ['--import', './lab/bench/scripts/lift-limits.ts', 'lab/bench/scripts/run-job.ts', name]
  const env = { ...process.env, ...ENV, ...settings }
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })
  const last = stdout.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(`${name} ended: ${stdout}`)
  return JSON.parse(last) as JobRun
}

async function control({ url }: Listening, what: string, method = 'GET', body?: object): Promise<unknown> {
  const response = await fetch(`${url}/__simulator/${what}`, { method, ...(body && { body: JSON.stringify(body) }) })
  return response.json()
}

/** The calls that the providers have received, by product. */
async function callsOf(simulator: Listening): Promise<Readonly<Record<string, number>>> {
  const { byProduct } = (await control(simulator, 'calls')) as { byProduct: Record<string, number> }
  return byProduct
}

/** Runs the statements on one connection. Resolves to the rows of the last. */
async function query(url: string, statements: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: readonly Readonly<Record<string, unknown>>[] = []
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement))
    return rows
  } finally {
    await client.end()
  }
}
