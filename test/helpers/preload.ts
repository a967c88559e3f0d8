/** Loaded before a test file by `test/run.ts`. */
import './untracked-promises.ts'
import fc from 'fast-check'
import { PROCESSOR } from '../report.ts'
import { processorMs, readChildrenSeconds } from './processor-time.ts'
import { isThorough } from './thorough.ts'

/**
 * A property that states no number of runs gets this one; fast-check's own is 100. The seed is a fixed one: a change is not refused for what
 * another one's luck would have found. `--seed` looks further.
 */
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 1), ...(!isThorough && { numRuns: 25 }) })

/** Of a file with a process of its own; a worker states each of its files. */
if (process.argv[1]?.endsWith('.test.ts') === true)
  process.once('exit', () => process.stdout.write(`${PROCESSOR}${processorMs() / 1_000 + readChildrenSeconds()}\n`))
