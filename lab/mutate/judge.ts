import type { Mutant } from './mutants.ts'
import type { Outcome } from './outcomes.ts'
import type { Result, Runner } from './runner.ts'
import { type TestFile, testsFor } from './selection.ts'
import { inParallel } from './workshop.ts'

/** What a room's tests do without a change. */
export interface Baseline {
  readonly tests: readonly TestFile[]
  /** Numbers of mutants whose place is executed when modules are loaded. */
  readonly loaded: ReadonlySet<number>
}

const FIRST_RUN_MS = 120_000
/** Loading the service counts in the first run of a process. */
const SLACK_MS = 4_000
/** How long the tests of a mutant take together, without it, at most. */
const MAX_TESTS_MS = 45_000
/** In a new process: to load the service takes longer. */
const MAX_TESTS_OF_NEW_PROCESS_MS = 15_000
/** Below that, it hardly matters how long a test file takes. */
const NEGLIGIBLE_MS = 50
/** What takes longer may have prepared something, such as a build of the pages, which its next run finds. */
const PREPARING_MS = 5_000
/** A late test file is retried with so many times as much. */
const RETRY_FACTOR = 3

/** Runs every test file once. Files that fail twice are left out. */
export async function runBaseline(runners: readonly Runner[], files: readonly string[]): Promise<Baseline> {
  const tests: TestFile[] = []
  const loaded = new Set<number>()
  await inParallel(runners, files, async (file, runner) => {
    const first = await runner.run({ file }, FIRST_RUN_MS)
    // A retry: a busy machine makes tests fail, too.
    const result = first.isGood && first.ms < PREPARING_MS ? first : await runner.run({ file }, FIRST_RUN_MS)
    for (const number of [...first.loaded, ...result.loaded]) loaded.add(number)
    if (result.isGood) tests.push({ file, ms: Math.round(result.ms), executed: new Set(result.executed) })
    else console.log(`LEFT OUT: ${file} fails without a change.`)
  })
  return { tests, loaded }
}

/**
 * Judges one mutant after the other: runs the tests that execute its place until one notices it. `slackMs` is what a test file may take besides four
 * times its time.
 */
export function createJudge({ tests, loaded }: Baseline, slackMs = SLACK_MS) {
  /** By changed file, how many changes each test file noticed: it is likely to notice the next one. */
  const noticedBy = new Map<string, Map<string, number>>()

  return async (runner: Runner, mutant: Mutant, number: number): Promise<Outcome> => {
    const noticed = noticedBy.get(mutant.file) ?? new Map<string, number>()
    noticedBy.set(mutant.file, noticed)
    const times = ({ file }: TestFile): number => noticed.get(file) ?? 0
    const worth = (test: TestFile): number => (1 + times(test)) / (NEGLIGIBLE_MS + test.ms)
    const likelyFirst = (some: readonly TestFile[]): TestFile[] => some.toSorted((a, b) => worth(b) - worth(a))

    const covering = testsFor(
      mutant,
      tests.filter(({ executed }) => executed.has(number)),
      MAX_TESTS_MS,
    )
    if (covering.length === 0 && !loaded.has(number)) return 'not covered'
    let isExecuted = false
    for (const test of likelyFirst(covering)) {
      const result = await run(runner, test, number)
      if (!result.isGood && (await isFault(runner, test, number, result))) return notice(test)
      isExecuted ||= result.executed.includes(number)
    }
    if (isExecuted && !loaded.has(number)) return 'survived'
    // What came of it when modules were loaded, or the first time, is stored in the process.
    await runner.restart()
    try {
      for (const test of likelyFirst(testsFor(mutant, tests, MAX_TESTS_OF_NEW_PROCESS_MS)))
        if (await fails(runner, test, number)) return notice(test)
      return 'survived'
    } finally {
      await runner.restart()
    }

    function notice(test: TestFile): Outcome {
      noticed.set(test.file, times(test) + 1)
      return 'killed'
    }
  }

  function run(runner: Runner, { file, ms }: TestFile, mutant?: number, times = 1): Promise<Result> {
    return runner.run({ file, mutant }, times * (4 * ms + slackMs))
  }

  /** Whether a failure is the mutant's: an earlier one may have left the process unable to pass this file. */
  async function isFault(runner: Runner, test: TestFile, number: number, { isLate }: Result): Promise<boolean> {
    if (isLate) return failsRetry(runner, test, number)
    if ((await run(runner, test)).isGood) return true
    await runner.restart()
    return fails(runner, test, number)
  }

  async function fails(runner: Runner, test: TestFile, number: number): Promise<boolean> {
    const { isGood, isLate } = await run(runner, test, number)
    return isLate ? failsRetry(runner, test, number) : !isGood
  }

  /** A busy machine makes tests late, too. */
  async function failsRetry(runner: Runner, test: TestFile, number: number): Promise<boolean> {
    const { isGood } = await run(runner, test, number, RETRY_FACTOR)
    if (!isGood) await runner.restart()
    return !isGood
  }
}
