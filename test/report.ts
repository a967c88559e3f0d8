import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** Per failure: a whole page of HTML would hide the others. */
const FAILURE_LINES = 30
/** How many files the list at the end names, unless `--slowest` says another number. */
export const SLOWEST = 30
/** The suffix of the files that run test files one after another, each as a suite named by its path. */
export const WORKER = '.worker.mjs'
/** How the processor seconds of a file are reported: its process with all threads and the processes that it started, not PostgreSQL. */
export const PROCESSOR = 'processor seconds: '

/** The same of what all files of a worker share, such as a browser. */
export const SHARED_PROCESSOR = 'processor seconds of shared processes: '
/** Under this name they are in the table of costs. */
const SHARED = 'browser/shared'

export interface FileCost {
  readonly file: string
  readonly ms: number
  /** Unknown if its process was killed. */
  processorMs?: number | undefined
}

/**
 * Ends a test run with its slowest files, the tests that did not run (in capitals), the failures with their causes (a log may be cut to its end), and
 * the one line that scripts read: `N passed, N failed, N skipped`.
 * Suites are not counted, only tests; a suite that was skipped as a whole counts once. Adds what each file cost to `files`. The files of
 * `listLate` were not started because time was up: each counts as one skipped test.
 */
export async function* report(
  source: AsyncIterable<TestEvent>,
  files: FileCost[],
  slowest: number,
  listLate: () => readonly string[] = () => [],
): AsyncGenerator<string> {
  const skipped: string[] = []
  const failures: string[] = []
  /** Of files with a process of their own, which say it when that ends. */
  const ownProcesses = new Map<string, number>()
  const count = { passed: 0, failed: 0, skipped: 0 }
  /** Tests since a worker's last file ended: a file that ran none fails. Workers are reported one after the other, so their tests do not mix. */
  let ran = 0
  for await (const { type, data } of source) {
    // Belongs to no test, such as an unhandled rejection; the process of its file fails as well.
    if (type === 'test:diagnostic' && data.message.startsWith('Error: ')) failures.push(`    ${data.message}`)
    if (type === 'test:diagnostic' && data.message.startsWith(PROCESSOR)) {
      const last = files.at(-1)
      if (last !== undefined) last.processorMs = Number(data.message.slice(PROCESSOR.length)) * 1_000
    }
    if (type === 'test:stdout' && data.message.startsWith(PROCESSOR))
      ownProcesses.set(relative(process.cwd(), data.file ?? ''), Number(data.message.slice(PROCESSOR.length)) * 1_000)
    if (type === 'test:stdout' && data.message.includes(SHARED_PROCESSOR))
      files.push({ file: SHARED, ms: 0, processorMs: Number.parseFloat(data.message.split(SHARED_PROCESSOR)[1] ?? '') * 1_000 })
    // Sent for each file, and once for the whole run.
    if (type === 'test:summary' && data.file?.endsWith(WORKER) === false) {
      const file = relative(process.cwd(), data.file)
      files.push({ file, ms: data.duration_ms, processorMs: ownProcesses.get(file) })
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const isWorker = data.name.endsWith(WORKER)
    // This worker started when the others had taken every file.
    if (isWorker && type === 'test:pass') continue
    if (data.nesting === 0 && !isWorker && data.file?.endsWith(WORKER) === true) {
      files.push({ file: data.name, ms: data.details.duration_ms })
      const none = ran === 0
      ran = 0
      if (none) {
        yield `\n${data.name} ran no test\n`
        process.exitCode = 1
      }
      // For example, a file that cannot be loaded.
      if (none || (type === 'test:fail' && (data.details.error as { failureType?: string }).failureType !== 'subtestsFailed'))
        count.failed += 1
    } else if (data.details.type !== 'suite' || data.skip !== undefined) ran += 1
    if (data.skip !== undefined) {
      count.skipped += 1
      skipped.push(`  ${data.name}${typeof data.skip === 'string' ? `: ${data.skip}` : ''}`)
    } else if (data.details.type === 'suite') continue
    else if (type === 'test:fail' && data.todo === undefined) {
      count.failed += 1
      failures.push(`${relative(process.cwd(), data.file ?? '')}: ${data.name}\n${saidBy(data.details.error)}`)
    } else count.passed += 1
  }
  if (files.length > 1) {
    const lines = files
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, slowest)
      .map(lineOf)
    yield `\nThe slowest files, their time and the processor time of their process:\n${lines.join('')}`
  }
  for (const file of listLate()) {
    count.skipped += 1
    skipped.push(`  ${file}: there was no time left for it`)
  }
  if (skipped.length > 0) yield `\nNOT RUN (${skipped.length}):\n${skipped.join('\n')}\n`
  if (failures.length > 0) yield `\nFAILED (${failures.length}):\n${failures.join('\n')}\n`
  yield `\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`
}

function lineOf({ file, ms, processorMs }: FileCost): string {
  return `${seconds(ms)} ${processorMs === undefined ? ''.padStart(10) : seconds(processorMs)}  ${file}\n`
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1).padStart(8)} s`
}

/** The runner wraps the error that a test threw. */
function saidBy(error: Error): string {
  const lines = inspect(error.cause ?? error).split('\n')
  return lines
    .slice(0, FAILURE_LINES)
    .map((line) => `    ${line}`)
    .join('\n')
}

/** As a reporter of Node's own command. */
export default (source: AsyncIterable<TestEvent>): AsyncGenerator<string> => report(source, [], SLOWEST)
