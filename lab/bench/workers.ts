import { availableParallelism } from 'node:os'
import { median } from '../median.ts'
import { CAVEATS, load } from './load.ts'
import { processorSeconds, startService } from './processes.ts'

const ROUNDS = 3
const SECONDS = 8
const PLACE = '/api/weather?lat=52.52&lon=13.41&scope=current'

interface Round {
  readonly perSecond: number
  /** Requests per second of processor time that the service took. */
  readonly perProcessorSecond: number
  readonly p99Ms: number
}

/**
 * A hot place with one process, and with one for each processor. The load generator takes part of the same processors, so requests per second of
 * processor time are printed besides requests a second: if that figure stayed the same as with one process, the answers would grow with the
 * number of processors.
 */
export async function run(): Promise<void> {
  for (const caveat of CAVEATS) console.log(caveat)
  const most = Math.max(2, availableParallelism())
  console.log(`${ROUNDS} rounds of ${SECONDS} s in turns, 64 connections, ${availableParallelism()} processors, not pinned\n`)
  const rounds = new Map<number, Round[]>([
    [1, []],
    [most, []],
  ])
  for (let round = 0; round < ROUNDS; round++) for (const [workers, all] of rounds) all.push(await measure(workers))
  console.log('workers   req/s   req per processor-second   p99 ms')
  const medians = [...rounds].map(([workers, all]) => {
    const of = (figure: keyof Round): number => median(all.map((each) => each[figure]))
    const [perSecond, perProcessorSecond, p99Ms] = [of('perSecond'), of('perProcessorSecond'), of('p99Ms')]
    console.log(
      `${String(workers).padStart(7)} ${perSecond.toFixed(0).padStart(7)} ${perProcessorSecond.toFixed(0).padStart(26)} ${p99Ms.toFixed(1).padStart(8)}`,
    )
    return perProcessorSecond
  })
  console.log(`\n${most} workers with a processor each: ${((most * (medians[1] ?? 0)) / (medians[0] ?? 1)).toFixed(2)} times one`)
}

async function measure(workers: number): Promise<Round> {
  const service = await startService({ WORKERS: String(workers) }, { cores: [] })
  try {
    // Lets every worker load the place into its memory, and finishes what a start leaves to do.
    await load(service.url + PLACE, {}, 3)
    const before = processorSeconds(service.pid)
    const { perSecond, p99Ms } = await load(service.url + PLACE, {}, SECONDS)
    return { perSecond, p99Ms, perProcessorSecond: (perSecond * SECONDS) / (processorSeconds(service.pid) - before) }
  } finally {
    await service.stop()
  }
}
