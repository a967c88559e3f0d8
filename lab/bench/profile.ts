import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CAVEATS, GENERATOR, load } from './load.ts'
import { type CpuProfile, type Shares, sharesOf } from './cpu-profile.ts'
import { processorSeconds, startService } from './processes.ts'

const PLACE = '/api/weather?lat=52.52&lon=13.41&scope=current'
const WARM_UP_SECONDS = 3
const LINES = 18
/** A header from an untrusted proxy makes the router answer, as it answered everything before repeated requests were answered ahead of it. */
const LONG_WAY = { forwarded: 'for=192.0.2.1' }

/**
 * Where the processor time of a hot answer goes, from `node --cpu-prof` of the serving process under load: by the router, and ahead of it.
 * `profile [--seconds 10] [--before FOLDER]`: another checkout, with its packages installed, answers the same requests in place of the router.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { seconds: { type: 'string', default: '10' }, before: { type: 'string' } } })
  for (const caveat of CAVEATS) console.log(caveat)
  const seconds = Number(values.seconds)
  const before =
    values.before === undefined
      ? await profile('by the router', LONG_WAY, seconds)
      : await profile('before', {}, seconds, resolve(values.before))
  report([before, await profile('ahead of the router', {}, seconds)])
}

/** The cost of an answer, and the number of requests that it was measured on. */
interface Way {
  readonly name: string
  readonly requests: number
  /** Processor time of each request as the kernel counts it: a profile also counts time in which others had the core. */
  readonly microseconds: number
  readonly shares: Shares
}

async function profile(name: string, headers: Readonly<Record<string, string>>, seconds: number, root = process.cwd()): Promise<Way> {
  const dir = await mkdtemp(join(tmpdir(), 'isobar-bench-profile-'))
  // Runs from the sources, because shares are named by source file.
  const service = await startService({}, { nodeArgs: ['--cpu-prof', `--cpu-prof-dir=${dir}`], program: 'src/main.ts', root })
  await load(service.url + PLACE, headers, WARM_UP_SECONDS)
  const [from, before] = [microsecondsNow(), processorSeconds(service.pid)]
  const { perSecond } = await load(service.url + PLACE, headers, seconds)
  const window = { from, to: microsecondsNow() }
  const spent = processorSeconds(service.pid) - before
  await service.stop()
  const shares = sharesOf(await readProfile(dir), window, root)
  await rm(dir, { recursive: true, force: true })
  const requests = perSecond * seconds
  return { name, requests, microseconds: (spent * 1_000_000) / requests, shares }
}

/** The clock that profiles use. */
function microsecondsNow(): number {
  return Number(process.hrtime.bigint() / 1_000n)
}

/** The main thread's profile; the thread that renders pages has its own. */
async function readProfile(dir: string): Promise<CpuProfile> {
  const file = (await readdir(dir)).find((name) => /^CPU\.\d+\.\d+\.\d+\.0\./.test(name))
  if (file === undefined) throw new Error('the service left no profile')
  return JSON.parse(await readFile(join(dir, file), 'utf8')) as CpuProfile
}

/** Both ways side by side, the costliest in either first. */
function report(ways: readonly Way[]): void {
  for (const { name, requests, microseconds } of ways)
    console.log(
      `A hot place ${name}: ${microseconds.toFixed(1)} µs of processor time each, ${Math.round(requests).toLocaleString('en')} requests by ${GENERATOR}`,
    )
  for (const by of ['byFile', 'byFunction'] as const) {
    const shareOf = (what: string, { shares }: Way): number => (shares[by].get(what) ?? 0) / shares.activeMicroseconds
    const most = (what: string): number => Math.max(...ways.map((way) => shareOf(what, way) * way.microseconds))
    const all = new Set(ways.flatMap(({ shares }) => [...shares[by].keys()]))
    console.log(`\n| ${by === 'byFile' ? 'file' : 'function'} | ${ways.map(({ name }) => `${name}, µs | share`).join(' | ')} |`)
    console.log(`|---|${ways.map(() => '--:|--:|').join('')}`)
    for (const what of [...all].toSorted((a, b) => most(b) - most(a)).slice(0, LINES)) {
      const cells = ways.map((way) => `${(shareOf(what, way) * way.microseconds).toFixed(2)} | ${(shareOf(what, way) * 100).toFixed(1)} %`)
      console.log(`| ${what} | ${cells.join(' | ')} |`)
    }
  }
}
