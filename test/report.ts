import type { TestEvent } from 'node:test/reporters'

/**
 * Ends a test run with what did not run, loudly, and with the one line that scripts read: `N passed, N failed, N skipped`.
 * Suites are not counted, only tests; a suite that was skipped as a whole counts once.
 */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped: string[] = []
  const count = { passed: 0, failed: 0, skipped: 0 }
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.skip !== undefined) {
      count.skipped += 1
      skipped.push(`  ${data.name}${typeof data.skip === 'string' ? `: ${data.skip}` : ''}`)
    } else if (data.details.type === 'suite') continue
    else if (type === 'test:fail' && data.todo === undefined) count.failed += 1
    else count.passed += 1
  }
  if (skipped.length > 0) yield `\nNOT RUN (${skipped.length}):\n${skipped.join('\n')}\n`
  yield `\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`
}
