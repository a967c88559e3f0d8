import { dirname, relative } from 'node:path'
import type { Mutant } from './mutants.ts'

/** A test file that passes without a change. */
export interface TestFile {
  readonly file: string
  /** Of its own: without waiting for a processor. */
  readonly ms: number
  /** Numbers of the mutants whose place its tests execute. */
  readonly executed: ReadonlySet<number>
}

/** The tests for a change, `maxMs` of them or the nearest one, in this order: its namesake, then by folder, then the fastest. */
export function testsFor({ file: source }: Pick<Mutant, 'file'>, tests: readonly TestFile[], maxMs: number): TestFile[] {
  const away = ({ file }: TestFile): number => relative(dirname(source), dirname(file)).split('/').length
  const isNamesake = ({ file }: TestFile): boolean => file === source.replace(/\.ts$/, '.test.ts')
  const sorted = tests.toSorted(
    (a, b) => Number(isNamesake(b)) - Number(isNamesake(a)) || away(a) - away(b) || a.ms - b.ms || a.file.localeCompare(b.file),
  )
  let ms = 0
  return sorted.filter((test, i) => {
    const fits = i === 0 || ms + test.ms <= maxMs
    if (fits) ms += test.ms
    return fits
  })
}
