import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { linkPackages } from '../../test/helpers/linked-packages.ts'
import { removeLeftBehind, roomInMemory } from '../../test/helpers/memory.ts'
import { testServerUrl } from '../../test/helpers/postgres.ts'
import { instrumented, type Mutant, mutated } from './mutants.ts'
import { createRunner, type Runner } from './runner.ts'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Recorded answers of providers, which some tests read if they are beside the repository. */
const SHARED = join(ROOT, '..', 'shared')
/** Made from the sources, or nothing that tests read. */
const NOT_COPIED =
  /^(?:node_modules|\.git|build[^/]*|data[^/]*|release|tmp|docs\/(?:pages|mails)|web\/(?:build|\.react-router)[^/]*)(?:\/|$)/
const PREFIX = 'isobar-mutate-'
/** Used by later runs, too: most of what a run compiles is not changed. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'isobar-mutate')

/** Copies of the project in which files can be changed, and a PostgreSQL for their tests. */
export interface Workshop {
  /** A copy as the project was at the start: it may be edited meanwhile. */
  readonly pristine: string
  /** One for each copy. */
  readonly runners: readonly Runner[]
  /** The mutants whose file the compiler refuses: each is a copy of the file, beside it, and all are compiled together. */
  refused(mutants: readonly Mutant[]): Promise<Set<Mutant>>
  /** Puts the mutants into the copies. Each is active when its number is. */
  install(mutants: readonly Mutant[]): Promise<ReadonlyMap<Mutant, number>>
  close(): Promise<void>
}

export async function openWorkshop(count: number): Promise<Workshop> {
  const room = roomInMemory() ?? tmpdir()
  removeLeftBehind(room, PREFIX)
  const base = join(room, `${PREFIX}${process.pid}`)
  mkdirSync(base)
  const pristine = join(base, 'pristine')
  const copies = Array.from({ length: count }, (_, i) => join(base, `copy-${i}`))
  symlinkSync(SHARED, join(base, 'shared'))
  cpSync(ROOT, pristine, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(ROOT, path)) })
  for (const copy of copies) cpSync(pristine, copy, { recursive: true })
  for (const copy of [pristine, ...copies]) linkPackages(copy)
  // Its files are found by their paths relative to the link, which are the same in each run.
  mkdirSync(join(CACHE, 'compiled'), { recursive: true })
  symlinkSync(join(CACHE, 'compiled'), join(base, 'compiled'))
  const server = await testServerUrl()
  const { NODE_TEST_CONTEXT: _, ...outer } = process.env
  const compileCache = { NODE_COMPILE_CACHE: join(base, 'compiled'), NODE_COMPILE_CACHE_PORTABLE: '1' }
  const env = { ...outer, ...compileCache, TEST_DATABASE_URL: server, TMPDIR: base, TEST_THOROUGH: '1' }
  const runners = copies.map((copy) => createRunner(copy, env, (pid) => dropDatabases(server, pid)))

  async function refused(mutants: readonly Mutant[]): Promise<Set<Mutant>> {
    // What a mutant leaves unused is no error of it.
    const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false }
    const [top = ''] = mutants[0]?.file.split('/') ?? []
    const [project, include] = top === 'web' ? ['./web/tsconfig.json', 'web/app'] : ['./tsconfig.json', top]
    const exclude = [`${include}/**/*.test.ts`, `${include}/**/testing`]
    const config = { extends: project, compilerOptions, include: [include], exclude }
    await writeFile(join(pristine, 'tsconfig.mutate.json'), JSON.stringify(config))
    const variants = new Map(mutants.map((mutant, i) => [mutant.file.replace(/\.ts$/, `.mutant-${i}.ts`), mutant]))
    for (const [variant, mutant] of variants)
      await writeFile(join(pristine, variant), mutated(await readFile(join(pristine, mutant.file), 'utf8'), mutant))
    const faulty = await compile(pristine)
    for (const variant of variants.keys()) await rm(join(pristine, variant))
    return new Set([...variants].filter(([variant]) => faulty.has(variant)).map(([, mutant]) => mutant))
  }

  async function install(mutants: readonly Mutant[]): Promise<ReadonlyMap<Mutant, number>> {
    const { texts, numbers } = await instrumented(pristine, mutants)
    for (const copy of copies) for (const [file, text] of texts) await writeFile(join(copy, file), text)
    return numbers
  }

  async function close(): Promise<void> {
    for (const runner of runners) await runner.end()
    await rm(base, { recursive: true, force: true, maxRetries: 5 })
  }

  return { pristine, runners, refused, install, close }
}

/** Each worker takes the next one when it is done. */
export async function inParallel<Worker, T>(
  workers: readonly Worker[],
  all: readonly T[],
  work: (one: T, worker: Worker) => Promise<void>,
) {
  const left = [...all]
  await Promise.all(
    workers.map(async (worker) => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one, worker)
    }),
  )
}

function compile(copy: string): Promise<Set<string>> {
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  return new Promise((resolve) => {
    execFile(compiler, ['-p', 'tsconfig.mutate.json', '--pretty', 'false'], { cwd: copy, maxBuffer: 1e8 }, (_, said) =>
      resolve(listFilesWithErrors(said)),
    )
  })
}

/** In what the compiler said: not those where a copy only declares the same as its original (TS2717). */
export function listFilesWithErrors(said: string): Set<string> {
  return new Set([...said.matchAll(/^(\S[^(\n]*)\(\d+,\d+\): error TS(?!2717)/gm)].map(([, file = '']) => file))
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
