import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { BESIDE_LOAD, CAVEATS, type Load, load } from './load.ts'
import { startService } from './processes.ts'

const SECONDS = 5
export const AS_BROWSER = {
  accept: 'text/html',
  'accept-encoding': 'gzip',
  'accept-language': 'en',
  'user-agent': 'Mozilla/5.0 Firefox/150.0',
}
const CRAWLERS = 8
const CRAWLED = 200
const API = '/api/weather?lat=52.52&lon=13.41&scope=current'

/** How fast the API answers while pages are requested as fast as they are answered. */
export async function run(): Promise<void> {
  for (const caveat of CAVEATS) console.log(caveat)
  const service = await startService()
  const api = await prepareApi(service.url)
  for (const [name, { perSecond, p99Ms, pagesPerSecond }] of [
    ['alone', await api.alone(SECONDS)],
    ['beside pages that are kept', await api.besideKept(SECONDS)],
    ['beside crawlers', await api.besideCrawlers(SECONDS)],
  ] as const) {
    const pages = pagesPerSecond === 0 ? '' : ` (${pagesPerSecond.toFixed(0)} pages a second)`
    console.log(`the API ${name}${pages}: ${perSecond.toFixed(0)} req/s, p99 ${p99Ms.toFixed(1)} ms`)
  }
  await service.stop()
}

export interface ApiLoad extends Load {
  readonly pagesPerSecond: number
}

/** Measures a service's API alone, beside a page that is kept, and beside crawlers. Requests each of them once beforehand. */
export async function prepareApi(url: string) {
  await (await fetch(url + API)).arrayBuffer()
  const pages = await placePages(url)
  const ask = (seconds: number): Promise<Load> => load(url + API, {}, seconds)
  return {
    alone: async (seconds: number): Promise<ApiLoad> => ({ ...(await ask(seconds)), pagesPerSecond: 0 }),
    async besideKept(seconds: number): Promise<ApiLoad> {
      const [api, kept] = await Promise.all([ask(seconds), load(url, AS_BROWSER, seconds, { core: BESIDE_LOAD })])
      return { ...api, pagesPerSecond: kept.perSecond }
    },
    /** Several at once, on distinct pages. */
    async besideCrawlers(seconds: number): Promise<ApiLoad> {
      const stopCrawlers = await startCrawlers(pages)
      const startedAt = performance.now()
      const api = await ask(seconds)
      const crawledSeconds = (performance.now() - startedAt) / 1_000
      return { ...api, pagesPerSecond: (await stopCrawlers()) / crawledSeconds }
    },
  }
}

/** The URLs of so many places that no crawler returns to one within the second for which a page is kept; each is rendered once. */
async function placePages(url: string): Promise<string[]> {
  const pages: string[] = []
  for (let i = 0; i < CRAWLED; i++) pages.push((await fetch(`${url}/weather/x-${40 + i / 10},${i}`, { headers: AS_BROWSER })).url)
  return pages
}

/**
 * Starts crawlers in their own process and waits until they have begun. Returns a function that stops them and resolves to the number
 * of pages received.
 */
async function startCrawlers(pages: readonly string[]): Promise<() => Promise<number>> {
  const script = fileURLToPath(new URL('crawlers.ts', import.meta.url))
  const [program = '', ...args] = [...BESIDE_LOAD, process.execPath, script, String(CRAWLERS), JSON.stringify(AS_BROWSER), ...pages]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  // A bench that fails leaves nothing running.
  process.once('exit', () => child.kill())
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value } = await lines.next()
    if (value === undefined) throw new Error('the crawlers exited early')
    return value
  }
  await next()
  return () => {
    child.kill()
    return next().then(Number)
  }
}
