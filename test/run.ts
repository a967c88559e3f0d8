import { execFileSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildService } from '../tools/build/service.ts'
import { removeLeftBehind, roomInMemory } from './helpers/memory.ts'
import { PROCESSOR, reportWith, SLOWEST, WORKER } from './report.ts'

/**
 * `npm test` runs all but the long ones: what is end to end (the built service as operators start it, its pages in a browser) and the lab, which
 * `npm run test:all` adds. `npm run test:files -- [--slowest 100] FILES` runs some: files, patterns and folders. Node's own command would start a
 * process for each file, in the order of their names, and spend most of the processor time on loading the service.
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
const E2E = '{src,test}/**/*.e2e.test.ts'
/** Nearly half of the processor time of all. */
const LONG = [E2E, 'test/e2e/*.test.ts', 'lab/**/*.test.ts']
/** For two cores: of four processes, two are often waiting. */
const CONCURRENCY = 4
/** How many of these start with the shared queue; the others first run the files that need a process of their own. */
const TOGETHER = 2
const FILE_TIMEOUT_MS = 600_000
const PREFIX = 'isobar-test-tmp-'

/** Files that inspect or change their own process, or start a cluster in it, get a process to themselves. */
const ALONE =
  /launchBrowser|runCampaign|startEmbedded|threadCpuUsage|memoryUsage|heapUsed|getHeapSpaceStatistics|process\.env\S* = |\bmock\.|setFlagsFromString|getActiveResourcesInfo/
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
  options: { all: { type: 'boolean' }, slowest: { type: 'string' } },
})
const patterns = named.map((path) => (statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, '**/*.test.ts') : path))
const missing = patterns.filter((pattern) => globSync(pattern).length === 0)
if (missing.length > 0) throw new Error(`there is no ${missing.join(', no ')}`)
const unnamed = [...globSync(USUAL, { exclude: [E2E] }), ...(values.all === true ? globSync(LONG) : [])]
const found = (patterns.length > 0 ? globSync(patterns) : unnamed).toSorted()
const sources = new Map(found.map((file) => [file, readFileSync(file, 'utf8')]))
const [alone, shared] = split(found, (source) => ALONE.test(source) && !IN_BROWSER.test(source))
const [inBrowser, others] = split(shared, (source) => IN_BROWSER.test(source))
const [waiting, computing] = split(others, (source) => WAITING.test(source))
/** The longest files start first, so that no long one is left for the end: one worker begins with the browser, the next with those that wait. */
const queues = [
  [...inBrowser, ...computing, ...waiting],
  [...waiting, ...computing, ...inBrowser],
]
const workers =
  shared.length > 1 ? Array.from({ length: Math.min(CONCURRENCY, shared.length) }, (_, i) => worker(i, queues[i % 2] ?? [])) : shared
mkdirSync(join(folder, 'taken'))
if (found.some((file) => BUILT.test(sources.get(file) ?? ''))) await buildService()

// The last workers start when the files with processes of their own are done.
const files = [...workers.slice(0, TOGETHER), ...alone, ...workers.slice(TOGETHER)]
const tests = run({
  files,
  concurrency: CONCURRENCY,
  timeout: Math.max(1, shared.length / TOGETHER) * FILE_TIMEOUT_MS,
  execArgv: ['--import', import.meta.resolve('./helpers/untracked-promises.ts')],
})
tests.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1
})
tests.compose(new spec()).pipe(process.stdout)
tests.compose(reportWith(Number(values.slowest ?? SLOWEST))).pipe(process.stdout)

/** The files whose source matches, and the others. */
function split(all: readonly string[], is: (source: string) => boolean): [string[], string[]] {
  const { yes = [], no = [] } = Object.groupBy(all, (file) => (is(sources.get(file) ?? '') ? 'yes' : 'no'))
  return [yes, no]
}

/**
 * A worker: a file that runs the files of the queue one by one until none is left, each as a suite with its own hooks. Modules stay loaded, and
 * no worker is left alone with the longest files. Creating a file's folder claims that file.
 */
function worker(number: number, queue: readonly string[]): string {
  const path = join(folder, `${number}${WORKER}`)
  const lines = [
    `import { mkdirSync } from 'node:fs'`,
    `import { createRequire } from 'node:module'`,
    `import { after, describe } from 'node:test'`,
    `import { closeWhatIsOpen, closeWhatIsShared, endSoon } from ${urlOf('test/helpers/ending.ts')}`,
    `const load = createRequire(import.meta.url)`,
    `const queue = ${JSON.stringify(queue.map((file) => [shared.indexOf(file), file, resolve(ROOT, file)]))}`,
    `const take = (i) => { try { mkdirSync(${JSON.stringify(join(folder, 'taken'))} + '/' + i); return true } catch (error) { if (error.code !== 'EEXIST') throw error } }`,
    // The runner only reports that the run failed, not whose rejection it was.
    `process.on('unhandledRejection', (reason) => console.error('unhandled rejection:', reason))`,
    // Loaded synchronously, so that what a file declares belongs to this suite: a file cannot await at its top level.
    `for (const [i, file, path] of queue) if (take(i))`,
    `  await describe(file, { timeout: ${FILE_TIMEOUT_MS} }, () => {`,
    `    const before = process.cpuUsage()`,
    `    after(closeWhatIsOpen)`,
    `    after((suite) => { const { user, system } = process.cpuUsage(before); suite.diagnostic(${JSON.stringify(PROCESSOR)} + (user + system) / 1e6) })`,
    `    load(path)\n  })`,
    'endSoon()',
    'await closeWhatIsShared()',
  ]
  writeFileSync(path, lines.join('\n'))
  return path
}

/** As a JavaScript string literal. */
function urlOf(file: string): string {
  return JSON.stringify(pathToFileURL(resolve(ROOT, file)))
}

/** If a process that a test killed is still writing, the next run removes what is left. */
function removeFolder(): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {}
}
