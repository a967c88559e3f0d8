import pg from 'pg'
import { type MeasuredRun, measured, NO_SMTP } from './jobs/measure.ts'
import { callsOf, forgetCalls, type JobBench, withJobBench } from './jobs/server.ts'
import { fillSubscribers } from './jobs/subscribers.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const CELLS = 5_000
/** The south of the grid, a tenth of its places, where a hurricane blows; nobody's threshold is reached elsewhere. */
const STORM = { box: { south: 35.9, west: -1, north: 37.1, east: 31 }, weather: { windGust: 60, windSpeed: 40 } }
/** Gusts in km/h: twenty thresholds at each place. */
const WISHES = `jsonb_build_object('wind', jsonb_build_object('minGustKmh', 150 + hashtext(email) % 10 + 10))`
const IN_STORM = `cell < (3600 + 5 * 25 + 9000) * 36000`

interface Measured extends MeasuredRun {
  readonly subscribers: number
  readonly rows: number
  readonly mails: number
  readonly calls: Readonly<Record<string, number>>
  /** The following run, in which nothing is new. */
  readonly again: MeasuredRun
}

/**
 * The job weather-alerts over 10 thousand, 100 thousand and 1 million subscribers (or the sizes given in thousands) at 5,000 places, each
 * in its own process and database: the run in which a storm starts at a tenth of the places, and the run after it.
 */
export async function run(args: readonly string[]): Promise<void> {
  const sizes = args.length === 0 ? SIZES : args.map((thousands) => Number(thousands) * 1_000)
  await withJobBench(async (bench) => {
    await startStorm(bench)
    const runs: Measured[] = []
    for (const subscribers of sizes) {
      const name = `alerts_${subscribers}`
      runs.push(await measureSize(bench, await bench.createDatabase(name), subscribers))
      await bench.dropDatabase(name)
    }
    report(runs)
  })
}

/** A hurricane over the south of the grid. */
export async function startStorm({ simulator }: JobBench): Promise<void> {
  await fetch(`${simulator.url}/__simulator/conditions`, { method: 'PUT', body: JSON.stringify({ conditions: [STORM] }) })
}

async function measureSize({ simulator, envOf }: JobBench, url: string, subscribers: number): Promise<Measured> {
  const rows = await fillSubscribers(url, { subscribers, cells: CELLS, type: 'city_alerts', frequency: 'immediate' })
  await setWishes(url)
  console.log(`filled ${rows.toLocaleString('en')} subscriptions`)
  await forgetCalls(simulator)
  const first = await runAlerts(envOf(url))
  const calls = await callsOf(simulator)
  const mails = await countMails(url)
  if (first.result['enqueued'] !== mails) throw new Error(`mails are missing: ${mails} of ${JSON.stringify(first.result)}`)
  const again = await runAlerts(envOf(url))
  if (again.result['enqueued'] !== 0) throw new Error(`somebody was notified twice: ${JSON.stringify(again.result)}`)
  return { ...first, subscribers, rows, mails, calls, again }
}

/** Gives everybody a threshold. */
export function setWishes(url: string): Promise<void> {
  return withClient(url, async (client) => {
    await client.query(`SET synchronous_commit = off; UPDATE subscription SET alert_prefs = ${WISHES}`)
    await client.query('VACUUM ANALYZE subscription')
    await client.query('CHECKPOINT')
  })
}

/** The number of mails, after checking that everybody in the storm has exactly one. Official warnings may have caused some outside it. */
function countMails(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ wanted: number; there: number; mails: number }>(
      `SELECT (SELECT count(*)::int4 FROM subscription WHERE ${IN_STORM}) AS wanted,
        (SELECT count(*)::int4 FROM mail_outbox WHERE (data #>> '{place,lat}')::float8 < 37.2) AS there,
        (SELECT count(*)::int4 FROM mail_outbox) AS mails`,
    )
    const [row] = rows
    if (row === undefined || row.there !== row.wanted) throw new Error(`not everybody has one mail: ${JSON.stringify(row)}`)
    return row.mails
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export function runAlerts(env: Readonly<Record<string, string>>): Promise<MeasuredRun> {
  const script = ['--import', './lab/bench/jobs/lift-limits.ts', 'lab/bench/jobs/run-job.ts', 'weather-alerts']
  return measured<MeasuredRun>(script, { ...env, ...NO_SMTP })
}

const eachUs = ({ ms }: MeasuredRun, subscribers: number): number => (ms * 1_000) / subscribers

function report(runs: readonly Measured[]): void {
  const [first] = runs
  if (first === undefined) return
  console.log(`\nweather-alerts over ${CELLS.toLocaleString('en')} places, a tenth of them in a storm, Node ${process.version}\n`)
  console.log('subscribers     mails   seconds   µs each   the run after it   µs each   peak RSS MB   ratio   upstream calls')
  for (const run of runs) {
    const { subscribers, mails, ms, again } = run
    const peak = Math.max(run.peakRssBytes, again.peakRssBytes)
    const cells = [
      subscribers.toLocaleString('en').padStart(11),
      mails.toLocaleString('en').padStart(9),
      (ms / 1_000).toFixed(1).padStart(9),
      eachUs(run, subscribers).toFixed(0).padStart(9),
      (again.ms / 1_000).toFixed(1).padStart(18),
      eachUs(again, subscribers).toFixed(0).padStart(9),
      (peak / 1024 / 1024).toFixed(0).padStart(13),
      (peak / Math.max(first.peakRssBytes, first.again.peakRssBytes)).toFixed(2).padStart(7),
    ]
    const seen = Object.entries(run.calls).map(([product, count]) => `${product} ${count.toLocaleString('en')}`)
    console.log(`${cells.join(' ')}   ${seen.join(', ')}`)
  }
}
