import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { alternating, BACKGROUND_LOAD, load } from '../load.ts'
import { startService } from '../processes.ts'
import type { MeasuredRow, Pace, Sample } from '../row.ts'
import { compareWithBare, PLACE } from './answers.ts'

const AS_BROWSER = {
  accept: 'text/html',
  'accept-encoding': 'gzip',
  'accept-language': 'en',
  'user-agent': 'Mozilla/5.0 Firefox/150.0',
}
const CRAWLERS = 8
const CRAWLED = 200
const PAGES = [
  ['front page', '/'],
  ['a place', '/weather/Berlin-52.52,13.41'],
] as const

/** Pages that many people open at once: cached for a second, and rendered anew each time. */
export async function* pages(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  for (const [how, env, goal] of [
    ['cached', {}, { ratio: 0.03 }],
    ['made anew', { PAGES_KEPT_MS: '0' }, null],
  ] as const) {
    const service = closing.use(await startService(env))
    for (const [page, path] of PAGES) {
      // The page of a place redirects to its full name.
      const { url } = await fetch(service.url + path, { headers: AS_BROWSER })
      yield await compareWithBare({ name: `${page}, ${how}`, goal, url: service.url + new URL(url).pathname, headers: AS_BROWSER }, pace)
    }
    await service.stop()
  }
}

/** A hot place while pages are requested as fast as they are answered, the whole service on one core, against the same without pages. */
export async function* withPages({ rounds, seconds }: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const { url } = closing.use(await startService())
  const api = { url: `${url}${PLACE}current` }
  await (await fetch(api.url)).arrayBuffer()
  const crawled = await renderOnce(url)
  const withoutPages = (): Promise<Sample> => load(api, seconds)
  const cached = async (): Promise<Sample> =>
    (await Promise.all([withoutPages(), load({ url, headers: AS_BROWSER }, seconds, BACKGROUND_LOAD)]))[0]
  const crawlers = async (): Promise<Sample> => {
    const stop = await startCrawlers(crawled)
    return withoutPages().finally(stop)
  }
  await load(api, 1)
  for (const [name, beside] of [
    ['the API beside cached pages', cached],
    ['the API beside 8 crawlers', crawlers],
  ] as const) {
    const measured = await alternating(rounds, beside, withoutPages)
    yield { name, unit: '/s', yardstick: 'the API alone', goal: { p99Ratio: 1.5 }, rounds: measured }
  }
}

/** The URLs of so many places that no crawler returns to one within the second for which a page is cached; each is rendered once. */
async function renderOnce(url: string): Promise<string[]> {
  const rendered: string[] = []
  for (let i = 0; i < CRAWLED; i++) rendered.push((await fetch(`${url}/weather/x-${40 + i / 10},${i}`, { headers: AS_BROWSER })).url)
  return rendered
}

/** Starts crawlers in their own process and waits until they have begun. Returns a function that stops them. */
async function startCrawlers(urls: readonly string[]): Promise<() => boolean> {
  const script = fileURLToPath(new URL('../scripts/crawlers.ts', import.meta.url))
  const [program = '', ...args] = [...BACKGROUND_LOAD, process.execPath, script, String(CRAWLERS), JSON.stringify(AS_BROWSER), ...urls]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = (): boolean => child.kill()
  // A bench that fails leaves nothing running.
  process.once('exit', kill)
  for await (const _ of createInterface({ input: child.stdout })) return kill
  throw new Error('the crawlers exited early')
}
