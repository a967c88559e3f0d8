import { parseArgs } from 'node:util'
import { createTestApp, type TestApp } from '../../test/helpers/app.ts'
import { launchBrowser, USER_AGENT } from '../../tools/browser/browser.ts'
import { build } from '../../tools/build/build.ts'
import { freePort } from '../../tools/listen.ts'
import { median } from '../median.ts'
import { loadLighthouse } from './lighthouse.ts'

/**
 * `npm run lighthouse`: the front page, a city's page and the map, five times each as a slow phone sees them (Lighthouse's own throttling), on
 * the simulators. Prints the medians as a table and exits with status 1 if one misses its goal. `--runs 1` for a quick look, `--why` for
 * what costs points.
 */
const GOALS = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof GOALS
const CATEGORIES = Object.keys(GOALS) as Category[]
const MAX_CLS = 0.01
const PAGES = { home: '/', city: '/weather/Berlin-52.52,13.41', map: '/map' } as const
const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' }, why: { type: 'boolean', default: false } } })

interface Result {
  readonly scores: Readonly<Record<Category, number>>
  readonly cls: number
  readonly lcpMs: number
  readonly scriptBytes: number
  readonly why: readonly string[]
}

const lighthouse = await loadLighthouse()
await build()
// The real clock: the browser would correct pages that are rendered for another time.
const app = await createTestApp({ now: new Date().toISOString() })
const port = await freePort()
const browser = await launchBrowser([`--remote-debugging-port=${port}`])
try {
  await warm(app)
  const lines: string[] = []
  for (const [name, page] of Object.entries(PAGES)) lines.push(lineOf(name, await medianOf(app.url + page)))
  console.log('| page | performance | accessibility | best practices | SEO | CLS | LCP (ms) | scripts (kB) |')
  console.log('|---|---|---|---|---|---|---|---|')
  console.log(lines.join('\n'))
} finally {
  await browser.close()
  await app.close()
}
process.exit()

async function medianOf(url: string): Promise<Result> {
  const results: Result[] = []
  for (let run = 0; run < Number(values.runs); run++) results.push(await measure(url))
  const scores = Object.fromEntries(CATEGORIES.map((category) => [category, median(results.map((result) => result.scores[category]))]))
  return {
    scores: scores as Record<Category, number>,
    cls: median(results.map(({ cls }) => cls)),
    lcpMs: median(results.map(({ lcpMs }) => lcpMs)),
    scriptBytes: median(results.map(({ scriptBytes }) => scriptBytes)),
    why: results[0]?.why ?? [],
  }
}

async function measure(url: string): Promise<Result> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: CATEGORIES,
    emulatedUserAgent: USER_AGENT,
  })
  if (result === undefined) throw new Error(`Lighthouse reported nothing for ${url}`)
  const { categories, audits } = result.lhr
  const value = (id: string): number => audits[id]?.numericValue ?? Number.NaN
  const items =
    (audits['network-requests']?.details as { items?: { resourceType?: string; transferSize?: number }[] } | undefined)?.items ?? []
  return {
    scores: Object.fromEntries(CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)])) as Record<Category, number>,
    cls: value('cumulative-layout-shift'),
    lcpMs: value('largest-contentful-paint'),
    scriptBytes: items.filter(({ resourceType }) => resourceType === 'Script').reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    why: Object.values(audits)
      .filter((audit) => audit !== undefined)
      .filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== 'informative')
      .map(({ id, title, displayValue }) => `${id}: ${title} ${displayValue ?? ''}`),
  }
}

function lineOf(name: string, { scores, cls, lcpMs, scriptBytes, why }: Result): string {
  const isGood = CATEGORIES.every((id) => scores[id] >= GOALS[id]) && cls <= MAX_CLS
  if (!isGood) process.exitCode = 1
  if (!isGood || values.why) console.log(`${name}:\n  ${why.join('\n  ')}`)
  const cells = [name, ...CATEGORIES.map((id) => scores[id]), cls.toFixed(3), Math.round(lcpMs), (scriptBytes / 1000).toFixed(1)]
  return `| ${cells.join(' | ')} |`
}

/** Visitors usually meet a running service and a known place. */
async function warm({ get }: TestApp): Promise<void> {
  for (const page of Object.values(PAGES)) await get(page, { accept: 'text/html' })
}
