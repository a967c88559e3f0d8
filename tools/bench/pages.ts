import { CAVEATS, type Load, load } from './load.ts'
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

/** What the API answers while pages are asked for as fast as they come. */
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

/** Measures the API of a service alone, beside a page that is kept, and beside crawlers, having asked once for whatever will be asked for. */
export async function prepareApi(url: string) {
  await (await fetch(url + API)).arrayBuffer()
  const pages = await placePages(url)
  const ask = (seconds: number): Promise<Load> => load(url + API, {}, seconds)
  return {
    alone: async (seconds: number): Promise<ApiLoad> => ({ ...(await ask(seconds)), pagesPerSecond: 0 }),
    async besideKept(seconds: number): Promise<ApiLoad> {
      const [api, kept] = await Promise.all([ask(seconds), load(url, AS_BROWSER, seconds)])
      return { ...api, pagesPerSecond: kept.perSecond }
    },
    /** Some at once, on pages that are distinct. */
    async besideCrawlers(seconds: number): Promise<ApiLoad> {
      const over = new AbortController()
      const crawlers = crawl(pages, over.signal)
      const api = await ask(seconds)
      over.abort()
      return { ...api, pagesPerSecond: (await crawlers) / seconds }
    },
  }
}

/** The addresses of as many places as no crawler comes back to within the second for which a page is kept; each is made once. */
async function placePages(url: string): Promise<string[]> {
  const pages: string[] = []
  for (let i = 0; i < CRAWLED; i++) pages.push((await fetch(`${url}/weather/x-${40 + i / 10},${i}`, { headers: AS_BROWSER })).url)
  return pages
}

/** Asks for the pages one after the other, several at a time. Returns how many came. */
async function crawl(pages: readonly string[], signal: AbortSignal): Promise<number> {
  let made = 0
  const visit = async (): Promise<void> => {
    while (!signal.aborted) await (await fetch(pages[made++ % pages.length] ?? '', { headers: AS_BROWSER })).arrayBuffer()
  }
  await Promise.all(Array.from({ length: CRAWLERS }, visit))
  return made
}
