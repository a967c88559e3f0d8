import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

const SLOWEST = 10

/**
 * Ends a test run with its slowest files, with what did not run, loudly, and with the one line that scripts read: `N passed, N failed, N skipped`.
 * Suites are not counted, only tests; a suite that was skipped as a whole counts once.
 */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped: string[] = []
  const files: { readonly file: string; readonly ms: number }[] = []
  const count = { passed: 0, failed: 0, skipped: 0 }
  for await (const { type, data } of source) {
    // One for each file, and one for the whole run.
    if (type === 'test:summary' && data.file !== undefined) files.push({ file: relative(process.cwd(), data.file), ms: data.duration_ms })
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.skip !== undefined) {
      count.skipped += 1
      skipped.push(`  ${data.name}${typeof data.skip === 'string' ? `: ${data.skip}` : ''}`)
    } else if (data.details.type === 'suite') continue
    else if (type === 'test:fail' && data.todo === undefined) count.failed += 1
    else count.passed += 1
  }
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  if (files.length > SLOWEST)
    yield `\nThe slowest files:\n${slowest.map(({ file, ms }) => `  ${(ms / 1_000).toFixed(1).padStart(6)} s  ${file}\n`).join('')}`
  if (skipped.length > 0) yield `\nNOT RUN (${skipped.length}):\n${skipped.join('\n')}\n`
  yield `\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`
}
