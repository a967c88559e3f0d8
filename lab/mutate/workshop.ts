import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { removeLeftBehind, roomInMemory } from '../../test/helpers/memory.ts'
import { testServerUrl } from '../../test/helpers/postgres.ts'
import { coveredRanges, type Covered } from './coverage.ts'
import { type Mutant, mutated } from './mutants.ts'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Recorded answers of providers, which some tests read if they are beside the repository. */
const SHARED = join(ROOT, '..', 'shared')
/** Made from the sources, or nothing that tests read. */
const NOT_COPIED =
  /^(?:node_modules|\.git|build[^/]*|data[^/]*|release|tmp|docs\/(?:pages|mails)|web\/(?:build|\.react-router)[^/]*)(?:\/|$)/
const PREFIX = 'isobar-mutate-'
const LONGEST_BASELINE_MS = 120_000
/** Used by later runs, too: most of what a run compiles is not changed. */
export const CACHE = join(ROOT, 'node_modules', '.cache', 'isobar-mutate')
const FIRST_FAILURE = new URL('first-failure.ts', import.meta.url).href
const LOOK_AGAIN_MS = 250

/** Copies of the project in which files can be changed, and a PostgreSQL for their tests. */
export interface Workshop {
  /** One for each process that works at the same time. */
  readonly copies: readonly string[]
  /**
   * Runs a test file in a copy until its first failure. Time in which it waited for a processor does not count: a machine that is busy with other
   * things is no failure.
   */
  test(copy: string, file: string, options?: TestOptions): Promise<{ isGood: boolean; ms: number }>
  /** The mutants whose file the compiler refuses: each is a copy of the file, beside it, and all are compiled together. */
  refused(mutants: readonly Mutant[]): Promise<Set<Mutant>>
  close(): Promise<void>
}

interface TestOptions {
  /** After that it is ended, and has failed. */
  readonly withinMs?: number
  /** Gets what of the sources each process of the test executed. */
  readonly onCovered?: (covered: Covered) => void
}

export async function openWorkshop(count: number): Promise<Workshop> {
  const room = roomInMemory() ?? tmpdir()
  removeLeftBehind(room, PREFIX)
  const base = join(room, `${PREFIX}${process.pid}`)
  mkdirSync(base)
  const copies = Array.from({ length: count }, (_, i) => join(base, `copy-${i}`))
  symlinkSync(SHARED, join(base, 'shared'))
  for (const copy of copies) {
    cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(ROOT, path)) })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  }
  // Its files are found by their paths relative to the link, which are the same in each run.
  mkdirSync(join(CACHE, 'compiled'), { recursive: true })
  symlinkSync(join(CACHE, 'compiled'), join(base, 'compiled'))
  const server = await testServerUrl()
  const env = { ...process.env, TEST_DATABASE_URL: server, TMPDIR: base, NODE_TEST_CONTEXT: 'child-v8' }
  const compileCache = { NODE_COMPILE_CACHE: join(base, 'compiled'), NODE_COMPILE_CACHE_PORTABLE: '1' }

  async function test(copy: string, file: string, { withinMs = LONGEST_BASELINE_MS, onCovered }: TestOptions = {}) {
    const coverage = onCovered === undefined ? undefined : await mkdtemp(join(base, 'coverage-'))
    // A process group of its own: a test may have started others. Compiled code from a cache is counted less precisely.
    const child = spawn(process.execPath, ['--import', FIRST_FAILURE, file], {
      cwd: copy,
      env: { ...env, ...(coverage === undefined ? compileCache : { NODE_V8_COVERAGE: coverage, NODE_DISABLE_COMPILE_CACHE: '1' }) },
      stdio: 'ignore',
      detached: true,
    })
    const from = performance.now()
    let [ms, waitedMs] = [0, 0]
    const look = setInterval(() => {
      waitedMs = waitedForProcessorMs(child.pid) ?? waitedMs
      ms = performance.now() - from - waitedMs
      if (ms > withinMs) kill(child.pid)
    }, LOOK_AGAIN_MS)
    const [status] = (await once(child, 'exit')) as [number | null]
    clearInterval(look)
    ms = performance.now() - from - waitedMs
    kill(child.pid)
    if (coverage !== undefined) {
      for (const name of await readdir(coverage)) onCovered?.(coveredRanges(await readFile(join(coverage, name), 'utf8'), `${copy}/src/`))
      await rm(coverage, { recursive: true })
    }
    if (status !== 0) await dropDatabases(server, child.pid)
    return { isGood: status === 0, ms }
  }

  async function refused(mutants: readonly Mutant[]): Promise<Set<Mutant>> {
    const [copy = ''] = copies
    // What a mutant leaves unused is no error of it.
    const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false }
    const config = { extends: './tsconfig.json', compilerOptions, include: ['src'], exclude: ['src/**/*.test.ts', 'src/**/testing'] }
    await writeFile(join(copy, 'tsconfig.mutate.json'), JSON.stringify(config))
    const variants = new Map(mutants.map((mutant, i) => [mutant.file.replace(/\.ts$/, `.mutant-${i}.ts`), mutant]))
    for (const [variant, mutant] of variants)
      await writeFile(join(copy, variant), mutated(await readFile(join(ROOT, mutant.file), 'utf8'), mutant))
    const faulty = await compile(copy)
    for (const variant of variants.keys()) await rm(join(copy, variant))
    return new Set([...variants].filter(([variant]) => faulty.has(variant)).map(([, mutant]) => mutant))
  }

  return { copies, test, refused, close: () => rm(base, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Changes a file of a copy for as long as `work` runs. */
export async function withMutant<T>(copy: string, mutant: Mutant, work: () => Promise<T>): Promise<T> {
  const [source, target] = [join(ROOT, mutant.file), join(copy, mutant.file)]
  await writeFile(target, mutated(await readFile(source, 'utf8'), mutant))
  try {
    return await work()
  } finally {
    await cp(source, target)
  }
}

/** Each copy takes the next one when it is done. */
export async function inParallel<T>(copies: readonly string[], all: readonly T[], work: (one: T, copy: string) => Promise<void>) {
  const left = [...all]
  await Promise.all(
    copies.map(async (copy) => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one, copy)
    }),
  )
}

/** The files in which the compiler found an error, other than that a copy declares the same as its original (TS2717). */
function compile(copy: string): Promise<Set<string>> {
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  return new Promise((resolve) => {
    execFile(compiler, ['-p', 'tsconfig.mutate.json', '--pretty', 'false'], { cwd: copy, maxBuffer: 1e8 }, (_, said) =>
      resolve(new Set([...said.matchAll(/^(src\/[^(]+)\(\d+,\d+\): error TS(?!2717)/gm)].map(([, file = '']) => file))),
    )
  })
}

/** How long the main thread of a process was ready to run while others ran. Linux only. */
function waitedForProcessorMs(pid: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return undefined
  }
}

/** What a test file that ended early has left (`createTestDatabase`). */
async function dropDatabases(server: string, pid: number | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(`SELECT datname FROM pg_database WHERE datname ^@ $1`, [`test_${pid}_`])
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  } finally {
    await client.end()
  }
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
