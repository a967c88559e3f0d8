import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { removeLeftBehind, roomInMemory } from './helpers/memory.ts'
import report, { GROUP } from './report.ts'

/**
 * `npm test` runs every test file, `npm run test:files -- FILES` some. Node's own command would give each file a process, where most of what is
 * computed is loading the service, and start them in the order of their names.
 */
const ROOT = join(import.meta.dirname, '..')
const EVERY = ['src/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts', 'web/**/*.test.ts']
/** For two cores: of four, two often wait. */
const CONCURRENCY = 4
const TIMEOUT_MS = 300_000
const PREFIX = 'isobar-test-tmp-'

/** What starts processes, or looks at its own or changes it, has one for itself. */
const ALONE =
  /child_process|service-process|launchBrowser|runCampaign|startEmbedded|threadCpuUsage|memoryUsage|heapUsed|process\.env\S* = |\bmock\.|setFlagsFromString|getActiveResourcesInfo/
const IN_BROWSER = /openSite/
/** Starts the service again and again, or PostgreSQL. */
const LONG = /service-process|runCampaign|startEmbedded|mail-process/
/** Files in one process. More would leave too little to share out at the end of a run. */
const TOGETHER = 8
const TOGETHER_IN_BROWSER = 4

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
const kinds = Object.groupBy(found, (file) => {
  const source = readFileSync(file, 'utf8')
  return IN_BROWSER.test(source) ? 'inBrowser' : ALONE.test(source) ? 'alone' : 'ordinary'
})
const alone = Object.groupBy(kinds.alone ?? [], (file) => (LONG.test(readFileSync(file, 'utf8')) ? 'long' : 'short'))
// What takes longest comes first, so that nothing long is left over at the end. What starts processes waits for them half of its time, and
// what it leaves of the processors an ordinary group beside it takes.
const files = [
  ...together(kinds.inBrowser, TOGETHER_IN_BROWSER),
  ...spread([...(alone.long ?? []), ...(alone.short ?? [])], together(kinds.ordinary, TOGETHER)),
]

const tests = run({ files, concurrency: CONCURRENCY, timeout: TIMEOUT_MS })
tests.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1
})
tests.compose(new spec()).pipe(process.stdout)
tests.compose(report).pipe(process.stdout)

function together(all: readonly string[] = [], size: number): string[] {
  const groups = Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
  return groups.map((members) => (members.length === 1 ? String(members[0]) : asOneFile(members)))
}

/** Both, each in its order, and evenly mixed. */
function spread(some: readonly string[], others: readonly string[]): string[] {
  const placed = [some, others].flatMap((all) => all.map((file, i) => ({ file, at: (i + 0.5) / all.length })))
  return placed.toSorted((a, b) => a.at - b.at).map(({ file }) => file)
}

/** A file that runs several as suites, each with the hooks of its file. */
function asOneFile(members: readonly string[]): string {
  const path = join(folder, `${members[0]?.replaceAll(/\W+/g, '-')}-and-${members.length - 1}-more${GROUP}`)
  const lines = [
    `import { after, describe } from 'node:test'`,
    `import { closeWhatIsOpen, endSoon } from ${urlOf('test/helpers/ending.ts')}`,
    // One after the other: files that load at once may get each other's tests and hooks.
    ...members.map(
      (file) => `await describe(${JSON.stringify(file)}, async () => {\n  after(closeWhatIsOpen)\n  await import(${urlOf(file)})\n})`,
    ),
    'endSoon()',
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
