import { callsOf, forgetCalls, type JobBench, withJobBench } from './jobs/server.ts'
import { type MeasuredRun, runJob } from './jobs/measure.ts'
import { fillSubscribers } from './jobs/subscribers.ts'
import { run as compareMails } from './mail.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const CELLS = 5_000
/** Sent in each round of the comparison. */
const MAILS = '10000'

interface Measured extends MeasuredRun {
  readonly subscribers: number
  readonly calls: Readonly<Record<string, number>>
}

/**
 * The job weekly-digests over 10 thousand, 100 thousand and 1 million subscribers (or the sizes given in thousands) at 5,000 places, each
 * in its own process and database; then how fast digests are sent, against bare nodemailer.
 */
export async function run(args: readonly string[]): Promise<void> {
  const sizes = args.length === 0 ? SIZES : args.map((thousands) => Number(thousands) * 1_000)
  await withJobBench(async (bench) => {
    const runs: Measured[] = []
    for (const subscribers of sizes) {
      const name = `digests_${subscribers}`
      const url = await bench.createDatabase(name)
      runs.push(await measureSize(bench, url, subscribers))
      await bench.dropDatabase(name)
    }
    report(runs)
  })
  console.log('')
  await compareMails([MAILS])
}

async function measureSize({ simulator, envOf }: JobBench, url: string, subscribers: number): Promise<Measured> {
  const started = performance.now()
  const rows = await fillSubscribers(url, { subscribers, cells: CELLS, type: 'city_weekly', frequency: 'weekly' })
  console.log(`filled ${rows.toLocaleString('en')} subscriptions in ${((performance.now() - started) / 1_000).toFixed(0)} s`)
  await forgetCalls(simulator)
  const first = await runJob('weekly-digests', envOf(url))
  if (first.result['enqueued'] !== subscribers) throw new Error(`not everybody has a mail: ${JSON.stringify(first.result)}`)
  return { ...first, subscribers, calls: await callsOf(simulator) }
}

function report(runs: readonly Measured[]): void {
  const [first] = runs
  if (first === undefined) return
  console.log(`\nweekly-digests over ${CELLS.toLocaleString('en')} places, Node ${process.version}\n`)
  console.log('subscribers   seconds   a second   µs each   growth   peak RSS MB   ratio   upstream calls')
  for (const { subscribers, ms, peakRssBytes, calls } of runs) {
    const each = ms / subscribers
    const cells = [
      subscribers.toLocaleString('en').padStart(11),
      (ms / 1_000).toFixed(1).padStart(9),
      Math.round(1_000 / each)
        .toLocaleString('en')
        .padStart(10),
      (each * 1_000).toFixed(0).padStart(9),
      (each / (first.ms / first.subscribers)).toFixed(2).padStart(8),
      (peakRssBytes / 1024 / 1024).toFixed(0).padStart(13),
      (peakRssBytes / first.peakRssBytes).toFixed(2).padStart(7),
    ]
    const seen = Object.entries(calls).map(([product, count]) => `${product} ${count.toLocaleString('en')}`)
    console.log(`${cells.join(' ')}   ${seen.join(', ')}`)
  }
}
