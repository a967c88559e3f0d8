import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testServerUrl } from '../../test/helpers/postgres.ts'
import { removeLeftBehind, roomInMemory } from '../../test/helpers/memory.ts'
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

/** Copies of the project in which files can be changed, and a PostgreSQL for their tests. */
export interface Workshop {
  /** One for each process that works at the same time. */
  readonly copies: readonly string[]
  /** Runs a test file in a copy; false: it failed, or took longer than `withinMs`. `onCovered` gets what of the sources it executed. */
  test(copy: string, file: string, withinMs?: number, onCovered?: (covered: Covered) => void): Promise<boolean>
  /** The mutants whose own file the compiler refuses. Each is compiled once, together with those of other files. */
  refused(mutants: readonly Mutant[]): Promise<Set<Mutant>>
  close(): Promise<void>
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
  const server = await testServerUrl()
  const env = { ...process.env, TEST_DATABASE_URL: server, NODE_COMPILE_CACHE: join(base, 'compiled'), NODE_TEST_CONTEXT: 'child-v8' }

  async function test(
    copy: string,
    file: string,
    withinMs = LONGEST_BASELINE_MS,
    onCovered?: (covered: Covered) => void,
  ): Promise<boolean> {
    const coverage = onCovered === undefined ? undefined : await mkdtemp(join(base, 'coverage-'))
    // A process group of its own: a test may have started others.
    const child = spawn(process.execPath, [file], {
      cwd: copy,
      env: { ...env, TMPDIR: base, ...(coverage !== undefined && { NODE_V8_COVERAGE: coverage }) },
      stdio: 'ignore',
      detached: true,
    })
    const late = setTimeout(() => kill(child.pid), withinMs)
    const [status] = (await once(child, 'exit')) as [number | null]
    clearTimeout(late)
    kill(child.pid)
    if (coverage !== undefined) {
      for (const name of await readdir(coverage)) onCovered?.(coveredRanges(await readFile(join(coverage, name), 'utf8'), `${copy}/src/`))
      await rm(coverage, { recursive: true })
    }
    return status === 0
  }

  async function refused(mutants: readonly Mutant[]): Promise<Set<Mutant>> {
    const [copy = ''] = copies
    // What a mutant leaves unused is no error of it.
    const compilerOptions = {
      noUnusedLocals: false,
      noUnusedParameters: false,
      incremental: true,
      tsBuildInfoFile: join(base, 'compiled.json'),
    }
    const config = { extends: './tsconfig.json', compilerOptions, include: ['src'], exclude: ['src/**/*.test.ts', 'src/**/testing'] }
    await writeFile(join(copy, 'tsconfig.mutate.json'), JSON.stringify(config))
    const all = new Set<Mutant>()
    for (let round = [...mutants]; round.length > 0;) {
      const now = [...Map.groupBy(round, ({ file }) => file).values()].map(([first]) => first as Mutant)
      const said = await withMutants(copy, now, () => compile(copy))
      for (const each of now) if (said.has(each.file)) all.add(each)
      round = round.filter((each) => !now.includes(each))
    }
    return all
  }

  return { copies, test, refused, close: () => rm(base, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Changes files of a copy for as long as `work` runs. */
export async function withMutants<T>(copy: string, mutants: readonly Mutant[], work: () => Promise<T>): Promise<T> {
  for (const each of mutants) await writeFile(join(copy, each.file), mutated(await readFile(join(ROOT, each.file), 'utf8'), each))
  try {
    return await work()
  } finally {
    for (const { file } of mutants) await cp(join(ROOT, file), join(copy, file))
  }
}

/** The files in which the compiler found an error. */
function compile(copy: string): Promise<Set<string>> {
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  return new Promise((resolve) => {
    execFile(compiler, ['-p', 'tsconfig.mutate.json', '--pretty', 'false'], { cwd: copy, maxBuffer: 1e8 }, (_, said) =>
      resolve(new Set([...said.matchAll(/^(src\/[^(]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))),
    )
  })
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
