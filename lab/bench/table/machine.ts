import { execFile } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { promisify } from 'node:util'
import { GENERATOR } from '../load.ts'

/** Where and when a run was made. */
export interface Machine {
  readonly processor: string
  readonly processors: number
  readonly node: string
  /** With `+` if there are uncommitted changes. */
  readonly commit: string
  /** An instant, ISO. */
  readonly at: string
  /** Averages over 1, 5 and 15 minutes, before the run. */
  readonly load: readonly number[]
  readonly generator: string
}

export async function describeMachine(): Promise<Machine> {
  const [commit, changes] = [await git('rev-parse', '--short', 'HEAD'), await git('status', '--porcelain', '--untracked-files=no')]
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    processors: availableParallelism(),
    node: process.version,
    commit: commit === '' ? 'unknown' : commit + (changes === '' ? '' : '+'),
    at: new Date().toISOString(),
    load: loadavg(),
    generator: GENERATOR,
  }
}

/** What git prints, or nothing if this is not a checkout. */
function git(...args: string[]): Promise<string> {
  return promisify(execFile)('git', args).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
}
