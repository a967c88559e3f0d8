import pg from 'pg'
import { runAlerts, setWishes, startStorm } from '../alerts.ts'
import { type MeasuredRun, runJob } from '../jobs/measure.ts'
import { type JobBench, openJobBench } from '../jobs/server.ts'
import { fillSubscribers } from '../jobs/subscribers.ts'
import type { MeasuredRow, Pace, Round } from '../table/row.ts'
import { sampleOf } from '../table/side-by-side.ts'

const SUBSCRIBERS = 20_000
const SUBSCRIBERS_IN_QUICK = 4_000
/** Few, so that deciding is measured and not the provider's calls; all of them are in the storm. */
const CELLS = 200

type Job = 'digests' | 'alerts'

/** The jobs that decide who gets which mail, each round on a fresh copy of the subscribers, in a process that starts cold. */
export async function* jobs({ rounds, isQuick }: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const bench = closing.use(await openJobBench())
  for (const job of isQuick ? (['digests'] as const) : (['digests', 'alerts'] as const)) {
    await prepare(bench, job, isQuick ? SUBSCRIBERS_IN_QUICK : SUBSCRIBERS)
    const measured: Round[] = []
    for (let round = 0; round < rounds; round++) measured.push(await decide(bench, job, round))
    yield { name: `${job} decided`, unit: '/s', yardstick: 'one INSERT … SELECT of the same mails', goal: null, rounds: measured }
  }
}

async function prepare(bench: JobBench, job: Job, subscribers: number): Promise<void> {
  const url = await bench.createDatabase(job)
  if (job === 'digests') await fillSubscribers(url, { subscribers, cells: CELLS, type: 'city_weekly', frequency: 'weekly' })
  else {
    await fillSubscribers(url, { subscribers, cells: CELLS, type: 'city_alerts', frequency: 'immediate' })
    await setWishes(url)
    await startStorm(bench)
  }
}

async function decide(bench: JobBench, job: Job, round: number): Promise<Round> {
  const name = `${job}_${round}`
  const url = await bench.createDatabase(name, job)
  const run: MeasuredRun = await (job === 'digests' ? runJob('weekly-digests', bench.envOf(url)) : runAlerts(bench.envOf(url)))
  const { mails, ms } = await copyMails(url)
  if (mails === 0 || run.result['enqueued'] !== mails) throw new Error(`${mails} mails of ${JSON.stringify(run.result)}`)
  await bench.dropDatabase(name)
  return { isobar: sampleOf((mails * 1_000) / run.ms), yardstick: sampleOf((mails * 1_000) / ms) }
}

/** Writes the mails that a run has decided a second time, into a table like theirs. */
async function copyMails(url: string): Promise<{ readonly mails: number; readonly ms: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE TABLE mails (LIKE mail_outbox INCLUDING ALL)')
  const startedAt = performance.now()
  const { rowCount } = await client.query('INSERT INTO mails SELECT * FROM mail_outbox')
  const ms = performance.now() - startedAt
  await client.end()
  return { mails: rowCount ?? 0, ms }
}
