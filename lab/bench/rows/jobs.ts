import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { callsOf, type Databases, openDatabases } from '../database.ts'
import { ROOT } from '../processes.ts'
import { baselineOf, type MeasuredRow, type Pace, type Round, sampleOf } from '../row.ts'
import { fillSubscribers } from './subscribers.ts'

const SUBSCRIBERS = 20_000
const SUBSCRIBERS_IN_QUICK = 4_000
/** Few, so that deciding is measured and not the provider's calls; all of them are in the storm. */
const CELLS = 200
const SIZES = [10_000, 100_000, 1_000_000]
const SIZES_IN_QUICK = [4_000, 20_000]
const CELLS_OF_SIZES = 5_000
/** The south of the grid, a tenth of 5,000 places, where a hurricane blows; nobody's threshold is reached elsewhere. */
const STORM = { box: { south: 35.9, west: -1, north: 37.1, east: 31 }, weather: { windGust: 60, windSpeed: 40 } }
/** Gusts in km/h: twenty thresholds at each place. */
const WISHES = `jsonb_build_object('wind', jsonb_build_object('minGustKmh', 150 + hashtext(email) % 10 + 10))`
/** Nothing listens there, so that the mails of a run stay in the outbox while it is measured. */
const NO_SMTP = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Bench <bench@bench.example>' }

type Job = 'digests' | 'alerts'

interface JobRun {
  readonly ms: number
  readonly peakRssBytes: number
  readonly result: Readonly<Record<string, unknown>>
}

/** The jobs that decide who gets which mail, each round on a fresh copy of the subscribers, in a process that starts cold. */
export async function* jobs({ rounds, isQuick }: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const bench = closing.use(await openDatabases())
  for (const job of isQuick ? (['digests'] as const) : (['digests', 'alerts'] as const)) {
    await prepare(bench, job, job, { subscribers: isQuick ? SUBSCRIBERS_IN_QUICK : SUBSCRIBERS, cells: CELLS })
    const measured: Round[] = []
    for (let round = 0; round < rounds; round++) measured.push(await decide(bench, job, round))
    yield { name: `${job} decided`, unit: '/s', yardstick: 'one INSERT … SELECT of the same mails', goal: null, rounds: measured }
  }
}

/**
 * Both jobs over ten thousand, a hundred thousand and a million subscribers at 5,000 places: their memory must not grow by more than 0.3, and a
 * run asks each source at most once for a place. @throws Error when a mail is missing, is decided twice, or a place is asked about twice
 */
export async function* aMillion({ isQuick }: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const bench = closing.use(await openDatabases())
  for (const job of ['digests', 'alerts'] as const) {
    let smallest: number | undefined
    for (const subscribers of isQuick ? SIZES_IN_QUICK : SIZES) {
      const name = `${job}_${subscribers}`
      const url = await prepare(bench, name, job, { subscribers, cells: CELLS_OF_SIZES })
      const before = await callsOf(bench.simulator)
      const run = await runJob(job, bench.envOf(url))
      const calls = Object.entries(await callsOf(bench.simulator)).map(([product, n]) => [product, n - (before[product] ?? 0)] as const)
      const greedy = calls.filter(([, n]) => n > CELLS_OF_SIZES)
      if (greedy.length > 0) throw new Error(`more calls than places: ${greedy.map(([product, n]) => `${product} ${n}`).join(', ')}`)
      if (run.result['enqueued'] !== (await countMails(url))) throw new Error(`mails are missing: ${JSON.stringify(run.result)}`)
      const again = await runJob(job, bench.envOf(url))
      if (again.result['enqueued'] !== 0) throw new Error(`mails were decided twice: ${JSON.stringify(again.result)}`)
      const mb = Math.max(run.peakRssBytes, again.peakRssBytes) / 2 ** 20
      smallest ??= mb
      const who = `${job}, ${subscribers.toLocaleString('en')} subscribers`
      yield { name: who, unit: '/s', yardstick: null, goal: null, rounds: [baselineOf((subscribers * 1_000) / run.ms)] }
      yield { name: `${who}, the next run`, unit: 'ms', yardstick: null, goal: null, rounds: [baselineOf(again.ms)] }
      yield { name: `${who}, memory at most`, unit: 'MB', yardstick: null, goal: { most: 1.3 * smallest }, rounds: [baselineOf(mb)] }
      await bench.dropDatabase(name)
    }
  }
}

async function prepare(bench: Databases, database: string, job: Job, size: { subscribers: number; cells: number }): Promise<string> {
  const url = await bench.createDatabase(database)
  if (job === 'digests') {
    await fillSubscribers(url, { ...size, type: 'city_weekly', frequency: 'weekly' })
    return url
  }
  await fillSubscribers(url, { ...size, type: 'city_alerts', frequency: 'immediate' })
  await withClient(url, async (client) => {
    await client.query(`SET synchronous_commit = off; UPDATE subscription SET alert_prefs = ${WISHES}`)
    await client.query('VACUUM ANALYZE subscription')
    await client.query('CHECKPOINT')
  })
  await fetch(`${bench.simulator.url}/__simulator/conditions`, { method: 'PUT', body: JSON.stringify({ conditions: [STORM] }) })
  return url
}

async function decide(bench: Databases, job: Job, round: number): Promise<Round> {
  const name = `${job}_${round}`
  const url = await bench.createDatabase(name, job)
  const run = await runJob(job, bench.envOf(url))
  const { mails, ms } = await copyMails(url)
  if (mails === 0 || run.result['enqueued'] !== mails) throw new Error(`${mails} mails of ${JSON.stringify(run.result)}`)
  await bench.dropDatabase(name)
  return { isobar: sampleOf((mails * 1_000) / run.ms), yardstick: sampleOf((mails * 1_000) / ms) }
}

/** Runs the job in its own process. */
async function runJob(job: Job, env: Readonly<Record<string, string>>): Promise<JobRun> {
  const name = job === 'digests' ? 'weekly-digests' : 'weather-alerts'
  const args = ['--import', './lab/bench/scripts/lift-limits.ts', 'lab/bench/scripts/run-job.ts', name]
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, ...NO_SMTP },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  const last = output.trim().split('\n').at(-1) ?? ''
  if (status !== 0 || !last.startsWith('{')) throw new Error(`${name} ended with ${status}: ${output}`)
  return JSON.parse(last) as JobRun
}

/** Writes the mails that a run has decided a second time, into a table like theirs. */
function copyMails(url: string): Promise<{ readonly mails: number; readonly ms: number }> {
  return withClient(url, async (client) => {
    await client.query('CREATE TABLE mails (LIKE mail_outbox INCLUDING ALL)')
    const startedAt = performance.now()
    const { rowCount } = await client.query('INSERT INTO mails SELECT * FROM mail_outbox')
    return { mails: rowCount ?? 0, ms: performance.now() - startedAt }
  })
}

const countMails = (url: string): Promise<number> =>
  withClient(url, async (client) => (await client.query('SELECT count(*)::int4 AS mails FROM mail_outbox')).rows[0].mails as number)

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
