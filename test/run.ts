import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { buildService } from '../tools/build/service.ts'
import { compareWithBudget, DATABASE, watchSlowness, readBudget, roomOf, type RunKind, writeBudget } from './budget.ts'
import { removeLeftBehind, roomInMemory } from './helpers/memory.ts'
import { readTestServerSeconds } from './helpers/postgres.ts'
import { type FileCost, report, SLOWEST } from './report.ts'
import { listUnstarted, writeWorker } from './worker.ts'

/**
 * `npm test` runs what tests the service, with fewer repetitions (`helpers/thorough.ts`). `npm run test:all` runs everything in full, or one part:
 * `--part thorough` (what `npm test` leaves out or repeats less), `pages` or `processes`; `--minutes 30` starts no file after that time and names those
 * that it left out. `npm run test:files -- [--thorough] [--slowest 100] FILES` runs some: files, patterns and folders; with `--times 30 --load 4`,
 * thirty times beside four busy processes, as is due for a new or changed test; each time the properties have the next seed, the first that of
 * `--seed`. Node's own command would start a process for each file, in the order of their names, and spend most of the processor time on loading the
 * service.
 */
const ROOT = join(import.meta.dirname, '..')
const USUAL = [
  'src/**/*.test.ts',
  'web/**/*.test.ts',
  'packages/*/src/**/*.test.ts',
  'test/*.test.ts',
  'test/helpers/*.test.ts',
  'tools/**/*.test.ts',
]
/** The built service as operators start it. */
const E2E = '{src,test}/**/*.e2e.test.ts'
/** Sweeps, replays, simulations and what needs other programs; and the tests of what only tests use. */
const THOROUGH = ['**/*.thorough.test.ts', 'tools/*-simulator/**/*.test.ts', 'test/helpers/*.test.ts']
const REPEATS_MORE = /isThorough|chooseCases/
const PARTS = {
  quick: () => globSync(USUAL, { exclude: [E2E, ...THOROUGH] }),
  thorough: () => {
    const quick = new Set(PARTS.quick())
    return globSync(USUAL, { exclude: [E2E] }).filter((file) => !quick.has(file) || REPEATS_MORE.test(readFileSync(file, 'utf8')))
  },
  pages: () => globSync('test/e2e/*.test.ts'),
  processes: () => globSync([E2E, 'lab/**/*.test.ts']),
}
/** For two cores: of five processes, three are often waiting. */
const CONCURRENCY = 5
/** How many of these start with the shared queue; the others first run the files that need a process of their own. */
const TOGETHER = 3
/** The longest takes seven minutes on a machine three times as slow as that of the budget; of the quick ones, three beside eight busy processes. */
const FILE_TIMEOUT_MS = { quick: 600_000, thorough: 1_200_000 }
const PREFIX = 'isobar-test-tmp-'

/** Files that inspect or change their own process, or start a cluster in it, get a process to themselves. */
const ALONE =
  /launchBrowser|runCampaign|startEmbedded|threadCpuUsage|memoryUsage|heapUsed|getHeapSpaceStatistics|process\.env\S* = |\bmock\.|setFlagsFromString|getActiveResourcesInfo/
/** Of these, the ones that wait for providers that do not answer begin first: for most of a minute, long after the others if begun late. */
const SILENT = /kind: 'hang'/
const IN_BROWSER = /openSite/
/** Mostly wait for the processes that they start. */
const WAITING = /child_process|service-process|mail-process/
/** Start the built service, as operators do. */
const BUILT = /service-process|runCampaign|mail-process/

process.chdir(ROOT)
// One place for all processes, whatever their working directory; git ignores it and `npm ci` clears it.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules', '.cache', 'isobar-tests')

// A process that is woken does not interrupt another: with several for each core, 5 % less time. It is passed on to all that is started. Linux only.
try {
  execFileSync('chrt', ['--batch', '--pid', '0', String(process.pid)], { stdio: 'ignore' })
} catch {}

const base = roomInMemory() ?? tmpdir()
removeLeftBehind(base, PREFIX)
const folder = join(base, `${PREFIX}${process.pid}`)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
// Like /tmp: PostgreSQL may run as another account.
chmodSync(folder, 0o1777)
process.once('exit', removeFolder)
if (roomInMemory() !== undefined) process.env['TMPDIR'] = folder

const { positionals: named, values } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    part: { type: 'string' },
    thorough: { type: 'boolean' },
    slowest: { type: 'string' },
    times: { type: 'string', default: '1' },
    load: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    'write-budget': { type: 'boolean' },
  },
})
if (values.part !== undefined && !Object.hasOwn(PARTS, values.part)) throw new Error(`--part is one of ${Object.keys(PARTS).join(', ')}`)
if (Number.isNaN(Number(values.minutes))) throw new Error('--minutes is a number')
const part = (values.part ?? 'quick') as RunKind
const isThorough = values.all === true || part !== 'quick' || values.thorough === true
if (isThorough) process.env['TEST_THOROUGH'] = '1'
const fileTimeoutMs = FILE_TIMEOUT_MS[isThorough ? 'thorough' : 'quick']
const until = Date.now() + Number(values.minutes) * 60_000
const patterns = named.map((path) => (statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, '**/*.test.ts') : path))
const missing = patterns.filter((pattern) => globSync(pattern).length === 0)
if (missing.length > 0) throw new Error(`there is no ${missing.join(', no ')}`)
const found = chooseFiles().toSorted()
const sources = new Map(found.map((file) => [file, readFileSync(file, 'utf8')]))
const [separate, shared] = split(found, (source) => ALONE.test(source) && !IN_BROWSER.test(source))
const alone = split(separate, (source) => SILENT.test(source)).flat()
const [inBrowser, others] = split(shared, (source) => IN_BROWSER.test(source))
const [waiting, computing] = split(others, (source) => WAITING.test(source))
/** The longest files start first, so that no long one is left for the end: one worker begins with the browser, the next with those that wait. */
const queues = [
  [...inBrowser, ...computing, ...waiting],
  [...waiting, ...computing, ...inBrowser],
]
if (found.some((file) => BUILT.test(sources.get(file) ?? ''))) await buildService()

const load = Array.from({ length: Number(values.load) }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
process.once('exit', () => load.forEach((busy) => busy.kill()))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
const speed = watchSlowness()
const times = Number(values.times)
let failedRuns = 0
for (let nth = 1; nth <= times; nth += 1) {
  const costs = await runOnce(nth)
  if (process.exitCode === 1) failedRuns += 1
  if (times > 1) process.exitCode = 0
  else if (named.length === 0 && (values.part !== undefined || values.all !== true)) keepBudget(costs)
}
if (times > 1) {
  console.log(`\n${times - failedRuns} of ${times} runs passed beside ${load.length} busy processes`)
  process.exitCode = failedRuns === 0 ? 0 : 1
}
for (const busy of load) busy.kill()

function chooseFiles(): string[] {
  if (patterns.length > 0) return globSync(patterns)
  if (values.part !== undefined) return PARTS[part]()
  return values.all === true ? [...new Set(Object.values(PARTS).flatMap((part) => part()))] : PARTS.quick()
}

/** Runs all files and prints the results; sets the exit code if one failed. */
async function runOnce(nth: number): Promise<readonly FileCost[]> {
  process.env['TEST_SEED'] = String(Number(values.seed) + nth - 1)
  const room = join(folder, String(nth))
  mkdirSync(room)
  const workers =
    shared.length > 1
      ? Array.from({ length: Math.min(CONCURRENCY, shared.length) }, (_, i) =>
          writeWorker(room, i, queues[i % 2] ?? [], fileTimeoutMs, until),
        )
      : shared
  const tests = run({
    // The last workers start when the files with processes of their own are done.
    files: [...workers.slice(0, TOGETHER), ...alone, ...workers.slice(TOGETHER)],
    concurrency: CONCURRENCY,
    timeout: Math.max(1, shared.length / TOGETHER) * fileTimeoutMs,
    execArgv: ['--import', import.meta.resolve('./helpers/preload.ts')],
  })
  tests.on('test:summary', ({ success }) => {
    if (!success) process.exitCode = 1
  })
  const costs: FileCost[] = []
  const shown = tests.compose(new spec())
  shown.pipe(process.stdout, { end: false })
  const listLate = () => (shared.length > 1 ? listUnstarted(room, shared) : [])
  const summary = tests.compose((source: Parameters<typeof report>[0]) =>
    report(source, costs, Number(values.slowest ?? SLOWEST), listLate),
  )
  summary.pipe(process.stdout, { end: false })
  await Promise.all([once(shown, 'end'), once(summary, 'end')])
  return costs
}

/** Prints what each room cost beside what it may cost. */
function keepBudget(costs: readonly FileCost[]): void {
  const spent: Record<string, number> = { [DATABASE]: readTestServerSeconds() }
  for (const { file, processorMs = 0 } of costs) spent[roomOf(file)] = (spent[roomOf(file)] ?? 0) + processorMs / 1_000
  const slowness = speed.stop()
  if (values['write-budget'] === true) writeBudget(part, spent, slowness)
  const { table, over } = compareWithBudget(spent, readBudget(part), slowness)
  console.log(`\n${table}`)
  if (over.length > 0) {
    console.log(`OVER BUDGET (test/budget.ts):\n  ${over.join('\n  ')}`)
    process.exitCode = 1
  }
}

/** The files whose source matches, and the others. */
function split(all: readonly string[], is: (source: string) => boolean): [string[], string[]] {
  const { yes = [], no = [] } = Object.groupBy(all, (file) => (is(sources.get(file) ?? '') ? 'yes' : 'no'))
  return [yes, no]
}

/** If a process that a test killed is still writing, the next run removes what is left. */
function removeFolder(): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {}
}
