import { request } from 'undici'
import { median } from '../median.ts'
import { CAVEATS, type Load, load } from './load.ts'
import { startListening, startService } from './processes.ts'

const ROUNDS = 3
const SECONDS = 5

const PLACE = '/api/weather?lat=52.52&lon=13.41&scope='
const GZIP = { 'accept-encoding': 'gzip' }
/** `isKnown`: asked for with the tag that it has. */
const CASES: readonly { name: string; path: string; headers: Record<string, string>; isKnown?: true }[] = [
  { name: 'current, as it is', path: `${PLACE}current`, headers: {} },
  { name: 'current, gzip', path: `${PLACE}current`, headers: GZIP },
  { name: 'current, 304', path: `${PLACE}current`, headers: GZIP, isKnown: true },
  { name: 'hourly, gzip', path: `${PLACE}hourly`, headers: GZIP },
  { name: 'hourly, as it is', path: `${PLACE}hourly`, headers: {} },
  { name: 'tile', path: '/api/weather/map-tile/clouds/3/4/2.png', headers: {} },
  { name: 'tile, 304', path: '/api/weather/map-tile/clouds/3/4/2.png', headers: {}, isKnown: true },
  { name: 'health', path: '/api/health', headers: {} },
]

/**
 * A hot place against a bare `node:http` server that sends the same status, headers and bytes: in turns, both on one core, the load on the
 * other. Prints requests per second, p99 and the ratio of the medians.
 */
export async function run(): Promise<void> {
  const service = await startService()
  for (const caveat of CAVEATS) console.log(caveat)
  console.log(`${ROUNDS} rounds of ${SECONDS} s each in turns, 64 connections, Node ${process.version}\n`)
  console.log('case                 bytes   bare req/s   p99 ms   Isobar req/s   p99 ms   ratio')
  for (const { name, path, headers: given, isKnown } of CASES) {
    const url = service.url + path
    await fetch(url)
    const { headers: said, body } = await request(url, { headers: given })
    const bytes = isKnown ? 0 : (await body.bytes()).length
    const headers = isKnown ? { ...given, 'if-none-match': String(said['etag']) } : given
    const bare = await startListening(['tools/bench/bare-server.ts', url, JSON.stringify(headers)])
    const [bareRounds, isobarRounds]: [Load[], Load[]] = [[], []]
    await load(bare.url, headers, 1)
    await load(url, headers, 1)
    for (let round = 0; round < ROUNDS; round++) {
      bareRounds.push(await load(bare.url, headers, SECONDS))
      isobarRounds.push(await load(url, headers, SECONDS))
    }
    await bare.stop()
    const [b, i] = [medianOf(bareRounds), medianOf(isobarRounds)]
    const ratio = (i.perSecond / b.perSecond).toFixed(2)
    const cells = [name.padEnd(18), String(bytes).padStart(7), b.perSecond.toFixed(0).padStart(12), b.p99Ms.toFixed(1).padStart(8)]
    console.log([...cells, i.perSecond.toFixed(0).padStart(14), i.p99Ms.toFixed(1).padStart(8), ratio.padStart(7)].join(' '))
  }
  await service.stop()
}

function medianOf(rounds: readonly Load[]): Load {
  return { perSecond: median(rounds.map(({ perSecond }) => perSecond)), p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)) }
}
