import autocannon from 'autocannon'
import { median } from '../median.ts'
import { startListening, startService } from './processes.ts'

const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 40

interface Measured {
  readonly perSecond: number
  readonly p99Ms: number
}

const CASES = [
  { name: 'current, as it is', path: '/api/weather?lat=52.52&lon=13.41&scope=current', encoding: 'identity' },
  { name: 'current, gzip', path: '/api/weather?lat=52.52&lon=13.41&scope=current', encoding: 'gzip' },
  { name: 'hourly, gzip', path: '/api/weather?lat=52.52&lon=13.41&scope=hourly', encoding: 'gzip' },
] as const

/**
 * A hot place against a bare `node:http` server that sends the same bytes, in turns, each in a process of its own, with the load from
 * a third. Prints requests per second, p99 and the ratio of the medians.
 */
export async function run(): Promise<void> {
  const service = await startService()
  console.log(`${ROUNDS} rounds of ${SECONDS} s each in turns, ${CONNECTIONS} connections, Node ${process.version}\n`)
  console.log('case                 bytes   bare req/s   p99 ms   Isobar req/s   p99 ms   ratio')
  for (const { name, path, encoding } of CASES) {
    const url = service.url + path
    await fetch(url)
    const bare = await startListening(['tools/bench/bare-server.ts', url, encoding])
    const bytes = Number((await fetch(url, { headers: { 'accept-encoding': encoding } })).headers.get('content-length'))
    const [bareRounds, isobarRounds]: [Measured[], Measured[]] = [[], []]
    await measure(bare.url, encoding, 1)
    await measure(url, encoding, 1)
    for (let round = 0; round < ROUNDS; round++) {
      bareRounds.push(await measure(bare.url, encoding, SECONDS))
      isobarRounds.push(await measure(url, encoding, SECONDS))
    }
    await bare.stop()
    const [b, i] = [medianOf(bareRounds), medianOf(isobarRounds)]
    const ratio = (i.perSecond / b.perSecond).toFixed(2)
    const cells = [name.padEnd(18), String(bytes).padStart(7), b.perSecond.toFixed(0).padStart(12), b.p99Ms.toFixed(1).padStart(8)]
    console.log([...cells, i.perSecond.toFixed(0).padStart(14), i.p99Ms.toFixed(1).padStart(8), ratio.padStart(7)].join(' '))
  }
  await service.stop()
}

async function measure(url: string, encoding: string, duration: number): Promise<Measured> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration, headers: { 'accept-encoding': encoding } })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals and ${result.errors} errors at ${url}`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}

function medianOf(rounds: readonly Measured[]): Measured {
  return { perSecond: median(rounds.map(({ perSecond }) => perSecond)), p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)) }
}
