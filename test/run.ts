import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { buildService } from '../tools/build/service.ts'
import { removeLeftBehind, roomInMemory } from './helpers/memory.ts'
import report, { WORKER } from './report.ts'

/**
 * `npm test` runs every test file, `npm run test:files -- FILES` some. Node's own command would give each file a process, where most of what is
 * computed is loading the service, and start them in the order of their names.
 */
const ROOT = join(import.meta.dirname, '..')
const EVERY = ['src/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts', 'web/**/*.test.ts']
/** For two cores: of four, two often wait. */
const CONCURRENCY = 4
/** Of these, processes that run one file after another; what has a process for itself goes through the rest. */
const TOGETHER = 2
const FILE_TIMEOUT_MS = 300_000
const PREFIX = 'isobar-test-tmp-'

/** What starts processes, or looks at its own or changes it, has one for itself. */
const ALONE =
  /child_process|service-process|launchBrowser|runCampaign|startEmbedded|threadCpuUsage|memoryUsage|heapUsed|getHeapSpaceStatistics|process\.env\S* = |\bmock\.|setFlagsFromString|getActiveResourcesInfo/
const IN_BROWSER = /openSite/
/** Starts the service again and again, or PostgreSQL. */
const LONG = /service-process|runCampaign|startEmbedded|mail-process/

process.chdir(ROOT)
// One place for all processes, whatever their working directory; git ignores it and `npm ci` clears it.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules', '.cache', 'isobar-tests')

const base = roomInMemory() ?? tmpdir()
removeLeftBehind(base, PREFIX)
const folder = join(base, `${PREFIX}${process.pid}`)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
// As /tmp: PostgreSQL may run as another account.
chmodSync(folder, 0o1777)
process.once('exit', removeFolder)
if (roomInMemory() !== undefined) process.env['TMPDIR'] = folder

const named = process.argv.slice(2)
const missing = named.filter((pattern) => globSync(pattern).length === 0)
if (missing.length > 0) throw new Error(`there is no ${missing.join(', no ')}`)
const found = globSync(named.length > 0 ? named : EVERY).toSorted()
const sources = new Map(found.map((file) => [file, readFileSync(file, 'utf8')]))
const [alone, shared] = split(found, (source) => ALONE.test(source) && !IN_BROWSER.test(source))
// What takes longest comes first, so that nothing long is left over at the end.
const [long, short] = split(alone, (source) => LONG.test(source))
const apart = [...long, ...short]
const queue = split(shared, (source) => IN_BROWSER.test(source)).flat()
const workers = queue.length > 1 ? Array.from({ length: Math.min(CONCURRENCY, queue.length) }, (_, i) => worker(i)) : queue
mkdirSync(join(folder, 'taken'))
// What they start is what operators start.
if (long.length > 0) await buildService()

// The last workers take the place of the files apart, when those are done.
const files = [...workers.slice(0, TOGETHER), ...apart, ...workers.slice(TOGETHER)]
const tests = run({
  files,
  concurrency: CONCURRENCY,
  timeout: Math.max(1, queue.length / TOGETHER) * FILE_TIMEOUT_MS,
  execArgv: ['--import', import.meta.resolve('./helpers/untracked-promises.ts')],
})
tests.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1
})
tests.compose(new spec()).pipe(process.stdout)
tests.compose(report).pipe(process.stdout)

/** The files whose source is so, and the others. */
function split(all: readonly string[], is: (source: string) => boolean): [string[], string[]] {
  const { yes = [], no = [] } = Object.groupBy(all, (file) => (is(sources.get(file) ?? '') ? 'yes' : 'no'))
  return [yes, no]
}

/**
 * A file that runs the next of the queue as a suite, with the hooks of its file, until there is none: what is loaded stays, and nobody waits for
 * the one who had the longest files. Who makes a file's folder has taken it.
 */
function worker(number: number): string {
  const path = join(folder, `${number}${WORKER}`)
  const lines = [
    `import { mkdirSync } from 'node:fs'`,
    `import { createRequire } from 'node:module'`,
    `import { after, describe } from 'node:test'`,
    `import { closeWhatIsOpen, closeWhatIsShared, endSoon } from ${urlOf('test/helpers/ending.ts')}`,
    `const load = createRequire(import.meta.url)`,
    `const queue = ${JSON.stringify(queue.map((file) => [file, resolve(ROOT, file)]))}`,
    `const take = (i) => { try { mkdirSync(${JSON.stringify(join(folder, 'taken'))} + '/' + i); return true } catch (error) { if (error.code !== 'EEXIST') throw error } }`,
    // The runner cannot say whose it is, only that the run has failed.
    `process.on('unhandledRejection', (reason) => console.error('rejected, and nobody looked:', reason))`,
    // Loaded at once, so that what a file declares is this suite's: it cannot wait on its top level.
    `for (const [i, [file, path]] of queue.entries()) if (take(i))`,
    `  await describe(file, { timeout: ${FILE_TIMEOUT_MS} }, () => {\n    after(closeWhatIsOpen)\n    load(path)\n  })`,
    'endSoon()',
    'await closeWhatIsShared()',
  ]
  writeFileSync(path, lines.join('\n'))
  return path
}

/** As a string of JavaScript. */
function urlOf(file: string): string {
  return JSON.stringify(pathToFileURL(resolve(ROOT, file)))
}

/** What is left, since a process that a test has killed still writes, the next run removes. */
function removeFolder(): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {}
}
