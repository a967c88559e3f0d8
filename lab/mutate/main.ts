import { existsSync, globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createRandom } from '../../tools/random.ts'
import { baseline } from './baseline.ts'
import { type Mutant, mutantsOf, shuffled } from './mutants.ts'
import { lineOf, survivorsOf, type TestFile, testsFor } from './selection.ts'
import { inParallel, openWorkshop, ROOT, withMutant, type Workshop } from './workshop.ts'

/**
 * `npm run mutate -- [--room domain] [--sample 200] [--seed 1] [--copies 2] [--only FILE]`: random changes of a room's sources, each against the
 * room's own tests. Prints the changes that no test noticed, and a row for the table of docs/reliability.md. A room is a folder of `src/features` or
 * `src`. FILE is the output of a former run: only what survived then is tried.
 */
const { values } = parseArgs({
  options: {
    room: { type: 'string', default: 'domain' },
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    // As many as processors: tests and what they test share one process.
    copies: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
})
/** Two in five do not compile, and each attempt compiles all of src. */
const DRAWN_FOR_EACH = 1.8

type Outcome = 'killed' | 'survived' | 'not covered'

const former = values.only === undefined ? undefined : readFileSync(values.only, 'utf8')
process.chdir(ROOT)
const folder = [`src/features/${values.room}`, `src/${values.room}`].find((each) => existsSync(each))
if (folder === undefined) throw new Error(`there is no room ${values.room}`)
const sources = globSync(`${folder}/**/*.ts`)
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .toSorted()
const startedAt = performance.now()
/** By changed file, how many changes each test file noticed: it is likely to notice the next one. */
const noticedBy = new Map<string, Map<string, number>>()
const workshop = await openWorkshop(Number(values.copies))
try {
  const all = await mutantsOf(ROOT, sources)
  const sample = former === undefined ? await drawn(all) : listedIn(former, all)
  const tests = await baseline(workshop, folder)
  const outcomes = new Map<Mutant, Outcome>()
  await inParallel(workshop.copies, sample, async (mutant, copy) => {
    const outcome = await judge(copy, mutant, tests)
    outcomes.set(mutant, outcome)
    // At once: a run that is ended early has said what it knows.
    if (outcome !== 'killed') console.log(`${outcome.toUpperCase()} ${lineOf(mutant)}`)
  })
  report(sample, outcomes, all.length)
} finally {
  await workshop.close()
}

function drawn(all: readonly Mutant[]): Promise<Mutant[]> {
  return compilable(workshop, shuffled(all, createRandom(Number(values.seed))), Number(values.sample))
}

function listedIn(log: string, all: readonly Mutant[]): readonly Mutant[] {
  const { mutants, gone } = survivorsOf(log, all)
  for (const line of gone) console.log(`GONE: ${line}`)
  return mutants
}

/** The first so many that compile. */
async function compilable({ refused }: Workshop, drawn: readonly Mutant[], count: number): Promise<Mutant[]> {
  const sample: Mutant[] = []
  for (let at = 0; sample.length < count && at < drawn.length;) {
    const next = drawn.slice(at, at + Math.ceil(DRAWN_FOR_EACH * (count - sample.length)))
    const bad = await refused(next)
    sample.push(...next.filter((mutant) => !bad.has(mutant)))
    at += next.length
  }
  return sample.slice(0, count)
}

/** The tests nearest to the change, one after the other. A change that makes a test hang is noticed by it. */
async function judge(copy: string, mutant: Mutant, tests: readonly TestFile[]): Promise<Outcome> {
  const able = testsFor(mutant, tests)
  if (able.length === 0) return 'not covered'
  const noticed = noticedBy.get(mutant.file) ?? new Map<string, number>()
  noticedBy.set(mutant.file, noticed)
  const times = ({ file }: TestFile): number => noticed.get(file) ?? 0
  return withMutant(copy, mutant, async () => {
    for (const test of able.toSorted((a, b) => times(b) - times(a))) {
      const { isGood } = await workshop.test(copy, test.file, { withinMs: 4 * test.ms + 5_000 })
      if (isGood) continue
      noticed.set(test.file, times(test) + 1)
      return 'killed'
    }
    return 'survived'
  })
}

function report(sample: readonly Mutant[], outcomes: ReadonlyMap<Mutant, Outcome>, all: number): void {
  const count = (wanted: Outcome): number => sample.filter((mutant) => outcomes.get(mutant) === wanted).length
  const [killed, survived, uncovered] = [count('killed'), count('survived'), count('not covered')]
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const share = `${Math.round((100 * killed) / Math.max(1, sample.length))} %`
  console.log('\n| room | mutants | tried | killed | survived | not covered | share killed | seconds |\n|---|---|---|---|---|---|---|---|')
  console.log(
    `| ${values.room} | ${all.toLocaleString('en')} | ${sample.length} | ${killed} | ${survived} | ${uncovered} | ${share} | ${seconds} |`,
  )
}
