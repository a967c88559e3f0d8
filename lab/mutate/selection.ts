import { dirname, relative } from 'node:path'
import { type Covered, isCovered } from './coverage.ts'
import { changeOf, type Mutant } from './mutants.ts'

/** A test file that passes without a change. */
export interface TestFile {
  readonly file: string
  /** Of its own: without waiting for a processor. */
  readonly ms: number
  readonly covered: readonly Covered[]
}

/** Test files that a change is run against. */
const NEAREST = 8
/** And how long they may take together; the nearest is run however long it takes. */
const ALL_MS = 20_000

/** The nearest of the files that execute the place of a change: its namesake, then by folder, then the fastest. */
export function testsFor(mutant: Mutant, tests: readonly TestFile[]): TestFile[] {
  const away = ({ file }: TestFile): number => relative(dirname(mutant.file), dirname(file)).split('/').length
  const isNamesake = ({ file }: TestFile): boolean => file === mutant.file.replace(/\.ts$/, '.test.ts')
  const able = tests
    .filter(({ covered }) => isCovered(covered, mutant.file, mutant.from))
    .toSorted((a, b) => Number(isNamesake(b)) - Number(isNamesake(a)) || away(a) - away(b) || a.ms - b.ms || a.file.localeCompare(b.file))
    .slice(0, NEAREST)
  let ms = 0
  return able.filter((test, i) => {
    const fits = i === 0 || ms + test.ms <= ALL_MS
    if (fits) ms += test.ms
    return fits
  })
}

/** As it is printed, and read again by `survivorsOf`. */
export const lineOf = (mutant: Mutant): string => `${mutant.file}:${mutant.line} ${mutant.kind}: ${changeOf(mutant)}`

const LINE = /^(?:SURVIVED|NOT COVERED) (\S+?):(\d+) (.*)$/gm

/**
 * The mutants that a former run's output lists. Lines may have moved since: of several with the same change, the nearest one is meant, or each
 * of those on that line. Lines that no mutant matches come back as `gone`.
 */
export function survivorsOf(
  log: string,
  all: readonly Mutant[],
): { readonly mutants: readonly Mutant[]; readonly gone: readonly string[] } {
  const mutants = new Set<Mutant>()
  const gone: string[] = []
  for (const [whole, file = '', line = '', change = ''] of log.matchAll(LINE)) {
    const same = all.filter((mutant) => mutant.file === file && lineOf(mutant) === `${file}:${mutant.line} ${change}`)
    const nearest = Math.min(...same.map((mutant) => Math.abs(mutant.line - Number(line))))
    for (const mutant of same) if (Math.abs(mutant.line - Number(line)) === nearest) mutants.add(mutant)
    if (same.length === 0) gone.push(whole)
  }
  return { mutants: [...mutants], gone }
}
