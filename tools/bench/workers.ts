import { availableParallelism } from 'node:os'
import { median } from '../median.ts'
import { CAVEATS, load } from './load.ts'
import { processorSeconds, startService } from './processes.ts'

const ROUNDS = 3
const SECONDS = 8
const PLACE = '/api/weather?lat=52.52&lon=13.41&scope=current'

interface Round {
  readonly perSecond: number
  /** Requests for each second of processor time that the service took. */
  readonly perProcessorSecond: number
  readonly p99Ms: number
}

/**
 * A hot place with one process and with one for each processor. The load takes a part of the same processors, so besides requests a second it prints
 * requests for each second of processor time: were that time the same as one process needs, as many processors would answer as many times as much.
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
  console.log(`\n${most} workers with a processor each: ${((most * (medians[1] ?? 0)) / (medians[0] ?? 1)).toFixed(2)} of one`)
}

async function measure(workers: number): Promise<Round> {
  const service = await startService({ WORKERS: String(workers) }, { cores: [] })
  try {
    // Every worker has the place in its memory, and nothing that a start leaves to do is left.
    await load(service.url + PLACE, {}, 3)
    const before = processorSeconds(service.pid)
    const { perSecond, p99Ms } = await load(service.url + PLACE, {}, SECONDS)
    return { perSecond, p99Ms, perProcessorSecond: (perSecond * SECONDS) / (processorSeconds(service.pid) - before) }
  } finally {
    await service.stop()
  }
}
