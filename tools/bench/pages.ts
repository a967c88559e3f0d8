import { median } from '../median.ts'
import { CAVEATS, type Load, load } from './load.ts'
import { startListening, startService } from './processes.ts'

const ROUNDS = 3
const SECONDS = 5
const HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip', 'accept-language': 'en', 'user-agent': 'Mozilla/5.0 Firefox/150.0' }
const CRAWLERS = 8
const CRAWLED = 200
const API = '/api/weather?lat=52.52&lon=13.41&scope=current'

/**
 * Pages that many open at once, kept for a second and made anew each time, against a bare `node:http` server that sends the same bytes; then
 * what the API answers while pages are asked for as fast as they come.
 */
export async function run(): Promise<void> {
  for (const caveat of CAVEATS) console.log(caveat)
  console.log(`${ROUNDS} rounds of ${SECONDS} s each in turns, 64 connections, Node ${process.version}\n`)
  console.log('page                 bytes   bare req/s   Isobar req/s   p99 ms   ratio   made anew req/s   p99 ms   ratio')
  const kept = await startService()
  const anew = await startService({ PAGES_KEPT_MS: '0' })
  for (const [name, asked] of [
    ['front page', '/'],
    ['place', '/weather/Berlin-52.52,13.41'],
  ] as const) {
    const { url } = await fetch(kept.url + asked, { headers: HEADERS })
    const path = new URL(url).pathname
    await fetch(anew.url + path, { headers: HEADERS })
    const bare = await startListening(['tools/bench/bare-server.ts', url, JSON.stringify(HEADERS)])
    const bytes = Number((await fetch(url, { headers: HEADERS })).headers.get('content-length'))
    const rounds: Record<'bare' | 'kept' | 'anew', Load[]> = { bare: [], kept: [], anew: [] }
    for (let round = 0; round < ROUNDS; round++) {
      rounds.bare.push(await load(bare.url, HEADERS, SECONDS))
      rounds.kept.push(await load(url, HEADERS, SECONDS))
      rounds.anew.push(await load(anew.url + path, HEADERS, SECONDS))
    }
    await bare.stop()
    const [b, k, a] = [middle(rounds.bare), middle(rounds.kept), middle(rounds.anew)]
    const ratio = (of: Load): string => (of.perSecond / b.perSecond).toFixed(3).padStart(7)
    const cells = [name.padEnd(18), String(bytes).padStart(7), b.perSecond.toFixed(0).padStart(12), k.perSecond.toFixed(0).padStart(14)]
    cells.push(k.p99Ms.toFixed(0).padStart(8), ratio(k), a.perSecond.toFixed(0).padStart(17), a.p99Ms.toFixed(0).padStart(8), ratio(a))
    console.log(cells.join(' '))
  }
  await fetch(kept.url + API)
  const alone = await load(kept.url + API, {}, SECONDS)
  const [beside] = await Promise.all([load(kept.url + API, {}, SECONDS), load(kept.url, HEADERS, SECONDS)])
  const places = await placePages(kept.url)
  const over = new AbortController()
  const crawlers = crawl(places, over.signal)
  const besideCrawlers = await load(kept.url + API, {}, SECONDS)
  over.abort()
  console.log('')
  for (const [name, { perSecond, p99Ms }] of [
    ['alone', alone],
    ['beside pages that are kept', beside],
    [`beside ${CRAWLERS} crawlers (${((await crawlers) / SECONDS).toFixed(0)} distinct pages a second)`, besideCrawlers],
  ] as const)
    console.log(`the API ${name}: ${perSecond.toFixed(0)} req/s, p99 ${p99Ms.toFixed(1)} ms`)
  await kept.stop()
  await anew.stop()
}

/** The addresses of as many places as no crawler comes back to within the second for which a page is kept; each is made once. */
async function placePages(url: string): Promise<string[]> {
  const pages: string[] = []
  for (let i = 0; i < CRAWLED; i++) pages.push((await fetch(`${url}/weather/x-${40 + i / 10},${i}`, { headers: HEADERS })).url)
  return pages
}

/** Asks for the pages one after the other, several at a time. Returns how many came. */
async function crawl(pages: readonly string[], signal: AbortSignal): Promise<number> {
  let made = 0
  const visit = async (): Promise<void> => {
    while (!signal.aborted) await (await fetch(pages[made++ % pages.length] ?? '', { headers: HEADERS })).arrayBuffer()
  }
  await Promise.all(Array.from({ length: CRAWLERS }, visit))
  return made
}

function middle(rounds: readonly Load[]): Load {
  return { perSecond: median(rounds.map(({ perSecond }) => perSecond)), p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)) }
}
